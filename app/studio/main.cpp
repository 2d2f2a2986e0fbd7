// SISPDE Studio, the desktop program.

#include <exception>

#include <fmt/core.h>

#include "app/common/interrupt.h"
#include "app/studio/shell/app.h"

int main(int argc, char** argv) {
  using namespace sispde;
  const Interrupt interrupt;  // a signal closes the window as the user would
  int code = 0;
  const std::optional<studio::Options> options = studio::readOptions(argc, argv, code);
  if (!options) return code;
  try {
    const auto app = studio::App::make(*options);
    const std::stop_callback wake(interrupt.token(), [&] {
      if (app) studio::Window::wake();
    });
    const Result<void> done = app ? (*app)->run(interrupt.token()) : Result<void>(Unexpected(app.error()));
    if (done && options->headless && !(*app)->studio().document) {  // nobody else would see why
      const studio::Log::Line* trouble = (*app)->studio().log.banner();
      fmt::print(stderr, "{}\n", trouble != nullptr ? trouble->text : "Nothing was opened.");
      return 3;
    }
    if (done) return 0;
    fmt::print(stderr, "{}\n", done.error().sentence());
  } catch (const std::exception& error) {
    fmt::print(stderr, "The program failed: {}.\n", error.what());
  }
  return 1;
}
