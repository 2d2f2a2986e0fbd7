#include "core/detect/gnsd_options.h"

#include "core/base/option_table.h"

namespace sispde {

std::vector<OptionField<GnsdOptions>> gnsdFields() {
  return {
      choiceOption("gnsd.noise", "",
                   "Noise of GNSD: independent at every node, as in its code, or with the Laplacian D − A as "
                   "covariance, as its paper is read",
                   &GnsdOptions::noise,
                   {{"iid", GnsdNoise::Independent}, {"laplacian", GnsdNoise::Laplacian}}),
  };
}

}  // namespace sispde
