#include "runner/build/own_headers.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

class OwnHeaders : public testing::Test {
 protected:
  OwnHeaders() { folder_.write("lab/exercise.h", "the lab's"); }
  std::vector<OwnHeader> find(const std::string& text, const std::string& file = "ada/exercise.cu",
                              bool has_sources = true) const {
    return own_headers(text, folder_.path() / file, {folder_.path() / "ada", has_sources},
                       {folder_.path() / "lab"});
  }
  static std::string names(const std::vector<OwnHeader>& headers) {
    std::string text;
    for (const auto& header : headers) text += header.name + " ";
    return text;
  }

  test::TemporaryFolder folder_;
};

TEST_F(OwnHeaders, AreFoundWhereTheIncludesSayAndThoseThatTheyInclude) {
  folder_.write("ada/util.h", "#include \"detail/sum.cuh\"\n");
  folder_.write("ada/detail/sum.cuh", "#include \"../last.hpp\"\n");
  folder_.write("ada/last.hpp", "#include \"util.h\"\n");
  folder_.write("ada/unused.h", "");
  const auto found = find("#include <cuda.h>\n# include \"util.h\"\n#include \"missing.h\"\n");
  EXPECT_EQ(names(found), "util.h detail/sum.cuh last.hpp ");
  EXPECT_EQ(found[1].location, "own/a/b/c/d/detail/sum.cuh");
}

TEST_F(OwnHeaders, AreFoundAboveTheFileAndWhereASystemLostTheFolders) {
  folder_.write("ada/include/util.h", "one");
  const auto above = find("#include \"../include/util.h\"", "ada/src/exercise.cu");
  ASSERT_EQ(above.size(), 1u);
  EXPECT_EQ(above[0].location, "own/a/b/c/include/util.h");
  EXPECT_EQ(above[0].name, "include/util.h");
  EXPECT_EQ(above[0].text, "one");
  EXPECT_EQ(find("#include \"headers/util.h\"").size(), 1u);
  folder_.write("ada/other/util.h", "two");
  EXPECT_TRUE(find("#include \"headers/util.h\"").empty()) << "which of them?";
}

TEST_F(OwnHeaders, TheLabsAreTheLabs) {
  folder_.write("ada/exercise.h", "changed");
  EXPECT_TRUE(find("#include \"exercise.h\"").empty());
}

TEST_F(OwnHeaders, NothingOfOthersIsRead) {
  folder_.write("bob/secret.h", "secret");
  folder_.write("ada/bob.cu", "of a folder with everybody's files");
  fs::create_symlink(folder_.path() / "bob/secret.h", folder_.path() / "ada/link.h");
  fs::create_directory_symlink(folder_.path() / "bob", folder_.path() / "ada/friend");
  const std::vector<std::string> names{"../bob/secret.h", "link.h", "friend/secret.h",
                                       (folder_.path() / "bob/secret.h").string(),
                                       "../../../../../../etc/hostname.h"};
  for (const auto& name : names) EXPECT_TRUE(find("#include \"" + name + "\"").empty()) << name;
  EXPECT_EQ(find("#include \"bob.cu\"").size(), 1u);
  EXPECT_TRUE(find("#include \"bob.cu\"", "ada/exercise.cu", false).empty());
  EXPECT_TRUE(
      own_headers("#include \"secret.h\"", folder_.path() / "bob/exercise.cu", {}, {}).empty());
}

/// What cannot be written beside the exercise is a header that is missing, and no failure of ours.
TEST_F(OwnHeaders, NamesThatCannotBeFilesAreLeftOut) {
  folder_.write("ada/x.h", "");
  folder_.write("ada/sub/y.h", "");
  EXPECT_EQ(names(find("#include \"x.h\"\n#include \"x.h/y.h\"\n")), "x.h ");
  EXPECT_EQ(names(find("#include \"x.h/y.h\"\n#include \"x.h\"\n")), "x.h/y.h ");
  EXPECT_TRUE(find("#include \"" + std::string(300, 'f') + "/y.h\"\n").empty());
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "folder/";
  EXPECT_TRUE(find("#include \"" + deep + "y.h\"\n").empty());
}

TEST_F(OwnHeaders, TooManyOrBrokenOnesAreTold) {
  std::string text;
  for (int i = 0; i < 65; ++i) {
    folder_.write("ada/h" + std::to_string(i) + ".h", "");
    text += "#include \"h" + std::to_string(i) + ".h\"\n";
  }
  EXPECT_THROW(find(text), std::runtime_error);
  folder_.write("ada/broken.h", std::string("\xff\xfe\x00\xd8", 4));
  EXPECT_THROW(find("#include \"broken.h\""), std::runtime_error);
}

}  // namespace
}  // namespace warpscope::runner
