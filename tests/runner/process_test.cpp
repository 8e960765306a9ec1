#include <gtest/gtest.h>

#include <chrono>

#include "base/pipes.h"
#include "runner/process/run_to_end.h"
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

TEST(ChildProcess, MissingProgramIsAnErrorWithItsName) {
  try {
    run({"/no/such/program"});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/no/such/program"), std::string::npos);
  }
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
