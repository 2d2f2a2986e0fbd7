// The paper's own claims, each with what a recomputation of the published table gives and what our runs say.

#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/report_claims.h"
#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {

void addClaims(Report& report, const ReportData& data) {
  const ComparedColumns published = publishedColumns(), ours = ownColumns(data);
  report.heading("The paper's claims");
  report.paragraph(
      "The middle column is counted from the paper's own Table 1 (8 data sets × 3 shifts × 3 metrics = 72 "
      "columns of 11 systems), the last by the same code from our means, over the columns and "
      "systems that were run (variant `default`, the paper's three shifts; their numbers are in "
      "`table1.csv`). Equal means count as not better; average ranks are among the systems that all of the "
      "columns have. High label informativeness: Cora, Citeseer and "
      "Pubmed, as the paper divides them.");
  std::size_t least = 99, most = 0;
  for (const ComparedColumn& column : ours) {
    least = std::min(least, column.values.size());
    most = std::max(most, column.values.size());
  }
  report.paragraph(
      ours.empty()
          ? "None of our cells covers a column of Table 1."
          : fmt::format("Ours cover {} columns with {} of the 11 systems each.", ours.size(),
                        least == most ? std::to_string(most) : fmt::format("{} to {}", least, most)));
  ReportTable table{"Claims of the paper, recomputed"};
  table.words = 3;
  table.columns = {"claim", "counted in the published table", "in our runs"};
  for (const Claim& claim : tableClaims()) {
    table.rows.push_back({{claim.words, claim.describe(published), claim.describe(ours)}});
    table.rows.back().keys = cellsBehind(claim.uses(ours));
  }
  for (ReportRow& row : runClaims(data)) table.rows.push_back(std::move(row));
  CsvTable csv{"claims", {"claim", "published", "ours", "cells"}, {}};
  for (const ReportRow& row : table.rows)
    csv.rows.push_back(
        {row.entries[0].text, row.entries[1].text, row.entries[2].text, joined(row.keys, " ")});
  report.blocks.emplace_back(std::move(table));
  report.tables.push_back(std::move(csv));
  const std::vector<std::string> spreads = impossibleSpreads(), bounds = brokenBounds(),
                                 rewired = brokenRewiringBounds(), repeated = repeatedCells();
  const auto named = [](const std::vector<std::string>& cells) {
    return cells.empty() ? "none" : joined(cells, "; ");
  };
  report.paragraph("Published cells that cannot be right, by the same recomputation:");
  report.list(
      {fmt::format("a spread that no five values between 0 and 100 with that mean have: {}.", named(spreads)),
       fmt::format("a DET-ACC below what FPR95 or AUROC imply, which an exact one cannot be (a coarse grid "
                   "of thresholds, or a slip), in {} of {}: {}; in Table 2: {}.",
                   bounds.size(), paperDatasets().size() * paperMethods().size() * 3, named(bounds),
                   named(rewired)),
       fmt::format("the same mean and spread for two systems, probably a copy: {}.", named(repeated))});
}

}  // namespace sispde
