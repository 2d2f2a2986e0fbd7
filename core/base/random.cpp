#include "core/base/random.h"

#include <cmath>
#include <numbers>

#include <Random123/philox.h>

namespace sispde {

std::uint64_t Random::bits() {
  if (left_ == 0) {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    r123::Philox4x32::ctr_type counter{{low(counter_), high(counter_), low(stream_), high(stream_)}};
    r123::Philox4x32::key_type key{{low(seed_), high(seed_)}};
    const auto out = r123::Philox4x32{}(counter, key);
    block_ = {out[0] | static_cast<std::uint64_t>(out[1]) << 32, out[2] | static_cast<std::uint64_t>(out[3])
                                                                              << 32};
    ++counter_;
    left_ = 2;
  }
  return block_[2 - left_--];
}

double Random::uniform() {
  return static_cast<double>(bits() >> 11) * 0x1p-53;
}

// Lemire's method: multiply and reject the few values that would make some results likelier.
std::uint64_t Random::below(std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(bits()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<Wide>(bits()) * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

// Box–Muller; the second of the pair is kept for the next call.
double Random::normal() {
  if (hasSpare_) {
    hasSpare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2 * std::log1p(-uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  hasSpare_ = true;
  return radius * std::cos(angle);
}

std::uint64_t Random::skip(double p) {
  if (p >= 1) return 0;
  const double failures = std::floor(std::log1p(-uniform()) / std::log1p(-p));
  return failures < 0x1p62 ? static_cast<std::uint64_t>(failures) : std::uint64_t{1} << 62;
}

}  // namespace sispde
