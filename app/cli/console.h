#pragma once
// What all verbs share: the common options, tables on stdout, JSON for machines, progress on stderr.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace sispde::cli {

using Json = nlohmann::ordered_json;

struct CommonOptions {
  std::uint64_t seed = 0;
  int threads = 0;      // 0: one per processor
  std::string json;     // file for the JSON result, "-" for stdout, empty for none
  std::string dataDir;  // searched before all other data folders
};

// Rows of cells; the first column is left-aligned, the others right-aligned.
struct Table {
  std::vector<std::string> header;  // may be empty
  std::vector<std::vector<std::string>> rows;
};

class Console {
 public:
  explicit Console(std::stop_token stop);
  ~Console();

  CommonOptions options;

  // Reports to a bar on stderr when that is a terminal and the work takes longer than a second.
  Progress progress();

  // The result of the verb: the table for people, or the JSON where it was asked for on stdout.
  Result<void> show(const std::string& title, const std::vector<Table>& tables,
                    const std::vector<std::string>& notes, const Json& json);

 private:
  void drawBar(double fraction, std::string_view what);
  void clearBar();

  std::stop_token stop_;
  std::chrono::steady_clock::time_point started_, drawn_{};
  bool terminal_, barShown_ = false;
};

std::string grouped(std::int64_t number);                // 1 234 567
std::string fixed(double value, int digits = 4);         // 0.5904
std::string orDash(const std::optional<double>& value);  // fixed, or – where undefined
Json orNull(const std::optional<double>& value);

}  // namespace sispde::cli
