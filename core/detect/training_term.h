#pragma once
// A term that is added to the training loss of a network. It keeps a reference to the network that its detector owns.

#include <ATen/ATen.h>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace sispde {

class TrainingTerm {
 public:
  virtual ~TrainingTerm() = default;
  // A scalar with its gradient, its factor included. Called once per epoch, after the network's own trainingLogits.
  virtual Result<at::Tensor> loss(int epoch, const Progress& progress) = 0;
};

}  // namespace sispde
