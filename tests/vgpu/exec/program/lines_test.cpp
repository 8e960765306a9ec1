// Counts per source line of a kernel that nvcc compiled with -lineinfo.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/moved_path.h"
#include "tests/vgpu/exec/support/machine.h"

namespace warpscope::exec::test {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || text.str().empty()) throw std::runtime_error("cannot read " + path.string());
  return text.str();
}

// Number of the line of lines.cu that has [word].
std::uint32_t line_of(const std::string& word) {
  std::istringstream source(read(moved_path(WARPSCOPE_LINES_SOURCE)));
  std::string text;
  for (std::uint32_t line = 1; std::getline(source, text); ++line) {
    if (text.find("[" + word + "]") != std::string::npos) return line;
  }
  throw std::runtime_error("lines.cu has no [" + word + "]");
}

class Lines : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kThreads = 512;
  Lines() : machine_(read(moved_path(WARPSCOPE_LINES_PTX))) {
    std::vector<float> in(2 * kThreads + 2);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
    out_ = machine_.allocate(kThreads * 4);
    launched_ = machine_.launch("lines", {2, 1, 1}, {256, 1, 1}, machine_.upload(in), out_,
                                std::int32_t{kThreads});
  }
  std::uint64_t at(const std::string& word, Counter counter) const {
    const std::uint32_t line = line_of(word);
    for (const LineCounters& counters : launched_.lines) {
      if (counters.where.line == line &&
          std::filesystem::path(counters.where.file).filename() == "lines.cu")
        return counters.values[counter];
    }
    return 0;
  }
  Machine machine_;
  std::uint64_t out_ = 0;
  LaunchResult launched_;
};

constexpr std::uint64_t kWarps = 16;

TEST_F(Lines, TheKernelIsRight) {
  ASSERT_FALSE(launched_.fault) << launched_.fault->message;
  const auto out = machine_.download<float>(out_, kThreads);
  for (std::uint32_t i = 0; i < kThreads; ++i) {
    const std::uint32_t first_of_block = i / 256 * 256;
    const auto x = static_cast<float>(i),
               mirrored = static_cast<float>(first_of_block + 255 - i % 256);
    ASSERT_EQ(out[i], mirrored + (2 * x + 1) + 3 * x + 3 * (x + 1)) << i;
  }
}

TEST_F(Lines, OwnCodeIsCountedWhereItStands) {
  EXPECT_EQ(at("direct load", Counter::global_load_requests), kWarps);
  EXPECT_EQ(at("direct load", Counter::global_load_sectors), 4 * kWarps);
  EXPECT_EQ(at("direct load", Counter::shared_store_instructions), kWarps);
  EXPECT_EQ(at("shared load", Counter::shared_load_instructions), kWarps);
  EXPECT_EQ(at("store", Counter::global_store_sectors), 4 * kWarps);
  EXPECT_EQ(at("barrier", Counter::barriers), kWarps);
  EXPECT_GE(at("guard", Counter::inst_executed), kWarps);
}

TEST_F(Lines, AFunctionOfTheSameFileIsCountedInTheFunction) {
  EXPECT_EQ(at("helper load", Counter::global_load_requests), kWarps);
  EXPECT_EQ(at("helper load", Counter::global_load_sectors), 8 * kWarps);
  EXPECT_EQ(at("helper call", Counter::global_load_requests), 0u);
}

TEST_F(Lines, AFunctionOfAHeaderIsCountedAtTheCall) {
  EXPECT_EQ(at("header call", Counter::global_load_requests), kWarps);
  EXPECT_EQ(at("header call in helper", Counter::global_load_requests), kWarps);
  EXPECT_EQ(at("both call", Counter::global_load_requests), 0u);
  for (const LineCounters& line : launched_.lines)
    EXPECT_EQ(line.where.file.find("lines.h"), std::string::npos)
        << line.where.file << ":" << line.where.line;
}

TEST_F(Lines, AddUpToTheLaunch) {
  CounterValues sum;
  SourceLine last;
  for (const LineCounters& line : launched_.lines) {
    sum += line.values;
    EXPECT_LT(last, line.where) << "lines are sorted and appear once";
    last = line.where;
  }
  for (const CounterDescription& description : counter_descriptions()) {
    if (description.is_per_line && description.counter != Counter::inst_executed &&
        description.counter != Counter::thread_inst_executed) {
      EXPECT_EQ(sum[description.counter], launched_.counters[description.counter])
          << description.metric;
    }
  }
  EXPECT_LE(sum[Counter::inst_executed], launched_.counters[Counter::inst_executed]);
}

TEST_F(Lines, AFaultInInlinedCodeNamesTheCallsAroundIt) {
  const LaunchResult failed = machine_.launch("lines", {1, 1, 1}, {256, 1, 1},
                                              machine_.allocate(256 * 4), out_, std::int32_t{256});
  ASSERT_TRUE(failed.fault);
  EXPECT_EQ(failed.fault->where.line, line_of("helper load"));
  ASSERT_FALSE(failed.fault->inlined_at.empty());
  EXPECT_EQ(failed.fault->inlined_at.back().line, line_of("helper call"));
}

}  // namespace
}  // namespace warpscope::exec::test
