// Phase marks from a program, through `warpscope exec --record`, into the record and what is drawn
// of it.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "record/phases.h"
#include "runner/report/html/page.h"
#include "tests/support/virtual_program.h"

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

// 4 blocks of 8 warps, 9 steps: one half of the warps loads in all but the last, the other adds in
// all but the first, and all wait in each.
constexpr std::size_t kPhases = std::size_t{4} * 8 * 17;

void expect_all_phases(const record::Launch& launch) {
  EXPECT_EQ(launch.phases_left_out, 0U);
  ASSERT_EQ(launch.phases.size(), kPhases);
  std::map<std::string, int> count;
  for (const record::Phase& phase : launch.phases) {
    ++count[phase.name];
    EXPECT_EQ(phase.name == "load a \"tile\"", phase.name != "phase 2" && phase.warp < 4);
  }
  EXPECT_EQ(count,
            (std::map<std::string, int>{
                {"load a \"tile\"", 4 * 4 * 8}, {"add", 4 * 4 * 8}, {"phase 2", 4 * 8 * 9}}));
}

TEST(TraceRecord, AProgramWritesTheSameItself) {
  const VirtualRun run = run_virtually(WARPSCOPE_RUN_RECORD_PROGRAM);
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const record::RunRecord own = record::from_json(run.output);
  EXPECT_EQ(own.device.id, "virtual:0");
  EXPECT_EQ(own.device.name, run.record.device.name);
  EXPECT_EQ(own.device.times, record::Provenance::modelled);
  EXPECT_EQ(own.device.counters, record::Provenance::exact_count);
  EXPECT_EQ(own.device.sm_count, run.record.device.sm_count);
  EXPECT_EQ(own.outcome.kind, record::Outcome::Kind::completed);
  ASSERT_EQ(own.launches.size(), 1U);
  ASSERT_EQ(run.record.launches.size(), 2U);
  const record::Launch& launch = own.launches[0];
  const record::Launch& observed = run.record.launches[1];
  EXPECT_EQ(launch.kernel, "sum_tiles(int const*, int*, int)");
  EXPECT_EQ(launch.grid.x, observed.grid.x);
  EXPECT_EQ(launch.block.x, observed.block.x);
  expect_all_phases(launch);
  ASSERT_EQ(observed.phases.size(), launch.phases.size());
  double last_s = 0;
  const auto times = record::phase_times(launch, own.device.clock_hz);
  for (std::size_t i = 0; i < launch.phases.size(); ++i) {
    EXPECT_EQ(launch.phases[i].block, observed.phases[i].block);
    EXPECT_EQ(launch.phases[i].warp, observed.phases[i].warp);
    EXPECT_EQ(launch.phases[i].sm, observed.phases[i].sm);
    EXPECT_EQ(launch.phases[i].begin_cycles, observed.phases[i].begin_cycles);
    EXPECT_EQ(launch.phases[i].end_cycles, observed.phases[i].end_cycles);
    last_s = std::max(last_s, times[i].end_s);
  }
  EXPECT_DOUBLE_EQ(launch.duration_s, last_s);
}

/// By how many cycles at most a warp left a __syncthreads() before another one had come. Warps of a
/// block start within a few dozen cycles of each other, and only by so much are their clocks apart.
std::int64_t left_too_early(const record::Launch& launch) {
  struct Barrier {
    std::uint64_t last_begin = 0, first_end = ~std::uint64_t{0};
  };
  std::map<std::pair<std::uint32_t, std::size_t>, Barrier> barriers;  // by block and step
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> step_of_warp;
  for (const record::Phase& phase : launch.phases) {
    if (phase.name != "phase 2") continue;
    Barrier& barrier = barriers[{phase.block, step_of_warp[{phase.block, phase.warp}]++}];
    barrier.last_begin = std::max(barrier.last_begin, phase.begin_cycles);
    barrier.first_end = std::min(barrier.first_end, phase.end_cycles);
  }
  std::int64_t worst = 0;
  for (const auto& [place, barrier] : barriers) {
    worst = std::max(worst, static_cast<std::int64_t>(barrier.last_begin) -
                                static_cast<std::int64_t>(barrier.first_end));
  }
  return worst;
}

// What the same program wrote on an H200, compiled for it (docs/evidence/h200.md).
TEST(TraceRecord, OfARealGpuIsReadAndDrawn) {
  std::ifstream file(WARPSCOPE_H200_RUN_RECORD);
  const record::RunRecord measured =
      record::from_json(std::string(std::istreambuf_iterator<char>(file), {}));
  EXPECT_EQ(measured.device.id, "cuda:0");
  EXPECT_EQ(measured.device.name, "NVIDIA H200");
  EXPECT_EQ(measured.device.times, record::Provenance::measured);
  ASSERT_EQ(measured.launches.size(), 1U);
  expect_all_phases(measured.launches[0]);
  // Phases of a warp follow each other.
  const auto& phases = measured.launches[0].phases;
  for (std::size_t i = 1; i < phases.size(); ++i) {
    if (phases[i].block != phases[i - 1].block || phases[i].warp != phases[i - 1].warp) continue;
    EXPECT_GE(phases[i].begin_cycles, phases[i - 1].end_cycles);
  }
  EXPECT_LT(left_too_early(measured.launches[0]), 200);
  const std::string page = runner::html_report(std::vector{measured});
  EXPECT_NE(page.find("544 phase marks in 1 launch (times measured)"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
