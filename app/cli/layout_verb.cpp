#include <chrono>

#include "app/cli/data_argument.h"
#include "app/cli/verb.h"
#include "core/base/atomic_file.h"
#include "core/io/npy.h"
#include "core/layout/layout.h"

namespace sispde::cli {
namespace {

class LayoutVerb final : public Verb {
 public:
  const char* name() const override { return "layout"; }
  const char* summary() const override { return "Places of the nodes in the plane, for a picture."; }
  const char* examples() const override {
    return "The places are float32 [N, 2]; the mean edge length is 1 and the centre is 0. The stress says "
           "how well "
           "distances in "
           "the plane follow distances in the graph: 0 is perfect, 1 is all nodes in one point.\n"
           "Examples:\n"
           "  sispde layout karate --seed 1 --out pos.npy\n"
           "  sispde layout cora.npz --iterations 200 --out pos.npy\n"
           "  sispde layout minesweeper:100x100 --no-grid --out pos.npy";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("DATA", argument_.data, "File, folder, data-set name or generator")->required();
    command.add_option("--nodes", argument_.nodes, "Node table of a CSV edge list");
    command.add_option("--iterations", options_.iterations, "Most iterations on the graph itself")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    command.add_option("--theta", options_.theta, "Opening of the Barnes-Hut method; smaller is more exact")
        ->check(CLI::Range(0.2, 2.0))
        ->capture_default_str();
    command.add_flag("--no-grid", noGrid_, "Lay out grids by forces too");
    command.add_option("--out", out_, "File for the places, .npy");
  }
  Result<void> run(Console& console) override {
    if (!out_.empty()) SISPDE_CHECK(console.checkOutput(out_));
    SISPDE_TRY(const Dataset data, openData(argument_, console));
    console.working("laying out");
    options_.seed = console.options.seed;
    options_.useGrid = !noGrid_;
    const auto start = std::chrono::steady_clock::now();
    SISPDE_TRY(const std::vector<Point> places, layoutGraph(data.graph, options_, console.progress()));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    console.working("measuring the stress");
    SISPDE_TRY(const double stress, layoutStress(data.graph, places, console.progress()));
    if (!out_.empty()) {
      console.working(fmt::format("writing {}", out_));
      std::vector<float> values;
      values.reserve(2 * places.size());
      for (const Point& p : places) values.insert(values.end(), {p.x, p.y});
      SISPDE_CHECK(writeFile(out_, npyBytes(std::span<const float>(values), {data.nodeCount(), 2})));
    }
    const Json json{{"seconds", seconds},
                    {"stress", stress},
                    {"nodes", data.nodeCount()},
                    {"edges", data.graph.edgeCount()},
                    {"seed", options_.seed}};
    const std::string file = out_.empty() ? "" : fmt::format(": wrote {}", out_);
    return console.show(fmt::format("{}, layout{}", data.name, file),
                        {Table{{},
                               {{"nodes", grouped(data.nodeCount())},
                                {"edges", grouped(data.graph.edgeCount())},
                                {"seconds", fixed(seconds, 3)},
                                {"stress", fixed(stress)}}}},
                        {}, json);
  }

 private:
  DataArgument argument_;
  LayoutOptions options_;
  bool noGrid_ = false;
  std::string out_;
};

}  // namespace

std::unique_ptr<Verb> makeLayoutVerb() {
  return std::make_unique<LayoutVerb>();
}

}  // namespace sispde::cli
