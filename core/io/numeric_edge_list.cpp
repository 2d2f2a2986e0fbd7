// The fast path of edge_list.h: node numbers, one edge per line, the two ids first. The file is read in blocks that end at a
// line's end; each block is cut into pieces that are parsed side by side. Anything unusual gives up, and the general reader
// starts anew, so that errors are reported in one place alone.

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <unistd.h>

#include "core/base/file.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/io/csv.h"
#include "core/io/edge_list.h"

namespace sispde {
namespace {

constexpr std::size_t pieceBytes = 4u << 20;
constexpr std::size_t piecesPerBlock = 4;
constexpr NodeId maxId = std::numeric_limits<NodeId>::max() - 2;

struct Layout {
  char separator = ',';
  std::size_t columns = 2;
};

// One id; returns the character after it, or null when there is none or it is too large.
const char* parseId(const char* p, const char* end, NodeId& id) {
  std::uint64_t value = 0;
  const char* begin = p;
  while (p < end && static_cast<unsigned char>(*p - '0') < 10) value = value * 10 + static_cast<unsigned char>(*p++ - '0');
  if (p == begin || p - begin > 10 || value > static_cast<std::uint64_t>(maxId) || (*begin == '0' && p - begin > 1)) return nullptr;
  id = static_cast<NodeId>(value);
  return p;
}

// Parses whole lines. Returns false at anything but the plain layout.
bool parsePiece(const char* p, const char* end, const Layout& layout, std::vector<Edge>& edges, NodeId& largest) {
  edges.reserve(static_cast<std::size_t>(std::count(p, end, '\n')) + 1);
  while (p < end) {
    if (*p == '\n' || (*p == '\r' && p + 1 < end && p[1] == '\n')) {
      p += *p == '\n' ? 1 : 2;
      continue;
    }
    Edge e;
    p = parseId(p, end, e.u);
    if (p == nullptr || p == end || *p != layout.separator) return false;
    p = parseId(p + 1, end, e.v);
    if (p == nullptr) return false;
    if (layout.columns > 2) {
      std::size_t columns = 2;
      for (; p < end && *p != '\n'; ++p) {
        if (*p == '"') return false;
        columns += *p == layout.separator;
      }
      if (columns != layout.columns) return false;
    }
    if (p < end && *p == '\r') ++p;
    if (p < end && *p != '\n') return false;
    ++p;
    largest = std::max({largest, e.u, e.v});
    edges.push_back(e);
  }
  return true;
}

class File {
 public:
  explicit File(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  bool isOpen() const { return descriptor_ >= 0; }
  // Fills the buffer as far as the file goes; the number of bytes, or −1.
  std::ptrdiff_t read(char* buffer, std::size_t size) const {
    std::size_t have = 0;
    while (have < size) {
      const ssize_t got = ::read(descriptor_, buffer + have, size - have);
      if (got < 0) return -1;
      if (got == 0) break;
      have += static_cast<std::size_t>(got);
    }
    return static_cast<std::ptrdiff_t>(have);
  }

 private:
  int descriptor_;
};

// Looks at the first bytes: skips preamble and a known header. Nothing when the first row is not two numbers.
std::optional<std::pair<Layout, std::size_t>> detectLayout(std::string_view text) {
  std::size_t at = csvPreamble(text);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const std::size_t end = text.find('\n', at);
    std::string_view line = text.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.find('"') != std::string_view::npos) return std::nullopt;
    Layout layout{detectSeparator(line), 1};
    std::vector<std::string_view> cells;
    for (std::size_t from = 0;;) {
      const std::size_t to = line.find(layout.separator, from);
      cells.push_back(line.substr(from, to - from));
      if (to == std::string_view::npos) break;
      from = to + 1;
    }
    layout.columns = cells.size();
    if (layout.columns < 2 || (layout.separator == ' ' && layout.columns > 2)) return std::nullopt;
    NodeId ignored = 0;
    const auto isId = [&](std::string_view c) { return parseId(c.data(), c.data() + c.size(), ignored) == c.data() + c.size(); };
    if (isId(cells[0]) && isId(cells[1])) return std::pair{layout, at};
    const EdgeColumns header = edgeColumns(cells);
    if (!header.header || header.source != 0 || header.target != 1 || end == std::string_view::npos) return std::nullopt;
    at = end + 1;
  }
  return std::nullopt;
}

using Parts = std::vector<std::vector<Edge>>;

std::optional<std::pair<Parts, NodeId>> parseFile(const std::string& path, Layout& layout, const Progress& progress) {
  const File file(path);
  if (!file.isOpen()) return std::nullopt;
  const double total = static_cast<double>(fileSize(path).value_or(1));
  double done = 0;
  std::vector<char> buffer(pieceBytes * piecesPerBlock);
  Parts parts;
  std::atomic<NodeId> largest{-1};
  std::size_t carried = 0;  // bytes of an unfinished line at the front of the buffer
  for (bool first = true;; first = false) {
    const std::ptrdiff_t got = file.read(buffer.data() + carried, buffer.size() - carried);
    if (got < 0 || progress.stopped()) return std::nullopt;
    done += static_cast<double>(got);
    progress.report(done / total, "reading edges");
    const std::size_t filled = carried + static_cast<std::size_t>(got);
    const bool last = filled < buffer.size();
    std::size_t begin = 0;
    if (first) {
      const auto detected = detectLayout({buffer.data(), filled});
      if (!detected) return std::nullopt;
      layout = detected->first;
      begin = detected->second;
    }
    std::size_t end = filled;
    if (!last) {
      while (end > begin && buffer[end - 1] != '\n') --end;
      if (end == begin) return std::nullopt;  // a line longer than the buffer
    }
    std::vector<std::pair<std::size_t, std::size_t>> pieces;
    for (std::size_t from = begin; from < end;) {
      std::size_t to = std::min(from + pieceBytes, end);
      while (to < end && buffer[to - 1] != '\n') ++to;
      pieces.emplace_back(from, to);
      from = to;
    }
    const std::size_t base = parts.size();
    parts.resize(base + pieces.size());
    std::atomic<bool> ok{true};
    parallelBlocks(pieces.size(), 1, [&](std::size_t i, std::size_t) {
      NodeId top = -1;
      if (!parsePiece(buffer.data() + pieces[i].first, buffer.data() + pieces[i].second, layout, parts[base + i], top)) ok = false;
      for (NodeId seen = largest; seen < top && !largest.compare_exchange_weak(seen, top);) {}
    });
    if (!ok) return std::nullopt;
    if (last) return std::pair{std::move(parts), largest.load()};
    carried = filled - end;
    std::memmove(buffer.data(), buffer.data() + end, carried);
  }
}

// Renumbers the ids that occur to 0…N−1 in ascending order and gives them names, unless they are that already.
NodeId closeGaps(Parts& parts, NodeId largest, std::vector<std::string>& names) {
  std::size_t edges = 0;
  for (const auto& part : parts) edges += part.size();
  std::vector<NodeId> ids;
  if (static_cast<std::size_t>(largest) < 8 * edges + 1024) {
    std::vector<bool> used(static_cast<std::size_t>(largest) + 1, false);
    for (const auto& part : parts)
      for (const Edge e : part) used[e.u] = used[e.v] = true;
    if (std::find(used.begin(), used.end(), false) == used.end()) return largest + 1;
    for (NodeId id = 0; id <= largest; ++id)
      if (used[id]) ids.push_back(id);
  } else {
    for (const auto& part : parts)
      for (const Edge e : part) ids.insert(ids.end(), {e.u, e.v});
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  }
  const auto rank = [&](NodeId id) { return static_cast<NodeId>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin()); };
  for (auto& part : parts)
    for (Edge& e : part) e = {rank(e.u), rank(e.v)};
  for (const NodeId id : ids) names.push_back(std::to_string(id));
  return static_cast<NodeId>(ids.size());
}

}  // namespace

std::optional<EdgeList> readNumericEdgeList(const std::string& file, const DeclaredNodes* declared, const Progress& progress) {
  if (declared != nullptr && !declared->areNumbers) return std::nullopt;
  Layout layout;
  auto parsed = parseFile(file, layout, progress);
  if (!parsed || parsed->second < 0) return std::nullopt;
  auto& [parts, largest] = *parsed;
  EdgeList list;
  NodeId nodes = 0;
  if (declared != nullptr) {
    nodes = static_cast<NodeId>(declared->names.size());
    if (largest >= nodes) return std::nullopt;  // the general reader names the line
  } else {
    nodes = closeGaps(parts, largest, list.nodeNames);
  }
  std::vector<std::span<const Edge>> spans(parts.begin(), parts.end());
  list.built = buildGraph(nodes, spans);
  if (layout.columns > 2)
    list.notes.push_back(fmt::format("Columns beyond the two node ids ({} of {}) are not used.", layout.columns - 2, layout.columns));
  return list;
}

}  // namespace sispde
