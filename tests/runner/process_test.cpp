#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "base/files.h"
#include "base/pipes.h"
#include "runner/process/run_to_end.h"
#include "runner/process/thread_count.h"
#include "tests/runner/paths.h"

namespace warpscope::runner::process_test {
namespace {

using namespace std::chrono_literals;

FinishedProcess run(std::vector<std::string> arguments, ResourceLimits limits = {},
                    std::chrono::milliseconds time_limit = 20s,
                    const std::stop_token& cancel = {}) {
  SpawnOptions options;
  options.arguments = std::move(arguments);
  options.environment = {"PATH=/usr/bin:/bin"};
  options.limits = limits;
  return run_to_end(
      [&](int output_fd) {
        options.descriptors = {{output_fd, 1}, {output_fd, 2}};
        return ChildProcess::spawn(options);
      },
      time_limit, 1000, cancel);
}

FinishedProcess misbehave(const std::string& what, const std::string& operand = {},
                          ResourceLimits limits = {}, std::chrono::milliseconds limit = 20s) {
  return run({test::kMisbehave.string(), what, operand}, limits, limit);
}

TEST(ChildProcess, TellsExitCodesAndSignals) {
  EXPECT_EQ(misbehave("exit", "7").exit.code, 7);
  EXPECT_FALSE(misbehave("exit", "7").exit.is_signal);
  const auto crash = misbehave("crash");
  EXPECT_TRUE(crash.exit.is_signal);
  EXPECT_EQ(crash.exit.code, 11);
  EXPECT_EQ(describe(crash.exit), "signal 11 (segmentation fault)");
}

TEST(ChildProcess, StartingOneCopiesNoPagesOfOurs) {
  constexpr std::size_t kPageBytes = 4096, kPages = 8192;
  std::vector<char> memory(kPages * kPageBytes, 1);
  const auto faults = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
  };
  EXPECT_TRUE(run({"/bin/true"}).is_success());
  const auto before = faults();
  for (std::size_t page = 0; page < kPages; ++page) memory[page * kPageBytes] = 2;
  EXPECT_LT(faults() - before, kPages / 8);
}

TEST(ChildProcess, MissingProgramIsAnErrorWithItsName) {
  try {
    run({"/no/such/program"});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/no/such/program"), std::string::npos);
  }
}

/// A shell would run it line by line.
TEST(ChildProcess, AFileThatIsNoProgramIsNotRunAsAScript) {
  const auto path =
      std::filesystem::temp_directory_path() / ("warpscope-broken-" + std::to_string(::getpid()));
  write_file(path,
             "\x7f"
             "ELF\nexit 0\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  try {
    run({path.string()});
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("neither a program"), std::string::npos)
        << error.what();
  }
  std::filesystem::remove(path);
}

TEST(ThreadCount, CountsThreadsOfAllProcessesBelow) {
  SpawnOptions options;
  options.arguments = {"/bin/sh", "-c", test::kMisbehave.string() + " threads 20; true"};
  auto child = ChildProcess::spawn(options);
  std::uint64_t most = 0;
  for (int i = 0; i < 200 && most < 22; ++i) {
    std::this_thread::sleep_for(10ms);
    most = std::max(most, thread_count(child.pid()));
  }
  EXPECT_EQ(most, 22U);  // the shell, the program's first thread, and 20
  EXPECT_EQ(thread_count(1 << 30), 0U);
}

TEST(ChildProcess, ArgumentsAreNotInterpreted) {
  EXPECT_EQ(run({"/bin/echo", "a b", "$HOME", "`id`", ";"}).output, "a b $HOME `id` ;\n");
}

TEST(ChildProcess, GetsOnlyTheEnvironmentAndDescriptorsThatItIsGiven) {
  ASSERT_EQ(::setenv("WARPSCOPE_TEST_SECRET", "1", 1), 0);
  const auto pipe = make_pipe();
  EXPECT_FALSE(misbehave("variable", "WARPSCOPE_TEST_SECRET").is_success());
  EXPECT_FALSE(misbehave("descriptor", std::to_string(pipe.read_end.get())).is_success());
  EXPECT_TRUE(misbehave("variable", "PATH").is_success());
  EXPECT_TRUE(misbehave("descriptor", "1").is_success());
}

TEST(RunToEnd, StopsAtTheTimeLimit) {
  const auto begin = std::chrono::steady_clock::now();
  const auto result = misbehave("spin", "", {}, 200ms);
  EXPECT_EQ(result.ending, FinishedProcess::Ending::timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

TEST(RunToEnd, StopsWhatTheProgramStarted) {
  const auto begin = std::chrono::steady_clock::now();
  const auto result = run({"/bin/sh", "-c", "sleep 60 & sleep 60"}, {}, 200ms);
  EXPECT_EQ(result.ending, FinishedProcess::Ending::timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

TEST(RunToEnd, DoesNotWaitForWhatTheProgramLeftBehind) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(run({"/bin/sh", "-c", "sleep 60 & exit 0"}).is_success());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(RunToEnd, CanBeCanceled) {
  std::stop_source source;
  source.request_stop();
  const auto result = run({test::kMisbehave.string(), "spin"}, {}, 20s, source.get_token());
  EXPECT_EQ(result.ending, FinishedProcess::Ending::canceled);
}

TEST(RunToEnd, CutsAFloodOfOutput) {
  const auto result = misbehave("flood");
  EXPECT_TRUE(result.is_success());
  EXPECT_LT(result.output.size(), 1100u);
  EXPECT_NE(result.output.find("more bytes were cut off"), std::string::npos);
}

TEST(ResourceLimits, ProcessorTime) {
  ResourceLimits limits;
  limits.cpu_s = 1;
  const auto result = misbehave("spin", "", limits);
  EXPECT_EQ(result.ending, FinishedProcess::Ending::ended);
  EXPECT_TRUE(result.exit.is_signal);
}

TEST(ResourceLimits, AddressSpace) {
  EXPECT_TRUE(misbehave("allocate").is_success());
  ResourceLimits limits;
  limits.address_space_bytes = std::uint64_t{1} << 30;
  EXPECT_FALSE(misbehave("allocate", "", limits).is_success());
}

TEST(ResourceLimits, ALowerOneThatHoldsAlreadyIsKept) {
  // In a process of its own: a hard limit cannot be raised again. Who is root and may is made to
  // forget it.
  const pid_t pid = ::fork();
  if (pid == 0) {
    const rlimit lower{256, 256};
    ::setrlimit(RLIMIT_NOFILE, &lower);
    ::prctl(PR_CAPBSET_DROP, CAP_SYS_RESOURCE, 0, 0, 0);
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> none{};
    ::syscall(SYS_capset, &header, none.data());
    ResourceLimits limits;
    limits.open_files = 512;
    try {
      ::_exit(run({"/bin/true"}, limits).is_success() ? 0 : 1);
    } catch (const std::exception&) {
      ::_exit(2);
    }
  }
  int status = -1;
  ::waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(ResourceLimits, WritableMemory) {
  ResourceLimits limits;
  limits.data_bytes = std::uint64_t{1} << 30;
  EXPECT_FALSE(misbehave("allocate", "", limits).is_success());
}

TEST(ResourceLimits, FileSize) {
  const auto path =
      std::filesystem::temp_directory_path() / ("warpscope-limit-" + std::to_string(::getpid()));
  EXPECT_TRUE(misbehave("write", path.string()).is_success());
  ResourceLimits limits;
  limits.file_bytes = 1 << 20;
  EXPECT_FALSE(misbehave("write", path.string(), limits).is_success());
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace warpscope::runner::process_test
