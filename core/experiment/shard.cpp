#include "core/experiment/shard.h"

#include <numeric>

#include "core/base/random.h"
#include "core/base/text.h"

namespace sispde {

Result<Shard> parseShard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto index = parseInteger(text.substr(0, slash));
  const auto count =
      parseInteger(slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1));
  constexpr std::int64_t most = 100'000;
  if (!index || !count || *count < 1 || *count > most || *index < 0 || *index >= *count)
    return usageError("The shard {} is not i/n with i from 0 to n - 1 and n at most {}", inQuotes(text),
                      most);
  return Shard{static_cast<int>(*index), static_cast<int>(*count)};
}

std::vector<std::size_t> cellsOfShard(std::size_t cells, const Shard& shard) {
  constexpr std::uint64_t dealer = 8;
  const auto count = static_cast<std::size_t>(shard.count);
  std::vector<std::size_t> mine;
  std::vector<int> order(count);
  for (std::size_t round = 0; round * count < cells; ++round) {
    std::iota(order.begin(), order.end(), 0);
    Random(dealer, round).shuffle(std::span<int>(order));
    for (std::size_t i = 0; i < count && round * count + i < cells; ++i)
      if (order[i] == shard.index) mine.push_back(round * count + i);
  }
  return mine;
}

}  // namespace sispde
