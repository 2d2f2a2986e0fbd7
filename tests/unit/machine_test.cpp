// What a control group leaves of memory, told by files like the kernel's.

#include "core/base/machine.h"

#include <gtest/gtest.h>

#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::TemporaryFolder;

TEST(MachineTest, CachedFilesOutOfUseAreFreeMemoryOfAGroup) {
  const TemporaryFolder group;
  group.write("memory.max", "1000\n");
  group.write("memory.current", "900\n");
  EXPECT_EQ(freeInGroup(group.path()), 100u);  // without memory.stat all of it counts as used
  group.write("memory.stat", "anon 250\nfile 650\nactive_file 50\ninactive_file 600\nunevictable 0\n");
  EXPECT_EQ(freeInGroup(group.path()), 700u);
}

TEST(MachineTest, AFullGroupLeavesNothing) {
  const TemporaryFolder group;
  group.write("memory.max", "1000\n");
  group.write("memory.current", "1200\n");
  group.write("memory.stat", "inactive_file 100\n");
  EXPECT_EQ(freeInGroup(group.path()), 0u);
  group.write("memory.stat", "inactive_file 5000\n");  // read at another moment: no more than all
  EXPECT_EQ(freeInGroup(group.path()), 1000u);
}

TEST(MachineTest, AGroupWithoutALimitSaysNothing) {
  const TemporaryFolder group;
  EXPECT_EQ(freeInGroup(group.path()), std::nullopt);
  group.write("memory.max", "max\n");
  group.write("memory.current", "900\n");
  EXPECT_EQ(freeInGroup(group.path()), std::nullopt);
}

}  // namespace
}  // namespace sispde
