#include "core/ood/scores.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"

namespace sispde {
namespace {

constexpr std::size_t nodeBlock = 256;

std::span<const float> rowOf(const Logits& logits, std::int64_t sample, std::int64_t node) {
  const auto classes = static_cast<std::size_t>(logits.classes);
  return logits.values.subspan(static_cast<std::size_t>(sample * logits.nodes + node) * classes, classes);
}

std::size_t firstLargest(std::span<const double> values) {
  return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

// A softmax by its largest logit m: with rest = Σ exp(z_c − m) over the other classes, log Σ exp(z_c) is
// m + log1p(rest), and log p_c = (z_c − m) − log1p(rest), whose parts never cancel: neither is positive.
struct Softmax {
  double largest = 0;  // m
  double logRest = 0;  // log1p(rest)

  double logSumExp() const { return largest + logRest; }
  double logProbability(float z) const { return (z - largest) - logRest; }
};

// Fills p with the probabilities.
Softmax softmax(std::span<const float> z, std::span<double> p) {
  const auto top = static_cast<std::size_t>(std::max_element(z.begin(), z.end()) - z.begin());
  Softmax result{.largest = z[top]};
  double rest = 0;
  for (std::size_t c = 0; c < z.size(); ++c) {
    p[c] = std::exp(z[c] - result.largest);
    if (c != top) rest += p[c];
  }
  result.logRest = std::log1p(rest);
  for (double& value : p) value /= 1 + rest;
  return result;
}

// H[p] of one softmax. No term is negative.
double entropy(const Softmax& law, std::span<const float> z, std::span<const double> p) {
  double sum = 0;
  for (std::size_t c = 0; c < z.size(); ++c)
    if (p[c] != 0) sum -= p[c] * law.logProbability(z[c]);
  return sum;
}

// 1 where all samples of the node are equal, as they are without noise: one of them then stands for all.
std::int64_t samplesNeeded(const Logits& logits, std::int64_t node) {
  const auto first = rowOf(logits, 0, node);
  for (std::int64_t s = 1; s < logits.samples; ++s)
    if (const auto row = rowOf(logits, s, node); !std::equal(first.begin(), first.end(), row.begin()))
      return logits.samples;
  return 1;
}

// The mean of a node's softmaxes. Calls visit(softmax, logits, probabilities) for each of them.
template <class Visit>
void meanSoftmax(const Logits& logits, std::int64_t node, std::int64_t samples, std::span<double> mean,
                 std::span<double> p, Visit&& visit) {
  std::fill(mean.begin(), mean.end(), 0);
  for (std::int64_t s = 0; s < samples; ++s) {
    const auto z = rowOf(logits, s, node);
    const Softmax law = softmax(z, p);
    for (std::size_t c = 0; c < p.size(); ++c) mean[c] += p[c];
    visit(law, z, p);
  }
  for (double& value : mean) value /= static_cast<double>(samples);
}

void scoreNode(const Logits& logits, std::int64_t node, std::span<double> mean, std::span<double> p,
               SampleScores& scores) {
  const std::int64_t samples = samplesNeeded(logits, node);
  const auto count = static_cast<double>(samples);
  double entropies = 0, logSums = 0;
  meanSoftmax(logits, node, samples, mean, p, [&](const Softmax& law, auto z, auto probabilities) {
    entropies += entropy(law, z, probabilities);
    logSums += law.logSumExp();
  });
  const std::size_t top = firstLargest(mean);
  double others = 0, total = 0;  // others = 1 − p̄_top
  for (std::size_t c = 0; c < mean.size(); ++c) {
    if (c == top) continue;
    others += mean[c];
    if (mean[c] != 0) total -= mean[c] * std::log(mean[c]);
  }
  total -= mean[top] * (others < 0.5 ? std::log1p(-others) : std::log(mean[top]));
  scores.aleatoric[node] = entropies / count;
  scores.total[node] = samples == 1 ? scores.aleatoric[node] : total;
  scores.epistemic[node] = std::max(scores.total[node] - scores.aleatoric[node], 0.0);
  scores.msp[node] = others;
  scores.energy[node] = 0 - logSums / count;  // and not −, which turns 0 into −0
  scores.prediction[node] = static_cast<std::int32_t>(top);
  std::transform(mean.begin(), mean.end(), scores.probabilities.begin() + node * logits.classes,
                 [](double value) { return static_cast<float>(value); });
}

// −log of the mean of exp(l), l ≤ 0: near 1 by what the mean lacks, elsewhere relative to the largest term.
double negativeLogMean(std::span<const double> logs) {
  const auto count = static_cast<double>(logs.size());
  double missing = 0;
  for (const double l : logs) missing -= std::expm1(l);
  missing /= count;
  if (missing < 0.5) return -std::log1p(-missing);
  const double largest = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const double l : logs) sum += std::exp(l - largest);
  return -largest - std::log(sum / count);
}

}  // namespace

SampleScores sampleScores(const Logits& logits) {
  const auto nodes = static_cast<std::size_t>(logits.nodes),
             classes = static_cast<std::size_t>(logits.classes);
  SampleScores scores;
  for (std::vector<double>* list :
       {&scores.total, &scores.aleatoric, &scores.epistemic, &scores.msp, &scores.energy})
    list->resize(nodes);
  scores.prediction.resize(nodes);
  scores.probabilities.resize(nodes * classes);
  parallelBlocks(nodes, nodeBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<double> mean(classes), p(classes);
    for (std::size_t u = begin; u < end; ++u)
      scoreNode(logits, static_cast<std::int64_t>(u), mean, p, scores);
  });
  return scores;
}

Fit fitOf(const Logits& logits, std::span<const std::int32_t> labels, std::span<const NodeId> nodes) {
  if (nodes.empty()) return {};
  std::vector<double> nll(nodes.size());
  std::vector<std::uint8_t> correct(nodes.size());
  parallelBlocks(nodes.size(), nodeBlock, [&](std::size_t begin, std::size_t end) {
    const auto classes = static_cast<std::size_t>(logits.classes);
    std::vector<double> mean(classes), p(classes), logs;
    for (std::size_t i = begin; i < end; ++i) {
      const auto label = static_cast<std::size_t>(labels[nodes[i]]);
      logs.clear();
      meanSoftmax(logits, nodes[i], logits.samples, mean, p,
                  [&](const Softmax& law, auto z, auto) { logs.push_back(law.logProbability(z[label])); });
      nll[i] = negativeLogMean(logs);
      correct[i] = firstLargest(mean) == label;
    }
  });
  Fit fit;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    fit.nll += nll[i];
    fit.accuracy += correct[i];
  }
  fit.nll /= static_cast<double>(nodes.size());
  fit.accuracy /= static_cast<double>(nodes.size());
  return fit;
}

}  // namespace sispde
