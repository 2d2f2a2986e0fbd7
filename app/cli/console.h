#pragma once
// What all verbs share: the common options, tables on stdout, JSON for machines, progress on stderr.

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
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
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  CommonOptions options;

  // Says what is being done now. After a second a bar on stderr shows it, when that is a terminal; it moves to and fro
  // until something reports how far it is.
  void working(std::string what);
  // Reports to the bar.
  Progress progress();
  bool stopped() const { return stop_.stop_requested(); }

  // An error when a file that a verb writes is also that of --json.
  Result<void> checkOutput(const std::string& path) const;

  // The result of the verb: the table for people, or the JSON where it was asked for on stdout.
  Result<void> show(const std::string& title, const std::vector<Table>& tables,
                    const std::vector<std::string>& notes, const Json& json);

  // Takes the bar away; to be called before anything else is written to stderr.
  void endBar();

 private:
  void draw();

  std::stop_token stop_;
  std::mutex mutex_;
  std::string what_;
  double fraction_ = -1;  // negative: not known
  int ticks_ = 0;
  bool barShown_ = false;
  std::jthread drawer_;  // runs where stderr is a terminal; last, so that it stops first
};

std::string grouped(std::int64_t number);                // 1 234 567
std::string fixed(double value, int digits = 4);         // 0.5904
std::string orDash(const std::optional<double>& value);  // fixed, or – where undefined
Json orNull(const std::optional<double>& value);

}  // namespace sispde::cli
