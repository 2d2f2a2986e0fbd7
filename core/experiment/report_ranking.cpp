#include "core/experiment/report_ranking.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/experiment/report_text.h"

namespace sispde {
namespace {

struct Part {
  std::string dataset, shift;
};

Summary summaryIn(const ReportData& data, const Part& part, const ReportSystem& system, PaperMetric metric) {
  const ReportGroup* group = data.find(part.dataset, part.shift, system);
  return group == nullptr ? Summary{} : summaryOf(group->values(metric));
}

// Nothing where there are too few seeds for a rank.
std::optional<double> meanOf(const ReportData& data, const Part& part, const ReportSystem& system,
                             PaperMetric metric) {
  const Summary summary = summaryIn(data, part, system, metric);
  return summary.count >= leastRankedSeeds ? std::optional(summary.mean) : std::nullopt;
}

std::vector<Part> partsOf(const ReportData& data, const std::vector<std::string>& shifts, PaperMetric metric,
                          std::vector<std::string>& unused) {
  std::vector<Part> parts;
  for (const std::string& dataset : data.datasets)
    for (const std::string& shift : shifts) {
      const Part part{dataset, shift};
      const auto have = std::count_if(
          data.systems.begin(), data.systems.end(),
          [&](const ReportSystem& system) { return meanOf(data, part, system, metric).has_value(); });
      const bool any = std::any_of(data.systems.begin(), data.systems.end(), [&](const ReportSystem& system) {
        return summaryIn(data, part, system, metric).count > 0;
      });
      if (2 * static_cast<std::size_t>(have) >= data.systems.size())
        parts.push_back(part);
      else if (any)
        unused.push_back(fmt::format("{}/{}", dataset, shift));
    }
  return parts;
}

// Systems whose means rest on fewer seeds than those of others: their ranks are less certain.
std::vector<std::string> onFewerSeeds(const ReportData& data, const std::vector<Part>& parts,
                                      const std::vector<ReportSystem>& systems, PaperMetric metric) {
  const auto seeds = [&](const Part& part, const ReportSystem& system) {
    return data.find(part.dataset, part.shift, system)->values(metric).size();
  };
  std::map<std::string, std::size_t> most;  // by data set and shift
  for (const Part& part : parts)
    for (const ReportSystem& system : systems) {
      std::size_t& count = most[part.dataset + "/" + part.shift];
      count = std::max(count, seeds(part, system));
    }
  std::vector<std::string> words;
  for (const ReportSystem& system : systems) {
    std::vector<std::string> places;
    for (const Part& part : parts) {
      const std::string place = part.dataset + "/" + part.shift;
      if (const std::size_t own = seeds(part, system); own < most[place])
        places.push_back(fmt::format("{} {} of {}", place, own, most[place]));
    }
    if (!places.empty()) words.push_back(fmt::format("{} ({})", system.name(), joined(places, ", ")));
  }
  return words;
}

// Whether a system is ranked in all of the parts.
bool isWhole(const ReportData& data, const std::vector<Part>& parts, const ReportSystem& system,
             PaperMetric metric) {
  return std::all_of(parts.begin(), parts.end(),
                     [&](const Part& part) { return meanOf(data, part, system, metric).has_value(); });
}

// "GOLD (1 seed of cora/label and cora/feature)": a system that is not, and where seeds are there but too few.
std::string absentWords(const ReportData& data, const std::vector<Part>& parts, const ReportSystem& system,
                        PaperMetric metric) {
  std::vector<std::string> places;
  for (const Part& part : parts)
    if (summaryIn(data, part, system, metric).count == 1) places.push_back(part.dataset + "/" + part.shift);
  return places.empty() ? system.name() : fmt::format("{} (1 seed of {})", system.name(), enumerated(places));
}

std::string leftOutWords(const std::vector<std::string>& systems, const std::vector<std::string>& parts) {
  std::string words;
  if (!systems.empty())
    words = fmt::format(
        "Not compared, since they do not have {} seeds of each of these data sets and shifts: {}.",
        leastRankedSeeds, enumerated(systems));
  if (!parts.empty())
    words += fmt::format("{}Not used, since fewer than half of the systems have {} seeds of them: {}.",
                         words.empty() ? "" : " ", leastRankedSeeds, enumerated(parts));
  return words;
}

// "cora: label, feature, 5 seeds or more": what a block rests on.
std::string blockWords(const ReportData& data, const std::vector<Part>& parts, const std::string& dataset,
                       const std::vector<ReportSystem>& systems, PaperMetric metric) {
  std::vector<std::string> shifts;
  std::size_t fewest = 0;
  for (const Part& part : parts) {
    if (part.dataset != dataset) continue;
    shifts.push_back(part.shift);
    for (const ReportSystem& system : systems) {
      const std::size_t seeds = data.find(part.dataset, part.shift, system)->values(metric).size();
      fewest = fewest == 0 ? seeds : std::min(fewest, seeds);
    }
  }
  return fmt::format("{}: {}, {} or more", dataset, joined(shifts, ", "), counted(fewest, "seed"));
}

// Ranks within one data set: the mean over its shifts of the ranks within each, ranked again.
std::vector<double> blockRanks(const ReportData& data, const std::vector<Part>& parts,
                               const std::string& dataset, const std::vector<ReportSystem>& systems,
                               PaperMetric metric) {
  std::vector<double> sums(systems.size(), 0);
  for (const Part& part : parts) {
    if (part.dataset != dataset) continue;
    std::vector<double> values;
    values.reserve(systems.size());
    for (const ReportSystem& system : systems) values.push_back(*meanOf(data, part, system, metric));
    const std::vector<double> ranks = ranksOf(values, higherIsBetter(metric));
    for (std::size_t i = 0; i < ranks.size(); ++i)
      sums[i] += ranks[i];  // halves: sums are exact, so ties stay ties
  }
  return ranksOf(sums, false);
}

}  // namespace

RankComparison compareRanks(const ReportData& data, const std::vector<std::string>& shifts,
                            PaperMetric metric) {
  std::vector<std::string> unused, absent;
  const std::vector<Part> parts = partsOf(data, shifts, metric, unused);
  RankComparison made;
  for (const ReportSystem& system : data.systems) {
    if (isWhole(data, parts, system, metric))
      made.systems.push_back(system);
    else
      absent.push_back(absentWords(data, parts, system, metric));
  }
  for (const Part& part : parts)
    if (made.datasets.empty() || made.datasets.back() != part.dataset) made.datasets.push_back(part.dataset);
  for (const std::string& dataset : made.datasets)
    made.blocks.push_back(blockWords(data, parts, dataset, made.systems, metric));
  made.leftOut = leftOutWords(absent, unused);
  if (made.datasets.size() < leastBlocks || made.systems.size() < leastSystems) {
    std::string refusal = fmt::format(
        "there are {} with {} that have all of it; fewer than {} data sets or {} systems are not compared.",
        counted(made.datasets.size(), "data set"), counted(made.systems.size(), "system"), leastBlocks,
        leastSystems);
    if (!made.leftOut.empty()) refusal += " " + made.leftOut;
    return {.refusal = std::move(refusal)};
  }
  if (const auto fewer = onFewerSeeds(data, parts, made.systems, metric); !fewer.empty())
    made.leftOut += fmt::format("{}Ranked by means over fewer seeds than others, and so less certain: {}.",
                                made.leftOut.empty() ? "" : " ", enumerated(fewer));
  for (const std::string& dataset : made.datasets)
    made.ranks.push_back(blockRanks(data, parts, dataset, made.systems, metric));
  for (const ReportSystem& system : made.systems) {
    std::vector<std::string>& keys = made.keys.emplace_back();
    for (const Part& part : parts)
      for (const std::string& key : data.find(part.dataset, part.shift, system)->keys()) keys.push_back(key);
  }
  made.test = friedman(made.ranks);
  return made;
}

}  // namespace sispde
