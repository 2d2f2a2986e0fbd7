// Arrays of an intact archive: the input is cut at each "\x93NUMPY" into members, whose names are chosen by the byte before.
// The checksums are right, so that the fuzzer reaches what lies behind them. What is accepted must survive writing.

#include <array>
#include <cstdlib>
#include <cstring>

#include <zlib.h>

#include "core/graph/dataset_hash.h"
#include "core/io/formats.h"

namespace {

constexpr std::array<const char*, 24> names{
    "edges",          "labels",        "features",     "feature_indptr",   "feature_indices",
    "feature_values", "feature_shape", "train_mask",   "val_mask",         "test_mask",
    "name",           "source",        "ood_mask",     "placeholder_mask", "node_features",
    "node_labels",    "train_masks",   "adj_indptr",   "adj_indices",      "adj_data",
    "adj_shape",      "attr_indptr",   "attr_indices", "attr_shape"};

template <class T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// A zip archive of stored members.
std::string archive(const std::vector<std::pair<std::string, std::string_view>>& members) {
  std::string out, directory;
  for (const auto& [name, bytes] : members) {
    std::string fields;
    for (const int field : {20, 0, 0, 0, 33})
      put(fields, static_cast<std::uint16_t>(field));  // version, flags, method, time, date
    put(fields, static_cast<std::uint32_t>(
                    crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()))));
    put(fields, static_cast<std::uint32_t>(bytes.size()));
    put(fields, static_cast<std::uint32_t>(bytes.size()));
    put(fields, static_cast<std::uint16_t>(name.size()));
    put(fields, std::uint16_t{0});
    directory += "PK\1\2";
    put(directory, std::uint16_t{20});
    directory += fields + std::string(10, '\0');
    put(directory, static_cast<std::uint32_t>(out.size()));
    directory += name;
    out += "PK\3\4" + fields + name;
    out += bytes;
  }
  const auto start = static_cast<std::uint32_t>(out.size());
  out += directory + std::string("PK\5\6\0\0\0\0", 8);
  put(out, static_cast<std::uint16_t>(members.size()));
  put(out, static_cast<std::uint16_t>(members.size()));
  put(out, static_cast<std::uint32_t>(directory.size()));
  put(out, start);
  put(out, std::uint16_t{0});
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view mark("\x93NUMPY", 6);
  std::vector<std::pair<std::string, std::string_view>> members;
  for (std::size_t at = input.find(mark); at != std::string_view::npos && at > 0 && members.size() < 30;) {
    const std::size_t next = input.find(mark, at + 1);
    const auto name = static_cast<unsigned char>(input[at - 1]) % names.size();
    members.emplace_back(std::string(names[name]) + ".npy",
                         input.substr(at, next == std::string_view::npos ? next : next - 1 - at));
    at = next;
  }
  const auto result = sispde::readNpzDataset(archive(members), "fuzz.npz");
  if (result && !sispde::checkDataset(*result)) std::abort();
  if (result) (void)sispde::contentHash(*result);
  return 0;
}
