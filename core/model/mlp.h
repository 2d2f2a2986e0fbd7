#pragma once
// A multilayer perceptron whose hidden layers are BN(relu(x W + b) + shift): linear map, ReLU, something that is added where
// the layer is given it (a time embedding), batch normalisation. The products run on several threads, in blocks that do not
// depend on their number, and end early when progress is stopped; numbers are then of no use, and the caller asks it.

#include "core/base/progress.h"
#include "core/model/layers.h"

namespace sispde {

// x W + b, differentiable in all three.
struct LinearLayer {
  LinearLayer(std::int64_t inputs, std::int64_t outputs, Random& random);
  at::Tensor apply(const at::Tensor& x, const Progress& progress = {}) const;
  void addTo(std::vector<NamedTensor>& all, const std::string& name) const;

  at::Tensor weight, bias;  // inputs × outputs; both start as LibTorch's Linear does
};

struct MlpShape {
  std::int64_t inputs = 1, hidden = 1, outputs = 1;
  int layers = 2;  // linear maps: one less are hidden layers
};

class Mlp {
 public:
  Mlp(std::string name, const MlpShape& shape, Random& random);
  std::vector<NamedTensor> parameters() const;
  std::vector<NamedTensor> buffers() const;  // running statistics

  // By the statistics of these rows; keep() takes over the running ones. `further`: after another such pass of the same
  // step. `shift` is rows × hidden, or undefined.
  at::Tensor train(const at::Tensor& x, const at::Tensor& shift, bool further, const Progress& progress);
  // By the running statistics.
  at::Tensor apply(const at::Tensor& x, const at::Tensor& shift, const Progress& progress) const;
  void keep();

 private:
  at::Tensor activated(std::size_t layer, const at::Tensor& x, const at::Tensor& shift,
                       const Progress& progress) const;

  std::string name_;
  std::vector<LinearLayer> linear_;
  std::vector<BatchNorm> norms_;
};

}  // namespace sispde
