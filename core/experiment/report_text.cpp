#include "core/experiment/report_text.h"

#include <algorithm>
#include <cmath>

namespace sispde {
namespace {

std::string signedText(double value, bool plus) {
  const std::string digits = fmt::format("{:.2f}", std::abs(value));
  if (digits == "0.00") return digits;
  return (value < 0 ? "−" : plus ? "+" : "") + digits;
}

using Stem = std::pair<std::string, std::vector<std::string>>;  // a key without its seed, and the seeds

std::vector<std::string> tokensOf(const std::string& text) {
  std::vector<std::string> tokens{""};
  for (const char c : text)
    if (c == '-')
      tokens.emplace_back();
    else
      tokens.back() += c;
  return tokens;
}

// Stems that differ in one word alone and have the same seeds, as one: cora-{label,feature}-msp-default-. Unchanged otherwise.
void merge(std::vector<Stem>& stems) {
  if (stems.size() < 2) return;
  std::vector<std::string> pattern = tokensOf(stems.front().first), words;
  std::size_t place = pattern.size();
  for (const auto& [stem, seeds] : stems) {
    const std::vector<std::string> tokens = tokensOf(stem);
    if (tokens.size() != pattern.size() || seeds != stems.front().second) return;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i] == pattern[i]) continue;
      if (place != pattern.size() && place != i) return;
      place = i;
    }
  }
  for (const Stem& stem : stems) words.push_back(tokensOf(stem.first)[place]);
  pattern[place] = "{" + joined(words, ",") + "}";
  stems = {{joined(pattern, "-"), stems.front().second}};
}

}  // namespace

std::string metricName(PaperMetric metric) {
  switch (metric) {
    case PaperMetric::Auroc: return "AUROC";
    case PaperMetric::DetAcc: return "DET-ACC";
    case PaperMetric::Fpr95: return "FPR95";
  }
  return {};
}

std::string metricKey(PaperMetric metric) {
  switch (metric) {
    case PaperMetric::Auroc: return "auroc";
    case PaperMetric::DetAcc: return "det_acc";
    case PaperMetric::Fpr95: return "fpr95";
  }
  return {};
}

std::string percent(double fraction) {
  return signedText(100 * fraction, false);
}

std::string percentOf(const Summary& summary) {
  if (summary.count == 0) return "–";
  if (summary.count == 1) return percent(summary.mean);
  return percent(summary.mean) + " ± " + percent(summary.std);
}

std::string pointsOf(const PairedInterval& interval) {
  if (!interval.half) return "–";
  return signedText(100 * interval.mean, true) + " ± " + percent(*interval.half);
}

std::string pairsOf(const PairedInterval& interval) {
  if (interval.half) return counted(interval.pairs, "seed");
  return interval.pairs == 0 ? "no common seed" : "one common seed: no interval";
}

std::string enumerated(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

std::string plainDigits(double value) {
  if (value == 0) return "0";
  const int decimals = 2 - static_cast<int>(std::floor(std::log10(std::abs(value))));
  return fmt::format("{:.{}f}", value, std::clamp(decimals, 0, 15));
}

std::string exact(double value) {
  return fmt::format("{}", value);
}

std::string exact(const std::optional<double>& value) {
  return value ? exact(*value) : std::string();
}

std::vector<std::string> compactKeys(const std::vector<std::string>& keys) {
  std::vector<Stem> stems;
  for (const std::string& key : keys) {
    const std::size_t dash = key.rfind('-');
    const std::string stem = dash == std::string::npos ? key : key.substr(0, dash + 1);
    const std::string seed = dash == std::string::npos ? "" : key.substr(dash + 1);
    const auto same = [&](const auto& entry) { return entry.first == stem; };
    auto found = std::find_if(stems.begin(), stems.end(), same);
    if (found == stems.end()) found = stems.insert(stems.end(), {stem, {}});
    found->second.push_back(seed);
  }
  merge(stems);
  std::vector<std::string> made;
  for (const auto& [stem, seeds] : stems)
    made.push_back(seeds.size() == 1 ? stem + seeds.front() : stem + "{" + joined(seeds, ",") + "}");
  return made;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  return fmt::format("{}", fmt::join(words, between));
}

}  // namespace sispde
