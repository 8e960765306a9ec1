// Phase marks on the virtual GPU, and the trace that is made of them.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

class Trace : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Targets, Trace, ::testing::Values("75", "90"));

TEST_P(Trace, MarksBecomeSlices) {
  const ProgramRun run = run_program(std::string("trace_marks_") + GetParam());
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, "");
  const std::string right = "marks: 0 wrong\noverflow: 0 wrong\n";
  ASSERT_EQ(run.output.substr(0, right.size()), right);
  const auto trace = nlohmann::json::parse(run.output.substr(right.size()));
  std::map<std::string, int> slices;
  std::map<std::pair<int, int>, double> end_of_warp;
  for (const auto& event : trace.at("traceEvents")) {
    EXPECT_EQ(event.at("ph"), "X");
    ++slices[event.at("name")];
    const std::pair<int, int> warp{event.at("args").at("block"), event.at("args").at("warp")};
    EXPECT_EQ(event.at("tid"), warp.first * 32 + warp.second);
    // The mini device has 8 multiprocessors, round which blocks go.
    EXPECT_EQ(event.at("pid"), warp.first % 8);
    const double begin = event.at("ts");
    EXPECT_GE(begin, end_of_warp[warp]);
    EXPECT_GT(event.at("dur"), 0.0);
    end_of_warp[warp] =
        begin + event.at("dur").get<double>() - 1e-5;  // rounded to a picosecond each
  }
  // 6 blocks of 3 warps, two rounds of two phases.
  EXPECT_EQ(slices, (std::map<std::string, int>{{"load \"a\"", 36}, {"sum", 36}}));
}

}  // namespace
}  // namespace warpscope::cudart
