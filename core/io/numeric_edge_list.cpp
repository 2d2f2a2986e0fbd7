// The fast path of edge_list.h: node numbers, one edge per line, the two ids first. The file is cut into pieces of some
// megabytes that are read and parsed side by side. Anything unusual gives up, and the general reader starts anew, so that
// errors are reported in one place alone.

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/io/csv.h"
#include "core/io/edge_list.h"

namespace sispde {
namespace {

constexpr std::size_t pieceBytes = 1u << 20;
constexpr std::size_t piecesPerTask = 8;     // one after the other, in one buffer
constexpr std::size_t headBytes = 1u << 16;  // preamble, header and the longest line must fit
constexpr NodeId maxId = std::numeric_limits<NodeId>::max() - 2;

struct Layout {
  char separator = ',';
  std::size_t columns = 2;
  std::size_t begin = 0;  // bytes before the first edge
};

// One id; returns the character after it, or null when there is none or it is too large. Bytes up to `readable` may be
// looked at. Eight characters at once: the digits at the front are found by their high bits and added up pairwise.
[[gnu::always_inline]] inline const char* parseId(const char* p, const char* readable, NodeId& id) {
  std::uint64_t value = 0;
  std::size_t digits = 0;
  if (readable - p >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, 8);
    word ^= 0x3030303030303030u;  // digits become 0…9
    const std::uint64_t others = ((word + 0x7676767676767676u) | word) & 0x8080808080808080u;
    digits = static_cast<std::size_t>(std::countr_zero(others)) / 8;
    if (digits == 0) return nullptr;
    if (digits < 8) {
      word <<= 64 - 8 * digits;  // leading zeros in front
      word = (word * 10 + (word >> 8)) & 0x00FF00FF00FF00FFu;
      word = (word * 100 + (word >> 16)) & 0x0000FFFF0000FFFFu;
      value = (word * 10000 + (word >> 32)) & 0xFFFFFFFFu;
    }
  }
  if (digits == 0 || digits == 8) {  // long ids, and those at the very end
    for (digits = 0; p + digits < readable && static_cast<unsigned char>(p[digits] - '0') < 10 && digits < 11;
         ++digits)
      value = value * 10 + static_cast<unsigned char>(p[digits] - '0');
  }
  if (digits == 0 || digits > 10 || value > static_cast<std::uint64_t>(maxId) || (*p == '0' && digits > 1))
    return nullptr;
  id = static_cast<NodeId>(value);
  return p + digits;
}

// Parses whole lines. Returns false at anything but the plain layout.
bool parseLines(const char* p, const char* end, const Layout& layout, std::vector<Edge>& edges,
                NodeId& largest) {
  // A line has four bytes at least. Memory that is reserved and never touched costs nothing.
  edges.reserve(static_cast<std::size_t>(end - p) / 4 + 1);
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
      if (p == end || *p != layout.separator) return false;
      std::size_t columns = 2;
      for (; p < end && *p != '\n'; ++p) {
        const bool lineEnd = *p == '\r' && (p + 1 == end || p[1] == '\n');
        if (*p == '"' || *p == '\0' || (*p == '\r' && !lineEnd) || static_cast<unsigned char>(*p) >= 0x80)
          return false;
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

// A carriage return that ends no line.
bool hasLoneReturn(std::string_view text) {
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1))
    if (at + 1 == text.size() || text[at + 1] != '\n') return true;
  return false;
}

// Looks at the first bytes: skips preamble and a known header. Nothing when the first row is not two numbers.
std::optional<Layout> detectLayout(std::string_view text) {
  std::size_t at = csvPreamble(text);
  std::optional<Layout> header;  // of the header row, when there is one: the rows below must be alike
  for (int attempt = 0; attempt < 2; ++attempt) {
    const std::size_t end = text.find('\n', at);
    std::string_view line = text.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.find('"') != std::string_view::npos) return std::nullopt;
    Layout layout{header ? header->separator : detectSeparator(text.substr(at)), 1, at};
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
    if (header && header->columns != layout.columns) return std::nullopt;
    if (isId(cells[0]) && isId(cells[1])) {
      // Two numbers before the names of other columns: still a row of names.
      if (!header && edgeColumns(cells).header) return std::nullopt;
      const std::string_view before = text.substr(0, at);
      if (!isUtf8(before) || before.find('\0') != std::string_view::npos || hasLoneReturn(before))
        return std::nullopt;
      return layout;
    }
    const EdgeColumns names = edgeColumns(cells);
    if (!names.header || names.source != 0 || names.target != 1 || end == std::string_view::npos)
      return std::nullopt;
    header = layout;
    at = end + 1;
  }
  return std::nullopt;
}

// The lines that begin in [begin, end): from after the first line end at or behind begin − 1 to the first line end at or
// behind end − 1, for which up to headBytes more are read.
bool parsePiece(const File& file, std::size_t begin, std::size_t end, const Layout& layout, char* buffer,
                std::vector<Edge>& edges, NodeId& largest) {
  const std::size_t before = begin == layout.begin ? 0 : 1;
  const std::size_t available = std::min(end + headBytes, file.size()) - (begin - before);
  if (!file.read(begin - before, available, buffer)) return false;
  const char* first = buffer;
  const char* const last = buffer + (end - begin + before);  // one behind the piece
  const char* const bufferEnd = buffer + available;
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
  std::vector<std::vector<NodeId>> loops;  // of each part: a node may occur in a loop alone
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
  Parsed parsed{{}, {}, -1, *layout};
  const std::size_t total = file.size() - layout->begin;
  parsed.parts.resize((total + pieceBytes - 1) / pieceBytes);
  parsed.loops.resize(parsed.parts.size());
  std::vector<NodeId> largest(parsed.parts.size(), -1);
  std::atomic<bool> ok{true};
  std::atomic<std::size_t> done{0};
  std::mutex reporting;
  parallelBlocks(parsed.parts.size(), piecesPerTask, [&](std::size_t firstPiece, std::size_t lastPiece) {
    const auto buffer = std::make_unique_for_overwrite<char[]>(1 + pieceBytes + headBytes);
    for (std::size_t piece = firstPiece; piece < lastPiece; ++piece) {
      if (!ok || progress.stopped()) {
        ok = false;
        return;
      }
      const std::size_t begin = layout->begin + piece * pieceBytes,
                        end = std::min(begin + pieceBytes, file.size());
      if (!parsePiece(file, begin, end, *layout, buffer.get(), parsed.parts[piece], largest[piece])) {
        ok = false;  // another reader begins anew
        return;
      }
      for (const Edge e : parsed.parts[piece])
        if (e.u == e.v) parsed.loops[piece].push_back(e.u);
      const std::size_t soFar = done += end - begin;
      const std::lock_guard lock(reporting);
      progress.report(static_cast<double>(soFar) / static_cast<double>(total), "reading edges");
    }
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
  list.built = buildGraph(nodes, std::move(parsed.parts));
  std::vector<bool> occurs(static_cast<std::size_t>(nodes));
  for (NodeId u = 0; u < nodes; ++u) occurs[u] = list.built.graph.degree(u) > 0;
  for (const auto& loops : parsed.loops)
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
