#pragma once
// Sorting of scores through order-preserving integer keys: three radix passes over the highest 33 bits that differ, then
// the few runs that agree in all of them are finished by comparison. O(n) for scores that are spread at all.

#include <cstdint>
#include <span>
#include <vector>

namespace sispde {

// a < b as numbers exactly when key(a) < key(b); −0 and +0 share a key. Not for NaN.
std::uint64_t scoreKey(double score);
double keyScore(std::uint64_t key);

// Sorts ascending; `scratch` is working memory that the call resizes.
void sortKeys(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& scratch);

}  // namespace sispde
