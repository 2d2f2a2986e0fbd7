#include "core/detect/odin.h"

#include "core/detect/input_step.h"
#include "core/detect/tensor_logits.h"
#include "core/model/functions.h"

namespace sispde {

at::Tensor odinLoss(const at::Tensor& logits, const std::vector<NodeId>& nodes, double temperature) {
  const at::Tensor rows = logits.index_select(0, indexOf(nodes));
  return at::cross_entropy_loss(rows / temperature, rows.argmax(1));
}

Result<ScoreList> OdinScore::scores(const NetworkGraph& graph, const std::vector<NodeId>& asked,
                                    const Progress& progress) {
  const auto loss = [&](const GcnPass& pass) { return odinLoss(pass.logits, asked, options_.temperature); };
  SISPDE_TRY(const GcnPass pass, passAfterStep(network_, graph, options_.epsilon, loss, progress));
  const at::Tensor scaled = (pass.logits.detach() / options_.temperature).unsqueeze(0).contiguous();
  std::vector<double> values = sampleScores(logitsOf(scaled)).msp;
  if (options_.sign == ScoreSign::Repository)
    for (double& value : values) value = 1 - value;
  return ScoreList{{"odin", std::move(values)}};
}

}  // namespace sispde
