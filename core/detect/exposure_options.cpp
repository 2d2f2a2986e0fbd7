#include "core/detect/exposure_options.h"

#include "core/base/option_table.h"

namespace sispde {

std::vector<OptionField<ExposureOptions>> exposureFields() {
  return {leading(realOption("oe.weight", "λ", "Factor of the loss of the exposure nodes",
                             &ExposureOptions::weight, {0, 1000}))};
}

std::vector<OptionField<GnnsafePlusOptions>> gnnsafePlusFields() {
  using Options = GnnsafePlusOptions;
  return {
      leading(realOption("gnnsafe++.weight", "λ", "Factor of the loss of the propagated energies",
                         &Options::weight, {0, 1000})),
      realOption("gnnsafe++.margin_in", "m_in", "Energy above which a training node costs",
                 &Options::marginIn, {-100, 100}),
      realOption("gnnsafe++.margin_out", "m_out", "Energy below which an exposure node costs",
                 &Options::marginOut, {-100, 100}),
      choiceOption("gnnsafe++.nodes", "",
                   "Training and exposure nodes that cost: all, or of each list as many as the shorter one "
                   "has, as in the GNNSafe code",
                   &Options::nodes, {{"all", MarginNodes::All}, {"shorter", MarginNodes::Shorter}}),
  };
}

}  // namespace sispde
