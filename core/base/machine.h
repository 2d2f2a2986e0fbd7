#pragma once
// What the machine has to give.

#include <cstddef>
#include <optional>
#include <string>

namespace sispde {

// Bytes that can be taken now without swapping, within the limit of the process's group where there is one; 0 where that is not known.
std::size_t freeMemory();

// Bytes that a control group (version 2), given by its folder, leaves until its limit. Cached pages of files that are not in use count as
// free: the kernel drops them before it refuses memory. Nothing where the group has no limit or does not tell.
std::optional<std::size_t> freeInGroup(const std::string& folder);

// Bytes of the cache of a level (1 to 4) that the first processor has, alone or with its neighbours; 0 where that is not known. The
// kernel is asked: what the C library says is on some processors the sum over all of their parts.
std::size_t cacheBytes(int level);

// Seconds of a processor that the calling thread has used: what else runs on the machine does not count.
double threadSeconds();

// From now on the calling thread gives way to others of this machine. Cannot be taken back.
void giveWay();

}  // namespace sispde
