#include "core/detect/odin_options.h"

#include "core/base/option_table.h"

namespace sispde {

std::vector<OptionField<OdinOptions>> odinFields() {
  using Options = OdinOptions;
  return {
      choiceOption("odin.sign", "",
                   "The largest probability counts against OOD, or for it as in the GNNSafe code, whose "
                   "ranking is upside down",
                   &Options::sign, {{"correct", ScoreSign::Correct}, {"repository", ScoreSign::Repository}}),
      realOption("odin.epsilon", "ε", "How far each feature moves before the scoring", &Options::epsilon,
                 {0, 10}),
      leading(realOption("odin.temperature", "T", "What the logits are divided by", &Options::temperature,
                         {0, 10'000, true})),
  };
}

}  // namespace sispde
