#include "app/cli/data_argument.h"
#include "app/cli/ood_marks.h"
#include "app/cli/shift_choice.h"
#include "app/cli/verb.h"
#include "core/graph/dataset_hash.h"
#include "core/io/write.h"
#include "core/shift/shift.h"

namespace sispde::cli {
namespace {

class ShiftVerb final : public Verb {
 public:
  const char* name() const override { return "shift"; }
  const char* summary() const override {
    return "Makes the out-of-distribution data set of a label, structure, feature or local shift, or of own "
           "marks.";
  }
  const char* examples() const override {
    return "The file that is written has the OOD nodes in ood_mask and the split restricted to nodes in "
           "distribution.\n"
           "Examples:\n"
           "  sispde shift cora.npz --kind label --out cora_label.npz\n"
           "  sispde shift cora.npz --kind label --classes paper --out cora_paper.npz\n"
           "  sispde shift cora.npz --kind structure --seed 3 --out cora_sbm.npz\n"
           "  sispde shift cora.npz --kind local --region balls --share 0.2 --out cora_local.npz\n"
           "  sispde shift mine.csv --kind label --ood-classes 2,3 --out mine_label.npz\n"
           "  sispde shift mine.csv --kind given --ood-column fraud --out mine_marked.npz";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("DATA", argument_.data, "File, folder, data-set name or generator")->required();
    command.add_option("--nodes", argument_.nodes, "Node table of a CSV edge list");
    command.add_option("--kind", options_.kind, "label, structure, feature, local, given or none")
        ->required()
        ->transform(shiftChoice());
    command.add_option("--out", out_, "File to write: .npz, .csv or .graphml")->required();
    command.add_option("--split", options_.split, "Stored split to use (default: seed mod number of splits)")
        ->check(CLI::NonNegativeNumber);
    command.add_flag("--random-split", randomSplit_,
                     "A random 10/10/80 split of the ID nodes instead of a stored one");
    command.add_option("--classes", options_.classes, "Label shift: class lists of the paper's data sets")
        ->transform(CLI::CheckedTransformer(
                        std::map<std::string, LabelClasses>{{"reference", LabelClasses::Reference},
                                                            {"paper", LabelClasses::Paper}})
                        .description("{reference,paper}"));
    command.add_option("--id-classes", options_.idClasses, "Label shift: classes in distribution, as 4,5,6")
        ->delimiter(',');
    command
        .add_option("--ood-classes", options_.oodClasses,
                    "Label shift, given: classes out of distribution, as 0,1,2")
        ->delimiter(',');
    marks_.addNodes(command, argument_);
    command.add_option("--features", options_.featureMode, "Feature shift: how features change")
        ->transform(CLI::CheckedTransformer(
                        std::map<std::string, FeatureMode>{{"interpolation", FeatureMode::Interpolation},
                                                           {"gaussian", FeatureMode::Gaussian}})
                        .description("{interpolation,gaussian}"));
    command
        .add_option("--fraction", options_.gaussianFraction,
                    "Feature shift, gaussian: share of the nodes that get noise")
        ->capture_default_str();
    command
        .add_option("--sigma", options_.gaussianSigma,
                    "Feature shift, gaussian: noise in standard deviations of each column")
        ->capture_default_str();
    command.add_option("--region", options_.region, "Local shift: where the shifted nodes lie")
        ->transform(
            CLI::CheckedTransformer(std::map<std::string, LocalRegion>{{"scattered", LocalRegion::Scattered},
                                                                       {"balls", LocalRegion::Balls}})
                .description("{scattered,balls}"));
    command.add_option("--share", options_.share,
                       "Local shift: share of the nodes (default: 0.5 scattered, 0.2 in balls)");
  }
  Result<void> run(Console& console) override {
    SISPDE_CHECK(checkWritable(out_));
    SISPDE_CHECK(console.checkOutput(out_));
    const bool marked = marks_.any(argument_);
    if (marked && options_.kind != ShiftKind::Given)
      return usageError("--ood-nodes and --ood-column go with --kind given");
    SISPDE_TRY(Dataset data, openData(argument_, console));
    SISPDE_CHECK(marks_.apply(argument_, data));
    if (marked) options_.oodNodes = members(data.ood);
    options_.seed = console.options.seed;
    if (randomSplit_) options_.randomSplit = SplitShares{0.1, 0.1};
    console.working("shifting");
    SISPDE_TRY(const ShiftedData shifted, applyShift(data, options_));
    const Dataset ood = oodDataset(shifted);
    if (console.stopped()) return cancelled();
    console.working(fmt::format("writing {}", out_));
    SISPDE_CHECK(writeDataset(ood, out_));

    const Json json = {{"kind", shiftName(options_.kind)},
                       {"nodes", ood.nodeCount()},
                       {"edges", ood.graph.edgeCount()},
                       {"n_ood", count(shifted.oodTest)},
                       {"n_id_test", count(shifted.idTest)},
                       {"n_exposure", count(shifted.exposure)},
                       {"seed", options_.seed},
                       {"hash", contentHash(ood)},
                       {"notes", shifted.notes}};
    const Table table{{},
                      {{"nodes", grouped(ood.nodeCount())},
                       {"edges", grouped(ood.graph.edgeCount())},
                       {"OOD nodes", grouped(count(shifted.oodTest))},
                       {"ID test nodes", grouped(count(shifted.idTest))},
                       {"exposure nodes", grouped(count(shifted.exposure))}}};
    return console.show(fmt::format("{}, {} shift: wrote {}", data.name, shiftName(options_.kind), out_),
                        {table}, shifted.notes, json);
  }

 private:
  DataArgument argument_;
  OodMarks marks_;
  ShiftOptions options_;
  std::string out_;
  bool randomSplit_ = false;
};

}  // namespace

std::unique_ptr<Verb> makeShiftVerb() {
  return std::make_unique<ShiftVerb>();
}

}  // namespace sispde::cli
