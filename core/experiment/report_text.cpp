#include "core/experiment/report_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace sispde {
namespace {

std::string signedText(double value, bool plus) {
  std::string digits = fmt::format("{:.2f}", std::abs(value));
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

// Stems that differ in the word at `place` alone and have the same seeds become one: cora-{label,feature}-msp-default-.
void mergeAt(std::size_t place, std::vector<Stem>& stems) {
  std::vector<Stem> merged;
  std::vector<std::vector<std::string>> words;  // at `place`, of each of them
  std::map<std::pair<std::string, std::vector<std::string>>, std::size_t> found;
  for (const auto& [stem, seeds] : stems) {
    std::vector<std::string> tokens = tokensOf(stem);
    if (place >= tokens.size())
      tokens.resize(place + 1, "\n");  // too short for this place: alike with nothing else
    const std::string word = std::exchange(tokens[place], "*");
    const auto [at, fresh] = found.try_emplace({joined(tokens, "-"), seeds}, merged.size());
    if (fresh) {
      merged.emplace_back(stem, seeds);
      words.emplace_back();
    }
    words[at->second].push_back(word);
  }
  for (std::size_t i = 0; i < merged.size(); ++i) {
    if (words[i].size() == 1) continue;
    std::vector<std::string> tokens = tokensOf(merged[i].first);
    tokens[place] = "{" + joined(words[i], ",") + "}";
    merged[i].first = joined(tokens, "-");
  }
  stems = std::move(merged);
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
  constexpr std::size_t places = 8;  // data set, shift, detector, variant, some of several words
  for (std::size_t place = 0; place < places; ++place) mergeAt(place, stems);
  std::vector<std::string> made;
  made.reserve(stems.size());
  for (const auto& [stem, seeds] : stems)
    made.push_back(seeds.size() == 1 ? stem + seeds.front() : stem + "{" + joined(seeds, ",") + "}");
  return made;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  return fmt::format("{}", fmt::join(words, between));
}

}  // namespace sispde
