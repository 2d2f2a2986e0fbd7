#pragma once
// What can be chosen about GNSD alone. Its width, steps, time, samples and dropout (of the input) are those of DetectorOptions, and noise=off leaves
// its drift alone.

#include <vector>

#include "core/model/gnsd_noise.h"

namespace sispde {

template <class S>
struct OptionField;

struct GnsdOptions {
  GnsdNoise noise = GnsdNoise::Independent;
  friend bool operator==(const GnsdOptions&, const GnsdOptions&) = default;
};
std::vector<OptionField<GnsdOptions>> gnsdFields();

}  // namespace sispde
