// `cmake --install` into a scratch prefix: the program works from there, for another user and
// without the source tree.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "base/files.h"
#include "runner/build/new_folder.h"
#include "tests/runner/run_command.h"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using runner::test::run_command;

const fs::path kTree = WARPSCOPE_SOURCE_DIR;
const fs::path kBuild = WARPSCOPE_BINARY_DIR;

bool can_mount() { return run_command("unshare --mount mount -t tmpfs none /mnt").exit_code == 0; }

struct Place {
  Place() {
    const auto everybody = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                           fs::perms::others_read | fs::perms::others_exec;
    fs::permissions(folder.path(), everybody);
    for (const auto& made : {prefix, home, cuda}) fs::create_directory(made);
    fs::permissions(home, fs::perms::all);
    const auto installed =
        run_command(fmt::format("umask 022; '{}' --install '{}' --prefix '{}'", WARPSCOPE_CMAKE,
                                kBuild.string(), prefix.string()));
    EXPECT_EQ(installed.exit_code, 0) << installed.output;
  }
  runner::test::Finished elsewhere(const std::string& command) const {
    const auto toolkit = fs::canonical(WARPSCOPE_NVCC).parent_path().parent_path();
    const auto script = folder.path() / "script";
    write_file(script,
               fmt::format("set -e\n"
                           "mount --bind '{}' '{}'\n"
                           "mount -t tmpfs none '{}'\n"
                           "cd '{}'\n"
                           "exec setpriv --reuid=65534 --regid=65534 --clear-groups env -i "
                           "PATH=/usr/bin:/bin HOME='{}' CUDACXX='{}/bin/nvcc' sh -c '{}'\n",
                           toolkit.string(), cuda.string(), kTree.string(), home.string(),
                           home.string(), cuda.string(), command));
    return run_command(fmt::format("unshare --mount sh '{}'", script.string()));
  }
  const runner::NewFolder folder{fs::temp_directory_path() / "warpscope-install"};
  const fs::path prefix = folder.path() / "prefix", home = folder.path() / "home",
                 cuda = folder.path() / "cuda";
};

/// Installed once for all tests here, with one home: what the first to grade makes there, the lab's
/// driver above all, takes longer than all the rest.
class Install : public testing::Test {
 protected:
  static void SetUpTestSuite() { place_.emplace(); }
  static void TearDownTestSuite() { place_.reset(); }
  /// Runs a command in an empty folder, as the user nobody, where the source tree is not there.
  static runner::test::Finished elsewhere(const std::string& command) {
    return place_->elsewhere(command);
  }
  static std::string program() { return (prefix() / "bin" / "warpscope").string(); }
  static const fs::path& prefix() { return place_->prefix; }
  static const fs::path& home() { return place_->home; }

 private:
  static std::optional<Place> place_;
};

std::optional<Place> Install::place_;

TEST_F(Install, GradesForAnotherUserWithoutTheSourceTree) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can become another user and hide the tree";
  if (!can_mount()) GTEST_SKIP() << "this container does not allow root to mount";
  const auto hidden = elsewhere("ls " + (kTree / "labs").string());
  ASSERT_NE(hidden.exit_code, 0) << hidden.output;
  // The reference is the student's file here: it cannot be read where the compiler runs, so it is
  // handed over as a copy.
  const auto reference = (prefix() / "share/warpscope/labs/coalescing/reference.cu").string();
  const auto graded =
      elsewhere("cp " + reference + " mine.cu && " + program() + " grade coalescing mine.cu");
  EXPECT_EQ(graded.exit_code, 0) << graded.output;
  EXPECT_NE(graded.output.find("100"), std::string::npos) << graded.output;
  EXPECT_TRUE(fs::exists(home() / ".cache/warpscope/coalescing"));
  EXPECT_FALSE(fs::exists(home() / "exercises"));
}

TEST_F(Install, TheInstalledReferenceCannotBeIncluded) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can become another user and hide the tree";
  if (!can_mount()) GTEST_SKIP() << "this container does not allow root to mount";
  const auto reference = (prefix() / "share/warpscope/labs/coalescing/reference.cu").string();
  write_file(home() / "cheat.cu", "#include \"" + reference + "\"\n");
  const auto graded = elsewhere(program() + " grade coalescing cheat.cu");
  EXPECT_EQ(graded.exit_code, graded.output.find("process limits") == std::string::npos ? 3 : 0)
      << graded.output;
}

TEST_F(Install, HoldsEverythingAndNamesNoFolderOfTheBuild) {
  for (const char* file :
       {"bin/warpscope", "lib/warpscope/warpscope-device", "lib/warpscope/cudart/libcudart.so.13",
        "lib/warpscope/cudart/libcudart.so.12", "lib/warpscope/cudart/libwarpscope-nvtx.so",
        "lib/warpscope/cudart/libnvToolsExt.so.1", "lib/warpscope/judges/atomics.so",
        "share/warpscope/slides/coalescing.md", "share/warpscope/kernels/grid/ceil_div.cuh",
        "share/warpscope/arch/profiles/h200.toml", "share/warpscope/setup/cuda-wheels.txt"}) {
    EXPECT_TRUE(fs::exists(prefix() / file)) << file;
  }
  // Judges are modules beside the program; their sources and the labs' mistakes are not for
  // students.
  EXPECT_FALSE(fs::exists(prefix() / "share/warpscope/labs/atomics/judge.cpp"));
  EXPECT_FALSE(fs::exists(prefix() / "share/warpscope/labs/coalescing/faults"));
  const auto found =
      run_command(fmt::format("grep -rlF '{}' '{}'", kTree.string(), prefix().string()));
  EXPECT_EQ(found.output, "");
}

}  // namespace
}  // namespace warpscope
