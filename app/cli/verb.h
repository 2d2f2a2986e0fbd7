#pragma once
// One verb of the command line: what it is called, its options, and what it does. A verb lives in a file of its own and is
// listed once, in main.cpp.

#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/console.h"
#include "core/base/result.h"

namespace sispde::cli {

class Verb {
 public:
  virtual ~Verb() = default;
  virtual const char* name() const = 0;
  virtual const char* summary() const = 0;   // one sentence
  virtual const char* examples() const = 0;  // shown at the end of --help
  virtual void addOptions(CLI::App& command) = 0;
  virtual Result<void> run(Console& console) = 0;
};

std::unique_ptr<Verb> makeInfoVerb();
std::unique_ptr<Verb> makeDatasetsVerb();
std::unique_ptr<Verb> makeMetricsVerb();
std::unique_ptr<Verb> makeShiftVerb();
std::unique_ptr<Verb> makeKernelVerb();
std::unique_ptr<Verb> makeLayoutVerb();
std::unique_ptr<Verb> makeReportVerb();
std::unique_ptr<Verb> makeRewireVerb();
std::unique_ptr<Verb> makeSampleVerb();
std::unique_ptr<Verb> makeTrainVerb();
std::unique_ptr<Verb> makeScoreVerb();
std::unique_ptr<Verb> makeDetectVerb();

}  // namespace sispde::cli
