#include "core/train/checkpoint.h"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "core/base/file.h"
#include "core/io/npz.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::TemporaryFolder;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Checkpoint example() {
  return {
      .identity = R"({"data": "ä", "seed": 3})",
      .epoch = 3,
      .bestEpoch = 2,
      .bestNll = 0.1 + 0.2,
      .weights = {{"z/w", {2, 3}, {1, 2.5f, -0.0f, 1e-42f, std::nanf("7"), 6}}, {"a", {}, {7}}},
      .optimiser = {{"m", {0, 4}, {}}, {"step", {1}, {3}}},
      .best = {{"z/w", {2, 3}, {9, 8, 7, 6, 5, 4}}, {"a", {}, {1.0f / 3}}},
      .history = {.epochs = {{1.0 / 3, 0.1, nan, infinity}, {5e-324, 1, -0.0, -infinity}, {1e300, 0, 2, 3}},
                  .forks = {{0, {}, {.nu = 0.1}},
                            {2,
                             {.nu = 0.1},
                             {.kind = KernelKind::Heat,
                              .nu = nan,
                              .kappa = 1.0 / 3,
                              .sigma = 0,
                              .laplacian = LaplacianKind::Combinatorial,
                              .normalisation = Normalisation::None}}}},
      .kernel = KernelSpec{.kind = KernelKind::White, .nu = infinity, .sigma = 2.0 / 3}};
}

// As bits: NaN equals itself, 0 and −0 differ.
template <class T>
void expectSameBits(const T& a, const T& b) {
  static_assert(std::is_trivially_copyable_v<T>);
  EXPECT_EQ(std::memcmp(&a, &b, sizeof(T)), 0);
}

void expectSame(const KernelSpec& a, const KernelSpec& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.laplacian, b.laplacian);
  EXPECT_EQ(a.normalisation, b.normalisation);
  expectSameBits(a.nu, b.nu);
  expectSameBits(a.kappa, b.kappa);
  expectSameBits(a.sigma, b.sigma);
}

void expectSame(const ModelState& a, const ModelState& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].shape, b[i].shape);
    ASSERT_EQ(a[i].values.size(), b[i].values.size());
    for (std::size_t j = 0; j < a[i].values.size(); ++j) expectSameBits(a[i].values[j], b[i].values[j]);
  }
}

void expectSame(const Checkpoint& a, const Checkpoint& b) {
  EXPECT_EQ(a.identity, b.identity);
  EXPECT_EQ(a.epoch, b.epoch);
  EXPECT_EQ(a.bestEpoch, b.bestEpoch);
  expectSameBits(a.bestNll, b.bestNll);
  expectSame(a.weights, b.weights);
  expectSame(a.optimiser, b.optimiser);
  expectSame(a.best, b.best);
  ASSERT_EQ(a.history.epochs.size(), b.history.epochs.size());
  for (std::size_t e = 0; e < a.history.epochs.size(); ++e)
    expectSameBits(a.history.epochs[e], b.history.epochs[e]);
  ASSERT_EQ(a.history.forks.size(), b.history.forks.size());
  for (std::size_t f = 0; f < a.history.forks.size(); ++f) {
    EXPECT_EQ(a.history.forks[f].epoch, b.history.forks[f].epoch);
    expectSame(a.history.forks[f].before, b.history.forks[f].before);
    expectSame(a.history.forks[f].after, b.history.forks[f].after);
  }
  ASSERT_EQ(a.kernel.has_value(), b.kernel.has_value());
  if (a.kernel) expectSame(*a.kernel, *b.kernel);
}

class CheckpointTest : public ::testing::Test {
 protected:
  CheckpointTest() { EXPECT_TRUE(writeCheckpoint(example(), path_).has_value()); }

  std::string bytes() const { return readFile(path_).value(); }

  // The refusal is an Input error that names the file; its sentence.
  std::string refusal() const {
    const auto read = readCheckpoint(path_);
    if (read) {
      ADD_FAILURE() << "it was read";
      return "";
    }
    EXPECT_EQ(read.error().kind, ErrorKind::Input);
    EXPECT_EQ(read.error().place.file, path_);
    return read.error().message;
  }
  std::string refusalOf(const std::string& changed) const {
    folder_.write("run.npz", changed);
    return refusal();
  }

  // The arrays of the file, with those of the same name replaced and others added.
  void rewrite(const std::vector<NpzMember>& changes, const std::string& without = "") const {
    const NpzReader file = NpzReader::open(bytes(), path_).value();
    std::vector<NpzMember> members = changes;
    for (const std::string& name : file.names()) {
      const bool changed = std::any_of(changes.begin(), changes.end(),
                                       [&](const NpzMember& change) { return change.name == name; });
      if (!changed && name != without) members.push_back({name, copyOf(file.read(name).value())});
    }
    EXPECT_TRUE(writeNpz(path_, members).has_value());
  }
  static std::string copyOf(const NpyArray& array) {
    if (array.isText()) return npyText(array.toText().value());
    if (array.describe().starts_with("float64"))
      return npyBytes(std::span<const double>(array.toDouble().value()), array.shape());
    return npyBytes(std::span<const float>(array.toFloat().value()), array.shape());
  }
  std::string text() const {
    return NpzReader::open(bytes(), path_).value().read("checkpoint").value().toText().value();
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("run.npz");
};

TEST_F(CheckpointTest, IsReadAsItWasWrittenBitForBit) {
  const auto read = readCheckpoint(path_);
  ASSERT_TRUE(read.has_value()) << read.error().sentence();
  expectSame(*read, example());
}

TEST_F(CheckpointTest, OfNothingIsReadAsItWasWritten) {
  ASSERT_TRUE(writeCheckpoint({}, path_).has_value());
  expectSame(readCheckpoint(path_).value(), {});
}

TEST_F(CheckpointTest, LeavesNoOtherFileAndReplacesTheOldOne) {
  Checkpoint other = example();
  other.identity = "{}";
  ASSERT_TRUE(writeCheckpoint(other, path_).has_value());
  EXPECT_EQ(readCheckpoint(path_).value().identity, "{}");
  EXPECT_EQ(folder_.fileCount(), 1u);
}

TEST_F(CheckpointTest, EqualOnesGiveEqualFiles) {
  const std::string first = bytes();
  ASSERT_TRUE(writeCheckpoint(example(), path_).has_value());
  EXPECT_EQ(bytes(), first);
}

TEST_F(CheckpointTest, CutShortIsRefused) {
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    SCOPED_TRACE(size);
    refusalOf(whole.substr(0, size));
  }
  refusalOf(whole.substr(0, whole.size() - 1));
}

// Some bytes of a zip archive mean nothing (times, attributes); where the file is still read, nothing in it
// has changed.
TEST_F(CheckpointTest, WithAnyByteFlippedIsRefusedOrTheSame) {
  const std::string whole = bytes();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    SCOPED_TRACE(at);
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x41);
    std::filesystem::remove(path_);  // a new file is written faster than an old one is replaced
    folder_.write("run.npz", changed);
    if (const auto read = readCheckpoint(path_)) {
      expectSame(*read, example());
    } else {
      EXPECT_EQ(read.error().kind, ErrorKind::Input);
      EXPECT_EQ(read.error().place.file, path_);
      ++refused;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, whole.size() / 2);
}

TEST_F(CheckpointTest, WithAnotherNumberUnderTheOldChecksumIsRefused) {
  const float other[] = {1, 2.5f, -0.0f, 1e-42f, 5, 6};
  rewrite({});
  EXPECT_TRUE(readCheckpoint(path_).has_value());
  rewrite({{"weights/z/w", npyBytes(std::span<const float>(other), {2, 3})}});
  EXPECT_NE(refusal().find("checksum"), std::string::npos);
}

TEST_F(CheckpointTest, WithAnotherTextUnderTheOldChecksumIsRefused) {
  std::string changed = text();
  changed.replace(changed.find("\"best_epoch\":2"), 14, "\"best_epoch\":1");
  rewrite({{"checkpoint", npyText(changed)}});
  EXPECT_NE(refusal().find("checksum"), std::string::npos);
}

TEST_F(CheckpointTest, WithAnArrayTooManyOrTooFewIsRefused) {
  const float one[] = {1};
  rewrite({{"weights/more", npyBytes(std::span<const float>(one), {1})}});
  EXPECT_NE(refusal().find("checksum"), std::string::npos);
  ASSERT_TRUE(writeCheckpoint(example(), path_).has_value());
  rewrite({{"more", npyBytes(std::span<const float>(one), {1})}});
  refusal();
  for (const char* name : {"best/a", "reports", "best_nll", "sha256", "checkpoint"}) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(writeCheckpoint(example(), path_).has_value());
    rewrite({}, name);
    refusal();
  }
}

TEST_F(CheckpointTest, OfALaterFormatIsRefusedAndSaysSo) {
  std::string changed = text();
  changed.replace(changed.find("\"version\":1"), 11, "\"version\":2");
  rewrite({{"checkpoint", npyText(changed)}});
  EXPECT_NE(refusal().find("format 2"), std::string::npos);
}

TEST_F(CheckpointTest, ForeignFilesAreRefused) {
  const float one[] = {1};
  ASSERT_TRUE(writeNpz(path_, {{"edges", npyBytes(std::span<const float>(one), {1})}}).has_value());
  EXPECT_NE(refusal().find("not a checkpoint"), std::string::npos);
  ASSERT_TRUE(writeNpz(path_, {{"checkpoint", npyText("[1]")}, {"sha256", npyText("x")}}).has_value());
  EXPECT_NE(refusal().find("not a checkpoint"), std::string::npos);
  ASSERT_TRUE(writeNpz(path_, {{"checkpoint", npyText("hello")}, {"sha256", npyText("x")}}).has_value());
  EXPECT_NE(refusal().find("not a checkpoint"), std::string::npos);
  refusalOf("");
  refusalOf("PK\x03\x04");
  refusalOf("a text");
}

TEST_F(CheckpointTest, AMissingFileAndAFolderAreRefused) {
  EXPECT_EQ(readCheckpoint(folder_.file("nowhere")).error().kind, ErrorKind::Input);
  EXPECT_EQ(readCheckpoint(folder_.path()).error().kind, ErrorKind::Input);
}

TEST_F(CheckpointTest, WhosePartsDoNotFitIsNotWritten) {
  const std::vector<std::function<void(Checkpoint&)>> faults{
      [](Checkpoint& c) { c.epoch = 4; },
      [](Checkpoint& c) { c.bestEpoch = 4; },
      [](Checkpoint& c) { c.bestEpoch = -1; },
      [](Checkpoint& c) { c.history.forks[1].epoch = 4; },
      [](Checkpoint& c) { c.history.forks[1].epoch = 0; },
      [](Checkpoint& c) { c.kernel = KernelSpec{.nu = -1}; },
      [](Checkpoint& c) { c.kernel.reset(); },
      [](Checkpoint& c) { c.identity = "\xFF"; },
      [](Checkpoint& c) { c.weights[0].values.pop_back(); },
      [](Checkpoint& c) {
        c.weights[0].shape = {-2, -3};
      },
      [](Checkpoint& c) { c.best[1].name = c.best[0].name; }};
  const std::string before = bytes();
  for (std::size_t i = 0; i < faults.size(); ++i) {
    SCOPED_TRACE(i);
    Checkpoint changed = example();
    faults[i](changed);
    EXPECT_FALSE(writeCheckpoint(changed, path_).has_value());
    EXPECT_EQ(bytes(), before);
  }
}

}  // namespace
}  // namespace sispde
