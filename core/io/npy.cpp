#include "core/io/npy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/text.h"
#include "core/io/npy_header.h"

namespace sispde {

Result<NpyArray> NpyArray::parse(std::string bytes, const Place& place) {
  SISPDE_TRY(const NpyHeader header, parseNpyHeader(bytes, place));
  NpyArray array;
  array.place_ = place;
  array.kind_ = header.kind;
  array.itemSize_ = header.itemSize;
  array.shape_ = header.shape;
  array.size_ = header.count;
  array.data_ = header.dataOffset;
  array.bytes_ = std::move(bytes);
  if (header.bigEndian) {
    const int unit = header.kind == 'U' ? 4 : header.itemSize;
    for (std::size_t at = array.data_; at + unit <= array.bytes_.size(); at += unit)
      std::reverse(array.bytes_.begin() + at, array.bytes_.begin() + at + unit);
  }
  if (header.fortranOrder && array.shape_.size() > 1) array.dropFortranOrder();
  return array;
}

// Elements from first-index-fastest to last-index-fastest order.
void NpyArray::dropFortranOrder() {
  const auto item = static_cast<std::size_t>(itemSize_);
  std::string ordered(bytes_.size() - data_, '\0');
  std::vector<std::int64_t> index(shape_.size(), 0);
  for (std::int64_t to = 0; to < size_; ++to) {
    std::int64_t from = 0;
    for (std::size_t d = shape_.size(); d-- > 0;) from = from * shape_[d] + index[d];
    std::memcpy(ordered.data() + to * item, bytes_.data() + data_ + from * item, item);
    for (std::size_t d = shape_.size(); d-- > 0 && ++index[d] == shape_[d];) index[d] = 0;
  }
  bytes_ = std::move(ordered);
  data_ = 0;
}

std::string NpyArray::describe() const {
  const char* name = kind_ == 'i'   ? "int"
                     : kind_ == 'u' ? "uint"
                     : kind_ == 'f' ? "float"
                     : kind_ == 'b' ? "bool"
                                    : "text";
  const std::string bits = isInteger() || isFloat() ? std::to_string(itemSize_ * 8) : "";
  return fmt::format("{}{} [{}]", name, bits, fmt::join(shape_, ", "));
}

template <class T>
T NpyArray::element(std::int64_t index) const {
  T value;
  std::memcpy(&value, bytes_.data() + data_ + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
  return value;
}

namespace {

// Whether `value` can be held by Out; floats may lose digits but not magnitude (an infinity stays one).
template <class Out, class In>
bool fits(In value) {
  if constexpr (std::is_floating_point_v<Out>) {
    if constexpr (std::is_same_v<Out, float> && std::is_same_v<In, double>)
      return !std::isfinite(value) || std::abs(value) <= std::numeric_limits<float>::max();
    return true;
  } else {
    return std::in_range<Out>(value);
  }
}

}  // namespace

template <class Out>
Result<std::vector<Out>> NpyArray::convert(std::string_view wanted) const {
  std::vector<Out> values(static_cast<std::size_t>(size_));
  const auto fill = [&](auto sample) -> Result<std::vector<Out>> {
    using In = decltype(sample);
    if constexpr (std::is_same_v<In, Out>) {
      if (size_ > 0) std::memcpy(values.data(), bytes_.data() + data_, values.size() * sizeof(Out));
    } else {
      for (std::int64_t i = 0; i < size_; ++i) {
        const In value = element<In>(i);
        if (!fits<Out>(value)) return inputError(place_, "Entry {} is {}, which is not {}", i, value, wanted);
        values[static_cast<std::size_t>(i)] = static_cast<Out>(value);
      }
    }
    return std::move(values);
  };
  if constexpr (std::is_floating_point_v<Out>) {
    if (kind_ == 'f' && itemSize_ == 4) return fill(float{});
    if (kind_ == 'f' && itemSize_ == 8) return fill(double{});
  }
  if (kind_ == 'i' && itemSize_ == 1) return fill(std::int8_t{});
  if (kind_ == 'i' && itemSize_ == 2) return fill(std::int16_t{});
  if (kind_ == 'i' && itemSize_ == 4) return fill(std::int32_t{});
  if (kind_ == 'i' && itemSize_ == 8) return fill(std::int64_t{});
  if ((kind_ == 'u' || kind_ == 'b') && itemSize_ == 1) return fill(std::uint8_t{});
  if (kind_ == 'u' && itemSize_ == 2) return fill(std::uint16_t{});
  if (kind_ == 'u' && itemSize_ == 4) return fill(std::uint32_t{});
  if (kind_ == 'u' && itemSize_ == 8) return fill(std::uint64_t{});
  return inputError(place_, "The array is {}, but {} was expected", describe(), wanted);
}

Result<std::vector<std::int32_t>> NpyArray::toInt32() const {
  if (isBool()) return inputError(place_, "The array is {}, but integers were expected", describe());
  return convert<std::int32_t>("a 32-bit integer");
}

Result<std::vector<std::int64_t>> NpyArray::toInt64() const {
  if (isBool()) return inputError(place_, "The array is {}, but integers were expected", describe());
  return convert<std::int64_t>("a 64-bit integer");
}

Result<std::vector<float>> NpyArray::toFloat() const {
  return convert<float>("a number that a 32-bit float can hold");
}

Result<std::vector<double>> NpyArray::toDouble() const {
  return convert<double>("a number");
}

Result<std::vector<std::uint8_t>> NpyArray::toMask() const {
  if (!isBool() && !isInteger())
    return inputError(place_, "The array is {}, but a mask of booleans was expected", describe());
  SISPDE_TRY(auto values, convert<std::uint8_t>("0 or 1"));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] > 1)
      return inputError(place_, "Entry {} is {}, but a mask holds 0 and 1 alone", i, values[i]);
  return values;
}

Result<std::string> NpyArray::toText() const {
  if (!isText() || size_ != 1)
    return inputError(place_, "The array is {}, but one text was expected", describe());
  std::string text;
  for (int i = 0; i < itemSize_ / (kind_ == 'U' ? 4 : 1); ++i) {
    const std::uint32_t c = kind_ == 'U' ? element<std::uint32_t>(i) : element<std::uint8_t>(i);
    if (c == 0) break;
    if (c >= 0x110000 || (c >= 0xD800 && c < 0xE000))
      return inputError(place_, "The text holds an invalid character");
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else {
      const int tail = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
      text += static_cast<char>((0xFF00u >> (tail + 1) & 0xFFu) | c >> 6 * tail);
      for (int t = tail; t-- > 0;) text += static_cast<char>(0x80 | (c >> 6 * t & 0x3F));
    }
  }
  return text;
}

}  // namespace sispde
