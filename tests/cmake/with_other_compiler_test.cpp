// Tests are compiled by another compiler in a build folder that has had only one: what that has
// precompiled is of no use to the other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "runner/build/new_folder.h"
#include "tests/runner/run_command.h"

namespace warpscope {
namespace {

TEST(WithOtherCompiler, MakesAPrecompiledHeaderOfTheFirstCompilerAnew) {
  const runner::NewFolder folder{std::filesystem::temp_directory_path() / "warpscope-compilers"};
  write_file(folder.path() / "all.h", "#include <cstddef>\n");
  write_file(folder.path() / "all.h.cpp", "");
  // As CMake does: the header is named, and the compiler looks for a precompiled one beside it.
  const auto precompile = [&](std::string_view compiler) {
    return runner::test::run_command(
        fmt::format("cd '{}' && {} c++ -std=c++20 -x c++-header -include all.h -o all.h.gch -c "
                    "all.h.cpp",
                    folder.path().string(), compiler));
  };
  const auto first = precompile("");
  ASSERT_EQ(first.exit_code, 0) << first.output;
  const auto other = precompile(
      fmt::format("'{}/cmake/with_other_compiler.sh' c++ clang++-16", WARPSCOPE_SOURCE_DIR));
  EXPECT_EQ(other.exit_code, 0) << other.output;
}

}  // namespace
}  // namespace warpscope
