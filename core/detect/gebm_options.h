#pragma once
// What can be chosen about GEBM alone; the network under it is that of DetectorOptions (hidden, dropout, batch_norm, lr, …).

#include <vector>

namespace sispde {

struct DetectorOptions;
template <class S>
struct OptionField;

// Whose network GEBM is fitted to. Own: that of the options, whose defaults for gebm are those of its code. Shared: the network and the training of
// msp, so that the two differ in their score alone.
enum class GebmBackbone { Own, Shared };

// The initialiser is the default, that of the published code. Ranges include their ends.
struct GebmOptions {
  GebmBackbone backbone = GebmBackbone::Own;
  double gamma = 1;            // γ, weight of the correction by distances, 0 … 1000
  int diffusionSteps = 10;     // k, 0 … 1000
  double diffusionKeep = 0.5;  // a, a node's own share in a step, 0 … 1
  friend bool operator==(const GebmOptions&, const GebmOptions&) = default;
};
std::vector<OptionField<GebmOptions>> gebmFields();

// The options that gebm trains by: with the shared backbone dropout, batch_norm, lr, weight_decay and patience are those of msp, and epochs at most its.
DetectorOptions withGebmBackbone(const DetectorOptions& options);

}  // namespace sispde
