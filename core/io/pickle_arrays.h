#pragma once
// Arrays and sparse matrices as the Planetoid pickles describe them.

#include "core/graph/features.h"
#include "core/io/pickle.h"

namespace sispde {

// A C-ordered numpy array of int32, int64, float32 or float64; the elements are a view into the pickle.
struct PickledArray {
  std::vector<std::int64_t> shape;
  char kind = 'f';  // 'i' or 'f'
  int itemSize = 4;
  std::string_view bytes;

  std::int64_t size() const { return static_cast<std::int64_t>(bytes.size()) / itemSize; }
  double number(std::int64_t i) const;
  std::vector<std::int64_t> integers() const;
};

Result<PickledArray> pickledArray(const PickleDocument& document, const PickleDocument::Node& node);
Result<Features> pickledCsr(const PickleDocument& document, const PickleDocument::Node& node);

// node → neighbours, as pairs in the order of the pickle.
Result<std::vector<std::pair<std::int64_t, std::vector<std::int64_t>>>> pickledAdjacency(
    const PickleDocument& document);

}  // namespace sispde
