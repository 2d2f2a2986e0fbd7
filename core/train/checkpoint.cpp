#include "core/train/checkpoint.h"

#include <array>
#include <set>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/io/npz.h"
#include "core/train/checkpoint_text.h"

namespace sispde {
namespace {

// Parts of the file with a name of their own; all others are arrays of one of the three states.
constexpr const char *textName = "checkpoint", *reportsName = "reports", *bestNllName = "best_nll",
                     *digestName = "sha256";

struct Part {
  std::string_view prefix;
  ModelState Checkpoint::*state;
};
constexpr std::array<Part, 3> parts{{{"weights/", &Checkpoint::weights},
                                     {"optimiser/", &Checkpoint::optimiser},
                                     {"best/", &Checkpoint::best}}};

std::vector<double> reportNumbers(const History& history) {
  std::vector<double> numbers;
  numbers.reserve(4 * history.epochs.size());
  for (const EpochReport& report : history.epochs)
    numbers.insert(numbers.end(),
                   {report.trainNll, report.trainAccuracy, report.validationNll, report.validationAccuracy});
  return numbers;
}

// Sizes go in before what they count, so that no two checkpoints give the same bytes.
std::string digestOf(const Checkpoint& checkpoint, const std::string& text) {
  Digest digest;
  digest.value(text.size()).text(text).value(checkpoint.bestNll);
  const std::vector<double> reports = reportNumbers(checkpoint.history);
  digest.value(reports.size()).values(std::span<const double>(reports));
  for (const Part& part : parts) {
    const ModelState& state = checkpoint.*part.state;
    digest.value(state.size());
    for (const NamedArray& array : state)
      digest.value(array.name.size())
          .text(array.name)
          .value(array.shape.size())
          .values(std::span<const std::int64_t>(array.shape))
          .value(array.values.size())
          .values(std::span<const float>(array.values));
  }
  return digest.hex();
}

// Number of elements, or nothing for a shape that cannot be.
std::optional<std::size_t> volume(const std::vector<std::int64_t>& shape) {
  std::size_t size = 1;
  for (const std::int64_t length : shape) {
    if (length < 0) return std::nullopt;
    if (length > 0 && size > std::numeric_limits<std::size_t>::max() / static_cast<std::size_t>(length))
      return std::nullopt;
    size *= static_cast<std::size_t>(length);
  }
  return size;
}

Result<void> checkState(const ModelState& state, const Place& place) {
  std::set<std::string_view> names;
  for (const NamedArray& array : state) {
    if (array.name.empty() || array.name.find('\0') != std::string::npos || !isUtf8(array.name) ||
        !names.insert(array.name).second)
      return inputError(place, "The model has two arrays named {}, or one that cannot be named so",
                        inQuotes(array.name));
    if (volume(array.shape) != array.values.size())
      return inputError(place, "The shape of the array {} does not fit its {} values", inQuotes(array.name),
                        array.values.size());
  }
  return {};
}

Result<void> readArrays(const NpzReader& file, const std::string& path, Checkpoint& into) {
  for (const std::string& name : file.names()) {
    bool known = name == textName || name == reportsName || name == bestNllName || name == digestName;
    for (const Part& part : parts) {
      if (!name.starts_with(part.prefix)) continue;
      known = true;
      SISPDE_TRY(const NpyArray array, file.read(name));
      SISPDE_TRY(std::vector<float> values, array.toFloat());
      (into.*part.state).push_back({name.substr(part.prefix.size()), array.shape(), std::move(values)});
    }
    if (!known)
      return inputError({path, 0, inQuotes(name)}, "A checkpoint holds no such array; the file was changed");
  }
  return {};
}

Result<void> readReports(const NpzReader& file, const std::string& path, Checkpoint& into) {
  SISPDE_TRY(const NpyArray reports, file.read(reportsName));
  if (reports.shape().size() != 2 || reports.shape()[1] != 4)
    return inputError({path, 0, reportsName}, "The array is {}, but four numbers per epoch were expected",
                      reports.describe());
  SISPDE_TRY(const std::vector<double> numbers, reports.toDouble());
  for (std::size_t i = 0; i + 4 <= numbers.size(); i += 4)
    into.history.epochs.push_back({numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]});
  SISPDE_TRY(const NpyArray best, file.read(bestNllName));
  SISPDE_TRY(const std::vector<double> bestNll, best.toDouble());
  if (bestNll.size() != 1)
    return inputError({path, 0, bestNllName}, "The array is {}, but one number was expected",
                      best.describe());
  into.bestNll = bestNll[0];
  return {};
}

}  // namespace

Result<void> checkCheckpoint(const Checkpoint& checkpoint, const Place& place) {
  const History& history = checkpoint.history;
  if (checkpoint.epoch < 0 || static_cast<std::size_t>(checkpoint.epoch) != history.epochs.size())
    return inputError(place, "The checkpoint is of epoch {} but has the reports of {} epochs",
                      checkpoint.epoch, history.epochs.size());
  if (checkpoint.bestEpoch < 0 || checkpoint.bestEpoch > checkpoint.epoch)
    return inputError(place, "The checkpoint is of epoch {} but names {} as the best", checkpoint.epoch,
                      checkpoint.bestEpoch);
  int earliest = 0;
  std::vector<KernelSpec> kernels;
  for (const Fork& fork : history.forks) {
    if (fork.epoch < earliest || fork.epoch > checkpoint.epoch)
      return inputError(
          place, "The checkpoint has a change of kernel after epoch {}, where there can be none", fork.epoch);
    earliest = fork.epoch + 1;
    kernels.insert(kernels.end(), {fork.before, fork.after});
  }
  if (checkpoint.kernel) kernels.push_back(*checkpoint.kernel);
  for (const KernelSpec& kernel : kernels)
    if (const Result<void> fine = checkKernel(kernel); !fine)
      return inputError(place, "A kernel in the checkpoint is not valid: {}", fine.error().message);
  if (!checkpoint.kernel && !history.forks.empty())
    return inputError(place, "The checkpoint has changes of a kernel but no kernel");
  if (!isUtf8(checkpoint.identity)) return inputError(place, "The identity of the run is not UTF-8 text");
  for (const Part& part : parts) SISPDE_CHECK(checkState(checkpoint.*part.state, place));
  return {};
}

Result<void> writeCheckpoint(const Checkpoint& checkpoint, const std::string& path) {
  SISPDE_CHECK(checkCheckpoint(checkpoint, {path}));
  const std::string text = checkpointText(checkpoint);
  const std::vector<double> reports = reportNumbers(checkpoint.history);
  std::vector<NpzMember> members{
      {textName, npyText(text)},
      {digestName, npyText(digestOf(checkpoint, text))},
      {reportsName, npyBytes(std::span<const double>(reports), {checkpoint.epoch, 4})},
      {bestNllName, npyBytes(std::span<const double>(&checkpoint.bestNll, 1), {})}};
  for (const Part& part : parts)
    for (const NamedArray& array : checkpoint.*part.state)
      members.push_back({std::string(part.prefix) + array.name,
                         npyBytes(std::span<const float>(array.values), array.shape)});
  return writeNpz(path, members);
}

Result<Checkpoint> readCheckpoint(const std::string& path) {
  SISPDE_TRY(std::string bytes, readFile(path));
  SISPDE_TRY(const NpzReader file, NpzReader::open(std::move(bytes), path));
  if (!file.has(textName) || !file.has(digestName))
    return inputError({path}, "The file is not a checkpoint of a training run");
  SISPDE_TRY(const NpyArray description, file.read(textName));
  SISPDE_TRY(const std::string text, description.toText());
  SISPDE_CHECK(checkTextFormat(text, {path}));
  Checkpoint checkpoint;
  SISPDE_CHECK(readArrays(file, path, checkpoint));
  SISPDE_CHECK(readReports(file, path, checkpoint));
  SISPDE_TRY(const NpyArray stored, file.read(digestName));
  SISPDE_TRY(const std::string digest, stored.toText());
  if (digestOf(checkpoint, text) != digest)
    return inputError({path}, "The checkpoint is damaged: its checksum differs");
  SISPDE_CHECK(readCheckpointText(text, {path}, checkpoint));
  SISPDE_CHECK(checkCheckpoint(checkpoint, {path}));
  return checkpoint;
}

}  // namespace sispde
