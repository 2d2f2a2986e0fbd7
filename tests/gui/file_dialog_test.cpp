// The desktop's own dialog, played by a program that stands where zenity would.

#include "app/studio/shell/file_dialog.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "core/base/file.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::studio {
namespace {

namespace fs = std::filesystem;
using sispde::testing::TemporaryFolder;

std::optional<std::string> answer(FileDialog& dialog) {
  for (int i = 0; i < 1000; ++i) {
    if (const auto chosen = dialog.take()) return chosen;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return std::nullopt;
}

TEST(FileDialogTest, AsksWhereToWriteAndWhatToOpen) {
  const TemporaryFolder folder;
  const std::string program = folder.write(
      "zenity", "#!/bin/sh\necho \"$@\" > " + folder.file("asked") + "\necho /tmp/chosen.json\n");
  fs::permissions(program, fs::perms::owner_all);
  ::setenv("PATH", (folder.path() + ":" + std::getenv("PATH")).c_str(), 1);
  ASSERT_TRUE(FileDialog::available());
  FileDialog dialog;
  dialog.askSave("/home/ada/karate-workspace.json");
  EXPECT_TRUE(dialog.asking());
  EXPECT_EQ(answer(dialog), "/tmp/chosen.json");
  EXPECT_FALSE(dialog.asking());
  const std::string asked = readFile(folder.file("asked")).value();
  for (const char* word : {"--save", "--confirm-overwrite", "--filename=/home/ada/karate-workspace.json"})
    EXPECT_NE(asked.find(word), std::string::npos) << asked;
  dialog.askOpen("/home/ada");
  EXPECT_EQ(answer(dialog), "/tmp/chosen.json");
  EXPECT_EQ(readFile(folder.file("asked")).value().find("--save"), std::string::npos);
  dialog.askOpen("/home/ada");
  dialog.close();
  EXPECT_FALSE(dialog.asking());
}

}  // namespace
}  // namespace sispde::studio
