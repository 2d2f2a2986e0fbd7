#pragma once
// Bag-of-words features of the generated citation network.

#include <span>

#include "core/base/progress.h"
#include "core/graph/features.h"

namespace sispde {

// 1433 columns of zeros and ones, about 18 ± 6 ones per row. A word comes from the topic of the node's class
// with probability 0.48, otherwise from the language common to all; both have word frequencies that fall like
// Zipf's law.
Features topicWords(std::span<const std::int32_t> labels, std::int32_t classes, std::uint64_t seed,
                    const Progress& progress);

}  // namespace sispde
