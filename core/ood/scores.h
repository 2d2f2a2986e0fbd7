#pragma once
// Scores of nodes, higher = more out-of-distribution (OOD), and fit to labels, from the logits z_s that a
// classifier gives in samples s = 1, 2, …; p_s = softmax(z_s), and p̄ is the mean of p_s over the samples.
//   total      H[p̄], H[p] = −Σ_c p_c log p_c in nats
//   aleatoric  mean over s of H[p_s]
//   epistemic  total − aleatoric: the mutual information of class and sample, ≥ 0
//   msp        1 − max_c p̄_c
//   energy     −mean over s of log Σ_c exp(z_sc)
// All in float64, small values as exactly as large ones (epistemic, a difference: relative to total): where a
// classifier is sure, 1 − p lies far below the spacing of numbers near 1, and the scores still tell its nodes
// apart. A logit that is not a number makes the scores of its node NaN.

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"

namespace sispde {

// A view, row-major samples × nodes × classes; at least one sample and one class.
struct Logits {
  std::span<const float> values;
  std::int64_t samples = 1, nodes = 0, classes = 0;
};

// One value per node.
struct SampleScores {
  std::vector<double> total, aleatoric, epistemic, msp, energy;
  std::vector<std::int32_t> prediction;  // class of the largest p̄, the first of equal ones
  std::vector<float> probabilities;      // p̄, nodes × classes
};

// Where all samples of a node have the same logits, total equals aleatoric and epistemic is 0, exactly.
SampleScores sampleScores(const Logits& logits);

// Means over nodes.
struct Fit {
  double nll = 0;       // −log p̄ of the true class, in nats
  double accuracy = 0;  // share of nodes whose prediction is the true class
};

// `labels` has one entry per node of the logits; those of `nodes` lie in 0 … classes − 1. Without nodes
// both means are 0.
Fit fitOf(const Logits& logits, std::span<const std::int32_t> labels, std::span<const NodeId> nodes);

}  // namespace sispde
