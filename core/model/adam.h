#pragma once
// LibTorch's Adam with L2 weight decay over a network's parameters, whose state can be read, set and taken back.

#include <memory>

#include "core/model/layers.h"

namespace sispde {

class Adam {
 public:
  Adam(std::vector<NamedTensor> parameters, double learningRate, double weightDecay);
  ~Adam();

  void step();  // with the gradients of the parameters
  // Moments and step counts, by the parameters' names.
  std::vector<NamedTensor> state() const;
  // As state() gives it; names and sizes must fit.
  void setState(const std::vector<NamedTensor>& state);

 private:
  struct Implementation;
  std::vector<NamedTensor> parameters_;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sispde
