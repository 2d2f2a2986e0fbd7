#include "app/studio/shell/system_words.h"

#include <fstream>
#include <thread>

#include <sys/utsname.h>

#include <fmt/format.h>

#include "core/base/text.h"

namespace sispde::studio {
namespace {

// What stands behind the first `key` and the sign after it in a file of such lines; empty: nothing.
std::string valueIn(const char* path, std::string_view key, char sign) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t place = line.find(sign);
    if (place == std::string::npos || trim(std::string_view(line).substr(0, place)) != key) continue;
    std::string_view value = trim(std::string_view(line).substr(place + 1));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    return std::string(value);
  }
  return {};
}

}  // namespace

std::string systemWords() {
  std::string words;
  if (const std::string name = valueIn("/etc/os-release", "PRETTY_NAME", '='); !name.empty())
    words += fmt::format("System {}\n", name);
  if (utsname kernel{}; ::uname(&kernel) == 0)
    words += fmt::format("{} {} {}\n", kernel.sysname, kernel.release, kernel.machine);
  const std::string model = valueIn("/proc/cpuinfo", "model name", ':');
  words += fmt::format("Processors {}{}", std::thread::hardware_concurrency(),
                       model.empty() ? model : fmt::format(", {}", model));
  return words;
}

}  // namespace sispde::studio
