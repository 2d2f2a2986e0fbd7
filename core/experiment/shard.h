#pragma once
// A part of a grid's cells, for several processes or machines: shard i of n, i from 0 to n − 1. The shards of a grid are disjoint, and
// together they are all of it. They do not depend on which cells are done already.

#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace sispde {

struct Shard {
  int index = 0, count = 1;
};

Result<Shard> parseShard(std::string_view text);  // "0/8" … "7/8"

// Places of the shard's cells, ascending. Cells are dealt like cards: each round of `count` cells goes to the shards in an order drawn by
// lot from a fixed seed, so that a costly system does not always meet the same shard, and no shard has more than one cell more than another.
std::vector<std::size_t> cellsOfShard(std::size_t cells, const Shard& shard);

}  // namespace sispde
