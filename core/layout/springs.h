#pragma once
// What edges do, in the processor's own vectors: the pull w·d^(3/2) of an edge is its spring constant w·√d times its vector.

#include <cstddef>

namespace sispde {

// lengths[e] = √(dx² + dy²) and springs[e] = √lengths[e], for `count` edges, a multiple of 16; all arrays on a cache line.
void springsOf(const float* dx, const float* dy, std::size_t count, float* lengths, float* springs);

}  // namespace sispde
