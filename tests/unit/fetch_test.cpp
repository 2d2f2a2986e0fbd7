#include "core/io/fetch.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/graph/dataset_hash.h"
#include "core/io/formats.h"
#include "core/io/open.h"
#include "tests/unit/loopback_server.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

namespace fs = std::filesystem;
using testing::LoopbackServer;
using testing::Page;
using testing::TemporaryFolder;
using Mode = Page::Mode;

Dataset tinyDataset(std::int32_t lastLabel = 1) {
  Dataset data;
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}};
  data.graph = buildGraph(4, edges).graph;
  data.features = Features::dense(4, 2, {1, 2, 3, 4, 5, 6, 7, 8});
  data.labels = {0, 1, 0, lastLabel};
  return data;
}

// A server with the made-up set "tiny": one archive of four nodes.
class Fetch : public ::testing::Test {
 protected:
  Fetch() {
    bytes_ = archive(tinyDataset());
    server_.serve("/tiny.npz", {bytes_});
    entry_.name = "tiny";
    entry_.title = "Tiny";
    entry_.nodes = 4;
    entry_.edges = 3;
    entry_.classes = 2;
    entry_.features = 2;
    entry_.page = "https://example.org";
    entry_.format = "heterophilous";
    entry_.content = contentHash(tinyDataset());
    entry_.files = {{"tiny.npz", server_.url("/tiny.npz"), Digest().text(bytes_).hex(), "", bytes_.size()}};
  }
  std::string archive(const Dataset& data) {
    const TemporaryFolder folder;
    EXPECT_TRUE(writeNpzDataset(data, folder.file("x.npz")));
    return readFile(folder.file("x.npz")).value_or("");
  }
  void unprotectFiles() { entry_.files.front() = {"tiny.npz", server_.url("/tiny.npz"), "", "", 0}; }
  Result<std::string> fetch(const Progress& progress = {}) {
    return fetchDataset(entry_, folder_.path(), progress);
  }
  EntryStatus verify() { return verifyEntry(entry_, {folder_.path()}); }
  bool nothingIsLeft() const { return fs::is_empty(folder_.path()); }

  TemporaryFolder folder_;
  LoopbackServer server_;
  std::string bytes_;
  CatalogueEntry entry_;
};

TEST_F(Fetch, GivesADataSetThatOpens) {
  const auto path = fetch();
  ASSERT_TRUE(path) << path.error().sentence();
  EXPECT_EQ(*path, folder_.file("tiny/tiny.npz"));
  const auto data = openDataset(*path);
  ASSERT_TRUE(data) << data.error().sentence();
  EXPECT_EQ(contentHash(*data), entry_.content);
}

TEST_F(Fetch, LeavesTheSetAlone) {
  ASSERT_TRUE(fetch());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 1);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.file("tiny")), fs::directory_iterator()), 1);
}

TEST_F(Fetch, MakesTheFolder) {
  EXPECT_TRUE(fetchDataset(entry_, folder_.file("new/folder")));
}

TEST_F(Fetch, ReturnsAtOnceWhenTheSetIsThere) {
  const auto first = fetch();
  const std::size_t requests = server_.requests().size();
  const auto second = fetch();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(*first, *second);
  EXPECT_EQ(server_.requests().size(), requests);
}

TEST_F(Fetch, TakesASetThatTheUserPutThere) {
  ASSERT_TRUE(writeFile(folder_.file("tiny.npz"), bytes_));
  const auto path = fetch();
  ASSERT_TRUE(path);
  EXPECT_EQ(*path, folder_.file("tiny.npz"));
  EXPECT_TRUE(server_.requests().empty());
}

TEST_F(Fetch, ReportsProgressUpToOne) {
  double last = -1;
  ASSERT_TRUE(fetch({{}, [&](double fraction, std::string_view) {
                       EXPECT_GE(fraction, last);
                       last = fraction;
                     }}));
  EXPECT_EQ(last, 1);
}

TEST_F(Fetch, RemovesEverythingWhenTheContentIsOther) {
  unprotectFiles();
  server_.serve("/tiny.npz", {archive(tinyDataset(0))});
  const auto path = fetch();
  ASSERT_FALSE(path);
  EXPECT_NE(path.error().message.find("content hash"), std::string::npos) << path.error().message;
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Fetch, RemovesEverythingWhenTheSizesAreOther) {
  entry_.content.clear();
  entry_.edges = 4;
  const auto path = fetch();
  ASSERT_FALSE(path);
  EXPECT_NE(path.error().message.find("3 edges where 4"), std::string::npos) << path.error().message;
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Fetch, RemovesEverythingWhenTheFileCannotBeRead) {
  unprotectFiles();
  server_.serve("/tiny.npz", {"<html>not an archive</html>"});
  EXPECT_FALSE(fetch());
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Fetch, RemovesEverythingWhenOneFileIsMissing) {
  entry_.files.push_back({"more.txt", server_.url("/nowhere"), "", "", 0});
  EXPECT_FALSE(fetch());
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Fetch, IsMissingWhileItIsIncomplete) {
  server_.serve("/tiny.npz", {bytes_, Mode::Break, 100});
  ASSERT_FALSE(fetch());
  EXPECT_EQ(locateEntry(entry_, {folder_.path()}).state, EntryState::Missing);
}

TEST_F(Fetch, ContinuesAfterABreak) {
  server_.serve("/tiny.npz", {bytes_, Mode::Break, 100});
  ASSERT_FALSE(fetch());
  const auto path = fetch();
  ASSERT_TRUE(path) << path.error().sentence();
  EXPECT_EQ(server_.requests().back(), "/tiny.npz bytes=100-");
}

TEST_F(Fetch, DoesNotLoadFinishedFilesAgain) {
  entry_.files = {{"readme", server_.url("/readme"), Digest().text("text").hex(), "", 4},
                  entry_.files.front()};
  server_.serve("/readme", {"text"});
  server_.serve("/tiny.npz", {bytes_, Mode::Break, 100});
  ASSERT_FALSE(fetch());
  (void)fetch();
  const auto requests = server_.requests();
  EXPECT_EQ(std::count(requests.begin(), requests.end(), "/readme "), 1);
}

TEST_F(Fetch, StopsWhenCancelled) {
  server_.serve("/tiny.npz", {bytes_, Mode::Trickle});
  std::stop_source stop;
  const std::jthread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request_stop();
  });
  const auto path = fetch({stop.get_token(), {}});
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().kind, ErrorKind::Cancelled);
  EXPECT_FALSE(fs::exists(folder_.file("tiny")));
}

TEST_F(Fetch, ReplacesADamagedCopy) {
  ASSERT_TRUE(fetch());
  ASSERT_TRUE(writeFile(folder_.file("tiny/tiny.npz"), "damaged"));
  ASSERT_TRUE(fetch());
  EXPECT_EQ(verify().state, EntryState::Present);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 1);
}

TEST_F(Fetch, NeverRemovesFilesOfTheUser) {
  ASSERT_TRUE(makeFolder(folder_.file("tiny")));
  ASSERT_TRUE(writeFile(folder_.file("tiny/thesis.txt"), "years of work"));
  EXPECT_FALSE(fetch());
  EXPECT_EQ(readFile(folder_.file("tiny/thesis.txt")).value_or(""), "years of work");
}

TEST_F(Fetch, RefusesWhenAnotherFileIsInTheWay) {
  ASSERT_TRUE(writeFile(folder_.file("tiny.npz"), archive(tinyDataset(0))));
  const auto path = fetch();
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().place.file, folder_.file("tiny.npz"));
}

TEST_F(Fetch, SaysWhenThereIsNothingToDownload) {
  entry_.files.clear();
  const auto path = fetch();
  ASSERT_FALSE(path);
  EXPECT_NE(path.error().message.find("not offered"), std::string::npos);
}

TEST_F(Fetch, VerifiesAFetchedSet) {
  ASSERT_TRUE(fetch());
  EXPECT_EQ(verify().state, EntryState::Present);
  EXPECT_EQ(verify().detail, "The files are the published ones.");
}

TEST_F(Fetch, VerifiesTheUniformFileByItsDigest) {
  entry_.files.front().sha256 = std::string(64, '0');
  entry_.uniformSha256 = Digest().text(bytes_).hex();
  ASSERT_TRUE(writeFile(folder_.file("tiny.npz"), bytes_));
  EXPECT_EQ(verify().detail, "The files are the published ones.");
}

TEST_F(Fetch, FindsAChangedLabelInAStoredSet) {
  ASSERT_TRUE(writeFile(folder_.file("tiny.npz"), archive(tinyDataset(0))));
  EXPECT_EQ(locateEntry(entry_, {folder_.path()}).state, EntryState::Present);
  EXPECT_EQ(verify().state, EntryState::Damaged);
}

TEST_F(Fetch, FindsAFileThatIsCutShort) {
  ASSERT_TRUE(writeFile(folder_.file("tiny.npz"), bytes_.substr(0, bytes_.size() / 2)));
  const EntryStatus status = verify();
  EXPECT_EQ(status.state, EntryState::Damaged);
  EXPECT_NE(status.detail, "");
}

TEST_F(Fetch, GoesByDigestsWhereTheContentIsNotKnown) {
  ASSERT_TRUE(fetch());
  entry_.content.clear();
  EXPECT_EQ(verify().state, EntryState::Present);
  entry_.files.front().sha256 = std::string(64, '0');
  EXPECT_EQ(verify().state, EntryState::Damaged);
}

TEST_F(Fetch, ReportsAMissingSet) {
  const EntryStatus status = verify();
  EXPECT_EQ(status.state, EntryState::Missing);
  EXPECT_EQ(status.path, "");
}

}  // namespace
}  // namespace sispde
