#pragma once
// The kernel options that several verbs share, and what follows from them: the Laplacian, and all eigenpairs where they are needed.

#include <CLI/CLI.hpp>

#include "app/cli/console.h"
#include "core/kernel/apply.h"
#include "core/kernel/rows.h"

namespace sispde::cli {

struct KernelOptions {
  KernelSpec spec;
  double power = 1;
  Method method = Method::Auto;
  double tolerance = 1e-6;
  double memory = 8192;  // MB
  bool cache = false;

  void add(CLI::App& command, bool withPower);
  // Parts of it: which kernel, and the tolerance with the memory cap.
  void addKernel(CLI::App& command);
  void addNumerics(CLI::App& command, const char* tolerated);
  std::size_t maxBytes() const { return static_cast<std::size_t>(memory * 1048576); }
  // Checks what does not depend on the graph, so that a typing error is told before a large file is read.
  Result<void> check() const;
  // Whether `count` vectors fit beside the bytes of the file they are written to.
  Result<void> checkFile(std::size_t count, NodeId nodes) const;
};

// All eigenpairs where the method is `eigen` or rows cannot do without, or where the normalisation would cost more without them;
// nothing otherwise.
Result<std::shared_ptr<const Spectrum>> spectrumFor(const Laplacian& laplacian, const KernelOptions& options,
                                                    bool rows, Console& console);

// What both verbs report of a computation.
Json reportJson(const ApplyReport& report, const Laplacian& laplacian);
std::vector<std::vector<std::string>> reportRows(const ApplyReport& report, const Laplacian& laplacian);

// What they say of the normalisation: `scale` and, where the trace was taken, `trace` in the JSON, and notes. `things` are rows or fields.
void reportScaling(const Scaling& scaling, const KernelSpec& spec, std::string_view things, Json& json,
                   std::vector<std::string>& notes);

std::string describe(const KernelSpec& spec);  // "matern, ν 1, κ 1, sym"

}  // namespace sispde::cli
