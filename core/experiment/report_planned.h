#pragma once
// What a grid meant to search: the combinations of each search with the keys of their cells, so that a report can say which are missing.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sispde {

struct PlannedTrial {
  std::string values;             // searchedWords
  std::vector<std::string> keys;  // one per seed
};
// For one data set, shift and system.
struct PlannedSearch {
  std::string dataset, shift, detector, variant;
  std::vector<PlannedTrial> trials;
  std::size_t cellCount() const;
};

// "lr=0.01, nu=0.3".
std::string searchedWords(const std::map<std::string, std::string>& values);

// From the text of grid.json, in the order of its cells; empty where it searches nothing or is not a whole grid.
std::vector<PlannedSearch> plannedSearches(std::string_view gridText);

}  // namespace sispde
