#include <algorithm>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::TemporaryFolder;

TEST(ErrorTest, SentenceNamesFileLineAndItem) {
  EXPECT_EQ((Error{ErrorKind::Input, "Bad", {"a.csv", 7, "x"}}.sentence()), "a.csv:7: x: Bad.");
  EXPECT_EQ((Error{ErrorKind::Input, "Bad", {"", 7, ""}}.sentence()), "line 7: Bad.");
  EXPECT_EQ((Error{ErrorKind::Usage, "Why?", {}}.sentence()), "Why?");
}

TEST(TextTest, Utf8AcceptsEveryLengthAndRefusesEachKindOfDamage) {
  EXPECT_TRUE(isUtf8("aé€😀"));
  for (const char* bad : {"\x80", "\xC3", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                          "\xFF", "\xE2\x82", "\xF0\x9F\x98"})
    EXPECT_FALSE(isUtf8(bad)) << inQuotes(bad);
}

TEST(TextTest, NumbersMustFillTheWholeText) {
  EXPECT_EQ(parseInteger("-12"), -12);
  EXPECT_EQ(parseInteger("12x"), std::nullopt);
  EXPECT_EQ(parseInteger(""), std::nullopt);
  EXPECT_EQ(parseInteger("99999999999999999999"), std::nullopt);
  EXPECT_EQ(parseReal("1e-3"), 0.001);
  EXPECT_EQ(parseReal("1,5"), std::nullopt);
  EXPECT_EQ(parseReal("+2"), 2);
  EXPECT_EQ(parseReal("+-2"), std::nullopt);
  EXPECT_EQ(parseReal("1e-400"), 0);
  EXPECT_TRUE(std::isinf(parseReal("1e400").value()));
  EXPECT_EQ(parseFlag("True"), true);
  EXPECT_EQ(parseFlag("0"), false);
  EXPECT_EQ(parseFlag("yes"), std::nullopt);
}

TEST(TextTest, QuotationCutsLongTextAtACharacter) {
  const std::string long_ = std::string(39, 'a') + "é" + "b";
  EXPECT_EQ(inQuotes(long_), "\"" + std::string(39, 'a') + "…\"");
  EXPECT_EQ(inQuotes("a\nb\xFF"), "\"a?b?\"");
  EXPECT_EQ(inQuotes("é"), "\"é\"");
}

TEST(HashTest, DigestsAgreeWithPublishedVectors) {
  EXPECT_EQ(Digest().text("abc").hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const TemporaryFolder folder;
  const std::string file = folder.write("hello", "hello\n");
  EXPECT_EQ(gitBlobOfFile(file).value(), "ce013625030ba8dba906f756967f9e9ca394464a");
  EXPECT_EQ(sha256OfFile(file).value(), "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
  EXPECT_FALSE(sha256OfFile(folder.file("absent")).has_value());
  EXPECT_FALSE(gitBlobOfFile(folder.file("absent")).has_value());
}

TEST(RandomTest, FirstBitsAreThePublishedPhiloxVector) {
  Random random(0, 0);
  EXPECT_EQ(random.bits(), 0xe169c58d6627e8d5u);
  EXPECT_EQ(random.bits(), 0x9b00dbd8bc57ac4cu);
}

TEST(RandomTest, StreamsOfOneSeedDiffer) {
  EXPECT_NE(Random(1, 0).bits(), Random(1, 1).bits());
  EXPECT_NE(Random(1, 0).bits(), Random(2, 0).bits());
  EXPECT_EQ(Random(1, 5).bits(), Random(1, 5).bits());
}

TEST(RandomTest, BelowIsUniformByChiSquare) {
  Random random(3);
  std::array<int, 7> counts{};
  constexpr int draws = 70000;
  for (int i = 0; i < draws; ++i) ++counts[random.below(7)];
  double chi = 0;
  for (const int c : counts) chi += (c - draws / 7.0) * (c - draws / 7.0) / (draws / 7.0);
  EXPECT_LT(chi, 22.46);  // 0.999 quantile of χ² with 6 degrees of freedom
}

TEST(RandomTest, BelowRejectsTheUnevenRest) {
  // A bound just above 2^63 rejects almost half of the raw draws; the mean of what is left is bound/2.
  Random random(4);
  const std::uint64_t bound = (std::uint64_t{1} << 63) + 1;
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t x = random.below(bound);
    ASSERT_LT(x, bound);
    sum += static_cast<double>(x) / static_cast<double>(bound);
  }
  EXPECT_NEAR(sum / 10000, 0.5, 5 / std::sqrt(12.0 * 10000));
}

TEST(RandomTest, NormalHasMeanZeroAndVarianceOne) {
  Random random(5);
  double sum = 0, squares = 0;
  constexpr int draws = 100000;
  for (int i = 0; i < draws; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / draws, 0, 5 / std::sqrt(draws));
  EXPECT_NEAR(squares / draws, 1, 5 * std::sqrt(2.0 / draws));
}

TEST(RandomTest, SkipIsGeometric) {
  Random random(6);
  double sum = 0;
  constexpr int draws = 100000;
  constexpr double p = 0.2;
  for (int i = 0; i < draws; ++i) sum += static_cast<double>(random.skip(p));
  EXPECT_NEAR(sum / draws, (1 - p) / p, 5 * std::sqrt((1 - p) / (p * p) / draws));
  EXPECT_EQ(random.skip(1), 0u);
  EXPECT_EQ(random.skip(1e-300), std::uint64_t{1} << 62);
}

TEST(ParallelTest, BlocksCoverEveryItemOnce) {
  for (const std::size_t count : {0u, 1u, 7u, 1000u}) {
    std::vector<std::atomic<int>> seen(count);
    parallelBlocks(count, 64, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++seen[i];
    });
    for (const auto& times : seen) EXPECT_EQ(times, 1);
  }
}

TEST(ParallelTest, ThreadLimitHoldsWhileItLives) {
  const int before = threadCount();
  {
    const ThreadLimit limit(1);
    EXPECT_EQ(threadCount(), 1);
  }
  EXPECT_EQ(threadCount(), before);
}

TEST(AtomicFileTest, AnUncommittedFileLeavesNothing) {
  const TemporaryFolder folder;
  {
    const AtomicFile file(folder.file("a"));
    std::ofstream(file.temporaryPath()) << "half";
  }
  EXPECT_EQ(folder.fileCount(), 0u);
}

TEST(AtomicFileTest, WritingReplacesTheOldFileWhole) {
  const TemporaryFolder folder;
  folder.write("a", "old and longer");
  ASSERT_TRUE(writeFile(folder.file("a"), "new").has_value());
  EXPECT_EQ(readFile(folder.file("a")).value(), "new");
  EXPECT_EQ(folder.fileCount(), 1u);
}

TEST(AtomicFileTest, ALinkStaysALink) {
  const TemporaryFolder folder;
  folder.write("real", "old");
  std::filesystem::create_symlink(folder.file("real"), folder.file("link"));
  ASSERT_TRUE(writeFile(folder.file("link"), "new").has_value());
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(readFile(folder.file("real")).value(), "new");
}

TEST(AtomicFileTest, DevicesAreWrittenToAndNotReplaced) {
  ASSERT_TRUE(writeFile("/dev/null", "gone").has_value());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFileTest, AMissingFolderIsReported) {
  const TemporaryFolder folder;
  const auto result = writeFile(folder.file("no/such/a"), "x");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, ErrorKind::Failed);
}

TEST(AtomicFileTest, AFolderInTheWayIsReported) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("taken/inside"));
  EXPECT_FALSE(writeFile(folder.file("taken"), "x").has_value());
}

TEST(FileTest, FoldersPipesAndMissingFilesAreToldApart) {
  const TemporaryFolder folder;
  EXPECT_NE(readFile(folder.path()).error().message.find("folder"), std::string::npos);
  EXPECT_NE(readFile(folder.file("none")).error().message.find("no such"), std::string::npos);
  EXPECT_NE(readFile("/dev/null").error().message.find("regular"), std::string::npos);
}

TEST(FileTest, MakeFolderMakesParentsAndReportsAFileInTheWay) {
  const TemporaryFolder folder;
  EXPECT_TRUE(makeFolder(folder.file("a/b/c")).has_value());
  folder.write("file", "x");
  EXPECT_FALSE(makeFolder(folder.file("file/b")).has_value());
}

TEST(ParallelTest, AloneALoopStaysOnItsThread) {
  const RunAlone alone;
  const std::thread::id here = std::this_thread::get_id();
  int elsewhere = 0;
  std::vector<int> seen(1000, 0);
  parallelBlocks(1000, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ++seen[i];
    if (std::this_thread::get_id() != here) ++elsewhere;
  });
  EXPECT_EQ(elsewhere, 0);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 1000);
}

}  // namespace
}  // namespace sispde
