// An edge list and, after the first 0xFF byte, a node table. Where the fast reader of numbers accepts a list, the general
// one must give the same graph.

#include <cstdlib>

#include <sys/mman.h>
#include <unistd.h>

#include "core/io/edge_list.h"
#include "core/io/open.h"

namespace {

// A file in memory, with a path that the readers can open.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("fuzz", 0)) {
    if (descriptor_ < 0 ||
        ::write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      std::abort();
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = input.find('\xFF');
  const MemoryFile edges(input.substr(0, cut));
  if (cut != std::string_view::npos) {
    const MemoryFile nodes(input.substr(cut + 1));
    (void)sispde::openDataset(edges.path(), {.nodes = nodes.path()});
    return 0;
  }
  (void)sispde::openDataset(edges.path());
  if (const auto fast = sispde::readNumericEdgeList(edges.path(), nullptr)) {
    const auto slow = sispde::readGeneralEdgeList(std::string(input), "fuzz.csv", nullptr);
    if (!slow || slow->built.graph.edges() != fast->built.graph.edges() ||
        slow->nodeNames != fast->nodeNames ||
        slow->built.dropped.selfLoops != fast->built.dropped.selfLoops || slow->notes != fast->notes)
      std::abort();
  }
  return 0;
}
