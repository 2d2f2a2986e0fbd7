#include "core/experiment/report_claims.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/experiment/report_text.h"

namespace sispde {
namespace {

const std::string own = "SISPDE";

std::string lostWords(const Wins& wins) {
  constexpr std::size_t most = 6;
  if (wins.lost.empty()) return "";
  std::vector<std::string> shown(
      wins.lost.begin(), wins.lost.begin() + static_cast<std::ptrdiff_t>(std::min(most, wins.lost.size())));
  const std::string more =
      wins.lost.size() > most ? fmt::format(" and {} more", wins.lost.size() - most) : "";
  return "; not in " + (more.empty() ? enumerated(shown) : joined(shown, ", ")) + more;
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

// What an answer of ours rests on; nothing for the paper's.
std::string restsOn(const ComparedColumns& columns) {
  int seeds = 0;
  for (const ComparedColumn& column : columns)
    seeds = seeds == 0 ? column.fewestSeeds() : std::min(seeds, column.fewestSeeds());
  if (seeds == 0) return "";
  return fmt::format(" ({} of {}, {} or more)", counted(columns.size(), "column"),
                     counted(datasetsOf(columns), "data set"),
                     counted(static_cast<std::size_t>(seeds), "seed"));
}

// Whether a comparison of ranks may be called true or false: one data set or one seed can say neither.
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
  return wins.columns == 0 ? "not covered"
                           : fmt::format("{} of {}{}{}", wins.won, wins.columns, lostWords(wins),
                                         restsOn(onlyWith(columns, {own, other})));
}

// A statement about a method's places that needs at least one column.
template <class Words>
std::string placeWords(const ComparedColumns& columns, const Words& words) {
  const Places places = placesOf(columns, own);
  return places.columns == 0
             ? "not covered"
             : words(places) + restsOn(only(onlyWith(columns, {own}), [](const ComparedColumn& column) {
                 return column.values.size() >= 2;
               }));
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

}  // namespace

std::vector<Claim> tableClaims() {
  const auto count = [](int Places::*which) {
    return [which](const ComparedColumns& columns) {
      return placeWords(columns,
                        [&](const Places& p) { return fmt::format("{} of {}", p.*which, p.columns); });
    };
  };
  const auto high = [](bool wanted, const DescribeColumns& describe) {
    return [=](const ComparedColumns& columns) { return describe(onlyInformativeness(columns, wanted)); };
  };
  const DescribeColumns againstGnsd = [](const ComparedColumns& columns) {
    return winWords(columns, "GNSD");
  };
  // Over the columns that have the methods in question; the others that all of these have are ranked with them.
  const auto common = [](const std::vector<std::string>& methods, const DescribeColumns& describe) {
    return [=](const ComparedColumns& columns) {
      return describe(onlyCommonMethods(onlyWith(columns, methods)));
    };
  };
  return {
      {"SISPDE is the best in 50 of 72 results", count(&Places::best)},
      {"SISPDE is the second best in 21 of 72", count(&Places::second)},
      {"SISPDE is best or second in 71 of 72",
       [](const ComparedColumns& columns) {
         return placeWords(columns, [](const Places& p) {
           return fmt::format("{} of {}; third or worse in {}", p.best + p.second, p.columns, p.lower);
         });
       }},
      {"Table 1's caption: SISPDE consistently outperforms on all data sets",
       [](const ComparedColumns& columns) {
         return placeWords(columns, [](const Places& p) {
           return fmt::format("{}: {} of {} columns have a strictly better competitor",
                              p.best == p.columns ? "true" : "false", p.columns - p.best, p.columns);
         });
       }},
      {"Better than GNSD in 26 of 27 results on data sets of high label informativeness",
       high(true, againstGnsd)},
      {"Better than GNSD in 45 of 45 results on data sets of low label informativeness",
       high(false, againstGnsd)},
      {"SISPDE has the best average rank over all", common({own}, firstWords)},
      {"SISPDE has the best average rank on data sets of low label informativeness",
       high(false, common({own}, firstWords))},
      {"Observation 1: the RBF kernel performs consistently poorly on data sets of low label informativeness",
       high(false, common({own, "SISPDE-RBF"}, rbfWords))},
      {"Observation 2: models without graph structure (OE, ODIN) can perform better than GNNSafe and GNSD on "
       "data sets of low label informativeness (average ranks)",
       high(false, beatWords)}};
}

}  // namespace sispde
