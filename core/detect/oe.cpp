#include "core/detect/oe.h"

#include "core/detect/tensor_logits.h"
#include "core/model/functions.h"

namespace sispde {

at::Tensor uniformCrossEntropy(const at::Tensor& logits) {
  return (at::logsumexp(logits, 1) - logits.mean(1)).mean();
}

Result<at::Tensor> ExposureTerm::loss(int epoch, const Progress& progress) {
  SISPDE_TRY(const at::Tensor logits, exposedLogits(network_, exposed_, epoch, progress));
  return options_.weight * uniformCrossEntropy(logits.index_select(0, indexOf(exposed_.nodes)));
}

Result<ScoreList> MaxLogitScore::scores(const NetworkGraph& graph, const std::vector<NodeId>&,
                                        const Progress& progress) {
  const at::Tensor logits = network_.pass(graph, {}, progress).logits;
  if (progress.stopped()) return cancelled();
  return ScoreList{{"oe", valuesOf(-logits.amax(1))}};
}

}  // namespace sispde
