// SISPDE Studio, the desktop program.

#include <exception>

#include <fmt/core.h>

#include "app/studio/shell/app.h"

int main(int argc, char** argv) {
  using namespace sispde;
  int code = 0;
  const std::optional<studio::Options> options = studio::readOptions(argc, argv, code);
  if (!options) return code;
  try {
    const auto app = studio::App::make(*options);
    const Result<void> done = app ? (*app)->run() : Result<void>(Unexpected(app.error()));
    if (done) return 0;
    fmt::print(stderr, "{}\n", done.error().sentence());
  } catch (const std::exception& error) {
    fmt::print(stderr, "The program failed: {}.\n", error.what());
  }
  return 1;
}
