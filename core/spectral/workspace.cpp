#include "core/spectral/workspace.h"

#include <algorithm>

namespace sispde {
namespace {

std::size_t lines(std::size_t bytes) {
  return (bytes / 64 + 18) * 64;
}

// Pieces that nobody uses now: few and small.
class Idle {
 public:
  Buffer<unsigned char> take(std::size_t bytes) {
    {
      const std::lock_guard lock(mutex_);
      const auto fits = std::find_if(pieces_.begin(), pieces_.end(), [&](const auto& piece) {
        return piece.size() >= bytes && piece.size() / 4 <= bytes;
      });
      if (fits != pieces_.end()) {
        auto found = std::move(*fits);
        pieces_.erase(fits);
        return found;
      }
    }
    return hugeBuffer<unsigned char>(bytes);
  }
  void give(Buffer<unsigned char> piece) {
    constexpr std::size_t most = 4, largest = std::size_t{8} << 20;
    if (piece.size() > largest) return;
    const std::lock_guard lock(mutex_);
    if (pieces_.size() == most) pieces_.erase(pieces_.begin());
    pieces_.push_back(std::move(piece));
  }

 private:
  std::mutex mutex_;
  std::vector<Buffer<unsigned char>> pieces_;
};

Idle& idle() {
  static Idle pieces;
  return pieces;
}

}  // namespace

Workspace::Workspace(std::size_t vectorBytes, std::size_t sumBytes) {
  const std::size_t vector = lines(vectorBytes);
  memory_ = idle().take(std::max(2 * vector + (sumBytes > 0 ? lines(sumBytes) : 0), std::size_t{2} << 20));
  current = memory_.data();
  previous = current + vector;
  sum = sumBytes > 0 ? previous + vector : nullptr;
}

Workspace::~Workspace() {
  idle().give(std::move(memory_));
}

std::unique_ptr<Workspace> Workspaces::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      auto last = std::move(free_.back());
      free_.pop_back();
      return last;
    }
  }
  return std::make_unique<Workspace>(vector_, sum_);
}

void Workspaces::give(std::unique_ptr<Workspace> workspace) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(workspace));
}

}  // namespace sispde
