#pragma once
// Claims that the paper makes: of its Table 1, as rules that count in any columns, the published ones or ours; and others, which our runs
// answer by intervals and sweeps.

#include <functional>
#include <string>
#include <vector>

#include "core/experiment/report_columns.h"
#include "core/experiment/report_document.h"

namespace sispde {

// What the columns say of a claim: "43 of 72"; "not covered" where they do not hold what it speaks of.
using DescribeColumns = std::function<std::string(const ComparedColumns&)>;

struct Claim {
  std::string words;
  DescribeColumns describe;
  // Of the columns those values that the answer rests on.
  std::function<ComparedColumns(const ComparedColumns&)> uses;
};

std::vector<Claim> tableClaims();

// Rows of the table of claims: the claim, what is published, what our runs say, with the cells behind that.
std::vector<ReportRow> runClaims(const ReportData& data);

}  // namespace sispde
