#pragma once
// Options of the detector odin (odin.h).

#include <vector>

namespace sispde {

template <class S>
struct OptionField;

// The GNNSafe code returns −max p where it means max p, so that its ranking is upside down.
enum class ScoreSign { Correct, Repository };

struct OdinOptions {
  ScoreSign sign = ScoreSign::Correct;
  double epsilon = 1e-4;   // ε, how far each feature moves, 0 … 10
  double temperature = 1;  // T, logits are divided by it, 0 … 10 000, open at 0
  friend bool operator==(const OdinOptions&, const OdinOptions&) = default;
};

std::vector<OptionField<OdinOptions>> odinFields();

}  // namespace sispde
