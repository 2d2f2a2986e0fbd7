#pragma once
// Numbers over seeds: mean and spread, and differences between two systems that are paired by their seed.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace sispde {

// Values of one number by seed.
using BySeed = std::map<std::uint64_t, double>;

struct Summary {
  int count = 0;
  double mean = 0;
  double std = 0;  // population (divisor n), as the paper's tables have it
};
Summary summaryOf(std::span<const double> values);
Summary summaryOf(const BySeed& values);

struct PairedInterval {
  int pairs = 0;
  double mean = 0;  // of first − second
  std::optional<double>
      half{};  // half the 95 % interval by Student's t with n − 1 degrees of freedom; two pairs or more
  // The interval holds no 0. False where there is no interval.
  bool seen() const { return half && (mean > *half || mean < -*half); }
};
// Over the seeds that both have.
PairedInterval pairedInterval(const BySeed& first, const BySeed& second);

}  // namespace sispde
