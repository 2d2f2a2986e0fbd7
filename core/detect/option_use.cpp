#include "core/detect/option_use.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/detect/presets.h"

namespace sispde {
namespace {

// The kernel of the noise and how columns with its covariance are made (core/noise).
constexpr std::string_view kernelKeys[] = {"kernel",    "nu",         "kappa", "kappa_auto",      "laplacian",
                                           "normalise", "noise_mode", "root",  "noise_tolerance", "order"};

// "" for options without a full stop. The propagation of gnnsafe is a score of every network (named_scores.h).
std::string_view ownerOf(std::string_view key) {
  const std::size_t stop = key.find('.');
  const std::string_view owner = stop == std::string_view::npos ? "" : key.substr(0, stop);
  return owner == "gnnsafe" ? "" : owner;
}

}  // namespace

bool usesOption(std::string_view detector, std::string_view key) {
  const auto info = findDetector(detector);
  if (!info) return true;
  const std::string_view owner = ownerOf(key);
  if (!owner.empty()) return owner == detector || !findDetector(owner);
  return (*info)->hasNoise || std::ranges::find(kernelKeys, key) == std::end(kernelKeys);
}

bool leadsFor(std::string_view detector, const OptionInfo& info) {
  if (!info.leading || !usesOption(detector, info.key)) return false;
  if (info.key == "epochs") return detector != "gold";
  if (info.key != "noise" || detector == "gnsd") return true;
  const auto known = findDetector(detector);
  return !known || (*known)->hasNoise;
}

Result<void> checkUse(std::string_view detector, std::string_view key) {
  if (usesOption(detector, key)) return {};
  const std::string_view owner = ownerOf(key);
  if (owner.empty())
    return usageError("{} has no use for the option {}, which is one of Matérn noise; sispde has that",
                      detector, inQuotes(key));
  return usageError("{} has no use for the option {}, which is {}'s own", detector, inQuotes(key), owner);
}

}  // namespace sispde
