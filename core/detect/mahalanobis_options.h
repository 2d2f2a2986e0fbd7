#pragma once
// Options of the detector mahalanobis (mahalanobis.h).

#include <vector>

#include "core/detect/odin_options.h"

namespace sispde {

// Ridge: the inverse of Σ + 0.01 tr(Σ)/d I, which exists also with fewer training nodes than features. Pseudo: the pseudo-inverse
// of Σ, as in the GNNSafe code.
enum class Precision { Ridge, Pseudo };

struct MahalanobisOptions {
  Precision precision = Precision::Ridge;
  ScoreSign sign = ScoreSign::Correct;
  double epsilon = 0;  // ε, how far each feature moves before the scoring, 0 … 10
  friend bool operator==(const MahalanobisOptions&, const MahalanobisOptions&) = default;
};

std::vector<OptionField<MahalanobisOptions>> mahalanobisFields();

}  // namespace sispde
