// `cmake --install` into a scratch prefix: the program works from there, for another user and
// without the source tree.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

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

class Install : public testing::Test {
 protected:
  Install() {
    const auto everybody = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                           fs::perms::others_read | fs::perms::others_exec;
    fs::permissions(folder_.path(), everybody);
    for (const auto& folder : {prefix_, home_, cuda_}) fs::create_directory(folder);
    fs::permissions(home_, fs::perms::all);
    const auto installed =
        run_command(fmt::format("umask 022; '{}' --install '{}' --prefix '{}'", WARPSCOPE_CMAKE,
                                kBuild.string(), prefix_.string()));
    EXPECT_EQ(installed.exit_code, 0) << installed.output;
  }
  /// Runs a command in an empty folder, as the user nobody, where the source tree is not there.
  runner::test::Finished elsewhere(const std::string& command) const {
    const auto toolkit = fs::canonical(WARPSCOPE_NVCC).parent_path().parent_path();
    const auto script = folder_.path() / "script";
    write_file(script,
               fmt::format("set -e\n"
                           "mount --bind '{}' '{}'\n"
                           "mount -t tmpfs none '{}'\n"
                           "cd '{}'\n"
                           "exec setpriv --reuid=65534 --regid=65534 --clear-groups env -i "
                           "PATH=/usr/bin:/bin HOME='{}' CUDACXX='{}/bin/nvcc' sh -c '{}'\n",
                           toolkit.string(), cuda_.string(), kTree.string(), home_.string(),
                           home_.string(), cuda_.string(), command));
    return run_command(fmt::format("unshare --mount sh '{}'", script.string()));
  }
  std::string program() const { return (prefix_ / "bin" / "warpscope").string(); }
  const runner::NewFolder folder_{fs::temp_directory_path() / "warpscope-install"};
  const fs::path prefix_ = folder_.path() / "prefix", home_ = folder_.path() / "home",
                 cuda_ = folder_.path() / "cuda";
};

TEST_F(Install, GradesForAnotherUserWithoutTheSourceTree) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can become another user and hide the tree";
  if (!can_mount()) GTEST_SKIP() << "this container does not allow root to mount";
  const auto hidden = elsewhere("ls " + (kTree / "labs").string());
  ASSERT_NE(hidden.exit_code, 0) << hidden.output;
  // The reference is the student's file here: it cannot be read where the compiler runs, so it is
  // handed over as a copy.
  const auto reference = (prefix_ / "share/warpscope/labs/coalescing/reference.cu").string();
  const auto graded =
      elsewhere("cp " + reference + " mine.cu && " + program() + " grade coalescing mine.cu");
  EXPECT_EQ(graded.exit_code, 0) << graded.output;
  EXPECT_NE(graded.output.find("100"), std::string::npos) << graded.output;
  EXPECT_TRUE(fs::exists(home_ / ".cache/warpscope/coalescing"));
  EXPECT_FALSE(fs::exists(home_ / "exercises"));
}

TEST_F(Install, TheInstalledReferenceCannotBeIncluded) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can become another user and hide the tree";
  if (!can_mount()) GTEST_SKIP() << "this container does not allow root to mount";
  const auto reference = (prefix_ / "share/warpscope/labs/coalescing/reference.cu").string();
  write_file(home_ / "cheat.cu", "#include \"" + reference + "\"\n");
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
    EXPECT_TRUE(fs::exists(prefix_ / file)) << file;
  }
  // Judges are modules beside the program; their sources and the labs' mistakes are not for
  // students.
  EXPECT_FALSE(fs::exists(prefix_ / "share/warpscope/labs/atomics/judge.cpp"));
  EXPECT_FALSE(fs::exists(prefix_ / "share/warpscope/labs/coalescing/faults"));
  const auto found =
      run_command(fmt::format("grep -rlF '{}' '{}'", kTree.string(), prefix_.string()));
  EXPECT_EQ(found.output, "");
}

}  // namespace
}  // namespace warpscope
