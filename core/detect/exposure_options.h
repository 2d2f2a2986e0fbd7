#pragma once
// Options of the detectors that see OOD data in training: oe (oe.h) and gnnsafe++ (energy_margins.h).

#include <vector>

namespace sispde {

template <class S>
struct OptionField;

struct ExposureOptions {
  double weight =
      0.5;  // λ, factor of the exposure nodes' cross-entropy to the uniform distribution, 0 … 1000
  friend bool operator==(const ExposureOptions&, const ExposureOptions&) = default;
};

// Shorter: of the training and the exposure nodes no more than the shorter list has, in the order of their ids, as in the GNNSafe code.
enum class MarginNodes { All, Shorter };

struct GnnsafePlusOptions {
  double weight = 1;      // λ, factor of the energy term, 0 … 1000
  double marginIn = -5;   // m_in, training nodes above it cost, −100 … 100
  double marginOut = -1;  // m_out, exposure nodes below it cost, −100 … 100
  MarginNodes nodes = MarginNodes::All;
  friend bool operator==(const GnnsafePlusOptions&, const GnnsafePlusOptions&) = default;
};

std::vector<OptionField<ExposureOptions>> exposureFields();
std::vector<OptionField<GnnsafePlusOptions>> gnnsafePlusFields();

}  // namespace sispde
