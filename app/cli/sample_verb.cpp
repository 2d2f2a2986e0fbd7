#include "app/cli/data_argument.h"
#include "app/cli/kernel_options.h"
#include "app/cli/verb.h"
#include "core/base/atomic_file.h"
#include "core/io/npy.h"
#include "core/noise/fields.h"

namespace sispde::cli {
namespace {

class SampleVerb final : public Verb {
 public:
  const char* name() const override { return "sample"; }
  const char* summary() const override {
    return "Gaussian fields on the nodes whose covariance is a kernel.";
  }
  const char* examples() const override {
    return "The fields are float32 [count, N]. One seed gives the same white noise to every kernel, so that "
           "only the kernel "
           "differs.\n"
           "Examples:\n"
           "  sispde sample karate --count 4 --kappa 5 --seed 1 --out fields.npy\n"
           "  sispde sample minesweeper:100x100 --kernel heat --kappa 10 --count 16 --out fields.npy\n"
           "  sispde sample cora.npz --kernel laplacian --laplacian comb --count 8 --out fields.npy";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("DATA", argument_.data, "File, folder, data-set name or generator")->required();
    command.add_option("--nodes", argument_.nodes, "Node table of a CSV edge list");
    options_.add(command, /*withPower=*/false);
    command.add_option("--count", count_, "Number of fields")
        ->check(CLI::Range(1, 100'000'000))
        ->capture_default_str();
    command.add_option("--out", out_, "File for the fields, .npy");
  }
  Result<void> run(Console& console) override {
    SISPDE_CHECK(options_.check());
    if (!out_.empty()) SISPDE_CHECK(console.checkOutput(out_));
    SISPDE_TRY(const Dataset data, openData(argument_, console));
    console.working("sampling");
    const Laplacian laplacian(data.graph, options_.spec.laplacian, console.progress());
    FieldsRequest request;
    request.spec = options_.spec;
    request.seed = console.options.seed;
    request.columns = static_cast<std::uint32_t>(count_);
    request.method = options_.method;
    request.tolerance = options_.tolerance;
    request.maxBytes = options_.maxBytes();
    SISPDE_CHECK(checkRequest(laplacian, {request.spec, 0.5}));
    if (!out_.empty()) SISPDE_CHECK(options_.checkFile(request.columns, data.nodeCount()));
    SISPDE_TRY(request.spectrum, spectrumFor(laplacian, options_, /*rows=*/false, console));
    SISPDE_TRY(const Fields fields, sampleFields(laplacian, request, console.progress()));
    if (!out_.empty()) {
      console.working(fmt::format("writing {}", out_));
      SISPDE_CHECK(
          writeFile(out_, npyBytes(std::span<const float>(fields.values), {count_, data.nodeCount()})));
    }
    Json json = reportJson(fields.report, laplacian);
    json["count"] = count_;
    json["nodes"] = data.nodeCount();
    json["seed"] = request.seed;
    std::vector<std::string> notes;
    reportScaling(fields.scaling, options_.spec, "fields", json, notes);
    const std::string file = out_.empty() ? "" : fmt::format(": wrote {}", out_);
    return console.show(
        fmt::format("{}, {}, {} fields{}", data.name, describe(options_.spec), grouped(count_), file),
        {Table{{}, reportRows(fields.report, laplacian)}}, notes, json);
  }

 private:
  DataArgument argument_;
  KernelOptions options_;
  std::int64_t count_ = 1;
  std::string out_;
};

}  // namespace

std::unique_ptr<Verb> makeSampleVerb() {
  return std::make_unique<SampleVerb>();
}

}  // namespace sispde::cli
