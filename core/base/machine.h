#pragma once
// What the machine has to give.

#include <cstddef>

namespace sispde {

// Bytes that can be taken now without swapping, within the limit of the process's group where there is one; 0 where that is not known.
std::size_t freeMemory();

// Bytes of the cache of a level (1 to 4) that the first processor has, alone or with its neighbours; 0 where that is not known. The
// kernel is asked: what the C library says is on some processors the sum over all of their parts.
std::size_t cacheBytes(int level);

// Seconds of a processor that the calling thread has used: what else runs on the machine does not count.
double threadSeconds();

// From now on the calling thread gives way to others of this machine. Cannot be taken back.
void giveWay();

}  // namespace sispde
