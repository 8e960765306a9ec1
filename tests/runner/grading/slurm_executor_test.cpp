// `grade --executor slurm` against a real Slurm of one node, where there is one.
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

constexpr int kSkip = 77;

class Slurm : public testing::Test {
 protected:
  Slurm() {
    const auto lab = test::kSource / "labs" / "coalescing";
    folder_.write("in/ada.cu", read_file(lab / "reference.cu"));
    folder_.write("in/bob.cu", read_file(lab / "starter.cu"));
    folder_.write("in/carol.cu", "int main( {");
  }
  std::string grade(const std::string& options) const {
    return "cd " + folder_.quoted() + " && NO_COLOR=1 '" + (test::kBin / "warpscope").string() +
           "' grade coalescing in --seed 3 --json " + options;
  }
  /// Runs a command of the shell beside Slurm.
  test::Finished beside_slurm(const std::string& command) const {
    folder_.write("command", command);
    const auto script = test::kSource / "tests/runner/grading/with_slurm.sh";
    return test::run_command("'" + script.string() + "' '" + (folder_.path() / "slurm").string() +
                             "' bash '" + (folder_.path() / "command").string() + "'");
  }

  test::TemporaryFolder folder_;
};

TEST_F(Slurm, GivesTheSameResultsAsThisMachine) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can start Slurm's daemons";
  const auto there =
      beside_slurm(grade("--executor slurm --results there") + " 2>progress >there.json");
  if (there.exit_code == kSkip) GTEST_SKIP() << there.output;
  ASSERT_EQ(there.exit_code, 0) << there.output << folder_.read("progress");
  const auto here = test::run_command(grade("--results here") + " 2>/dev/null");
  EXPECT_EQ(folder_.read("there.json"), here.output);
  EXPECT_FALSE(here.output.empty());
}

TEST_F(Slurm, WhatItRefusesIsTold) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can start Slurm's daemons";
  const auto refused = beside_slurm(grade("--executor slurm --slurm=--partition=none"));
  if (refused.exit_code == kSkip) GTEST_SKIP() << refused.output;
  EXPECT_EQ(refused.exit_code, 6) << refused.output;
  EXPECT_NE(refused.output.find("Slurm did not take the jobs"), std::string::npos)
      << refused.output;
}

TEST(SlurmExecutor, WithoutSlurmItIsTold) {
  const test::TemporaryFolder folder;
  folder.write("in/ada.cu", "int main( {");
  const auto result = test::run_command("cd " + folder.quoted() + " && PATH=/none '" +
                                        (test::kBin / "warpscope").string() +
                                        "' grade coalescing in --executor slurm");
  EXPECT_EQ(result.exit_code, 6) << result.output;
  EXPECT_NE(result.output.find("sbatch"), std::string::npos) << result.output;
}

}  // namespace
}  // namespace warpscope::runner
