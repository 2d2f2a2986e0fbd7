#include "core/io/pickle_arrays.h"

#include <cstring>

#include "core/io/raw_features.h"

namespace sispde {

using Kind = PickleDocument::Kind;
using Node = PickleDocument::Node;

template <class T>
static T loadAs(std::string_view bytes, std::int64_t i) {
  T value;
  std::memcpy(&value, bytes.data() + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
  return value;
}

double PickledArray::number(std::int64_t i) const {
  if (kind == 'f')
    return itemSize == 4 ? static_cast<double>(loadAs<float>(bytes, i)) : loadAs<double>(bytes, i);
  return itemSize == 4 ? loadAs<std::int32_t>(bytes, i) : static_cast<double>(loadAs<std::int64_t>(bytes, i));
}

std::vector<std::int64_t> PickledArray::integers() const {
  std::vector<std::int64_t> values(static_cast<std::size_t>(size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = itemSize == 4 ? loadAs<std::int32_t>(bytes, static_cast<std::int64_t>(i))
                              : loadAs<std::int64_t>(bytes, static_cast<std::int64_t>(i));
  return values;
}

namespace {

Unexpected notAnArray(const PickleDocument& document) {
  return inputError({document.file()}, "The pickle does not hold the array that was expected");
}

// numpy.dtype('i4', 0, 1) with state (3, '<', …).
bool readType(const PickleDocument& document, const Node& node, PickledArray& array) {
  if (node.kind != Kind::Object || node.cls != PickleClass::DType) return false;
  const Node& arguments = document[node.arguments];
  const Node& state = document[node.state];
  if (arguments.items.empty() || state.kind != Kind::Tuple || state.items.size() < 2) return false;
  const std::string_view name = document[arguments.items[0]].text, order = document[state.items[1]].text;
  if (name.size() != 2 || (name[0] != 'i' && name[0] != 'f') || (name[1] != '4' && name[1] != '8') ||
      order != "<")
    return false;
  array.kind = name[0];
  array.itemSize = name[1] - '0';
  return true;
}

bool readShape(const PickleDocument& document, const Node& node, PickledArray& array) {
  if (node.kind != Kind::Tuple || node.items.size() > 2) return false;
  for (const auto item : node.items) {
    const Node& extent = document[item];
    if (extent.kind != Kind::Integer || extent.integer < 0) return false;
    array.shape.push_back(extent.integer);
  }
  return true;
}

}  // namespace

// ndarray: _reconstruct(ndarray, (0,), 'b') with state (1, shape, dtype, fortran, bytes).
Result<PickledArray> pickledArray(const PickleDocument& document, const Node& node) {
  PickledArray array;
  if (node.kind != Kind::Object || node.cls != PickleClass::Reconstruct) return notAnArray(document);
  const Node& state = document[node.state];
  if (state.kind != Kind::Tuple || state.items.size() != 5) return notAnArray(document);
  const Node &fortran = document[state.items[3]], &bytes = document[state.items[4]];
  if (!readShape(document, document[state.items[1]], array) ||
      !readType(document, document[state.items[2]], array) || fortran.kind != Kind::Bool ||
      bytes.kind != Kind::Text)
    return notAnArray(document);
  if (fortran.integer != 0 && array.shape.size() > 1)
    return inputError({document.file()}, "The array is in Fortran order, which no Planetoid file has");
  array.bytes = bytes.text;
  std::int64_t elements = 1;
  for (const std::int64_t extent : array.shape)
    if (__builtin_mul_overflow(elements, extent, &elements)) return notAnArray(document);
  if (array.bytes.size() % static_cast<std::size_t>(array.itemSize) != 0 || array.size() != elements)
    return inputError({document.file()}, "The array announces [{}] elements, but holds {} bytes",
                      fmt::join(array.shape, ", "), array.bytes.size());
  return array;
}

Result<Features> pickledCsr(const PickleDocument& document, const Node& node) {
  const auto wrong = [&] {
    return inputError({document.file()}, "The pickle does not hold a sparse matrix");
  };
  if (node.kind != Kind::Object || node.cls != PickleClass::CsrMatrix) return wrong();
  const Node& state = document[node.state];
  if (state.kind != Kind::Dict) return wrong();
  const Node *shape = document.find(state, "_shape"), *indptr = document.find(state, "indptr"),
             *indices = document.find(state, "indices"), *data = document.find(state, "data");
  PickledArray extents;
  if (shape == nullptr || indptr == nullptr || indices == nullptr || data == nullptr ||
      !readShape(document, *shape, extents) || extents.shape.size() != 2)
    return wrong();
  SISPDE_TRY(const PickledArray offsetArray, pickledArray(document, *indptr));
  SISPDE_TRY(const PickledArray columnArray, pickledArray(document, *indices));
  SISPDE_TRY(const PickledArray valueArray, pickledArray(document, *data));
  if (offsetArray.kind != 'i' || columnArray.kind != 'i' || valueArray.size() != columnArray.size())
    return wrong();
  std::vector<std::int32_t> columns;
  for (const std::int64_t column : columnArray.integers()) {
    if (!std::in_range<std::int32_t>(column)) return wrong();
    columns.push_back(static_cast<std::int32_t>(column));
  }
  std::vector<float> values;
  for (std::int64_t i = 0; i < valueArray.size(); ++i)
    values.push_back(static_cast<float>(valueArray.number(i)));
  return checkedSparseFeatures(extents.shape[0], extents.shape[1], offsetArray.integers(), std::move(columns),
                               std::move(values), {document.file()});
}

Result<std::vector<std::pair<std::int64_t, std::vector<std::int64_t>>>> pickledAdjacency(
    const PickleDocument& document) {
  const auto wrong = [&] {
    return inputError({document.file()}, "The pickle does not map nodes to lists of nodes");
  };
  const Node& root = document.root();
  if (root.kind != Kind::Object || root.cls != PickleClass::DefaultDict) return wrong();
  const Node& dict = document[root.state];
  std::vector<std::pair<std::int64_t, std::vector<std::int64_t>>> rows;
  std::size_t total = 0;
  for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2) {
    const Node &key = document[dict.items[i]], &list = document[dict.items[i + 1]];
    if (key.kind != Kind::Integer || list.kind != Kind::List) return wrong();
    // One list recalled for many nodes would multiply: a Planetoid file names each list once.
    total += list.items.size();
    if (total > document.size()) return wrong();
    auto& row = rows.emplace_back(key.integer, std::vector<std::int64_t>{}).second;
    for (const auto item : list.items) {
      if (document[item].kind != Kind::Integer) return wrong();
      row.push_back(document[item].integer);
    }
  }
  return rows;
}

}  // namespace sispde
