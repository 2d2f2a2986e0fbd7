#include "core/detect/mahalanobis_options.h"

#include "core/base/option_table.h"

namespace sispde {

std::vector<OptionField<MahalanobisOptions>> mahalanobisFields() {
  using Options = MahalanobisOptions;
  return {
      choiceOption("mahalanobis.precision", "P",
                   "Inverse of the covariance with 1 % of its mean eigenvalue added, or its pseudo-inverse "
                   "as in the GNNSafe code",
                   &Options::precision, {{"ridge", Precision::Ridge}, {"pinv", Precision::Pseudo}}),
      choiceOption("mahalanobis.sign", "",
                   "The distance counts for OOD, or against it as in the GNNSafe code, whose ranking is "
                   "upside down",
                   &Options::sign, {{"correct", ScoreSign::Correct}, {"repository", ScoreSign::Repository}}),
      realOption("mahalanobis.epsilon", "ε", "How far each feature moves before the scoring",
                 &Options::epsilon, {0, 10}),
  };
}

}  // namespace sispde
