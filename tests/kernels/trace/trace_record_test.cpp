// Phase marks from a program, through `warpscope exec --record`, into the record and what is drawn
// of it.
#include <gtest/gtest.h>

#include <map>

#include "record/phases.h"
#include "runner/report/html/page.h"
#include "tests/kernels/virtual_program.h"

namespace warpscope {
namespace {

TEST(TraceRecord, HasTheProgramsMarks) {
  const VirtualRun run = run_virtually(WARPSCOPE_TRACE_PROGRAM);
  ASSERT_EQ(run.exit_code, 0) << run.output;
  // The program itself still finds all marks.
  EXPECT_EQ(run.output.substr(0, 33), "marks: 0 wrong\noverflow: 0 wrong\n");
  ASSERT_EQ(run.record.launches.size(), 2U);
  const record::Launch& first = run.record.launches[0];
  EXPECT_EQ(first.phases_left_out, 0U);
  // 3 x 2 blocks of 16 x 5 threads, two rounds of two phases.
  ASSERT_EQ(first.phases.size(), 6U * 3 * 4);
  for (std::size_t i = 0; i < first.phases.size(); ++i) {
    const record::Phase& phase = first.phases[i];
    EXPECT_EQ(phase.block, i / 12);
    EXPECT_EQ(phase.warp, i / 4 % 3);
    EXPECT_EQ(phase.sm, phase.block);
    EXPECT_EQ(phase.name, i % 2 == 0 ? "load \"a\"" : "sum");
    EXPECT_GT(phase.end_cycles, phase.begin_cycles);
    const bool is_first_of_warp = i % 4 == 0;
    EXPECT_GE(phase.begin_cycles, is_first_of_warp ? 0 : first.phases[i - 1].end_cycles);
  }
  // 1000 blocks of 3 warps that mark 14 phases each: the buffer holds 10 of each, and the record
  // the first 4096 of those.
  const record::Launch& second = run.record.launches[1];
  EXPECT_EQ(second.phases.size(), 4096U);
  EXPECT_EQ(second.phases_left_out, 1000U * 3 * 14 - 4096);
  EXPECT_EQ(second.phases.back().block, 4095U / 30);

  const std::string page = runner::html_report(std::vector{run.record});
  EXPECT_NE(page.find("4168 phase marks in 2 launches (times modelled), 37904 left out"),
            std::string::npos);
  EXPECT_NE(page.find("<title>load &quot;a&quot;: "), std::string::npos);
  EXPECT_NE(page.find("The first 64 of 410 warps are drawn."), std::string::npos);
}

}  // namespace
}  // namespace warpscope
