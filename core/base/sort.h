#pragma once
// Sorting of what may be long, with looks at whether to stop.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/progress.h"

namespace sispde {

// As std::stable_sort. False after a stop: the order is then any.
template <class Item, class Before>
bool sortStably(std::vector<Item>& items, const Before& before, const Progress& progress) {
  constexpr std::size_t part = std::size_t{1} << 16;
  const auto at = [&](std::size_t i) {
    return items.begin() + static_cast<std::ptrdiff_t>(std::min(i, items.size()));
  };
  for (std::size_t i = 0; i < items.size() && !progress.stopped(); i += part)
    std::stable_sort(at(i), at(i + part), before);
  for (std::size_t width = part; width < items.size(); width *= 2)
    for (std::size_t i = 0; i + width < items.size() && !progress.stopped(); i += 2 * width)
      std::inplace_merge(at(i), at(i + width), at(i + 2 * width), before);
  return !progress.stopped();
}

}  // namespace sispde
