#pragma once
// An Answer is what a view shows of a kernel: numbers, what they are worth, and how long they took.

#include <span>
#include <string>
#include <vector>

#include "core/kernel/kernel_engine.h"

namespace sispde::studio {

struct Answer {
  std::vector<float> values;
  LiveInfo info;
  double milliseconds = 0;     // of its last computation
  std::uint64_t revision = 0;  // grows with every change of the values
  std::string trouble;         // why there is none, in a sentence
  bool valid() const { return !values.empty(); }
};

// "error ≤ 2e-06", or that there is no bound yet, and where it rests on random vectors " ± 3 %", their standard error.
std::string errorWords(const LiveInfo& info);

// "rank 24"; before everything is prepared "partial sum of degree 8"; "exact" where nothing is combined.
std::string basisWords(const LiveInfo& info);

double millisecondsNow();  // of a steady clock

// Computes into `answer`, which keeps its old values where there are no new ones.
template <class Compute>
void compute(Answer& answer, std::size_t size, const Compute& work) {
  const double start = millisecondsNow();
  std::vector<float> values(size);
  const Result<LiveInfo> info = work(std::span<float>(values));
  answer.milliseconds = millisecondsNow() - start;
  if (!info) {
    answer.trouble = info.error().sentence();
    return;
  }
  answer.trouble.clear();
  answer.values = std::move(values);
  answer.info = *info;
  ++answer.revision;
}

void forget(Answer& answer);

// How many columns of a recurrence take some seconds, from `least` to `wanted`; more are not worth waiting for on a large graph.
int affordableColumns(const KernelEngine& engine, int wanted, int least);

// tr K / N.
Result<double> meanVariance(const KernelEngine& engine, const KernelSpec& spec);

// Turns the values of kernel A into those of A − B. Bounds are relative to the mean variances, which are 1 for correlations; with those
// the scales, which quotients do not have, are left out.
struct Subtrahend {
  std::span<const float> values;
  LiveInfo info;
  double meanVariance = 1;
};
void subtract(std::span<float> values, LiveInfo& info, double meanVariance, const Subtrahend& other,
              bool correlation);

}  // namespace sispde::studio
