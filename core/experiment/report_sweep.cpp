#include "core/experiment/report_sweep.h"

#include <algorithm>
#include <map>

#include "core/base/text.h"

namespace sispde {
namespace {

// The setting nu, otherwise what the variant's name says.
std::optional<double> nuOf(const ReportGroup& group) {
  const auto& settings = group.cells.front()->settings;
  const auto set = settings.find("nu");
  const auto value = parseReal(set != settings.end() ? set->second : group.system.variant.substr(3));
  return value && *value > 0 ? value : std::nullopt;
}

BySeed nllOf(const ReportGroup& group) {
  BySeed made;
  for (const ReportCell* cell : group.cells)
    if (cell->validationNll) made[cell->seed] = *cell->validationNll;
  return made;
}

// The choice of each seed that has all steps.
void spread(Sweep& sweep) {
  std::map<std::uint64_t, std::pair<double, double>> best;  // seed → NLL, ν
  std::map<std::uint64_t, std::size_t> have;
  for (const SweepStep& step : sweep.steps)
    for (const auto& [seed, nll] : nllOf(*step.group)) {
      ++have[seed];
      if (const auto [at, fresh] = best.try_emplace(seed, nll, step.nu); !fresh && nll < at->second.first)
        at->second = {nll, step.nu};
    }
  sweep.low = sweep.high = sweep.chosen->nu;
  for (const auto& [seed, found] : best) {
    if (have[seed] < sweep.steps.size()) continue;
    sweep.low = std::min(sweep.low, found.second);
    sweep.high = std::max(sweep.high, found.second);
  }
}

}  // namespace

std::vector<Sweep> sweepsOf(const ReportData& data) {
  std::vector<Sweep> sweeps;
  for (const std::string& dataset : data.datasets)
    for (const std::string& shift : data.shifts) {
      Sweep sweep{dataset, shift, {}};
      for (const ReportGroup& group : data.groups) {
        if (group.dataset != dataset || group.shift != shift || !group.system.inSweep()) continue;
        if (const auto nu = nuOf(group))
          sweep.steps.push_back(
              {*nu, &group, summaryOf(group.values(PaperMetric::Auroc)), summaryOf(nllOf(group))});
      }
      if (sweep.steps.size() < 2) continue;
      std::sort(sweep.steps.begin(), sweep.steps.end(),
                [](const SweepStep& a, const SweepStep& b) { return a.nu < b.nu; });
      sweeps.push_back(std::move(sweep));
    }
  for (Sweep& sweep : sweeps) {
    sweep.chosen = &*std::min_element(
        sweep.steps.begin(), sweep.steps.end(), [](const SweepStep& a, const SweepStep& b) {
          return std::pair(-a.nll.count, a.nll.mean) < std::pair(-b.nll.count, b.nll.mean);
        });
    spread(sweep);
  }
  return sweeps;
}

}  // namespace sispde
