#include "viewer/model/save_text.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <stdexcept>

#include "base/files.h"
#include "tests/viewer/support/temporary_folder.h"

namespace warpscope::viewer::test {
namespace {

TEST(SaveText, WritesThroughNoLink) {
  const TemporaryFolder folder;
  const auto target = folder.write("target.cu", "untouched\n");
  const auto link = folder.path() / "exercise.cu";
  std::filesystem::create_symlink(target, link);
  EXPECT_THROW(save_text(link, "mine\n"), std::runtime_error);
  EXPECT_EQ(read_file(target), "untouched\n");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST(SaveText, WritesThroughNoLinkInPlaceOfTheNewFile) {
  const TemporaryFolder folder;
  const auto target = folder.write("target.cu", "untouched\n");
  const auto file = folder.write("exercise.cu", "old\n");
  std::filesystem::create_symlink(target,
                                  file.string() + "." + std::to_string(::getpid()) + ".new");
  save_text(file, "mine\n");
  EXPECT_EQ(read_file(target), "untouched\n");
  EXPECT_EQ(read_file(file), "mine\n");
}

TEST(SaveText, LeavesAFolderAsItIs) {
  const TemporaryFolder folder;
  EXPECT_THROW(save_text(folder.path(), "mine\n"), std::runtime_error);
  EXPECT_THROW(save_text(folder.path() / "nowhere" / "exercise.cu", "mine\n"), std::runtime_error);
}

TEST(SaveText, MakesAFileThatIsNotThere) {
  const TemporaryFolder folder;
  save_text(folder.path() / "new.cu", "mine\n");
  EXPECT_EQ(read_file(folder.path() / "new.cu"), "mine\n");
}

}  // namespace
}  // namespace warpscope::viewer::test
