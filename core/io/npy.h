#pragma once
// One array in NumPy's .npy format (versions 1 to 3): integers, floats, booleans and unicode text. Byte order and
// Fortran order are resolved when the array is read; pickled objects are refused.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace sispde {

class NpyArray {
 public:
  // Parses a whole .npy file or npz member. The header's shape must fit the bytes exactly.
  static Result<NpyArray> parse(std::string bytes, const Place& place);

  const std::vector<std::int64_t>& shape() const { return shape_; }
  std::int64_t size() const { return size_; }
  std::string describe() const;  // "int32 [5278, 2]"
  bool isInteger() const { return kind_ == 'i' || kind_ == 'u'; }
  bool isFloat() const { return kind_ == 'f'; }
  bool isBool() const { return kind_ == 'b'; }
  bool isText() const { return kind_ == 'U' || kind_ == 'S'; }

  // Conversions in C order. They fail with the array's name when the type is of another kind or a value does not fit.
  Result<std::vector<std::int32_t>> toInt32() const;
  Result<std::vector<std::int64_t>> toInt64() const;
  Result<std::vector<float>> toFloat() const;  // from floats, integers and booleans
  Result<std::vector<double>> toDouble() const;
  Result<std::vector<std::uint8_t>> toMask() const;  // from booleans, or integers that are 0 or 1
  Result<std::string> toText() const;                // a 0-d text as UTF-8

 private:
  template <class T>
  T element(std::int64_t index) const;
  template <class Out>
  Result<std::vector<Out>> convert(std::string_view wanted) const;
  void dropFortranOrder();

  Place place_;
  char kind_ = 'f';  // 'i', 'u', 'f', 'b', 'U' or 'S'
  int itemSize_ = 0;
  std::vector<std::int64_t> shape_;
  std::int64_t size_ = 0;  // number of elements
  std::string bytes_;
  std::size_t data_ = 0;  // where the elements begin in bytes_
};

// An array as a .npy file. Types: std::int32_t, std::int64_t, float, double and std::uint8_t (written as bool).
template <class T>
std::string npyBytes(std::span<const T> values, const std::vector<std::int64_t>& shape);
std::string npyText(std::string_view utf8);  // 0-d unicode

}  // namespace sispde
