// The autograder for Gradescope: its two scripts run as root in a root file system of their own, in
// which the source tree is not there.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using runner::test::run_command;

const fs::path kTree = WARPSCOPE_SOURCE_DIR;
const fs::path kBuild = WARPSCOPE_BINARY_DIR;

/// All of this machine's files, with changes that nobody else sees, for the life of one command.
constexpr const char* kInOtherRoot = R"(set -e
mount -t tmpfs none "$1"
mkdir "$1/changes" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" "$1/root"
mount --rbind /dev "$1/root/dev"
mount --rbind /proc "$1/root/proc"
)";

std::string in_other_root(const std::string& script) {
  return fmt::format("unshare --mount sh '{}' /mnt", script);
}

class Gradescope : public testing::Test {
 protected:
  /// The zip file, unpacked; from a package of what is built here.
  std::string unpacked_upload() {
    const auto packed = run_command(fmt::format(
        "cd '{0}' && cpack -G DEB -B '{1}/packages' >'{1}/cpack.log' 2>&1 && "
        "'{2}' '{3}/gradescope/make_autograder.py' coalescing '{1}'/packages/warpscope_*.deb "
        "'{1}/upload.zip' '{1}/rules.toml' && '{2}' -m zipfile -e '{1}/upload.zip' '{1}/source'",
        kBuild.string(), folder_.path().string(), WARPSCOPE_PYTHON, kTree.string()));
    return packed.exit_code == 0 ? std::string() : packed.output + folder_.read("cpack.log");
  }
  /// A shell script that sets the upload up and has it grade each of the folders.
  std::string script() const {
    const auto toolkit = fs::canonical(WARPSCOPE_NVCC).parent_path().parent_path();
    const auto text =
        kInOtherRoot +
        fmt::format(
            "mkdir -p /mnt/root/usr/local/cuda /mnt/root/autograder/results\n"
            "mount --bind '{0}' /mnt/root/usr/local/cuda\n"
            "cp -r '{1}/source' '{1}/submissions' /mnt/root/autograder\n"
            "mount -t tmpfs none '/mnt/root{2}'\n"
            "cat >/mnt/root/go <<'END'\n"
            "set -e\n"
            "unset CUDACXX\n"
            "test ! -e '{2}/labs'\n"
            "bash /autograder/source/setup.sh >/setup.log 2>&1 || {{ tail /setup.log; exit 90; }}\n"
            "for each in /autograder/submissions/*; do\n"
            "  rm -rf /autograder/submission\n"
            "  cp -r $each /autograder/submission\n"
            "  bash /autograder/source/run_autograder >/dev/null 2>&1 || exit 91\n"
            "  cp /autograder/results/results.json /out/$(basename $each).json\n"
            "done\n"
            "END\n"
            "mkdir /mnt/root/out\n"
            "mount --bind '{1}/out' /mnt/root/out\n"
            "exec chroot /mnt/root env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root sh /go\n",
            toolkit.string(), folder_.path().string(), kTree.string());
    write_file(folder_.path() / "script", text);
    return (folder_.path() / "script").string();
  }
  nlohmann::json result(const std::string& name) const {
    return nlohmann::json::parse(folder_.read("out/" + name + ".json"));
  }

  runner::test::TemporaryFolder folder_;
};

TEST_F(Gradescope, SetsUpAndGradesInARootOfItsOwn) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can make another root file system";
  folder_.write("probe", std::string(kInOtherRoot) + "chroot /mnt/root true\n");
  if (run_command(in_other_root((folder_.path() / "probe").string())).exit_code != 0) {
    GTEST_SKIP() << "this container does not allow root to mount an overlay";
  }
  const auto lab = kTree / "labs" / "coalescing";
  folder_.write("submissions/full/exercise.cu", read_file(lab / "reference.cu"));
  folder_.write("submissions/starter/my file.cu", read_file(lab / "starter.cu"));
  folder_.write("submissions/none/notes.txt", "I forgot");
  folder_.write("rules.toml",
                "lab = \"coalescing\"\n[[check]]\nid = \"add-one-width\"\nvisibility = "
                "\"hidden\"\n");
  fs::create_directory(folder_.path() / "out");
  ASSERT_EQ(unpacked_upload(), "");
  const auto ran = run_command(in_other_root(script()));
  ASSERT_EQ(ran.exit_code, 0) << ran.output;

  const auto full = result("full");
  EXPECT_EQ(full["score"], 100) << full.dump(1);
  EXPECT_GT(full["tests"].size(), 3u);
  std::size_t hidden = 0;
  for (const auto& test : full["tests"]) hidden += test["visibility"] == "hidden" ? 1 : 0;
  EXPECT_EQ(hidden, 1u);
  EXPECT_LT(result("starter")["score"], 100);
  EXPECT_FALSE(result("none").contains("score")) << "not graded";
  EXPECT_NE(std::string(result("none")["output"]).find("no .cu file"), std::string::npos);
}

TEST_F(Gradescope, TheUploadRefusesWhatIsNotThere) {
  const auto make = [&](const std::string& arguments) {
    return run_command(fmt::format("'{}' '{}/gradescope/make_autograder.py' {}", WARPSCOPE_PYTHON,
                                   kTree.string(), arguments));
  };
  EXPECT_NE(make("nonsense x.deb out.zip").output.find("coalescing"), std::string::npos);
  EXPECT_NE(make("../x x.deb out.zip").exit_code, 0);
  EXPECT_NE(make("coalescing no-such.deb out.zip").output.find("no-such.deb"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
