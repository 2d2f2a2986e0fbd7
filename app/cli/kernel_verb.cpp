#include "app/cli/data_argument.h"
#include "app/cli/kernel_options.h"
#include "app/cli/verb.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"
#include "core/io/npy.h"

namespace sispde::cli {
namespace {

class KernelVerb final : public Verb {
 public:
  const char* name() const override { return "kernel"; }
  const char* summary() const override {
    return "Rows of a Matérn or heat covariance on a graph, or of its square root.";
  }
  const char* examples() const override {
    return "The rows are those of K^power, float32 [rows, N]. The kernel is normalised first, then raised to "
           "the power.\n"
           "With --normalise none the stored rows times exp(scale) are the true ones; scale is 0 unless they "
           "would leave "
           "float32.\n"
           "Examples:\n"
           "  sispde kernel karate --rows 0,33 --nu 2 --kappa 3 --out rows.npy\n"
           "  sispde kernel cora.npz --rows 0 --laplacian comb --method eigen --cache\n"
           "  sispde kernel minesweeper.npz --rows 10,20 --power 0.5 --tol 1e-4 --json -";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("DATA", argument_.data, "File, folder, data-set name or generator")->required();
    command.add_option("--nodes", argument_.nodes, "Node table of a CSV edge list");
    command.add_option("--rows", rows_, "Nodes, counted from 0, as 0,5,7; or all")->required();
    options_.add(command, /*withPower=*/true);
    command.add_option("--out", out_, "File for the rows, .npy");
  }
  Result<void> run(Console& console) override {
    SISPDE_CHECK(options_.check());
    if (!out_.empty()) SISPDE_CHECK(console.checkOutput(out_));
    SISPDE_TRY(const Dataset data, openData(argument_, console));
    SISPDE_TRY(const std::vector<NodeId> nodes, chosenNodes(data.nodeCount()));
    console.working("computing rows");
    const Laplacian laplacian(data.graph, options_.spec.laplacian, console.progress());
    RowsRequest request{options_.spec,      options_.power,      options_.method,
                        options_.tolerance, options_.maxBytes(), {}};
    SISPDE_CHECK(checkRequest(laplacian, request));
    if (!out_.empty()) SISPDE_CHECK(options_.checkFile(nodes.size(), data.nodeCount()));
    SISPDE_TRY(request.spectrum, spectrumFor(laplacian, options_, /*rows=*/true, console));
    SISPDE_TRY(const KernelRows rows, kernelRows(laplacian, nodes, request, console.progress()));
    if (!out_.empty()) {
      console.working(fmt::format("writing {}", out_));
      SISPDE_CHECK(writeFile(out_, npyBytes(std::span<const float>(rows.values),
                                            {static_cast<std::int64_t>(nodes.size()), data.nodeCount()})));
    }
    return show(console, data, laplacian, nodes, rows);
  }

 private:
  Result<std::vector<NodeId>> chosenNodes(NodeId count) const {
    std::vector<NodeId> nodes;
    if (rows_ == "all") {
      for (NodeId u = 0; u < count; ++u) nodes.push_back(u);
      return nodes;
    }
    for (std::size_t at = 0; at <= rows_.size();) {
      const std::size_t end = std::min(rows_.find(',', at), rows_.size());
      const auto node = parseInteger(trim(std::string_view(rows_).substr(at, end - at)));
      if (!node) return usageError("--rows takes nodes as 0,5,7, or all, not {}", inQuotes(rows_));
      if (*node < 0 || *node >= count)
        return usageError("There is no node {}: the graph has nodes 0 to {}", *node, count - 1);
      nodes.push_back(static_cast<NodeId>(*node));
      at = end + 1;
    }
    return nodes;
  }

  Result<void> show(Console& console, const Dataset& data, const Laplacian& laplacian,
                    const std::vector<NodeId>& nodes, const KernelRows& rows) const {
    Json json = reportJson(rows.report, laplacian);
    json["rows"] = nodes.size();
    json["nodes"] = data.nodeCount();
    std::vector<std::string> notes;
    reportScaling(rows.scaling, options_.spec, "rows", json, notes);
    Table table{{}, reportRows(rows.report, laplacian)};
    const std::string file = out_.empty() ? "" : fmt::format(": wrote {}", out_);
    return console.show(fmt::format("{}, {}{}, {} rows{}", data.name, describe(options_.spec),
                                    options_.power == 1 ? "" : ", square root",
                                    grouped(static_cast<std::int64_t>(nodes.size())), file),
                        {table}, notes, json);
  }

  DataArgument argument_;
  KernelOptions options_;
  std::string rows_, out_;
};

}  // namespace

std::unique_ptr<Verb> makeKernelVerb() {
  return std::make_unique<KernelVerb>();
}

}  // namespace sispde::cli
