// An input that ends its process, hangs or throws is named, and those after it have their turn.
#include "tests/fuzz/run_inputs.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace warpscope::fuzz {
namespace {

/// Does what the input says.
void obey(std::span<const std::byte> bytes) {
  const std::string_view order(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (order == "write nowhere") {
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1;
  }
  if (order == "abort") std::abort();
  if (order == "leave") _exit(0);
  if (order == "throw") throw std::runtime_error("as told");
  if (order == "throw a number") throw 7;
  if (order == "sleep") std::this_thread::sleep_for(std::chrono::minutes(2));
  if (order == "spoil the exit") std::atexit([] { _exit(23); });
}

/// Inputs a, b, c, … with these orders.
std::vector<Failure> failures_of(const std::vector<std::string>& orders,
                                 std::chrono::milliseconds longest = std::chrono::minutes(1)) {
  std::vector<Input> inputs;
  for (const std::string& order : orders)
    inputs.push_back({std::string(1, static_cast<char>('a' + inputs.size())), order});
  return run_inputs(inputs, obey, longest);
}

TEST(RunInputs, IsContentWithInputsThatEndInOrder) {
  EXPECT_TRUE(failures_of({"", "x", "y"}).empty());
  EXPECT_TRUE(failures_of({}).empty());
}

TEST(RunInputs, NamesAnInputThatCrashes) {
  const auto failures = failures_of({"", "write nowhere", ""});
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_EQ(failures[0].input, "b");
  // The address sanitizer turns the signal into an exit code.
  EXPECT_TRUE(failures[0].how == "it ended the process by signal 11 (Segmentation fault)" ||
              failures[0].how == "it ended the process with exit code 1")
      << failures[0].how;
}

TEST(RunInputs, NamesAllThatEndTheirProcess) {
  const auto failures = failures_of({"abort", "", "leave", "abort"});
  ASSERT_EQ(failures.size(), 3U);
  EXPECT_EQ(failures[0].input, "a");
  EXPECT_EQ(failures[0].how, "it ended the process by signal 6 (Aborted)");
  EXPECT_EQ(failures[1].input, "c");
  EXPECT_EQ(failures[1].how, "it ended the process with exit code 0");
  EXPECT_EQ(failures[2].input, "d");
}

TEST(RunInputs, NamesInputsThatThrow) {
  const auto failures = failures_of({"throw", "", "throw a number"});
  ASSERT_EQ(failures.size(), 2U);
  EXPECT_EQ(failures[0].input, "a");
  EXPECT_EQ(failures[0].how, "it threw: as told");
  EXPECT_EQ(failures[1].input, "c");
  EXPECT_EQ(failures[1].how, "it threw: something that is no std::exception");
}

TEST(RunInputs, NamesAnInputThatHangs) {
  const auto failures = failures_of({"", "sleep", "throw"}, std::chrono::milliseconds(300));
  ASSERT_EQ(failures.size(), 2U);
  EXPECT_EQ(failures[0].input, "b");
  EXPECT_EQ(failures[0].how, "it took more than 0.3 s");
  EXPECT_EQ(failures[1].input, "c");
}

// As with a leak, of which the sanitizer tells at the end.
TEST(RunInputs, TellsOfAProcessThatEndsBadlyAfterItsLastInput) {
  const auto failures = failures_of({"", "spoil the exit", ""});
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_EQ(failures[0].input, "one of the inputs a to c");
  EXPECT_EQ(failures[0].how, "it ended the process with exit code 23 when all were done");
}

}  // namespace
}  // namespace warpscope::fuzz
