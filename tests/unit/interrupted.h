#pragma once
// The program, stopped by Ctrl+C.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sispde::testing {

// Starts the program, sends SIGINT once the file is there and `more` milliseconds have passed, and gives its exit code.
inline int interrupted(std::vector<std::string> arguments, const std::string& file, int more) {
  arguments.insert(arguments.begin(), SISPDE_PROGRAM);
  const pid_t child = ::fork();
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2}) ::dup2(nowhere, stream);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::execv(SISPDE_PROGRAM, pointers.data());
    ::_exit(127);
  }
  int status = 0;
  for (int i = 0; i < 60'000 && !std::filesystem::exists(file); ++i) {
    if (::waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(more));
  ::kill(child, SIGINT);
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace sispde::testing
