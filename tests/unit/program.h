#pragma once
// The command line as a program of its own: what it prints, how it ends.

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::testing {

using Json = nlohmann::json;

struct Outcome {
  int code = -1;
  std::string out, err;
};

// Runs `sispde ARGUMENTS` in an empty environment for data sets.
inline Outcome sispde(const std::string& arguments) {
  const TemporaryFolder folder;
  const std::string command = "env -u SISPDE_DATA XDG_DATA_HOME='" + folder.file("home") +
                              "' '" SISPDE_PROGRAM "' " + arguments + " >'" + folder.file("out") + "' 2>'" +
                              folder.file("err") + "' </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          readFile(folder.file("out")).value(), readFile(folder.file("err")).value()};
}

inline Json jsonOf(const std::string& arguments) {
  const Outcome outcome = sispde(arguments + " --json -");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return Json::parse(outcome.out, nullptr, false);
}

inline void expectError(const std::string& arguments, int code, const std::string& part) {
  const Outcome outcome = sispde(arguments);
  EXPECT_EQ(outcome.code, code) << arguments << ": " << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

}  // namespace sispde::testing
