#include "core/experiment/report_sweep.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/experiment/report_text.h"

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

std::set<std::uint64_t> seedsOf(const SweepStep& step) {
  std::set<std::uint64_t> seeds;
  for (const auto& [seed, nll] : nllOf(*step.group)) seeds.insert(seed);
  return seeds;
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
        const Summary nll = summaryOf(nllOf(group));
        if (const auto nu = nuOf(group); nu && nll.count > 0)
          sweep.steps.push_back({*nu, &group, summaryOf(group.values(PaperMetric::Auroc)), nll});
      }
      if (sweep.steps.size() < 2) continue;
      std::sort(sweep.steps.begin(), sweep.steps.end(),
                [](const SweepStep& a, const SweepStep& b) { return a.nu < b.nu; });
      sweeps.push_back(std::move(sweep));
    }
  for (Sweep& sweep : sweeps) {
    double least = sweep.steps.front().nll.mean, greatest = least, noise = 0;
    bool same = true;
    sweep.seeds = sweep.steps.front().nll.count;
    for (const SweepStep& step : sweep.steps) {
      least = std::min(least, step.nll.mean);
      greatest = std::max(greatest, step.nll.mean);
      noise = std::max(noise, step.nll.std);
      sweep.seeds = std::min(sweep.seeds, step.nll.count);
      same = same && seedsOf(step) == seedsOf(sweep.steps.front());
      sweep.oneClass = sweep.oneClass || step.group->oneClass();
    }
    sweep.paired = same;
    sweep.decided = !sweep.oneClass && same && sweep.seeds >= leastSweepSeeds && greatest - least > noise;
    sweep.chosen = &*std::min_element(
        sweep.steps.begin(), sweep.steps.end(), [](const SweepStep& a, const SweepStep& b) {
          return std::pair(-a.nll.count, a.nll.mean) < std::pair(-b.nll.count, b.nll.mean);
        });
    spread(sweep);
  }
  return sweeps;
}

std::vector<std::string> sweptShifts(const ReportData& data, const std::vector<Sweep>& sweeps) {
  std::vector<std::string> swept;
  for (const std::string& shift : data.shifts)
    if (std::any_of(sweeps.begin(), sweeps.end(), [&](const Sweep& sweep) { return sweep.shift == shift; }))
      swept.push_back(shift);
  return swept;
}

std::string sweepVerdict(const std::vector<Sweep>& sweeps, const std::string& shift) {
  std::vector<double> low, high;
  std::vector<std::string> open, few, vacuous;
  int seeds = 0;
  for (const Sweep& sweep : sweeps) {
    if (sweep.shift != shift || !isPaperData(sweep.dataset)) continue;
    if (sweep.decided) {
      (isHighInformativeness(sweep.dataset) ? high : low).push_back(sweep.chosen->nu);
      seeds = seeds == 0 ? sweep.seeds : std::min(seeds, sweep.seeds);
    } else {
      (sweep.oneClass                                   ? vacuous
       : sweep.seeds < leastSweepSeeds || !sweep.paired ? few
                                                        : open)
          .push_back(sweep.dataset);
    }
  }
  std::string left;
  if (!vacuous.empty())
    left += fmt::format(" Left out, since with one ID class the validation NLL says nothing: {}.",
                        enumerated(vacuous));
  if (!few.empty())
    left += fmt::format(" Left out, since not every ν has the same seeds, {} or more: {}.", leastSweepSeeds,
                        enumerated(few));
  if (!open.empty())
    left += fmt::format(
        " Left out, since the validation NLL differs between the ν by less than over the seeds: {}.",
        enumerated(open));
  if (low.empty() || high.empty())
    return fmt::format("{}: data sets of low and of high informativeness are needed; there are {} and {}.{}",
                       shift, low.size(), high.size(), left);
  const auto words = [](std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    std::vector<std::string> texts;
    texts.reserve(values.size());
    for (const double nu : values) texts.push_back(fmt::format("{:g}", nu));
    return enumerated(texts);
  };
  const std::string lows = words(low), highs = words(high);
  return fmt::format(
      "{}: chosen ν on data sets of low informativeness {}; of high informativeness {} (at least {} seeds "
      "each). {}{}",
      shift, lows, highs, seeds,
      low.back() < high.front() ? "All of the former are smaller, as the paper says."
                                : "The former are not all smaller: the claim is not borne out.",
      left);
}

}  // namespace sispde
