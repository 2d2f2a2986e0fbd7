#pragma once
// Node features as a network takes them: scaled before anything is shifted, as in the GNNSafe code, and made from the graph itself where a
// data set has none.

#include "core/base/progress.h"
#include "core/detect/detector_options.h"
#include "core/graph/dataset.h"

namespace sispde {

// What Auto means for these features.
FeatureScaling resolvedScaling(const Features& features, FeatureScaling scaling);
Features scaledFeatures(const Features& features, FeatureScaling scaling);

// The shift of a data set whose features are scaled first.
Result<ShiftedData> shiftScaled(const Dataset& data, FeatureScaling scaling, const ShiftOptions& options);

// The data set's features, or what stands in for them: log-degree and spectral coordinates. A note says so.
Result<Features> featuresOrStandIns(const Dataset& data, std::vector<std::string>& notes,
                                    const Progress& progress = {});

}  // namespace sispde
