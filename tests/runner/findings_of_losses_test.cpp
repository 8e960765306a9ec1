// Rules on work that a kernel or a program does without use, each with programs that do well.
#include <gtest/gtest.h>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;
using Severity = record::Finding::Severity;
using test::add_launch;
using test::add_line;
using test::find;
using test::made_record;

std::string key(std::string_view name) { return std::string(name); }

record::RunRecord loss_of(const record::Counters& counters, const std::string& source = "") {
  auto record = made_record();
  if (!source.empty()) record.sources.push_back({"exercise.cu", source});
  add_line(add_launch(record), 1, counters);
  apply_rules(record);
  return record;
}

TEST(DoublesOfFloats, ALiteralWithoutAnFIsFound) {
  const record::Counters counters{{key(kInstructions), 10'000}, {key(kDoublesOfFloats), 2'000}};
  const auto record = loss_of(counters, "y[i] = 0.1 * x[i];\n");
  const auto* finding = find(record, "accidental-double");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::warning);
  EXPECT_NE(finding->cause.find("2000 of the 10000"), std::string::npos) << finding->cause;
}

TEST(DoublesOfFloats, WhoSaysDoubleIsOnlyTold) {
  const record::Counters counters{{key(kInstructions), 10'000}, {key(kDoublesOfFloats), 2'000}};
  for (const char* line : {"y[i] = sqrt(double(x[i]));", "y[i] = (float)(0.1 * x[i]);",
                           "y[i] = static_cast<float>(0.1 * x[i]);"}) {
    const auto record = loss_of(counters, line);
    const auto* finding = find(record, "accidental-double");
    ASSERT_NE(finding, nullptr) << line;
    EXPECT_EQ(finding->severity, Severity::information) << line;
  }
}

TEST(DoublesOfFloats, WhoDeclaresADoubleIsOnlyTold) {
  const record::Counters counters{{key(kInstructions), 10'000}, {key(kDoublesOfFloats), 2'000}};
  const auto severity_of = [&](const std::string& source, std::uint32_t line) {
    auto record = made_record();
    record.sources.push_back({"exercise.cu", source});
    add_line(add_launch(record), line, counters);
    apply_rules(record);
    const auto* finding = find(record, "accidental-double");
    return finding == nullptr ? Severity::error : finding->severity;
  };
  const std::string kernel = "__global__ void k(const float* x, float* y) {\n";
  EXPECT_EQ(severity_of(kernel + "  const double t = x[0];\n  y[0] = t * 2.0;\n}\n", 3),
            Severity::information);
  for (const char* lines : {
           "  double u = 1;\n  float t = x[0] + u;\n  y[0] = t * 2.0;\n}\n",
           "  // double t would do\n  float t = x[0];\n  y[0] = t * 2.0;\n}\n",
           "  double tt = 1;\n  float t = x[0];\n  y[0] = t * 2.0;\n}\n",
           "  using half_double = float;\n  half_double t = x[0];\n  y[0] = t * 2.0;\n}\n",
       }) {
    EXPECT_EQ(severity_of(kernel + lines, 4), Severity::warning) << lines;
  }
  EXPECT_EQ(severity_of("void host() {\n  double t = 1;\n}\n" + kernel +
                            "  float t = x[0];\n  y[0] = t * 2.0;\n}\n",
                        6),
            Severity::warning)
      << "in another function";
}

TEST(DoublesOfFloats, ALineThatCostsLittleIsLeftAlone) {
  EXPECT_EQ(find(loss_of({{key(kInstructions), 100'000}, {key(kDoublesOfFloats), 2'000}}),
                 "accidental-double"),
            nullptr);
  EXPECT_EQ(find(loss_of({{key(kInstructions), 1'000}, {key(kDoublesOfFloats), 200}}),
                 "accidental-double"),
            nullptr);
}

record::Counters stores_of_loop(std::uint64_t overwritten, std::uint64_t loads) {
  return {{key(kStoreRequests), overwritten + 8192},
          {key(kLoadRequests), loads},
          {key(kRepeatedStores), overwritten}};
}

TEST(RepeatedStores, ASumInGlobalMemoryIsFound) {
  EXPECT_NE(find(loss_of(stores_of_loop(500'000, 500'000)), "accumulate-in-global"), nullptr);
}

TEST(RepeatedStores, AFewBesideManyLoadsAreLeftAlone) {
  EXPECT_EQ(find(loss_of(stores_of_loop(50'000, 500'000)), "accumulate-in-global"), nullptr);
  EXPECT_EQ(find(loss_of(stores_of_loop(200, 0)), "accumulate-in-global"), nullptr);
}

TEST(LocalMemory, AnArrayWithAnIndexIsTold) {
  const auto record = loss_of({{key(kLocalLoadInstructions), 8192},
                               {key(kLocalLoadSectors), 32'768},
                               {key(kLoadSectors), 32'768}});
  const auto* finding = find(record, "local-memory-traffic");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::information);
}

TEST(LocalMemory, WhatAPrintfHandsOverIsNot) {
  EXPECT_EQ(find(loss_of({{key(kLocalStoreInstructions), 8192},
                          {key(kLocalStoreSectors), 32'768},
                          {key(kLoadSectors), 32'768}}),
                 "local-memory-traffic"),
            nullptr);
}

TEST(ImmediateWaits, OnlyRoundsOfALoopAreTold) {
  constexpr std::uint64_t kWarps = 8192;
  EXPECT_NE(find(loss_of({{key(kImmediateWaits), 4 * kWarps}}), "single-buffered-transfers"),
            nullptr);
  EXPECT_EQ(find(loss_of({{key(kImmediateWaits), 2 * kWarps}}), "single-buffered-transfers"),
            nullptr)
      << "a table and the data, each copied once";
}

record::RunRecord one_block(double duration_s, std::uint64_t barriers) {
  auto record = made_record();
  record.device.sm_count = 132;
  auto& launch = add_launch(record);
  launch.grid = {1, 1, 1};
  launch.duration_s = duration_s;
  launch.dram_bytes = 1 << 20;
  add_line(launch, 1, {{key(kLoadRequests), 2048}, {key(kBarriers), barriers}});
  return record;
}

TEST(FewBlocks, OneBlockThatStridesThroughAnArrayIsFound) {
  auto record = one_block(100e-6, 0);
  apply_rules(record);
  EXPECT_NE(find(record, "too-few-blocks"), nullptr);
}

TEST(FewBlocks, ShortOnesAndThoseThatMeetInALoopAreLeftAlone) {
  auto brief = one_block(10e-6, 0);
  apply_rules(brief);
  EXPECT_EQ(find(brief, "too-few-blocks"), nullptr);
  auto meeting = one_block(100e-6, 512);
  apply_rules(meeting);
  EXPECT_EQ(find(meeting, "too-few-blocks"), nullptr) << "64 barriers of each of its 8 warps";
  auto beside = one_block(100e-6, 0);
  beside.launches.push_back(beside.launches.front());
  beside.launches.back().id = 1;
  beside.launches.back().start_s = 50e-6;
  apply_rules(beside);
  EXPECT_EQ(find(beside, "too-few-blocks"), nullptr) << "another stream's launch runs meanwhile";
  auto tried = one_block(100e-6, 0);
  tried.launches.push_back(tried.launches.front());
  tried.launches.back().id = 1;
  tried.launches.back().start_s = 200e-6;
  tried.launches.back().grid = {64, 1, 1};
  apply_rules(tried);
  EXPECT_EQ(find(tried, "too-few-blocks"), nullptr) << "the same kernel with more blocks";
}

record::RunRecord tiny_launches(int count) {
  auto record = made_record();
  record.sources.push_back({"exercise.cu", "for (;;)\n  scale<<<1, 64>>>(row);\n"});
  for (int i = 0; i < count; ++i) {
    auto& launch = add_launch(record);
    launch.grid = {1, 1, 1};
    launch.start_s = 3e-6 * i;
    launch.duration_s = 2e-6;
  }
  return record;
}

TEST(TinyKernels, ALaunchForEachRowIsFound) {
  auto record = tiny_launches(50);
  apply_rules(record);
  const auto* finding = find(record, "many-tiny-kernels");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->where->line, 2U);
}

TEST(TinyKernels, FewOrLargeOrMeasuredOnesAreLeftAlone) {
  auto few = tiny_launches(49);
  apply_rules(few);
  EXPECT_EQ(find(few, "many-tiny-kernels"), nullptr);
  auto large = tiny_launches(50);
  for (auto& launch : large.launches) launch.grid = {2, 1, 1};
  apply_rules(large);
  EXPECT_EQ(find(large, "many-tiny-kernels"), nullptr) << "steps that blocks share";
  auto measured = tiny_launches(50);
  measured.sources.front().text += "cudaEventElapsedTime(&ms, begin, end);\n";
  apply_rules(measured);
  EXPECT_EQ(find(measured, "many-tiny-kernels"), nullptr);
  auto nested = tiny_launches(50);
  nested.sources.clear();
  apply_rules(nested);
  EXPECT_EQ(find(nested, "many-tiny-kernels"), nullptr) << "a kernel launches them";
  auto copied = tiny_launches(98);
  record::Transfer copy;
  copy.kind = record::Transfer::Kind::device_to_host;
  copy.size_bytes = 4;
  copy.start_s = 49 * 3e-6 - 1e-7;
  copied.transfers.push_back(copy);
  apply_rules(copied);
  EXPECT_EQ(find(copied, "many-tiny-kernels"), nullptr) << "the host looks at a result";
}

record::RunRecord barriers(std::uint64_t all, std::uint64_t unneeded) {
  return loss_of(
      {{key(kInstructions), 400'000}, {key(kBarriers), all}, {key(kUnneededBarriers), unneeded}});
}

TEST(RedundantBarriers, ThoseOfALoopThatOrderNothingAreFound) {
  EXPECT_NE(find(barriers(65'536, 65'536), "redundant-barrier"), nullptr);
}

TEST(RedundantBarriers, FewRoundsOrSomeThatAreNeededAreLeftAlone) {
  EXPECT_EQ(find(barriers(57'344, 57'344), "redundant-barrier"), nullptr) << "seven rounds";
  EXPECT_EQ(find(barriers(65'536, 65'000), "redundant-barrier"), nullptr);
  EXPECT_EQ(find(barriers(65'536, 0), "redundant-barrier"), nullptr) << "nobody watched";
}

TEST(RedundantBarriers, OneLaunchThatNeedsItIsEnough) {
  auto record = made_record();
  for (const std::uint64_t unneeded : {65'536, 0}) {
    add_line(add_launch(record), 1,
             {{key(kInstructions), 400'000},
              {key(kBarriers), 65'536},
              {key(kUnneededBarriers), unneeded}});
  }
  apply_rules(record);
  EXPECT_EQ(find(record, "redundant-barrier"), nullptr);
}

record::RunRecord occupancy(std::uint32_t shared_bytes, std::uint64_t reached, std::uint32_t blocks,
                            std::uint32_t registers = 0) {
  auto record = made_record();
  record.device.sm_count = 132;
  auto& launch = add_launch(record);
  launch.grid = {blocks, 1, 1};
  launch.block = {64, 1, 1};
  launch.static_shared_bytes = shared_bytes;
  launch.counters[key(kSharedBytesReached)] = reached;
  if (registers != 0) launch.machine_code.emplace().registers = registers;
  apply_rules(record);
  return record;
}

TEST(LowOccupancy, SharedMemoryThatNobodyUsesIsNamed) {
  const auto record = occupancy(48 << 10, 256, 800);
  const auto* finding = find(record, "low-occupancy");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::information);
  EXPECT_NE(finding->cause.find("to 4 blocks of 64 threads"), std::string::npos) << finding->cause;
}

TEST(LowOccupancy, TilesThatAreUsedAndSmallGridsAreLeftAlone) {
  EXPECT_EQ(find(occupancy(48 << 10, 48 << 10, 800), "low-occupancy"), nullptr);
  EXPECT_EQ(find(occupancy(48 << 10, 30 << 10, 800), "low-occupancy"), nullptr) << "a last tile";
  EXPECT_EQ(find(occupancy(48 << 10, 256, 528), "low-occupancy"), nullptr) << "all are resident";
  EXPECT_EQ(find(occupancy(4 << 10, 256, 8000), "low-occupancy"), nullptr) << "enough threads";
  EXPECT_EQ(find(occupancy(48 << 10, 0, 800), "low-occupancy"), nullptr) << "nobody watched";
}

TEST(LowOccupancy, LessSharedMemoryDoesNotHelpWhereRegistersLimit) {
  EXPECT_NE(find(occupancy(48 << 10, 256, 800, 128), "low-occupancy"), nullptr);
  EXPECT_EQ(find(occupancy(48 << 10, 256, 800, 255), "low-occupancy"), nullptr);
}

record::RunRecord levels(const std::vector<std::uint64_t>& working) {
  auto record = made_record();
  for (const std::uint64_t each : working) {
    auto& launch = add_launch(record);
    launch.grid = {16, 1, 1};
    if (each != 0) launch.counters[key(kThreadsWithEffect)] = each;
  }
  apply_rules(record);
  return record;
}

TEST(IdleThreads, AGridThatStaysWhileTheLevelsShrinkIsTold) {
  EXPECT_NE(find(levels({2048, 1024, 512, 256, 128}), "idle-threads"), nullptr);
}

TEST(IdleThreads, FrontiersAndLevelsThatFitAreLeftAlone) {
  EXPECT_EQ(find(levels({4096, 4096, 4096, 4096}), "idle-threads"), nullptr);
  EXPECT_EQ(find(levels({1, 40, 600, 300, 20, 3}), "idle-threads"), nullptr) << "a search";
  EXPECT_EQ(find(levels({0, 0, 0, 0, 0}), "idle-threads"), nullptr) << "nobody watched";
}

record::Counters sampled(std::uint64_t sectors, std::uint64_t distinct, std::uint64_t requests) {
  return {{key(kLoadRequests), requests},
          {key(kLoadSectors), 4 * requests},
          {key(kSampledLoads), sectors},
          {key(kSampledDistinctLoads), distinct}};
}

TEST(RepeatedLoads, AProductWithoutTilesIsTold) {
  const auto record = loss_of(sampled(5120, 640, 100'000));
  const auto* finding = find(record, "no-tiling");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, Severity::information);
}

TEST(RepeatedLoads, StencilsScalarsAndTiledKernelsAreLeftAlone) {
  EXPECT_EQ(find(loss_of(sampled(3200, 640, 100'000)), "no-tiling"), nullptr) << "five points";
  EXPECT_EQ(find(loss_of(sampled(5120, 640, 40'000)), "no-tiling"), nullptr) << "five requests";
  auto tiled = made_record();
  auto& launch = add_launch(tiled);
  launch.static_shared_bytes = 8192;
  add_line(launch, 1, sampled(5120, 640, 100'000));
  apply_rules(tiled);
  EXPECT_EQ(find(tiled, "no-tiling"), nullptr);
}

}  // namespace
}  // namespace warpscope::runner
