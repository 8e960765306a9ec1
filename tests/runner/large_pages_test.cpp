// Whether a virtual machine gives free memory back, told by its devices.
#include "runner/build/large_pages.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

class VirtioDevices : public testing::Test {
 protected:
  void add(const char* name, const char* id, const char* features) {
    std::filesystem::create_directories(folder_.path() / name);
    write_file(folder_.path() / name / "device", std::string(id) + "\n");
    write_file(folder_.path() / name / "features", std::string(features) + "\n");
  }
  bool gives_back() const { return gives_free_memory_back(folder_.path()); }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(VirtioDevices, GiveMemoryBackWhereABalloonReportsFreePages) {
  EXPECT_FALSE(gives_back());
  add("virtio0", "0x0002", "11111111");  // a disk
  add("virtio1", "0x0005", "01101");     // a balloon of an older kind
  EXPECT_FALSE(gives_back());
  add("virtio2", "0x0005", "01100001");
  EXPECT_FALSE(gives_back());
  add("virtio3", "0x0005", "01100100");
  EXPECT_TRUE(gives_back());
}

TEST(LargePages, AreForMachinesWithoutVirtioDevicesToo) {
  EXPECT_FALSE(gives_free_memory_back("/no/such/folder"));
  EXPECT_EQ(large_pages().environment.empty(), gives_free_memory_back());
}

}  // namespace
}  // namespace warpscope::runner
