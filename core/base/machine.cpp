#include "core/base/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>

namespace sispde {
namespace {

std::optional<std::size_t> numberIn(const std::string& path) {
  std::ifstream file(path);
  std::size_t value = 0;
  if (file >> value) return value;
  return std::nullopt;
}

// Of a control group; 0 where it is not told.
std::size_t unusedCache(const std::string& folder) {
  std::ifstream file(folder + "/memory.stat");
  std::string name;
  for (std::size_t bytes = 0; file >> name >> bytes;)
    if (name == "inactive_file") return bytes;
  return 0;
}

std::size_t systemMemory() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (std::size_t kilobytes = 0; file >> name >> kilobytes; std::getline(file, unit))
    if (name == "MemAvailable:") return kilobytes * 1024;
  return 0;
}

}  // namespace

std::size_t freeMemory() {
  const std::size_t system = systemMemory();
  const std::optional<std::size_t> group = freeInGroup("/sys/fs/cgroup");
  if (!group) return system;
  return system == 0 ? *group : std::min(system, *group);
}

std::optional<std::size_t> freeInGroup(const std::string& folder) {
  const auto most = numberIn(folder + "/memory.max"), current = numberIn(folder + "/memory.current");
  if (!most || !current) return std::nullopt;
  const std::size_t used = *current - std::min(*current, unusedCache(folder));
  return *most > used ? *most - used : 0;
}

std::size_t cacheBytes(int level) {
  for (int index = 0; index < 8; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    if (numberIn(folder + "level") != static_cast<std::size_t>(level)) continue;
    std::ifstream kind(folder + "type"), size(folder + "size");
    std::string words;
    std::size_t amount = 0;
    char unit = 0;
    if (!(kind >> words) || words == "Instruction" || !(size >> amount)) continue;
    size >> unit;
    return amount * (unit == 'K' ? 1024 : unit == 'M' ? std::size_t{1} << 20 : 1);
  }
  return 0;
}

double threadSeconds() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

void giveWay() {
  // On Linux the priority belongs to the thread. Where it is refused, nothing is lost.
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 10);
}

}  // namespace sispde
