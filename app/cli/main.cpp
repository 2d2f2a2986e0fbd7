// The command line `sispde VERB [DATA] [options]`. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 unreadable or invalid
// input, 130 cancelled. An error is one sentence on stderr.

#include <charconv>
#include <csignal>
#include <exception>
#include <new>
#include <vector>

#include "app/cli/verb.h"
#include "app/common/interrupt.h"
#include "core/base/parallel.h"
#include "core/base/text.h"

namespace sispde::cli {
namespace {

int exitCode(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Usage: return 2;
    case ErrorKind::Input: return 3;
    case ErrorKind::Cancelled: return 130;
    case ErrorKind::Failed: break;
  }
  return 1;
}

// CLI11 would wrap negative and too large numbers around.
std::string isSeed(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = !text.empty() && code == std::errc{} && end == text.data() + text.size();
  return good ? ""
              : fmt::format("The seed {} is not a whole number from 0 to 18446744073709551615",
                            inQuotes(text));
}

void addCommonOptions(CLI::App& command, CommonOptions& options) {
  command.add_option("--seed", options.seed, "Seed of everything random, 0 to 2^64 - 1")
      ->check(CLI::Validator(isSeed, "UINT"))
      ->capture_default_str();
  command
      .add_option("--threads", options.threads,
                  "Threads to use (0: one per processor); results do not depend on it")
      ->check(CLI::Range(0, 1024));
  command.add_option("--json", options.json, "Write the result as JSON to this file (- for standard output)");
  command.add_option("--data-dir", options.dataDir, "Folder that is searched first for data sets");
}

// CLI11 puts a hint on a second line; an error is one sentence here.
int reportUsage(const std::string& message, const std::string& command) {
  std::string text = message.substr(0, message.find('\n'));
  if (!text.empty() && text.back() == '.') text.pop_back();
  fmt::print(stderr, "{}; {} --help shows how.\n", text, command);
  return 2;
}

int run(int argc, char** argv) {
  Interrupt interrupt;
  Console console(interrupt.token());
  std::vector<std::unique_ptr<Verb>> verbs;
  verbs.push_back(makeInfoVerb());
  verbs.push_back(makeDatasetsVerb());
  verbs.push_back(makeShiftVerb());
  verbs.push_back(makeMetricsVerb());
  verbs.push_back(makeReportVerb());
  verbs.push_back(makeKernelVerb());
  verbs.push_back(makeSampleVerb());
  verbs.push_back(makeRewireVerb());
  verbs.push_back(makeLayoutVerb());
  verbs.push_back(makeTrainVerb());
  verbs.push_back(makeScoreVerb());
  verbs.push_back(makeDetectVerb());

  CLI::App app("Uncertainty on graphs by structure-informed stochastic PDEs.", "sispde");
  app.set_version_flag("--version", "sispde " SISPDE_VERSION);
  app.require_subcommand(1);
  app.footer("sispde VERB --help explains a verb.");
  for (const auto& verb : verbs) {
    CLI::App* command = app.add_subcommand(verb->name(), verb->summary());
    command->footer(verb->examples());
    verb->addOptions(*command);
    addCommonOptions(*command, console.options);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ParseError& error) {
    std::string command = "sispde";
    const bool noVerb =
        dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && app.get_subcommands().empty();
    if (noVerb && argc > 1)
      return reportUsage(fmt::format("There is no verb called {}", inQuotes(argv[1])), command);
    if (const auto chosen = app.get_subcommands(); !chosen.empty())
      command += " " + chosen.front()->get_name();
    return reportUsage(error.what(), command);
  }

  const ThreadLimit threads(console.options.threads);
  const std::string chosen = app.get_subcommands().front()->get_name();
  for (const auto& verb : verbs) {
    if (verb->name() != chosen) continue;
    Result<void> result = verb->run(console);
    if (interrupt.token().stop_requested()) result = cancelled();
    console.endBar();
    if (result) return 0;
    fmt::print(stderr, "{}\n", result.error().sentence());
    return exitCode(result.error().kind);
  }
  return 1;
}

}  // namespace
}  // namespace sispde::cli

int main(int argc, char** argv) {
  // A closed pipe and a file beyond the size limit are failed writes, which are reported.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return sispde::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "There is not enough memory for this.\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "Something unforeseen went wrong ({}).\n", error.what());
  }
  return 1;
}
