#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/report_figures.h"
#include "core/experiment/report_svg.h"
#include "core/experiment/statistics_ranks.h"

namespace sispde {
namespace {

constexpr double axisY = 70, rowHeight = 21, barGap = 8;

struct Diagram {
  const std::vector<RankedName>& sorted;
  double left, right;  // ends of the axis
  double rowsY;        // baseline of the first row of names
  double x(double rank) const {
    return left + (right - left) * (rank - 1) / static_cast<double>(sorted.size() - 1);
  }
};

void drawAxis(SvgPicture& picture, const Diagram& diagram, double criticalDifference) {
  const auto count = static_cast<int>(diagram.sorted.size());
  picture.line({diagram.left, axisY}, {diagram.right, axisY}, Ink::Text);
  for (int rank = 1; rank <= count; ++rank) {
    picture.line({diagram.x(rank), axisY - 5}, {diagram.x(rank), axisY}, Ink::Text);
    picture.text({diagram.x(rank), axisY - 9}, std::to_string(rank),
                 {.size = 11.5, .ink = Ink::Quiet, .anchor = Anchor::Middle});
  }
  picture.text({diagram.left - 12, axisY + 4}, "average rank, 1 is best",
               {.size = 11.5, .ink = Ink::Quiet, .anchor = Anchor::End});
  // The critical difference to scale; longer than the axis it is cut, and its number says how long it is.
  const double end = std::min(diagram.x(1 + criticalDifference), diagram.right), y = 30;
  picture.line({diagram.left, y}, {end, y}, Ink::Accent, 2);
  for (const double side : {diagram.left, end}) picture.line({side, y - 4}, {side, y + 4}, Ink::Accent, 2);
  picture.text({diagram.left, y - 10}, fmt::format("critical difference {:.2f}", criticalDifference),
               {.ink = Ink::Accent});
}

void drawName(SvgPicture& picture, const Diagram& diagram, std::size_t place, std::size_t half) {
  const RankedName& system = diagram.sorted[place];
  const bool atLeft = place < half;
  const std::size_t row = atLeft ? place : diagram.sorted.size() - 1 - place;
  const double y = diagram.rowsY + rowHeight * static_cast<double>(row);
  const double end = atLeft ? diagram.left - 12 : diagram.right + 12, x = diagram.x(system.rank);
  picture.path({{x, axisY}, {x, y - 4}, {end, y - 4}}, Ink::Quiet, 1);
  picture.disc({x, axisY}, 3, Ink::Text, fmt::format("{}: {:.2f}", system.name, system.rank));
  const std::string rank = fmt::format("{:.2f}", system.rank);
  picture.text({atLeft ? end - 4 : end + 4, y},
               atLeft ? system.name + "  " + rank : rank + "  " + system.name,
               {.anchor = atLeft ? Anchor::End : Anchor::Start});
}

}  // namespace

std::string rankDiagram(const std::vector<RankedName>& sorted, double criticalDifference,
                        const std::string& title) {
  const std::size_t half = (sorted.size() + 1) / 2;
  std::vector<double> ranks;
  double margins[2] = {textWidth("average rank, 1 is best", 11.5),
                       0};  // for the names at the left and at the right
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    ranks.push_back(sorted[i].rank);
    double& margin = margins[i < half ? 0 : 1];
    margin = std::max(margin, textWidth(sorted[i].name + "  00.00"));
  }
  const std::vector<RankRun> runs = rankRuns(ranks, criticalDifference);
  constexpr double axis = 460;
  const double left = margins[0] + 24, width = left + axis + margins[1] + 24;
  const Diagram diagram{sorted, left, left + axis, axisY + 26 + barGap * static_cast<double>(runs.size())};
  SvgPicture picture(width, diagram.rowsY + rowHeight * static_cast<double>(half) - 4, title);
  for (std::size_t i = 0; i < sorted.size(); ++i) drawName(picture, diagram, i, half);
  drawAxis(picture, diagram, criticalDifference);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const double y = axisY + 10 + barGap * static_cast<double>(i);
    picture.line({diagram.x(ranks[runs[i].first]) - 4, y}, {diagram.x(ranks[runs[i].last]) + 4, y}, Ink::Text,
                 4);
  }
  return picture.finished();
}

}  // namespace sispde
