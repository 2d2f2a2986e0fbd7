#pragma once
// What the machine has to give.

#include <cstddef>

namespace sispde {

// Bytes that can be taken now without swapping, within the limit of the process's group where there is one; 0 where that is not known.
std::size_t freeMemory();

// From now on the calling thread gives way to others of this machine. Cannot be taken back.
void giveWay();

}  // namespace sispde
