#pragma once
// Claims that the paper makes of its Table 1, as rules that count in any columns: the published ones or ours.

#include <functional>
#include <string>
#include <vector>

#include "core/experiment/report_columns.h"

namespace sispde {

// What the columns say of a claim: "43 of 72"; "not covered" where they do not hold what it speaks of.
using DescribeColumns = std::function<std::string(const ComparedColumns&)>;

struct Claim {
  std::string words;
  DescribeColumns describe;
};

std::vector<Claim> tableClaims();

}  // namespace sispde
