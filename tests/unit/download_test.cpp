#include "core/io/download.h"

#include <chrono>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "tests/unit/loopback_server.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

namespace fs = std::filesystem;
using testing::LoopbackServer;
using testing::Page;
using testing::TemporaryFolder;
using Mode = Page::Mode;

std::string sha256(const std::string& bytes) {
  return Digest().text(bytes).hex();
}

std::string someBytes(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>((i * 2654435761u) >> 13 & 0xFF);
  return bytes;
}

class Download : public ::testing::Test {
 protected:
  DownloadRequest request(const std::string& path = "/data.npz") const {
    return {server_.url(path), folder_.file("data.npz"), sha256(bytes_), "", bytes_.size()};
  }
  std::string stored() const { return readFile(folder_.file("data.npz")).value_or("(no file)"); }
  bool hasPart() const { return fs::exists(folder_.file("data.npz.part")); }
  bool nothingIsLeft() const { return fs::is_empty(folder_.path()); }

  std::string bytes_ = someBytes(300'000);
  TemporaryFolder folder_;
  LoopbackServer server_;
};

TEST_F(Download, StoresTheWholeFile) {
  server_.serve("/data.npz", {bytes_});
  const auto done = download(request());
  ASSERT_TRUE(done) << done.error().sentence();
  EXPECT_EQ(stored(), bytes_);
  EXPECT_FALSE(hasPart());
}

TEST_F(Download, ReplacesAnOlderFile) {
  ASSERT_TRUE(writeFile(folder_.file("data.npz"), "old"));
  server_.serve("/data.npz", {bytes_});
  ASSERT_TRUE(download(request()));
  EXPECT_EQ(stored(), bytes_);
}

TEST_F(Download, StoresAnEmptyFile) {
  server_.serve("/data.npz", {""});
  ASSERT_TRUE(download({server_.url("/data.npz"), folder_.file("data.npz"), "", "", 0}));
  EXPECT_EQ(stored(), "");
}

TEST_F(Download, ChecksTheGitBlobId) {
  server_.serve("/data.npz", {"hello\n"});
  DownloadRequest hello{server_.url("/data.npz"), folder_.file("data.npz"), "", "", 0};
  hello.gitBlob = "ce013625030ba8dba906f756967f9e9ca394464a";  // printf 'hello\n' | git hash-object --stdin
  EXPECT_TRUE(download(hello));
  hello.gitBlob.front() = '0';
  EXPECT_FALSE(download(hello));
}

TEST_F(Download, ReportsProgressUpToOne) {
  server_.serve("/data.npz", {bytes_});
  double last = -1;
  bool ascending = true;
  ASSERT_TRUE(download(request(), {{}, [&](double fraction, std::string_view) {
                                     ascending = ascending && fraction >= last && fraction <= 1;
                                     last = fraction;
                                   }}));
  EXPECT_TRUE(ascending);
  EXPECT_EQ(last, 1);
}

TEST_F(Download, KeepsThePartAfterABreak) {
  server_.serve("/data.npz", {bytes_, Mode::Break, 100'000});
  const auto done = download(request());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::Failed);
  EXPECT_EQ(fs::file_size(folder_.file("data.npz.part")), 100'000u);
  EXPECT_FALSE(fs::exists(folder_.file("data.npz")));
}

TEST_F(Download, ContinuesAfterABreak) {
  server_.serve("/data.npz", {bytes_, Mode::Break, 100'000});
  ASSERT_FALSE(download(request()));
  const auto done = download(request());
  ASSERT_TRUE(done) << done.error().sentence();
  EXPECT_EQ(stored(), bytes_);
  EXPECT_EQ(server_.requests(), (std::vector<std::string>{"/data.npz ", "/data.npz bytes=100000-"}));
}

TEST_F(Download, StartsOverWhenTheServerIgnoresRanges) {
  ASSERT_TRUE(writeFile(folder_.file("data.npz.part"), bytes_.substr(0, 1000)));
  server_.serve("/data.npz", {bytes_, Mode::IgnoreRange});
  ASSERT_TRUE(download(request()));
  EXPECT_EQ(stored(), bytes_);
}

TEST_F(Download, StartsOverWhenTheServerRefusesTheRange) {
  ASSERT_TRUE(writeFile(folder_.file("data.npz.part"), bytes_.substr(0, 1000)));
  server_.serve("/data.npz", {bytes_, Mode::NoRange});
  ASSERT_TRUE(download(request()));
  EXPECT_EQ(stored(), bytes_);
}

TEST_F(Download, StartsOverWhenTheServerSendsAnotherRange) {
  ASSERT_TRUE(writeFile(folder_.file("data.npz.part"), bytes_.substr(0, 1000)));
  server_.serve("/data.npz", {bytes_, Mode::OtherRange});
  ASSERT_TRUE(download(request()));
  EXPECT_EQ(stored(), bytes_);
}

TEST_F(Download, StartsOverWhenThePartIsOfAnotherFile) {
  ASSERT_TRUE(writeFile(folder_.file("data.npz.part"), "something else"));
  server_.serve("/data.npz", {bytes_});
  ASSERT_TRUE(download(request()));
  EXPECT_EQ(stored(), bytes_);
}

TEST_F(Download, CancelsWithinASecondAndKeepsThePart) {
  server_.serve("/data.npz", {bytes_, Mode::Trickle});
  std::stop_source stop;
  const std::jthread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  const auto start = std::chrono::steady_clock::now();
  const auto done = download(request(), {stop.get_token(), {}});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(1300));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::Cancelled);
  EXPECT_TRUE(hasPart());
}

TEST_F(Download, LeavesNothingWhenCancelledBeforeItBegan) {
  server_.serve("/data.npz", {bytes_});
  std::stop_source stop;
  stop.request_stop();
  const auto done = download(request(), {stop.get_token(), {}});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::Cancelled);
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Download, LeavesNothingAfterAWrongDigest) {
  server_.serve("/data.npz", {someBytes(300'000).replace(7, 1, "x")});
  const auto done = download(request());
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("SHA-256"), std::string::npos);
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Download, LeavesNothingWhenThePageIsMissing) {
  const auto done = download(request("/nowhere"));
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("404 (there is no such page)"), std::string::npos)
      << done.error().message;
  EXPECT_NE(done.error().message.find(server_.url("/nowhere")), std::string::npos);
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Download, RemovesAnOldPartWhenThePageIsMissing) {
  ASSERT_TRUE(writeFile(folder_.file("data.npz.part"), bytes_.substr(0, 1000)));
  ASSERT_FALSE(download(request("/nowhere")));
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Download, KeepsAnOldPartWhenTheServerIsBusy) {
  ASSERT_TRUE(writeFile(folder_.file("data.npz.part"), bytes_.substr(0, 1000)));
  server_.serve("/data.npz", {"", Mode::Status, 0, 503});
  ASSERT_FALSE(download(request()));
  EXPECT_EQ(fs::file_size(folder_.file("data.npz.part")), 1000u);
}

TEST_F(Download, RefusesAFileLargerThanExpected) {
  server_.serve("/data.npz", {bytes_ + "more"});
  const auto done = download(request());
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("larger than 300000 bytes"), std::string::npos) << done.error().message;
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Download, RefusesAFileSmallerThanExpected) {
  server_.serve("/data.npz", {bytes_.substr(1)});
  const auto done = download(request());
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("299999 bytes where 300000"), std::string::npos)
      << done.error().message;
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Download, TakesNoMoreThanTheServerAnnounced) {
  server_.serve("/data.npz", {bytes_, Mode::Announce, 1000});
  ASSERT_FALSE(download(request()));
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Download, TreatsAFileShorterThanAnnouncedAsABreak) {
  server_.serve("/data.npz", {bytes_, Mode::Announce, bytes_.size() + 1});
  const auto done = download({server_.url("/data.npz"), folder_.file("data.npz"), "", "", 0});
  ASSERT_FALSE(done);
  EXPECT_TRUE(hasPart());
  EXPECT_FALSE(fs::exists(folder_.file("data.npz")));
}

TEST_F(Download, FollowsARedirect) {
  server_.serve("/data.npz", {bytes_});
  server_.serve("/old", {"", Mode::Redirect, 0, 302, server_.url("/data.npz")});
  const auto done = download(request("/old"));
  ASSERT_TRUE(done) << done.error().sentence();
  EXPECT_EQ(stored(), bytes_);
}

TEST_F(Download, GivesUpOnARedirectToItself) {
  server_.serve("/loop", {"", Mode::Redirect, 0, 302, server_.url("/loop")});
  EXPECT_FALSE(download(request("/loop")));
  EXPECT_LE(server_.requests().size(), 6u);
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Download, DoesNotFollowARedirectToAFile) {
  ASSERT_TRUE(writeFile(folder_.file("secret"), bytes_));
  server_.serve("/leak", {"", Mode::Redirect, 0, 302, "file://" + folder_.file("secret")});
  EXPECT_FALSE(download(request("/leak")));
  EXPECT_FALSE(fs::exists(folder_.file("data.npz")));
}

TEST_F(Download, RefusesAnAddressOfAnotherProtocol) {
  const auto done = download({"file:///etc/hostname", folder_.file("data.npz"), "", "", 0});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::Usage);
}

TEST_F(Download, LeavesNothingWhenNobodyAnswers) {
  std::string url;
  {
    const LoopbackServer gone;
    url = gone.url("/data.npz");
  }
  ASSERT_FALSE(download({url, folder_.file("data.npz"), "", "", 0}));
  EXPECT_TRUE(nothingIsLeft());
}

TEST_F(Download, FailsWithASentenceWhenTheFolderIsMissing) {
  server_.serve("/data.npz", {bytes_});
  const auto done = download({server_.url("/data.npz"), folder_.file("nowhere/data.npz"), "", "", 0});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().sentence().find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace sispde
