#pragma once
// Node features as a network takes them: scaled, and made from the graph itself where a data set has none.

#include "core/base/progress.h"
#include "core/detect/detector_options.h"
#include "core/graph/dataset.h"

namespace sispde {

// Notes say what stands in for missing features. Auto scaling looks at the features alone.
Result<Features> networkFeatures(const Dataset& data, FeatureScaling scaling, std::vector<std::string>& notes,
                                 const Progress& progress = {});

// What Auto means for these features.
FeatureScaling resolvedScaling(const Features& features, FeatureScaling scaling);

}  // namespace sispde
