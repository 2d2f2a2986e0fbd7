#pragma once
// Options of GOLD, a detector that makes its own outliers: a diffusion model learns the hidden activations of a graph
// convolutional network, what it draws stands in for OOD data, and the network and a detector of energies are trained
// against it (Wang et al., ICLR 2025). Most published settings are by data set and kind of shift, so that many fields have
// a value that stands for "as published", which resolvedGold replaces.

#include <string>
#include <vector>

#include "core/shift/shift.h"

namespace sispde {

template <class S>
struct OptionField;

// The initialiser is the default; ranges include their ends. Where 0 (−1 for weights) means "as published", that is the
// default.
struct GoldOptions {
  // Schedule.
  int warmup = 0;      // steps of the network alone, before all else, 0 … 100 000
  int rounds = 10;     // adversarial rounds, 1 … 1000
  int iterations = 0;  // joint steps in a round, 0 … 10 000
  // Round after which the denoiser is not trained again, 0 … 1000; after the last it never is.
  int skipRound = 0;

  // The diffusion of hidden activations.
  int steps = 0;               // T, 0 … 10 000
  int denoiserHidden = 0;      // width of the denoiser, 0 … 4096
  int denoiserLayers = 0;      // its linear maps, 0 … 16
  int denoiserUpdates = 599;   // full-batch updates whenever it is trained, 0 … 100 000
  double denoiserRate = 1e-3;  // its learning rate, 0 … 1

  // The detector of energies.
  int detectorHidden = 512;    // 1 … 4096
  int detectorLayers = 3;      // linear maps, 1 … 16
  double detectorRate = 1e-3;  // its learning rate, 0 … 1

  // The joint loss (gold_losses.h).
  double marginIn = 0;         // m_in, −100 … 0
  double marginOut = 0;        // m_out, −100 … 0
  double weightReg = -1;       // of the margins, −1 … 1000
  double weightDetector = -1;  // of the detector's cross entropy, −1 … 1000
  double weightGap = -1;       // of the gap between the detector's energy and the network's, −1 … 1000

  friend bool operator==(const GoldOptions&, const GoldOptions&) = default;
};

std::vector<OptionField<GoldOptions>> goldFields();

// What the published settings depend on.
struct GoldCase {
  std::string dataset;
  ShiftKind shift = ShiftKind::None;
  std::int64_t nodes = 0, classes = 0;
};

// Every "as published" replaced: the settings of the GOLD code for Cora's label, structure and feature shifts, defaults
// elsewhere, where margins were meant to be searched by validation loss. A note says what was taken.
GoldOptions resolvedGold(const GoldOptions& options, const GoldCase& which, std::vector<std::string>& notes);

}  // namespace sispde
