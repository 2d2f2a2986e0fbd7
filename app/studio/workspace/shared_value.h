#pragma once
// A SharedValue is a value that never changes and that copies share: for what is long inside plain values that are copied often, such as
// the entries of a History. Equal where the values are equal.

#include <memory>
#include <utility>

namespace sispde::studio {

template <class T>
class SharedValue {
 public:
  SharedValue() : value_(std::make_shared<const T>()) {}
  SharedValue(T value) : value_(std::make_shared<const T>(std::move(value))) {}  // NOLINT: a T is one

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  friend bool operator==(const SharedValue& a, const SharedValue& b) {
    return a.value_ == b.value_ || *a == *b;
  }

 private:
  std::shared_ptr<const T> value_;  // never null
};

}  // namespace sispde::studio
