#include "core/shift/citation_words.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/shift/random_streams.h"

namespace sispde {
namespace {

constexpr std::int32_t wordCount = 1433;
constexpr double topicShare = 0.48;
// Words per node, fitted to Cora: normal, cut to 1…30.
constexpr double meanWords = 18.2, spreadWords = 5.8;
constexpr int mostWords = 30;

// A distribution over the words: cumulative Zipf weights of the ranks, and the word of each rank.
struct Language {
  std::vector<double> cumulative;
  std::vector<std::int32_t> wordOfRank;

  std::int32_t draw(Random& random) const {
    const double x = random.uniform() * cumulative.back();
    return wordOfRank[std::upper_bound(cumulative.begin(), cumulative.end() - 1, x) - cumulative.begin()];
  }
};

// Weight (rank + 5)^−0.9, which gives about Cora's frequencies: the first word in 40 % of the nodes, the
// 500th in 1 %.
Language randomLanguage(Random& random) {
  Language language{std::vector<double>(wordCount), std::vector<std::int32_t>(wordCount)};
  double sum = 0;
  for (std::int32_t rank = 0; rank < wordCount; ++rank)
    language.cumulative[rank] = sum += std::pow(rank + 5.0, -0.9);
  std::iota(language.wordOfRank.begin(), language.wordOfRank.end(), 0);
  random.shuffle(std::span(language.wordOfRank));
  return language;
}

}  // namespace

Features topicWords(std::span<const std::int32_t> labels, std::int32_t classes, std::uint64_t seed,
                    const Progress& progress) {
  Random means = randomFor(seed, RandomStream::ClassMeans);
  const Language common = randomLanguage(means);
  std::vector<Language> topics;
  for (std::int32_t k = 0; k < classes; ++k) topics.push_back(randomLanguage(means));

  Random random = randomFor(seed, RandomStream::Features);
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> indices, row;
  for (const std::int32_t label : labels) {
    if (progress.stopped()) return {};
    const auto wanted = static_cast<std::size_t>(
        std::clamp(static_cast<int>(std::lround(meanWords + spreadWords * random.normal())), 1, mostWords));
    row.clear();
    while (row.size() < wanted) {
      const std::int32_t word = (random.chance(topicShare) ? topics[label] : common).draw(random);
      const auto place = std::lower_bound(row.begin(), row.end(), word);
      if (place == row.end() || *place != word) row.insert(place, word);
    }
    indices.insert(indices.end(), row.begin(), row.end());
    offsets.push_back(static_cast<std::int64_t>(indices.size()));
  }
  return Features::sparse(static_cast<std::int64_t>(labels.size()), wordCount, std::move(offsets),
                          std::move(indices), {});
}

}  // namespace sispde
