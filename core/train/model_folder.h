#pragma once
// What a training leaves in a folder, each file whole or not at all:
//   config.json      what was trained: detector, shift, seed, options, data set and its hash, number of classes and features
//   checkpoint.npz   weights of the selected epoch and the state to go on from (checkpoint.h)
//   metrics.json     what the command line reports
//   scores.csv       one line per scored node: graph, node, ID test or OOD test, label, prediction, every score
//   history.csv      one line per epoch

#include <string>
#include <vector>

#include "core/detect/detector_options.h"
#include "core/train/checkpoint.h"

namespace sispde {

// The configuration of a trained model. Its JSON is the identity of the run.
struct ModelConfig {
  std::string detector, shift;
  std::uint64_t seed = 0;
  DetectorOptions options;
  std::string data, dataHash;  // name for people; content hash
  std::string split;           // "stored", "random 10/10/80", …: which nodes are trained on
  std::int64_t classes = 0, features = 0;
};
Result<std::string> configText(const ModelConfig& config);
Result<ModelConfig> readConfig(const std::string& folder);

std::string configPath(const std::string& folder);
std::string checkpointPath(const std::string& folder);

// Makes the folder where it is missing. An error where it holds another training, unless `resume`: then one where it does not hold this one.
Result<void> openModelFolder(const std::string& folder, const ModelConfig& config, bool resume);

// Columns of scores of one or two graphs.
struct ScoredGraph {
  const Dataset* data = nullptr;
  std::string graph;  // "training", "test" or "scored"
  Mask idTest, oodTest;
  std::vector<std::int32_t> prediction;  // may be empty
  std::vector<std::pair<std::string, std::vector<double>>> scores;
};
std::string scoresCsv(const std::vector<ScoredGraph>& graphs);
std::string historyCsv(const History& history);

}  // namespace sispde
