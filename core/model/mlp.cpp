#include "core/model/mlp.h"

#include <fmt/format.h>

#include "core/model/functions.h"

namespace sispde {

LinearLayer::LinearLayer(std::int64_t inputs, std::int64_t outputs, Random& random)
    : weight(uniformBy({inputs, outputs}, inputs, random)), bias(uniformBy({outputs}, inputs, random)) {}

at::Tensor LinearLayer::apply(const at::Tensor& x, const Progress& progress) const {
  return linear(x, weight, bias, progress);
}

void LinearLayer::addTo(std::vector<NamedTensor>& all, const std::string& name) const {
  all.push_back({name + ".weight", weight});
  all.push_back({name + ".bias", bias});
}

Mlp::Mlp(std::string name, const MlpShape& shape, Random& random) : name_(std::move(name)) {
  for (int i = 0; i < shape.layers; ++i) {
    const bool first = i == 0, last = i + 1 == shape.layers;
    linear_.emplace_back(first ? shape.inputs : shape.hidden, last ? shape.outputs : shape.hidden, random);
    if (!last) norms_.emplace_back(shape.hidden);
  }
}

std::vector<NamedTensor> Mlp::parameters() const {
  std::vector<NamedTensor> all;
  for (std::size_t i = 0; i < linear_.size(); ++i) linear_[i].addTo(all, fmt::format("{}.{}", name_, i));
  for (std::size_t i = 0; i < norms_.size(); ++i) {
    all.push_back({fmt::format("{}.norm.{}.weight", name_, i), norms_[i].weight});
    all.push_back({fmt::format("{}.norm.{}.bias", name_, i), norms_[i].bias});
  }
  return all;
}

std::vector<NamedTensor> Mlp::buffers() const {
  std::vector<NamedTensor> all;
  for (std::size_t i = 0; i < norms_.size(); ++i) {
    all.push_back({fmt::format("{}.norm.{}.mean", name_, i), norms_[i].mean});
    all.push_back({fmt::format("{}.norm.{}.variance", name_, i), norms_[i].variance});
  }
  return all;
}

at::Tensor Mlp::activated(std::size_t layer, const at::Tensor& x, const at::Tensor& shift,
                          const Progress& progress) const {
  const at::Tensor h = at::relu(linear_[layer].apply(x, progress));
  return shift.defined() ? h + shift : h;
}

at::Tensor Mlp::train(const at::Tensor& x, const at::Tensor& shift, bool further, const Progress& progress) {
  at::Tensor h = x;
  for (std::size_t i = 0; i < norms_.size(); ++i)
    h = norms_[i].train(activated(i, h, shift, progress), further);
  return linear_.back().apply(h, progress);
}

at::Tensor Mlp::apply(const at::Tensor& x, const at::Tensor& shift, const Progress& progress) const {
  at::Tensor h = x;
  for (std::size_t i = 0; i < norms_.size(); ++i) h = norms_[i].apply(activated(i, h, shift, progress));
  return linear_.back().apply(h, progress);
}

void Mlp::keep() {
  for (BatchNorm& norm : norms_) norm.keep();
}

}  // namespace sispde
