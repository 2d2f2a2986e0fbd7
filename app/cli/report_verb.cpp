#include "app/cli/verb.h"
#include "core/experiment/report.h"

namespace sispde::cli {
namespace {

class ReportVerb final : public Verb {
 public:
  const char* name() const override { return "report"; }
  const char* summary() const override {
    return "Tables, figures and statistics of the results that sispde bench wrote.";
  }
  const char* examples() const override {
    return "DIR holds grid.json and cells/. Written are report.md, report.html (one page that needs nothing "
           "else), the figures as SVG and "
           "the numbers as CSV (docs/report.md).\n"
           "Examples:\n"
           "  sispde report results/table1                      writes results/table1/report/\n"
           "  sispde report results/table1 --out docs/results";
  }
  void addOptions(CLI::App& command) override {
    command.add_option("DIR", folder_, "Results folder of sispde bench")->required();
    command.add_option("--out", out_, "Folder for the report (default: DIR/report)");
  }
  Result<void> run(Console& console) override {
    console.working("reading cells");
    SISPDE_TRY(const WrittenReport written, writeReport(folder_, out_, console.progress()));
    const Json json = {{"folder", written.folder},   {"files", written.files},
                       {"cells", written.cells},     {"failed", written.failed},
                       {"missing", written.missing}, {"left_out", written.leftOut}};
    const auto number = [](std::size_t count) { return grouped(static_cast<std::int64_t>(count)); };
    const Table table{{},
                      {{"cells", number(written.cells)},
                       {"failed", number(written.failed)},
                       {"missing", number(written.missing)},
                       {"files left out", number(written.leftOut)},
                       {"files written", number(written.files.size())}}};
    return console.show(fmt::format("Wrote {}/report.html", written.folder), {table}, {}, json);
  }

 private:
  std::string folder_, out_;
};

}  // namespace

std::unique_ptr<Verb> makeReportVerb() {
  return std::make_unique<ReportVerb>();
}

}  // namespace sispde::cli
