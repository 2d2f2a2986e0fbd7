#pragma once
// What the way back of one of our differentiable functions needs beside tensors.

#include <memory>

#include <torch/csrc/autograd/custom_function.h>

namespace sispde {

template <class T>
struct Carried : torch::CustomClassHolder {
  explicit Carried(std::shared_ptr<T> d) : data(std::move(d)) {}
  std::shared_ptr<T> data;
};

template <class T>
void carry(torch::autograd::AutogradContext* context, const std::shared_ptr<T>& data) {
  context->saved_data["data"] = c10::IValue::make_capsule(c10::make_intrusive<Carried<T>>(data));
}

template <class T>
std::shared_ptr<T> carried(torch::autograd::AutogradContext* context) {
  const auto capsule = context->saved_data["data"].toCapsule();
  return static_cast<Carried<T>*>(capsule.get())->data;
}

}  // namespace sispde
