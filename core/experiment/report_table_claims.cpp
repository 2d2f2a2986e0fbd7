#include "core/experiment/report_claims.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/experiment/report_text.h"

namespace sispde {
namespace {

const std::string own = "SISPDE";

// "a, b and 3 more".
std::string firstOf(const std::vector<std::string>& all) {
  constexpr std::size_t most = 6;
  if (all.size() <= most) return enumerated(all);
  return fmt::format("{} and {} more", joined({all.begin(), all.begin() + most}, ", "), all.size() - most);
}

std::string lostWords(const Wins& wins) {
  return wins.lost.empty() ? "" : "; not in " + firstOf(wins.lost);
}

std::string rankWords(const ComparedColumns& columns, std::size_t most) {
  std::vector<std::string> words;
  const auto ranks = meanRanks(columns);
  for (std::size_t i = 0; i < std::min(most, ranks.size()); ++i)
    words.push_back(fmt::format("{} {:.2f}", ranks[i].first, ranks[i].second));
  return words.empty() ? "no such column" : joined(words, ", ");
}

std::size_t datasetsOf(const ComparedColumns& columns) {
  std::set<std::string> names;
  for (const ComparedColumn& column : columns) names.insert(column.dataset);
  return names.size();
}

// What an answer of ours rests on; nothing for the paper's. Columns with few seeds are counted apart from those with many.
std::string restsOn(const ComparedColumns& columns) {
  std::map<int, int, std::greater<>> bySeeds;
  for (const ComparedColumn& column : columns)
    if (const int seeds = column.fewestSeeds(); seeds > 0) ++bySeeds[seeds];
  if (bySeeds.empty()) return "";
  std::string seeds = fmt::format("{} or more", counted(bySeeds.begin()->first, "seed"));
  if (bySeeds.size() > 1) {
    std::vector<std::string> parts;
    for (const auto& [count, of] : bySeeds) parts.push_back(fmt::format("{} in {}", count, of));
    seeds = fmt::format("fewest seeds of a system {}", enumerated(parts));
  }
  return fmt::format(" ({} of {}, {})", counted(columns.size(), "column"),
                     counted(datasetsOf(columns), "data set"), seeds);
}

// Whether a comparison may be called true or false: one data set or one seed can say neither.
bool enough(const ComparedColumns& columns) {
  return datasetsOf(columns) >= 2 &&
         std::all_of(columns.begin(), columns.end(), [](const ComparedColumn& column) {
           return column.seeds.empty() || column.fewestSeeds() >= 2;
         });
}

std::string verdict(const ComparedColumns& columns, bool holds) {
  return !enough(columns) ? "too little was run to say" : holds ? "true" : "false";
}

std::string firstWords(const ComparedColumns& columns) {
  const auto ranks = meanRanks(columns);
  if (ranks.size() < 2 || meanRank(columns, own) == 0) return "not covered";
  const bool first = ranks.front().first == own && ranks[1].second > ranks.front().second;
  return fmt::format("{}: {}{}", verdict(columns, first), rankWords(columns, 4), restsOn(columns));
}

std::string winWords(const ComparedColumns& columns, const std::string& other) {
  const Wins wins = winsOf(columns, own, other);
  return wins.columns == 0
             ? "not covered"
             : fmt::format("{} of {} ({:.1f} %){}{}", wins.won, wins.columns, 100.0 * wins.won / wins.columns,
                           lostWords(wins), restsOn(onlyOf(columns, {own, other})));
}

// Where a place can be given.
ComparedColumns placed(const ComparedColumns& columns) {
  return only(onlyWith(columns, {own}),
              [](const ComparedColumn& column) { return column.values.size() >= 2; });
}

// A statement about a method's places that needs at least one column.
template <class Words>
std::string placeWords(const ComparedColumns& columns, const Words& words) {
  const Places places = placesOf(columns, own);
  return places.columns == 0 ? "not covered" : words(places) + restsOn(placed(columns));
}

std::string beatWords(const ComparedColumns& all) {
  std::vector<std::string> words;
  for (const char* plain : {"OE", "ODIN"})
    for (const char* graph : {"GNNSafe", "GNSD"}) {
      const ComparedColumns columns = onlyCommonMethods(onlyWith(all, {plain, graph}));
      if (columns.empty()) continue;
      const double a = meanRank(columns, plain), b = meanRank(columns, graph);
      words.push_back(fmt::format("{} {:.2f} against {} {:.2f}: {}{}", plain, a, graph, b,
                                  verdict(columns, a < b), restsOn(columns)));
    }
  return words.empty() ? "not covered" : joined(words, "; ");
}

// The columns that beatWords ranks in.
ComparedColumns beaten(const ComparedColumns& all) {
  ComparedColumns made;
  for (const char* plain : {"OE", "ODIN"})
    for (const char* graph : {"GNNSafe", "GNSD"})
      for (ComparedColumn& column : onlyCommonMethods(onlyWith(all, {plain, graph})))
        made.push_back(std::move(column));
  return made;
}

std::string rbfWords(const ComparedColumns& columns) {
  const Wins wins = winsOf(columns, "SISPDE-RBF", own);
  if (wins.columns == 0) return "not covered";
  const auto ranks = meanRanks(columns);
  const auto place = std::find_if(ranks.begin(), ranks.end(),
                                  [](const auto& entry) { return entry.first == "SISPDE-RBF"; }) -
                     ranks.begin() + 1;
  return fmt::format("average rank {:.2f}, place {} of {}; better than SISPDE in {} of {}{}",
                     meanRank(columns, "SISPDE-RBF"), place, ranks.size(), wins.won, wins.columns,
                     restsOn(columns));
}

// The paper's own columns, with the colours of their print.
ComparedColumns coloured(const ComparedColumns& columns) {
  return only(columns, [](const ComparedColumn& column) { return column.seeds.empty(); });
}

std::string colourWords(const ComparedColumns& columns) {
  std::vector<std::string> wrong;
  int ofBest = 0, best = 0, second = 0;
  for (const ComparedColumn& column : columns) {
    const auto colours = paperColours(column.dataset, *parseShiftKind(column.shift), column.metric);
    if (!colours) continue;
    const auto above = [&](std::string_view method) {
      const double value = *column.of(std::string(method));
      return std::ranges::count_if(column.values,
                                   [&](const auto& entry) { return column.better(entry.second, value); });
    };
    best += colours->best == own;
    second += colours->second == own;
    ofBest += above(colours->best) != 0;
    if (above(colours->best) != 0 || above(colours->second) != 1)
      wrong.push_back(column.dataset + " " + column.shift + " " + metricName(column.metric));
  }
  if (columns.empty()) return "not covered";
  const Places places = placesOf(columns, own);
  return fmt::format(
      "{}: {} of {} columns colour a wrong best ({}) or second, ties counted as right{}; {} is coloured best "
      "in {} and is the best in {}, coloured second in {} and is the second in {}",
      verdict(columns, wrong.empty()), wrong.size(), columns.size(), ofBest,
      wrong.empty() ? "" : " (" + firstOf(wrong) + ")", own, best, places.best, second, places.second);
}

}  // namespace

std::vector<Claim> tableClaims() {
  using Select = std::function<ComparedColumns(const ComparedColumns&)>;
  const auto count = [](int Places::*which) {
    return [which](const ComparedColumns& columns) {
      return placeWords(columns,
                        [&](const Places& p) { return fmt::format("{} of {}", p.*which, p.columns); });
    };
  };
  const auto levelled = [](bool high) {
    return [high](const ComparedColumns& columns) { return onlyInformativeness(columns, high); };
  };
  // Over the columns that have the methods in question; the others that all of these have are ranked with them.
  const auto common = [](const std::vector<std::string>& methods) {
    return
        [methods](const ComparedColumns& columns) { return onlyCommonMethods(onlyWith(columns, methods)); };
  };
  // `describe` sees what the first selection leaves, the trace what the second leaves of that.
  const auto claim = [](std::string words, const Select& first, const DescribeColumns& describe,
                        const Select& second) {
    return Claim{std::move(words), [=](const ComparedColumns& columns) { return describe(first(columns)); },
                 [=](const ComparedColumns& columns) { return second(first(columns)); }};
  };
  const Select all = [](const ComparedColumns&columns) { return columns; }, high = levelled(true),
               low = levelled(false), ranked = common({own}), place = placed;
  const Select lowRanked = [=](const ComparedColumns& columns) { return ranked(low(columns)); };
  const Select lowRbf = [=](const ComparedColumns& columns) {
    return common({own, "SISPDE-RBF"})(low(columns));
  };
  const Select pair = [](const ComparedColumns& columns) { return onlyOf(columns, {own, "GNSD"}); };
  const DescribeColumns againstGnsd = [](const ComparedColumns& columns) {
    return winWords(columns, "GNSD");
  };
  return {
      claim("SISPDE is the best in 50 of 72 results", all, count(&Places::best), place),
      claim("SISPDE is the second best in 21 of 72", all, count(&Places::second), place),
      claim(
          "SISPDE is best or second in 71 of 72", all,
          [](const ComparedColumns& columns) {
            return placeWords(columns, [](const Places& p) {
              return fmt::format("{} of {}; third or worse in {}", p.best + p.second, p.columns, p.lower);
            });
          },
          place),
      claim(
          "Table 1's caption: SISPDE consistently outperforms on all data sets", all,
          [](const ComparedColumns& columns) {
            return placeWords(columns, [&](const Places& p) {
              return fmt::format("{}: {} of {} columns have a strictly better competitor",
                                 verdict(placed(columns), p.best == p.columns), p.columns - p.best,
                                 p.columns);
            });
          },
          place),
      claim("Table 1's colours: the best and the second best of every column", coloured, colourWords, all),
      claim("Better than GNSD in 26 of 27 results (96.2 %) on data sets of high label informativeness", high,
            againstGnsd, pair),
      claim("Better than GNSD in 45 of 45 results on data sets of low label informativeness", low,
            againstGnsd, pair),
      claim("SISPDE has the best average rank over all", ranked, firstWords, all),
      claim("SISPDE has the best average rank on data sets of low label informativeness", lowRanked,
            firstWords, all),
      claim("Observation 1: the RBF kernel performs consistently poorly on data sets of low label "
            "informativeness",
            lowRbf, rbfWords, all),
      claim(
          "Observation 2: models without graph structure (OE, ODIN) can perform better than GNNSafe and GNSD "
          "on data sets of low label informativeness (average ranks)",
          low, beatWords, beaten)};
}

}  // namespace sispde
