#include "app/studio/shell/colour_legend.h"

#include <algorithm>

namespace sispde::studio {
namespace {

Legend ofClasses(const Document& d, bool dark, std::size_t most) {
  Legend legend;
  const std::size_t count = d.classSizes.size();
  const bool all = count <= most;
  const std::size_t shown = all ? count : most - 1;
  for (std::size_t c = 0; c < shown; ++c)
    legend.entries.push_back({c < d.data.classNames.size() ? d.data.classNames[c] : fmt::format("{}", c),
                              classColour(static_cast<int>(c), dark)});
  if (!all) legend.entries.push_back({fmt::format("and {} more", count - shown), {}, LegendMark::None});
  return legend;
}

Legend ofComponents(const Components& components, bool dark, std::size_t most) {
  std::vector<std::size_t> sizes(static_cast<std::size_t>(components.count), 0);
  for (const std::int32_t c : components.ofNode) ++sizes[static_cast<std::size_t>(c)];
  std::vector<std::size_t> order(sizes.size());
  for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  const bool all = order.size() <= most;
  const std::size_t shown = all ? order.size() : most - 1;
  Legend legend;
  for (std::size_t i = 0; i < shown; ++i)
    legend.entries.push_back({fmt::format("{} node{}", sizes[order[i]], sizes[order[i]] == 1 ? "" : "s"),
                              classColour(static_cast<int>(order[i]), dark)});
  if (!all)
    legend.entries.push_back({fmt::format("and {} more", order.size() - shown), {}, LegendMark::None});
  return legend;
}

}  // namespace

std::optional<Legend> colourLegend(const Studio& studio, std::size_t most) {
  if (!studio.document) return {};
  const Document& d = *studio.document;
  const Palette& p = studio.theme.palette;
  const bool dark = studio.theme.dark();
  const Colour none = classColour(-1, dark);
  const ColourBy by = studio.workspace().colourBy;
  if (isOfModel(by) && !studio.scores.valid()) return {};
  Legend legend;
  switch (by) {
    case ColourBy::Class:
      if (d.data.labels.empty()) return {};
      [[fallthrough]];
    case ColourBy::Prediction: legend = ofClasses(d, dark, most); break;
    case ColourBy::Component: legend = ofComponents(d.components, dark, most); break;
    case ColourBy::Error:
      legend.entries = {{"right", mix(none, colourOf(p.good), 0.6)}, {"wrong", colourOf(p.bad)}};
      break;
    case ColourBy::Flagged: legend.entries = {{"yes", colourOf(p.warning)}, {"no", none}}; break;
    default: return {};
  }
  const bool ofLabels = by == ColourBy::Class || by == ColourBy::Error;
  if (ofLabels && std::ranges::any_of(d.data.labels, [](std::int32_t label) { return label < 0; }))
    legend.entries.push_back({"no label", none});
  legend.name = colourByName(by);
  return legend;
}

}  // namespace sispde::studio
