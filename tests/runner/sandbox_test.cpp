#include "runner/sandbox/sandbox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

#include "runner/process/file_access.h"
#include "runner/process/run_to_end.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

using namespace std::chrono_literals;

/// What works on this machine; the weakest kind always does.
std::vector<Sandbox> sandboxes() {
  std::vector<Sandbox> result{Sandbox(Sandbox::Kind::process_limits)};
  if (make_file_rules({})) result.emplace_back(Sandbox::Kind::landlock);
  if (auto best = Sandbox::detect(); best.kind() == Sandbox::Kind::bubblewrap) {
    result.push_back(best);
  }
  return result;
}

FinishedProcess run(const Sandbox& sandbox, const std::string& what,
                    const std::string& operand = {}, bool may_start_processes = false,
                    const std::filesystem::path& hidden = {}) {
  SandboxedCommand command;
  command.arguments = {test::kMisbehave.string(), what, operand};
  command.working_folder = "/tmp";
  command.readable = {test::kMisbehave};
  command.may_start_processes = may_start_processes;
  if (!hidden.empty()) command.hidden = {hidden};
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

TEST_P(EverySandbox, HasNoSocketsOfItsOwn) {
  EXPECT_EQ(run(GetParam(), "network").exit.code, 1);
  EXPECT_EQ(run(GetParam(), "local-socket").exit.code, 1);
}

TEST_P(EverySandbox, SignalsNobodyButItself) {
  EXPECT_EQ(run(GetParam(), "signal").exit.code, 1);
  // In a process namespace of its own it sees no other process.
  if (GetParam().kind() != Sandbox::Kind::bubblewrap) {
    EXPECT_EQ(run(GetParam(), "signal-thread").exit.code, 1);
  }
  const auto ending = run(GetParam(), "abort");
  EXPECT_TRUE(ending.exit.is_signal) << ending.exit.code << ending.output;
  EXPECT_EQ(ending.exit.code, SIGABRT);
}

TEST_P(EverySandbox, SignalsNobodyByAnotherWay) {
  for (const char* way : {"queue", "thread-queue", "own", "own-ex", "signal", "ioctl"}) {
    EXPECT_EQ(run(GetParam(), "signal-otherwise", way).exit.code, 1) << way;
  }
}

TEST_P(EverySandbox, ChangesNobodysLimitsButItsOwn) {
  EXPECT_EQ(run(GetParam(), "limit-parent").exit.code, 1);
  EXPECT_EQ(run(GetParam(), "slow-parent").exit.code, 1);
  EXPECT_TRUE(run(GetParam(), "limit-itself").is_success());
}

TEST_P(EverySandbox, LeavesNothingInTheKernel) {
  for (const char* what :
       {"shared-memory", "semaphore", "messages", "queue", "key", "file-without-name"}) {
    EXPECT_EQ(run(GetParam(), "leave-behind", what).exit.code, 1) << what;
  }
}

/// Also where these tests run as root, which keeps them otherwise.
TEST_P(EverySandbox, HasNoCapabilities) {
  EXPECT_EQ(run(GetParam(), "capabilities").exit.code, 1);
  EXPECT_EQ(run(GetParam(), "capabilities", "", true).exit.code, 1);
}

TEST_P(EverySandbox, CannotTraceOrEnterANamespace) {
  EXPECT_EQ(run(GetParam(), "trace").exit.code, 1);
  EXPECT_EQ(run(GetParam(), "namespace").exit.code, 1);
  EXPECT_EQ(run(GetParam(), "clone3").exit.code, 1);
}

#if defined(__x86_64__)
TEST_P(EverySandbox, EndsAProgramThatCallsBesideTheFilter) {
  const auto ending = run(GetParam(), "x32");
  EXPECT_TRUE(ending.exit.is_signal) << ending.exit.code << ending.output;
  EXPECT_EQ(ending.exit.code, SIGSYS);
}
#endif

TEST_P(EverySandbox, HasAnEmptyEnvironment) {
  EXPECT_EQ(run(GetParam(), "variable", "HOME").exit.code, 1);
}

/// A sandbox must not claim to hide what it does not hide.
TEST_P(EverySandbox, FilesOutsideAreHiddenExactlyWhenItSaysSo) {
  const auto reference = (test::kSource / "labs/coalescing/reference.cu").string();
  EXPECT_EQ(run(GetParam(), "read", reference).exit.code == 1, GetParam().hides_files());
  const auto written = test::kBin / "written-by-a-test";
  std::filesystem::remove(written);
  run(GetParam(), "write", written.string());
  EXPECT_EQ(!std::filesystem::exists(written), GetParam().hides_files());
  std::filesystem::remove(written);
  EXPECT_TRUE(run(GetParam(), "read", "/usr/bin/env").is_success());
}

/// As the labs of an installed Warpscope, which lie in a system folder.
TEST_P(EverySandbox, AHiddenFolderInsideASystemFolderIsHiddenAlone) {
  const std::string hidden = "/usr/include/linux";
  EXPECT_EQ(run(GetParam(), "read", hidden + "/types.h", false, hidden).exit.code == 1,
            GetParam().hides_files());
  EXPECT_TRUE(run(GetParam(), "read", "/usr/include/stdio.h", false, hidden).is_success());
  EXPECT_TRUE(run(GetParam(), "read", "/usr/bin/env", false, hidden).is_success());
  EXPECT_TRUE(run(GetParam(), "read", hidden + "/types.h").is_success());
}

/// As a compiler in a home folder whose folder is named readable: what is hidden inside stays so.
TEST_P(EverySandbox, AHiddenFolderInsideAReadableFolderIsHidden) {
  const auto folder = std::filesystem::canonical(test::kSource / "labs");
  const auto hidden = folder / "coalescing";
  const auto read = [&](const std::filesystem::path& path) {
    SandboxedCommand command;
    command.arguments = {test::kMisbehave.string(), "read", path.string()};
    command.working_folder = "/tmp";
    command.readable = {test::kMisbehave, folder, hidden / "exercise.h"};
    command.hidden = {hidden};
    return GetParam().start(command).wait().is_success();
  };
  EXPECT_EQ(read(hidden / "reference.cu"), !GetParam().hides_files());
  EXPECT_TRUE(read(hidden / "exercise.h"));
  EXPECT_TRUE(read(folder / "template" / "exercise.h"));
}

/// A compiler would read them without end.
TEST_P(EverySandbox, EndlessDevicesAreSeenOnlyWhereTheyAreWanted) {
  const auto read = [&](const char* device, bool has_endless_devices) {
    SandboxedCommand command;
    command.arguments = {test::kMisbehave.string(), "read", device};
    command.working_folder = "/tmp";
    command.readable = {test::kMisbehave};
    command.has_endless_devices = has_endless_devices;
    return GetParam().start(command).wait().is_success();
  };
  for (const char* device : {"/dev/zero", "/dev/urandom"}) {
    EXPECT_TRUE(read(device, true)) << device;
    EXPECT_EQ(read(device, false), !GetParam().hides_files()) << device;
  }
}

/// A folder in memory has no limit on the number of its files.
TEST_P(EverySandbox, ThereIsNoFolderInMemoryToFill) {
  const auto temporary = std::filesystem::temp_directory_path() / "written-by-a-sandbox-test";
  for (const auto& file : {std::string("/dev/shm/x"), temporary.string(), std::string("/dev/x")}) {
    const auto is_written = run(GetParam(), "write", file).is_success();
    EXPECT_TRUE(!is_written || !GetParam().hides_files()) << file;
    std::filesystem::remove(file);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EverySandbox, testing::ValuesIn(sandboxes()), [](const auto& info) {
  std::string name(info.param.name());
  std::ranges::replace(name, ' ', '_');
  return name;
});

TEST(SandboxDetection, TakesTheStrongestThatWorks) {
  EXPECT_EQ(Sandbox::detect().name(), sandboxes().back().name());
}

}  // namespace
}  // namespace warpscope::runner
