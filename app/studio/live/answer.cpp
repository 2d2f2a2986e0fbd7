#include "app/studio/live/answer.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sispde::studio {

std::string errorWords(const LiveInfo& info) {
  std::string words =
      std::isfinite(info.bound) ? fmt::format("error ≤ {:.0e}", info.bound) : "no bound on the error yet";
  if (info.standardError > 0) words += fmt::format(" ± {:.2g} %", 100 * info.standardError);
  return words;
}

std::string basisWords(const LiveInfo& info) {
  if (info.ready && info.terms == 0) return "exact";
  return fmt::format("{} {}", info.ready ? "rank" : "partial sum of degree", info.terms);
}

double millisecondsNow() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void forget(Answer& answer) {
  answer = Answer{.revision = answer.revision + 1};
}

int affordableColumns(const KernelEngine& engine, int wanted, int least) {
  const double each =
      2.0 * static_cast<double>(engine.laplacian().graph().edgeCount() + engine.laplacian().nodeCount()) *
      engine.basis().degree();
  return std::clamp(static_cast<int>(6e9 / each), least, wanted);
}

Result<double> meanVariance(const KernelEngine& engine, const KernelSpec& spec) {
  SISPDE_TRY(const KernelEngine::Trace trace, engine.trace(spec));
  return trace.value / engine.laplacian().nodeCount();
}

void subtract(std::span<float> values, LiveInfo& info, double meanVariance, const Subtrahend& other,
              bool correlation) {
  const double scale = correlation ? 0 : std::max(info.scale, other.info.scale);
  const double ours = correlation ? 1 : std::exp(info.scale - scale);
  const double theirs = correlation ? 1 : std::exp(other.info.scale - scale);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(ours * static_cast<double>(values[i]) -
                                   theirs * static_cast<double>(other.values[i]));
  // Relative to the first kernel's mean variance, as the bound was before.
  const double share = correlation ? 1 : theirs * other.meanVariance / std::max(ours * meanVariance, 1e-300);
  info.bound += share * other.info.bound;
  info.standardError += share * other.info.standardError;
  info.terms = std::max(info.terms, other.info.terms);
  info.scale = scale;
}

}  // namespace sispde::studio
