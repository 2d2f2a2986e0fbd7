// Autosaves of workspaces, declared in workspace_file.h.
#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/studio/workspace/workspace_file.h"
#include "core/base/file.h"
#include "core/base/text.h"

namespace sispde::studio {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::system_clock;
constexpr std::string_view prefix = "autosave-", suffix = ".json";

std::optional<int> pidOf(std::string_view name) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix) || name.size() <= prefix.size() + suffix.size())
    return std::nullopt;
  std::string_view number = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
  if (const std::size_t dash = number.find('-'); dash != std::string_view::npos) {
    if (!parseInteger(number.substr(dash + 1))) return std::nullopt;  // the part
    number = number.substr(0, dash);
  }
  const auto pid = parseInteger(number);
  // kill() means groups of processes by numbers below 1.
  if (!pid || *pid < 1 || *pid > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(*pid);
}

Clock::time_point timeOf(const timespec& time) {
  return Clock::time_point(std::chrono::duration_cast<Clock::duration>(
      std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)));
}

// When a living process began, where /proc tells: field 22 of its line is in clock ticks since the machine's
// start (man 5 proc).
std::optional<Clock::time_point> beginOf(int pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  const std::size_t name = line.rfind(')');  // field 2, which may hold blanks
  if (name == std::string::npos) return std::nullopt;
  std::istringstream fields(line.substr(name + 1));
  std::string field;
  for (int i = 3; i <= 22; ++i) fields >> field;
  const auto ticks = parseInteger(field);
  const long perSecond = ::sysconf(_SC_CLK_TCK);
  timespec sinceStart{}, now{};
  if (!fields || !ticks || *ticks <= 0 || perSecond <= 0 ||
      ::clock_gettime(CLOCK_BOOTTIME, &sinceStart) != 0 || ::clock_gettime(CLOCK_REALTIME, &now) != 0)
    return std::nullopt;
  const std::chrono::duration<double> age(static_cast<double>(sinceStart.tv_sec) -
                                          static_cast<double>(*ticks) / static_cast<double>(perSecond));
  return timeOf(now) - std::chrono::duration_cast<Clock::duration>(age);
}

// Numbers of processes come back, soonest after a restart of the machine: a process that began after the file
// was written is another one.
bool isOwned(const Recovery& file) {
  if (::kill(file.pid, 0) != 0 && errno == ESRCH) return false;
  constexpr std::chrono::seconds slack(5);  // of the two clocks
  const auto begin = beginOf(file.pid);
  return !begin || file.time + slack >= *begin;
}

}  // namespace

std::string autosavePath(const std::string& stateFolder, int pid, int part) {
  const std::string more = part > 0 ? fmt::format("-{}", part) : "";
  return (fs::path(stateFolder) / fmt::format("{}{}{}{}", prefix, pid, more, suffix)).string();
}

std::string runsFolder(const std::string& stateFolder) {
  return (fs::path(stateFolder) / "runs").string();
}

Result<void> autosave(const std::string& stateFolder, const SavedWorkspace& saved, int part) {
  SISPDE_CHECK(makeFolder(stateFolder));
  return saveWorkspace(autosavePath(stateFolder, ::getpid(), part), saved);
}

std::vector<Recovery> findRecoveries(const std::string& stateFolder) {
  std::vector<Recovery> found;
  std::error_code code;
  for (fs::directory_iterator at(stateFolder, code), end; !code && at != end; at.increment(code)) {
    const std::string path = at->path().string();
    const auto pid = pidOf(at->path().filename().string());
    struct stat status {};
    if (!pid || ::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    Recovery recovery{path, *pid, timeOf(status.st_mtim)};
    if (!isOwned(recovery)) found.push_back(std::move(recovery));
  }
  std::sort(found.begin(), found.end(), [](const Recovery& a, const Recovery& b) {
    return a.time != b.time ? a.time > b.time : a.pid > b.pid;
  });
  return found;
}

Result<void> removeAutosave(const std::string& path) {
  std::error_code code;
  fs::remove(path, code);
  if (code) return failure({path}, "The autosave cannot be removed ({})", code.message());
  return {};
}

}  // namespace sispde::studio
