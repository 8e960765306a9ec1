#include "runner/sandbox/sandbox.h"

#include <gtest/gtest.h>

#include "runner/process/run_to_end.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

using namespace std::chrono_literals;

/// What works on this machine; the weaker kind always does.
std::vector<Sandbox> sandboxes() {
  std::vector<Sandbox> result{Sandbox(Sandbox::Kind::process_limits)};
  if (auto best = Sandbox::detect(); best.kind() != result.front().kind()) result.push_back(best);
  return result;
}

FinishedProcess run(const Sandbox& sandbox, const std::string& what,
                    const std::string& operand = {}, bool may_start_processes = false) {
  SandboxedCommand command;
  command.arguments = {test::kMisbehave.string(), what, operand};
  command.working_folder = "/tmp";
  command.readable = {test::kMisbehave};
  command.may_start_processes = may_start_processes;
  auto result = run_to_end(
      [&](int output_fd) {
        command.descriptors = {{output_fd, 1}, {output_fd, 2}};
        return sandbox.start(command);
      },
      20s, 10'000, {});
  result.exit = sandbox.exit_of_program(result.exit);
  return result;
}

class EverySandbox : public testing::TestWithParam<Sandbox> {};

TEST_P(EverySandbox, RunsAProgramAndTellsHowItEnded) {
  EXPECT_TRUE(run(GetParam(), "exit", "0").is_success());
  EXPECT_EQ(run(GetParam(), "exit", "9").exit.code, 9);
  const auto crash = run(GetParam(), "crash");
  EXPECT_TRUE(crash.exit.is_signal) << crash.exit.code << crash.output;
  EXPECT_EQ(crash.exit.code, 11);
}

TEST_P(EverySandbox, AllowsThreadsButNoProcesses) {
  EXPECT_TRUE(run(GetParam(), "thread").is_success());
  EXPECT_EQ(run(GetParam(), "fork").exit.code, 1);
  EXPECT_TRUE(run(GetParam(), "fork", "", true).is_success());
}

TEST_P(EverySandbox, HasNoNetwork) { EXPECT_EQ(run(GetParam(), "network").exit.code, 1); }

TEST_P(EverySandbox, SignalsNobody) { EXPECT_EQ(run(GetParam(), "signal").exit.code, 1); }

TEST_P(EverySandbox, HasAnEmptyEnvironment) {
  EXPECT_EQ(run(GetParam(), "variable", "HOME").exit.code, 1);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EverySandbox, testing::ValuesIn(sandboxes()), [](const auto& info) {
  return info.param.kind() == Sandbox::Kind::bubblewrap ? "bubblewrap" : "limits";
});

/// Where bubblewrap works, files of this machine are out of reach; where it does not, the sandbox
/// must not claim that they are.
TEST(SandboxDetection, FilesOutsideAreHiddenExactlyWhenItSaysBubblewrap) {
  const auto sandbox = Sandbox::detect();
  const bool is_hidden =
      run(sandbox, "read", (test::kSource / "labs/coalescing/reference.cu").string()).exit.code ==
      1;
  EXPECT_EQ(is_hidden, sandbox.name() == "bubblewrap");
  const bool is_protected =
      run(sandbox, "write", (test::kBin / "written-by-a-test").string()).exit.code == 1;
  std::filesystem::remove(test::kBin / "written-by-a-test");
  EXPECT_EQ(is_protected, sandbox.name() == "bubblewrap");
}

}  // namespace
}  // namespace warpscope::runner
