// What the user chose outlives the viewer.
#include "viewer/model/kept_choices.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/viewer/support/temporary_folder.h"

namespace warpscope::viewer {
namespace {

TEST(KeptChoices, OutliveTheViewer) {
  const test::TemporaryFolder folder;
  KeptChoices first(folder.path());
  EXPECT_EQ(first.get("sweep of a lab"), "");
  first.set("sweep of a lab", "stride");
  first.set("columns", "time blocks");
  const KeptChoices second(folder.path());  // the first has not ended
  EXPECT_EQ(second.get("sweep of a lab"), "stride");
  EXPECT_EQ(second.get("columns"), "time blocks");
}

TEST(KeptChoices, BearAnyFile) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / kChoicesFile) << "no tab\n\t\na\tb\tc\n" << std::string(9, '\0');
  EXPECT_EQ(KeptChoices(folder.path()).get("a"), "b\tc");
  std::ofstream(folder.path() / kChoicesFile) << "a\t" << std::string(1 << 20, 'x');
  KeptChoices large(folder.path());
  EXPECT_EQ(large.get("a"), "");
  large.set("a", "y");
  EXPECT_EQ(KeptChoices(folder.path()).get("a"), "y");
}

TEST(KeptChoices, LastWithoutAFolder) {
  const test::TemporaryFolder folder;
  KeptChoices choices(folder.path() / "not there");
  choices.set("a", "b");
  EXPECT_EQ(choices.get("a"), "b");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "not there"));
}

}  // namespace
}  // namespace warpscope::viewer
