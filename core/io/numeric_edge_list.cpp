// The fast path of edge_list.h: node numbers, one edge per line, the two ids first. The file is cut into pieces of some
// megabytes that are read and parsed side by side. Anything unusual gives up, and the general reader starts anew, so that
// errors are reported in one place alone.

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/parallel.h"
#include "core/io/csv.h"
#include "core/io/edge_list.h"

namespace sispde {
namespace {

constexpr std::size_t pieceBytes = 2u << 20;
constexpr std::size_t headBytes = 1u << 16;  // preamble, header and the longest line must fit
constexpr NodeId maxId = std::numeric_limits<NodeId>::max() - 2;

struct Layout {
  char separator = ',';
  std::size_t columns = 2;
  std::size_t begin = 0;  // bytes before the first edge
};

// One id; returns the character after it, or null when there is none or it is too large.
const char* parseId(const char* p, const char* end, NodeId& id) {
  std::uint64_t value = 0;
  const char* begin = p;
  while (p < end && static_cast<unsigned char>(*p - '0') < 10)
    value = value * 10 + static_cast<unsigned char>(*p++ - '0');
  if (p == begin || p - begin > 10 || value > static_cast<std::uint64_t>(maxId) ||
      (*begin == '0' && p - begin > 1))
    return nullptr;
  id = static_cast<NodeId>(value);
  return p;
}

// Parses whole lines. Returns false at anything but the plain layout.
bool parseLines(const char* p, const char* end, const Layout& layout, std::vector<Edge>& edges,
                NodeId& largest) {
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
        if (*p == '"' || *p == '\0' || static_cast<unsigned char>(*p) >= 0x80) return false;
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
  explicit File(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status {};
    if (descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0)
      size_ = static_cast<std::size_t>(status.st_size);
  }
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::size_t size() const { return size_; }  // 0 when the file cannot be opened
  // Bytes [begin, begin + count); false when the file does not have them any more.
  bool read(std::size_t begin, std::size_t count, char* buffer) const {
    while (count > 0) {
      const ssize_t got = ::pread(descriptor_, buffer, count, static_cast<off_t>(begin));
      if (got <= 0) return false;
      begin += static_cast<std::size_t>(got);
      buffer += got;
      count -= static_cast<std::size_t>(got);
    }
    return true;
  }

 private:
  int descriptor_;
  std::size_t size_ = 0;
};

// Looks at the first bytes: skips preamble and a known header. Nothing when the first row is not two numbers.
std::optional<Layout> detectLayout(std::string_view text) {
  std::size_t at = csvPreamble(text);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const std::size_t end = text.find('\n', at);
    std::string_view line = text.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.find('"') != std::string_view::npos) return std::nullopt;
    Layout layout{detectSeparator(line), 1, at};
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
    const auto isId = [&](std::string_view c) {
      return parseId(c.data(), c.data() + c.size(), ignored) == c.data() + c.size();
    };
    if (isId(cells[0]) && isId(cells[1])) return layout;
    const EdgeColumns header = edgeColumns(cells);
    if (!header.header || header.source != 0 || header.target != 1 || end == std::string_view::npos)
      return std::nullopt;
    at = end + 1;
  }
  return std::nullopt;
}

// The lines that begin in [begin, end): from after the first line end at or behind begin − 1 to the first line end at or
// behind end − 1, for which up to headBytes more are read.
bool parsePiece(const File& file, std::size_t begin, std::size_t end, const Layout& layout,
                std::vector<Edge>& edges, NodeId& largest) {
  const std::size_t before = begin == layout.begin ? 0 : 1;
  const std::size_t available = std::min(end + headBytes, file.size()) - (begin - before);
  std::vector<char> buffer(available);
  if (!file.read(begin - before, available, buffer.data())) return false;
  const char* first = buffer.data();
  const char* const last = buffer.data() + (end - begin + before);  // one behind the piece
  const char* const bufferEnd = buffer.data() + available;
  if (before == 1) {
    const auto* newline =
        static_cast<const char*>(std::memchr(first, '\n', static_cast<std::size_t>(last - 1 - first)));
    if (newline == nullptr) return true;  // no line begins here
    first = newline + 1;
  }
  const auto* stop =
      static_cast<const char*>(std::memchr(last - 1, '\n', static_cast<std::size_t>(bufferEnd - (last - 1))));
  if (stop == nullptr && end + headBytes < file.size()) return false;  // a very long line
  return parseLines(first, stop == nullptr ? bufferEnd : stop + 1, layout, edges, largest);
}

struct Parsed {
  EdgeParts parts;
  NodeId largest = -1;
  Layout layout;
};

std::optional<Parsed> parseFile(const std::string& path, const Progress& progress) {
  const File file(path);
  if (file.size() == 0) return std::nullopt;
  std::string head(std::min(file.size(), headBytes), '\0');
  if (!file.read(0, head.size(), head.data())) return std::nullopt;
  const auto layout = detectLayout(head);
  if (!layout) return std::nullopt;
  Parsed parsed{{}, -1, *layout};
  const std::size_t total = file.size() - layout->begin;
  parsed.parts.resize((total + pieceBytes - 1) / pieceBytes);
  std::vector<NodeId> largest(parsed.parts.size(), -1);
  std::atomic<bool> ok{true};
  std::atomic<std::size_t> done{0};
  std::mutex reporting;
  parallelBlocks(total, pieceBytes, [&](std::size_t begin, std::size_t end) {
    if (!ok || progress.stopped()) {
      ok = false;
      return;
    }
    const std::size_t piece = begin / pieceBytes;
    if (!parsePiece(file, layout->begin + begin, layout->begin + end, *layout, parsed.parts[piece],
                    largest[piece]))
      ok = false;
    const std::size_t soFar = done += end - begin;
    const std::lock_guard lock(reporting);
    progress.report(static_cast<double>(soFar) / static_cast<double>(total), "reading edges");
  });
  if (!ok) return std::nullopt;
  for (const NodeId id : largest) parsed.largest = std::max(parsed.largest, id);
  return parsed;
}

// The ids that occur, ascending; for ids so far apart that a table of all numbers would be out of proportion.
std::vector<NodeId> distinctIds(const EdgeParts& parts) {
  std::vector<NodeId> ids;
  for (const auto& part : parts)
    for (const Edge e : part) ids.insert(ids.end(), {e.u, e.v});
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

// Ids 0…largest that occur become the nodes; gaps are closed and the ids kept as names.
void buildFromIds(Parsed parsed, EdgeList& list) {
  std::size_t edges = 0;
  for (const auto& part : parsed.parts) edges += part.size();
  if (static_cast<std::size_t>(parsed.largest) >= 8 * edges + 1024) {
    const std::vector<NodeId> ids = distinctIds(parsed.parts);
    const auto rank = [&](NodeId id) {
      return static_cast<NodeId>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
    };
    for (auto& part : parsed.parts)
      for (Edge& e : part) e = {rank(e.u), rank(e.v)};
    for (const NodeId id : ids) list.nodeNames.push_back(std::to_string(id));
    list.built = buildGraph(static_cast<NodeId>(ids.size()), std::move(parsed.parts));
    return;
  }
  const NodeId nodes = parsed.largest + 1;
  std::vector<NodeId> loops;  // a node may occur in a loop alone
  for (const auto& part : parsed.parts)
    for (const Edge e : part)
      if (e.u == e.v) loops.push_back(e.u);
  list.built = buildGraph(nodes, std::move(parsed.parts));
  std::vector<bool> occurs(static_cast<std::size_t>(nodes));
  for (NodeId u = 0; u < nodes; ++u) occurs[u] = list.built.graph.degree(u) > 0;
  for (const NodeId u : loops) occurs[u] = true;
  if (std::find(occurs.begin(), occurs.end(), false) == occurs.end()) return;
  list.built.graph = withoutNodes(list.built.graph, occurs);
  for (NodeId u = 0; u < nodes; ++u)
    if (occurs[u]) list.nodeNames.push_back(std::to_string(u));
}

}  // namespace

std::optional<EdgeList> readNumericEdgeList(const std::string& file, const DeclaredNodes* declared,
                                            const Progress& progress) {
  if (declared != nullptr && !declared->areNumbers) return std::nullopt;
  auto parsed = parseFile(file, progress);
  if (!parsed || parsed->largest < 0) return std::nullopt;
  EdgeList list;
  const std::size_t columns = parsed->layout.columns;
  if (columns > 2) list.notes.push_back(unusedColumnsNote(columns));
  if (declared == nullptr) {
    buildFromIds(std::move(*parsed), list);
    return list;
  }
  const auto nodes = static_cast<NodeId>(declared->names.size());
  if (parsed->largest >= nodes) return std::nullopt;  // the general reader names the line
  list.built = buildGraph(nodes, std::move(parsed->parts));
  return list;
}

}  // namespace sispde
