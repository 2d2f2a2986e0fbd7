#include "app/cli/verb.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/io/csv.h"
#include "core/ood/metrics.h"

namespace sispde::cli {
namespace {

struct Scores {
  std::vector<double> score;
  std::vector<std::uint8_t> isOod;
};

Result<Scores> readScores(const std::string& file) {
  SISPDE_TRY(std::string bytes, readFile(file));
  SISPDE_TRY(CsvReader csv, CsvReader::open(std::move(bytes), file));
  SISPDE_TRY(const bool any, csv.next());
  std::size_t score = csv.cells().size(), flag = score;
  for (std::size_t i = 0; any && i < csv.cells().size(); ++i) {
    for (const auto& [name, place] : {std::pair{"score", &score}, std::pair{"is_ood", &flag}}) {
      if (lower(csv.cells()[i]) != name) continue;
      if (*place != csv.cells().size()) return inputError(csv.place(name), "The column is there twice");
      *place = i;
    }
  }
  if (score == csv.cells().size() || flag == csv.cells().size())
    return inputError(csv.place(), "The first row must name the columns score and is_ood");
  Scores scores;
  while (true) {
    SISPDE_TRY(const bool more, csv.next());
    if (!more) return scores;
    const auto value = parseReal(csv.cells()[score]);
    if (!value) return inputError(csv.place("score"), "{} is not a number", inQuotes(csv.cells()[score]));
    if (std::isnan(*value))
      return inputError(csv.place("score"), "The score is NaN; a node without a score cannot be ranked");
    const auto ood = parseFlag(csv.cells()[flag]);
    if (!ood)
      return inputError(csv.place("is_ood"), "{} is not 0, 1, true or false", inQuotes(csv.cells()[flag]));
    scores.score.push_back(*value);
    scores.isOod.push_back(*ood);
  }
}

class MetricsVerb final : public Verb {
 public:
  const char* name() const override { return "metrics"; }
  const char* summary() const override {
    return "AUROC, AUPR, FPR95 and DET-ACC of out-of-distribution scores.";
  }
  const char* examples() const override {
    return "FILE.csv has the columns score and is_ood (0 or 1); a higher score means more OOD.\n"
           "Examples:\n"
           "  sispde metrics scores.csv\n"
           "  sispde metrics scores.csv --detacc-grid 10      DET-ACC as the GNSD code computes it\n"
           "  sispde metrics scores.csv --json result.json";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("FILE", file_, "CSV file with the columns score and is_ood")->required();
    command
        .add_option("--detacc-grid", metricOptions_.detAccGrid,
                    "Equally spaced thresholds for DET-ACC (0: all scores)")
        ->check(CLI::Range(0, 10'000'000))
        ->capture_default_str();
  }
  Result<void> run(Console& console) override {
    console.working(fmt::format("reading {}", file_));
    SISPDE_TRY(const Scores scores, readScores(file_));
    auto metrics = oodMetrics(scores.score, scores.isOod, metricOptions_);
    if (!metrics) {
      metrics.error().place.file = file_;
      return Unexpected(metrics.error());
    }
    const Json json = {{"auroc", metrics->auroc},      {"aupr_in", metrics->auprIn},
                       {"aupr_out", metrics->auprOut}, {"fpr95", metrics->fpr95},
                       {"det_acc", metrics->detAcc},   {"n_id", metrics->idCount},
                       {"n_ood", metrics->oodCount}};
    const Table table{
        {},
        {{"AUROC", fixed(metrics->auroc)},
         {"AUPR, ID positive", fixed(metrics->auprIn)},
         {"AUPR, OOD positive", fixed(metrics->auprOut)},
         {"FPR95", fixed(metrics->fpr95)},
         {metricOptions_.detAccGrid > 0 ? fmt::format("DET-ACC, {} thresholds", metricOptions_.detAccGrid)
                                        : "DET-ACC",
          fixed(metrics->detAcc)},
         {"ID nodes", grouped(metrics->idCount)},
         {"OOD nodes", grouped(metrics->oodCount)}}};
    return console.show(file_, {table}, {}, json);
  }

 private:
  std::string file_;
  MetricOptions metricOptions_;
};

}  // namespace

std::unique_ptr<Verb> makeMetricsVerb() {
  return std::make_unique<MetricsVerb>();
}

}  // namespace sispde::cli
