#pragma once
// Writes the pickles of a small Planetoid data set, opcode by opcode, as Python 2 wrote the published ones.

#include <string>
#include <vector>

#include "tests/unit/temporary_folder.h"

namespace sispde::testing {

using namespace std::string_literals;

inline std::string pickleInt(std::int64_t value) {
  const auto v = static_cast<std::uint32_t>(value);
  return std::string("J") + static_cast<char>(v) + static_cast<char>(v >> 8) + static_cast<char>(v >> 16) +
         static_cast<char>(v >> 24);
}
inline std::string pickleText(const std::string& text) {
  return std::string("T") + pickleInt(static_cast<std::int64_t>(text.size())).substr(1) + text;
}
template <class T>
std::string pickleArray(const std::string& type, const std::vector<T>& values,
                        const std::vector<std::int64_t>& shape) {
  std::string extents = "(";
  for (const auto extent : shape) extents += pickleInt(extent);
  const std::string raw(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  const std::string dtype = "cnumpy\ndtype\n(" + pickleText(type) + "K\0K\1tR(K\3"s + pickleText("<") +
                            "NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb"s;
  return "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(K\0tU\1btR(K\1"s + extents + "t" + dtype +
         "\x89" + pickleText(raw) + "tb";
}
inline std::string pickleCsr(std::int64_t rows, std::int64_t columns,
                             const std::vector<std::int32_t>& offsets,
                             const std::vector<std::int32_t>& indices, const std::vector<float>& values) {
  const auto size = static_cast<std::int64_t>(indices.size());
  return "cscipy.sparse.csr\ncsr_matrix\n)\x81}(" + pickleText("_shape") + "(" + pickleInt(rows) +
         pickleInt(columns) + "t" + pickleText("indptr") + pickleArray("i4", offsets, {rows + 1}) +
         pickleText("indices") + pickleArray("i4", indices, {size}) + pickleText("data") +
         pickleArray("f4", values, {size}) + "ub";
}
inline std::string pickleGraph(const std::vector<std::vector<std::int64_t>>& rows) {
  std::string out = "ccollections\ndefaultdict\n(c__builtin__\nlist\ntR(";
  for (std::size_t u = 0; u < rows.size(); ++u) {
    out += pickleInt(static_cast<std::int64_t>(u)) + "](";
    for (const auto v : rows[u]) out += pickleInt(v);
    out += "e";
  }
  return out + "u";
}
inline std::string pickled(const std::string& body) {
  return "\x80\x02" + body + ".";
}

// 502 nodes outside the test set (one of them for training, 500 for validation) and test ids 502, 504: id 503 is missing.
struct SmallPlanetoid {
  static constexpr std::int64_t known = 502;
  std::vector<std::int32_t> allOffsets, allIndices, ally;
  SmallPlanetoid() {
    for (std::int64_t u = 0; u <= known; ++u) allOffsets.push_back(static_cast<std::int32_t>(u));
    for (std::int64_t u = 0; u < known; ++u) {
      allIndices.push_back(static_cast<std::int32_t>(u % 3));
      ally.insert(ally.end(), {u % 2 == 0, u % 2 == 1});
    }
  }
  void write(const TemporaryFolder& folder) const {
    const auto put = [&](const std::string& part, const std::string& body) {
      folder.write("ind.small." + part, body);
    };
    put("x", pickled(pickleCsr(1, 3, {0, 1}, {0}, {1})));
    put("y", pickled(pickleArray<std::int32_t>("i4", {1, 0}, {1, 2})));
    put("allx",
        pickled(pickleCsr(known, 3, allOffsets, allIndices, std::vector<float>(allIndices.size(), 1))));
    put("ally", pickled(pickleArray("i4", ally, {known, 2})));
    put("tx", pickled(pickleCsr(2, 3, {0, 1, 2}, {1, 2}, {0.5f, 2})));
    put("ty", pickled(pickleArray<std::int32_t>("i4", {0, 1, 1, 0}, {2, 2})));
    put("graph", pickled(pickleGraph({{1, 504, 0}, {0, 502}, {503}})));
    put("test.index", "504\r\n502\n\n");
  }
};

}  // namespace sispde::testing
