#include <chrono>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/studio/workspace/workspace_file.h"
#include "tests/unit/saved_example.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::studio {
namespace {

using sispde::testing::TemporaryFolder;

// The number of a process that has ended.
int deadPid() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

void setAge(const std::string& path, std::chrono::seconds age) {
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
}

TEST(RecoveryTest, IsFoundOfADeadProcessAlone) {
  const TemporaryFolder folder;
  const int dead = deadPid();
  ASSERT_TRUE(autosave(folder.path(), example()));
  ASSERT_TRUE(saveWorkspace(autosavePath(folder.path(), dead), example()));
  for (const char* name : {"autosave-.json", "autosave-0.json", "autosave--1.json", "autosave-x.json",
                           "autosave-99999999999.json", "other.json", "autosave-3.json.bak"})
    folder.write(name, "");
  const auto found = findRecoveries(folder.path());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].path, autosavePath(folder.path(), dead));
  EXPECT_EQ(found[0].pid, dead);
  EXPECT_LT(std::chrono::abs(std::chrono::system_clock::now() - found[0].time), std::chrono::minutes(1));
  const auto loaded = loadWorkspace(found[0].path);
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(*loaded == example());

  ASSERT_TRUE(removeAutosave(found[0].path));
  EXPECT_TRUE(removeAutosave(found[0].path));
  EXPECT_TRUE(findRecoveries(folder.path()).empty());
  EXPECT_TRUE(findRecoveries(folder.file("none")).empty());
}

TEST(RecoveryTest, TheNewestComesFirst) {
  const TemporaryFolder folder;
  const int a = deadPid(), b = deadPid(), c = deadPid();
  for (const auto& [pid, hours] : {std::pair(a, 2), std::pair(b, 1), std::pair(c, 3)})
    setAge(folder.write(fmt::format("autosave-{}.json", pid), ""), std::chrono::hours(hours));
  const auto found = findRecoveries(folder.path());
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].pid, b);
  EXPECT_EQ(found[1].pid, a);
  EXPECT_EQ(found[2].pid, c);
}

TEST(RecoveryTest, ANumberThatAnotherProcessHasNowHidesNothing) {
  const TemporaryFolder folder;
  ASSERT_TRUE(autosave(folder.path(), example()));
  EXPECT_TRUE(findRecoveries(folder.path()).empty());
  setAge(autosavePath(folder.path(), ::getpid()), std::chrono::hours(24 * 365));
  EXPECT_EQ(findRecoveries(folder.path()).size(), 1u);
}

}  // namespace
}  // namespace sispde::studio
