// A build folder that was copied together with its tree would build the tree that it was made for.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "base/files.h"
#include "runner/build/new_folder.h"
#include "tests/runner/run_command.h"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using runner::test::run_command;

class CopiedBuild : public testing::Test {
 protected:
  CopiedBuild() {
    write_file(tree_ / "CMakeLists.txt", fmt::format("cmake_minimum_required(VERSION 3.24)\n"
                                                     "project(small LANGUAGES CXX)\n"
                                                     "include({}/cmake/WarpscopeCopiedTree.cmake)\n"
                                                     "add_library(part STATIC part.cpp)\n"
                                                     "warpscope_refuse_copied_tree(part)\n",
                                                     WARPSCOPE_SOURCE_DIR));
    write_file(tree_ / "part.cpp", "int part() { return 1; }\n");
  }
  runner::test::Finished build(const fs::path& tree, const std::string& how) const {
    return run_command(fmt::format("cd '{}' && {}", tree.string(), how));
  }
  const runner::NewFolder folder_{fs::temp_directory_path() / "warpscope-copied"};
  const fs::path tree_ = [&] {
    fs::create_directory(folder_.path() / "tree");
    return folder_.path() / "tree";
  }();
};

TEST_F(CopiedBuild, BuildsWhereItWasMadeAndRefusesElsewhere) {
  const auto made = build(tree_, "cmake -S . -B build -G Ninja");
  ASSERT_EQ(made.exit_code, 0) << made.output;
  const auto copy = folder_.path() / "copy";
  fs::copy(tree_, copy, fs::copy_options::recursive);
  for (const char* how : {"cmake --build build", "ninja -C build part"}) {
    const auto here = build(tree_, how);
    EXPECT_EQ(here.exit_code, 0) << here.output;
    auto elsewhere = build(copy, how);
    elsewhere.output = std::regex_replace(elsewhere.output, std::regex("\\s+"), " ");
    EXPECT_NE(elsewhere.exit_code, 0) << elsewhere.output;
    // CMake breaks its lines between words.
    EXPECT_NE(elsewhere.output.find("source tree " + tree_.string() + " and would build that one"),
              std::string::npos)
        << elsewhere.output;
    EXPECT_FALSE(fs::exists(copy / "build" / "libpart.a"));
  }
}

TEST_F(CopiedBuild, RefusesAlsoWhereTheCopyConfiguresItselfFirst) {
  const auto made = build(tree_, "cmake -S . -B build -G Ninja");
  ASSERT_EQ(made.exit_code, 0) << made.output;
  auto elsewhere = build(tree_,
                         "cp -r . ../copy && cd ../copy && touch ../tree/CMakeLists.txt && "
                         "cmake --build build");
  EXPECT_NE(elsewhere.exit_code, 0) << elsewhere.output;
  elsewhere.output = std::regex_replace(elsewhere.output, std::regex("\\s+"), " ");
  EXPECT_NE(elsewhere.output.find("would build that one"), std::string::npos) << elsewhere.output;
}

TEST_F(CopiedBuild, ALinkToTheTreeIsTheTree) {
  const auto made = build(tree_, "cmake -S . -B build -G Ninja");
  ASSERT_EQ(made.exit_code, 0) << made.output;
  fs::create_directory_symlink(tree_, folder_.path() / "link");
  const auto built = build(folder_.path() / "link", "cmake --build build");
  EXPECT_EQ(built.exit_code, 0) << built.output;
}

}  // namespace
}  // namespace warpscope
