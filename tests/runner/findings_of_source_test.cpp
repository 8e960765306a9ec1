// Findings for which the record's sources are read.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner::test {
namespace {

using record::Finding;

std::string ids_of(const record::RunRecord& record) {
  std::string ids;
  for (const Finding& finding : record.findings)
    ids += finding.id + ":" + std::to_string(finding.where ? finding.where->line : 0) + " ";
  return ids;
}

/// The source begins on line 1 with "__global__ void scale(...) {".
record::RunRecord record_of(const std::string& body) {
  auto record = made_record();
  record.sources.push_back(
      {"exercise.cu", "__global__ void scale(float* out, int n) {\n" + body + "}\n"});
  return record;
}

/// What is said of a loop in line `loop`, of which each warp makes `branches` on average.
std::string said_of_loop(const std::string& body, std::uint32_t loop, std::uint64_t branches = 4,
                         std::uint32_t blocks = 4) {
  auto record = record_of(body);
  auto& launch = add_launch(record);
  launch.grid = {blocks, 1, 1};
  launch.block = {32, 1, 1};
  add_line(launch, loop, {{std::string(record::metric::kBranches), branches * blocks}});
  find_short_strides(record);
  return ids_of(record);
}

TEST(ShortStride, IsReadInAnySpelling) {
  EXPECT_EQ(said_of_loop("  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += "
                         "blockDim.x) out[i] = 1;\n",
                         2),
            "stride-of-one-block:2 ");
  EXPECT_EQ(said_of_loop("  const int first = threadIdx.x + (blockDim.x * blockIdx.x);\n"
                         "  const int step = blockDim.x;\n"
                         "  int k = first;\n"
                         "  while (k < n) {\n"
                         "    out[k] = 1;\n"
                         "    k += step;\n"
                         "  }\n",
                         5),
            "stride-of-one-block:5 ");
}

TEST(ShortStride, IsNoneOfOneBlockOfOneRoundOrOfABlocksOwnPart) {
  const std::string loop =
      "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) out[i] = 1;\n";
  EXPECT_EQ(said_of_loop(loop, 2, 4, 1), "");
  EXPECT_EQ(said_of_loop(loop, 2, 2), "");
  EXPECT_EQ(said_of_loop("  for (int i = blockIdx.x * part + threadIdx.x; i < n; i += blockDim.x) "
                         "out[i] = 1;\n",
                         2),
            "");
  EXPECT_EQ(said_of_loop("  const int end = (blockIdx.x + 1) * part;\n"
                         "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += "
                         "blockDim.x) out[i] = 1;\n",
                         3),
            "");
  EXPECT_EQ(said_of_loop("  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += "
                         "gridDim.x * blockDim.x) out[i] = 1;\n",
                         2),
            "");
}

TEST(ShortStride, TakesTheRacesOfItsLoop) {
  auto record = record_of(
      "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {\n"
      "    out[i] += 1;\n"
      "  }\n");
  auto& launch = add_launch(record);
  add_line(launch, 2, {{std::string(record::metric::kBranches), 100'000'000}});
  record.findings.push_back(refused_access("non-atomic-update", {}, 3));
  find_short_strides(record);
  ASSERT_EQ(ids_of(record), "stride-of-one-block:2 ");
  EXPECT_EQ(record.findings[0].severity, Finding::Severity::error);
}

std::string said_before_array(std::uint64_t array_bytes, std::uint64_t distance,
                              const std::string& body) {
  auto record = record_of(body);
  Access access;
  access.bytes = 4;
  access.place = Place::before_array;
  access.array_bytes = array_bytes;
  access.distance_bytes = distance;
  record.findings.push_back(refused_access("out-of-bounds", access, 3));
  find_index_overflows(record);
  return record.findings[0].id;
}

TEST(IndexOverflow, IsAnElementThatTheTypeCannotHold) {
  constexpr std::uint64_t kFarElement = (std::uint64_t{1} << 31) + 100;
  constexpr std::uint64_t kBefore = ((std::uint64_t{1} << 31) - 100) * 4;
  EXPECT_EQ(said_before_array((kFarElement + 1) * 4, kBefore, "  int i;\n\n"), "index-overflow");
  EXPECT_EQ(said_before_array(kFarElement * 4, kBefore, "  int i;\n\n"), "out-of-bounds");
  EXPECT_EQ(said_before_array(33000 * 4, 32768 * 4, "  short i = 0;\n\n"), "index-overflow");
  EXPECT_EQ(said_before_array(33000 * 4, 32768 * 4, "  int i = 0;\n\n"), "out-of-bounds");
  EXPECT_EQ(said_before_array(33000 * 4, 4, "  short i = 0;\n\n"), "out-of-bounds");
}

std::string said_of_copy(const std::string& line, const std::string& declaration) {
  auto record = made_record();
  record.sources.push_back({"exercise.cu", declaration + "\n" + line + "\n"});
  record.findings.push_back(refused_access("copy-wrong-direction", {}, 2));
  record.findings[0].access.reset();
  find_byte_offsets(record);
  return record.findings[0].id;
}

TEST(ByteOffset, IsOfPointersToElements) {
  const std::string copy = "  cudaMemcpy(d + p * sizeof(float), h, n * sizeof(float), kind);";
  EXPECT_EQ(said_of_copy(copy, "float* d;"), "offset-in-bytes");
  EXPECT_EQ(said_of_copy(copy, "float *x, *d;"), "offset-in-bytes");
  EXPECT_EQ(said_of_copy("  cudaMemcpy(&d[p * sizeof *d], h, 8, kind);", "double *d = nullptr;"),
            "offset-in-bytes");
  EXPECT_EQ(said_of_copy(copy, "char* d;"), "copy-wrong-direction");
  EXPECT_EQ(said_of_copy(copy, "std::vector<float> d;"), "copy-wrong-direction");
  EXPECT_EQ(said_of_copy("  cudaMemcpy(d + p, h, n * sizeof(float), kind);", "float* d;"),
            "copy-wrong-direction");
  EXPECT_EQ(said_of_copy("  cudaMemcpy((char*)d + p * sizeof(float), h, 4, kind);", "float* d;"),
            "copy-wrong-direction");
  EXPECT_EQ(said_of_copy("  cudaMemcpy(d + bytes / sizeof(float), h, 4, kind);", "float* d;"),
            "copy-wrong-direction");
}

bool says_rounds(const std::string& body, std::uint32_t line) {
  auto record = record_of(body);
  record.findings.push_back(refused_access("deadlock", {}, line));
  explain_barriers_in_loops(record);
  return record.findings[0].cause.find("rounds") != std::string::npos;
}

TEST(BarrierInLoop, HasMoreRoundsForSomeThreads) {
  EXPECT_TRUE(
      says_rounds("  for (int i = threadIdx.x; i < n; i += 64) {\n"
                  "    __syncthreads();\n  }\n",
                  3));
  EXPECT_FALSE(
      says_rounds("  for (int base = 0; base < n; base += 64) {\n"
                  "    __syncthreads();\n  }\n",
                  3));
  EXPECT_FALSE(
      says_rounds("  for (int i = threadIdx.x; i < n; i += 64) {\n"
                  "    out[i] = 1;\n  }\n  __syncthreads();\n",
                  5));
}

std::string hint_at(const std::string& id, const std::string& body, std::uint32_t line) {
  auto record = record_of(body);
  record.findings.push_back(refused_access(id, {}, line));
  explain_barriers_in_loops(record);
  explain_earlier_waits(record);
  return record.findings[0].hint;
}

TEST(BarrierInLoop, InABranchIsNoMatterOfRounds) {
  const std::string loop = "  for (int i = threadIdx.y; i < 32; i += 8) {\n";
  for (const std::string inside : {"    if (i < n) {\n      __syncthreads();\n    }\n",
                                   "    if (i < n)\n      __syncthreads();\n"}) {
    EXPECT_FALSE(says_rounds(loop + inside + "  }\n", 4)) << inside;
    const auto hint = hint_at("deadlock", loop + inside + "  }\n", 4);
    EXPECT_NE(hint.find("condition of line 3"), std::string::npos) << hint;
  }
  const std::string behind = loop + "    if (i < n) out[i] = 1;\n    __syncthreads();\n  }\n";
  EXPECT_TRUE(says_rounds(behind, 4));
}

TEST(BarrierInLoop, OfComputeWarpsIsNotForDmaWarps) {
  const std::string body =
      "  for (int i = 0; i < n; ++i) {\n"
      "    ring.wait_for_dma_finish();\n"
      "    __syncthreads();\n"
      "    ring.start_async_dma();\n  }\n";
  const auto hint = hint_at("deadlock", body, 4);
  EXPECT_NE(hint.find("Do the DMA warps come"), std::string::npos) << hint;
  EXPECT_EQ(hint_at("deadlock", "  __syncthreads();\n" + body, 2), "");
}

TEST(EarlierWait, IsTheOneAboveInTheSameFunction) {
  const std::string wait = "  ring.wait_for_dma_finish();\n", use = "  out[0] = from[0];\n";
  const std::string id = "async-copy-not-waited";
  EXPECT_NE(hint_at(id, wait + use, 3).find("Line 2 waits"), std::string::npos);
  EXPECT_EQ(hint_at(id, use + wait, 2), "");
  EXPECT_EQ(hint_at(id, wait + "}\n__global__ void other() {\n" + use, 5), "");
  EXPECT_EQ(hint_at("missing-barrier", wait + use, 3), "");
}

TEST(FencedRace, AsksForTheWordThatShouldOrderTheBlocks) {
  const auto hint = [](const std::string& body, const std::string& said) {
    auto record = record_of(body);
    record.findings.push_back(refused_access("race-between-blocks", {}, 2));
    record.findings[0].hint = said;
    explain_fenced_races(record);
    return record.findings[0].hint;
  };
  const std::string plain = make_finding("race-between-blocks").hint;
  const std::string store = "  out[n] = 1;\n", fence = "  __threadfence();\n";
  const std::string draw = "  last = atomicInc(ticket, n) == n - 1;\n";
  EXPECT_NE(hint(store + fence + draw, plain).find("ticket begin"), std::string::npos);
  EXPECT_EQ(hint(store + draw, plain), plain);
  EXPECT_EQ(hint(store + fence, plain), plain);
  EXPECT_EQ(hint(store + fence + draw, "Another hint."), "Another hint.");
}

std::string said_of_atomic(const std::string& body, std::uint32_t line) {
  auto record = record_of(body);
  record.findings.push_back(refused_access("floats-compared-as-bits", {}, line));
  confirm_by_source(record);
  return ids_of(record);
}

TEST(FloatBits, AreThoseThatTheSourceTakesAsTheyAre) {
  const std::string said = "floats-compared-as-bits:";
  EXPECT_EQ(said_of_atomic("  atomicMax(best, __float_as_int(out[0]));\n", 2), said + "2 ");
  EXPECT_EQ(said_of_atomic("  const int bits = *reinterpret_cast<const int*>(&x);\n"
                           "  atomicMin(&low, bits);\n",
                           3),
            said + "3 ");
  EXPECT_EQ(said_of_atomic("  atomicMax(best, in[0]);\n", 2), "");
  EXPECT_EQ(said_of_atomic("  const unsigned bits = __float_as_uint(x) ^ 0x80000000u;\n"
                           "  atomicMax(best, bits);\n",
                           3),
            "");
}

TEST(FlagReadOnce, StandsInTheConditionOfALoop) {
  const auto said = [](const std::string& line) {
    auto record = record_of(line + "\n");
    record.findings.push_back(refused_access("flag-read-once", {}, 2));
    confirm_by_source(record);
    return !record.findings.empty();
  };
  EXPECT_TRUE(said("  while (*stop == 0) {"));
  EXPECT_FALSE(said("  if (*error != 0) while (true);"));
  EXPECT_FALSE(said("  out[0] = *stop;"));
}

TEST(Answers, AreSaidOnceWhereTheMemoryChecksExplainThem) {
  auto record = made_record();
  auto race = refused_access("local-for-global-index", {});
  race.case_index = 0;
  auto of_judge = race;
  of_judge.lanes.clear();
  of_judge.where.reset();
  record.findings = {of_judge, race};
  say_answers_once(record);
  EXPECT_EQ(ids_of(record), "local-for-global-index:12 ");
  record.findings = {of_judge};
  say_answers_once(record);
  EXPECT_EQ(record.findings.size(), 1U);
}

TEST(HostPlaces, AreThoseOfWhatIsMissing) {
  auto record = made_record();
  record.sources.push_back({"exercise.cu",
                            "void scale() {\n  cudaMalloc(&a, n);\n  cudaMalloc(&b, n);\n"
                            "  scale_kernel<<<1, 1>>>(a, b);\n  cudaFree(b);\n}\n"});
  auto& launch = add_launch(record);
  launch.kernel = "scale_kernel(float*, float*)";
  Finding leak, copy;
  leak.id = "memory-not-freed";
  copy.id = "result-not-copied-back";
  copy.case_index = 0;
  record.findings = {leak, copy};
  place_host_findings(record);
  EXPECT_EQ(ids_of(record), "memory-not-freed:2 result-not-copied-back:4 ");
}

}  // namespace
}  // namespace warpscope::runner::test
