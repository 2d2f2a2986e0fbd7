#include "core/detect/gebm_options.h"

#include <algorithm>

#include "core/base/option_table.h"
#include "core/detect/presets.h"

namespace sispde {

std::vector<OptionField<GebmOptions>> gebmFields() {
  using Options = GebmOptions;
  return {
      choiceOption("gebm.backbone", "",
                   "The network under GEBM: its own, or that of msp, which takes the place of dropout, "
                   "batch_norm, lr, weight_decay and patience, with at most 200 epochs",
                   &Options::backbone, {{"own", GebmBackbone::Own}, {"shared", GebmBackbone::Shared}}),
      leading(realOption("gebm.gamma", "γ", "Weight of the correction of the logits by distances",
                         &Options::gamma, {0, 1000})),
      integerOption("gebm.steps", "k", "Diffusion steps of the local and group terms",
                    &Options::diffusionSteps, {0, 1000}),
      realOption("gebm.keep", "a", "A node's own share in a diffusion step", &Options::diffusionKeep, {0, 1}),
  };
}

DetectorOptions withGebmBackbone(const DetectorOptions& options) {
  if (options.gebm.backbone == GebmBackbone::Own) return options;
  const DetectorOptions msp = defaultsOf("msp").value();
  DetectorOptions shared = options;
  shared.dropout = msp.dropout;
  shared.batchNorm = msp.batchNorm;
  shared.learningRate = msp.learningRate;
  shared.weightDecay = msp.weightDecay;
  shared.patience = msp.patience;
  shared.epochs = std::min(options.epochs, msp.epochs);
  return shared;
}

}  // namespace sispde
