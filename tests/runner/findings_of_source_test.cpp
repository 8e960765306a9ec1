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

TEST(ShortStride, TakesTheStopOfALaunchThatItMakesTooLong) {
  for (const std::uint32_t line : {3U, 1U}) {
    auto record = record_of(
        "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {\n"
        "    out[i] = 1;\n"
        "  }\n");
    auto& launch = add_launch(record);
    launch.grid = {4, 1, 1};
    launch.block = {32, 1, 1};
    add_line(launch, 2, {{std::string(record::metric::kBranches), 16}});
    auto& stopped = record.findings.emplace_back(make_finding("instruction-budget"));
    stopped.case_index = 0;
    stopped.where = {"exercise.cu", line};
    find_short_strides(record);
    EXPECT_EQ(ids_of(record),
              line == 3 ? "stride-of-one-block:2 " : "instruction-budget:1 stride-of-one-block:2 ");
    EXPECT_EQ(record.findings.back().severity == Finding::Severity::error, line == 3);
  }
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

/// The finding's cause and hint; its line is that of the source's first "HERE".
std::string said_of(const char* id, const std::string& source, void (*rule)(record::RunRecord&),
                    record::Dim3 block = {32, 1, 1}) {
  auto record = made_record();
  record.sources.push_back({"exercise.cu", source});
  auto& launch = add_launch(record);
  launch.block = block;
  auto& finding = record.findings.emplace_back(make_finding(id));
  finding.hint = "as before";
  finding.launch = launch.id;
  const auto before = source.substr(0, source.find("HERE"));
  finding.where = {"exercise.cu", static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n'))};
  rule(record);
  return record.findings[0].cause + " " + record.findings[0].hint;
}

TEST(KeptComparand, IsTheSameInEachRound) {
  const auto said = [](const std::string& body) {
    return said_of("spin-without-progress",
                   "__global__ void scale(unsigned* word, float value) {\n" + body + "}\n",
                   explain_kept_comparands);
  };
  EXPECT_NE(said("  unsigned seen = *word;\n"
                 "  while (value > __uint_as_float(seen)) {\n"
                 "    if (atomicCAS(word, seen, __float_as_uint(value)) == seen) return;  // HERE\n"
                 "  }\n")
                .find("In line 4 atomicCAS compares with seen in each round"),
            std::string::npos);
  EXPECT_NE(said("  unsigned long long old = word[0], sum;\n"
                 "  do {\n"
                 "    sum = old + 1;  // HERE\n"
                 "  } while (atomicCAS(word, old, sum) != old);\n")
                .find("In line 5 atomicCAS compares with old"),
            std::string::npos);
}

TEST(KeptComparand, IsNoneWhereARoundTakesWhatCameBackOrOfALock) {
  for (const char* body : {
           "  unsigned seen = *word, old;\n"
           "  do {\n"
           "    old = seen;\n"
           "    seen = atomicCAS(word, old, old + 1);  // HERE\n"
           "  } while (seen != old);\n",
           "  unsigned seen = *word;\n"
           "  while (true) {\n"
           "    const unsigned found = atomicCAS(word, seen, 2);  // HERE\n"
           "    if (found == seen) break;\n"
           "    seen = found;\n"
           "  }\n",
           "  const int open = 0;\n"
           "  while (atomicCAS(word, open, 1) != open) {  // HERE\n"
           "  }\n",
           "  while (atomicCAS(word, 0, 1) != 0) {  // HERE\n"
           "  }\n",
       }) {
    const auto said =
        said_of("spin-without-progress",
                std::string("__global__ void scale(unsigned* word) {\n") + body + "}\n",
                explain_kept_comparands);
    EXPECT_EQ(said, " as before") << body;
  }
}

TEST(ExchangedBlock, HasFewerThreadsAlongARowThanTheTileHasElements) {
  const std::string kernel =
      "constexpr int kTile = 32;\n"
      "__global__ void scale(const float* in, float* out) {\n"
      "  __shared__ float tile[kTile][kTile + 1];\n"
      "  for (int j = threadIdx.y; j < kTile; j += 8) tile[j][threadIdx.x] = in[j];\n"
      "  out[0] = tile[threadIdx.x][0];  // HERE\n"
      "}\n"
      "void run() { scale<<<1, dim3(8, 32)>>>(a, b); }\n";
  const auto said = [&](record::Dim3 block) {
    return said_of("uninitialised-shared", kernel, explain_exchanged_blocks, block);
  };
  EXPECT_NE(said({8, 32, 1})
                .find("The launch in line 7 gives blocks of 8 x 32 threads: threadIdx.x "
                      "stays below 8, and a row of the array has 32 elements."),
            std::string::npos)
      << said({8, 32, 1});
  EXPECT_EQ(said({32, 8, 1}), " as before");
  EXPECT_EQ(said({8, 8, 1}), " as before");
  auto by_number = kernel;
  by_number.replace(by_number.find("[kTile][kTile + 1]"), 18, "[16][16]");
  const auto of_number =
      said_of("uninitialised-shared", by_number, explain_exchanged_blocks, {4, 16, 1});
  EXPECT_NE(of_number.find("a row of the array has 16"), std::string::npos) << of_number;
}

TEST(FilledBuffer, OfTwoObjectsIsNamed) {
  const std::string kernel =
      "__global__ void scale(const float* x) {\n"
      "  if (load_0.owns_this_thread()) {\n"
      "    load_0.execute_dma(x, buffer[0].x);\n"
      "    load_1.execute_dma(x + n, buffer[0].x);\n"
      "  }\n"
      "  use(buffer[1].x);  // HERE\n"
      "}\n";
  for (const char* id : {"missing-barrier", "uninitialised-shared"}) {
    const auto said = said_of(id, kernel, explain_filled_buffers);
    EXPECT_NE(said.find("load_0 in line 3 and load_1 in line 4 fill the same buffer, buffer[0].x"),
              std::string::npos)
        << said;
  }
  auto right = kernel;
  right.replace(right.find("x + n, buffer[0]"), 16, "x + n, buffer[1]");
  EXPECT_EQ(said_of("missing-barrier", right, explain_filled_buffers), " as before");
  const auto unset = said_of("uninitialised-shared", right, explain_filled_buffers);
  EXPECT_NE(unset.find("A copy fills this buffer, in line 3"), std::string::npos) << unset;
}

TEST(FilledBuffer, ByThreadsKeepsItsHint) {
  EXPECT_EQ(said_of("uninitialised-shared",
                    "__global__ void scale(float* x) {\n  tile[threadIdx.x] = x[0];\n  x[1] = "
                    "tile[40];  // HERE\n}\n",
                    explain_filled_buffers),
            " as before");
}

TEST(OutOfBounds, OfACopyAsksForTheCopyAndForNoGuard) {
  for (const auto place : {Place::past_end, Place::across_end}) {
    for (const char* line : {"  ring.execute_dma(tile, from, to);  // HERE\n",
                             "  cuda::memcpy_async(block, to, from, bytes, barrier);  // HERE\n",
                             "  out[i] = 1;  // HERE\n"}) {
      auto record = record_of(line);
      Access access;
      access.place = place;
      access.bytes = 16;
      access.lanes = 4;
      record.findings.push_back(refused_access("out-of-bounds", access, 2));
      refine_out_of_bounds(record);
      const bool is_of_copy = record.findings[0].hint.find("The copy of this line") == 0;
      EXPECT_EQ(is_of_copy, std::string(line).find("out[i]") == std::string::npos) << line;
      EXPECT_TRUE(!is_of_copy || record.findings[0].id == "out-of-bounds");
    }
  }
}

TEST(LongCopy, OverTheEndOfTheAnswerIsWhereItCrashed) {
  auto record = made_record();
  record.cases[0].output_bytes = 128;
  auto& copy = record.transfers.emplace_back();
  copy.kind = record::Transfer::Kind::device_to_host;
  copy.case_index = 0;
  copy.size_bytes = 256;
  copy.asked.emplace().where = record::SourceLine{"exercise.cu", 33};
  auto& finding = record.findings.emplace_back(make_finding("host-crash"));
  finding.case_index = 0;
  auto other = record;
  other.transfers[0].size_bytes = 128;
  explain_long_copies(record);
  explain_long_copies(other);
  ASSERT_TRUE(record.findings[0].where);
  EXPECT_EQ(record.findings[0].where->line, 33U);
  EXPECT_NE(record.findings[0].cause.find(
                "In scale/1024 this line copied 256 B to the host, and the answer has 128 B"),
            std::string::npos)
      << record.findings[0].cause;
  EXPECT_FALSE(other.findings[0].where);
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

// The host must set the word while the kernel waits for it.
TEST(FlagReadOnce, HasTheHostsWriteInIt) {
  auto record = record_of(
      "  while (*stop == 0) {\n}\n  k<<<1, 1>>>(stop);\n  *stop = 1;\n  next<<<1, 1>>>(in);\n  *in "
      "= 1;\n");
  add_launch(record).kernel = "k(int*)";
  add_launch(record).kernel = "next(int*)";
  record.findings.push_back(refused_access("flag-read-once", {}, 2));
  record.findings[0].launch = 0;
  auto write = refused_access("host-device-race", {}, 5);
  record.findings.push_back(write);
  write.where->line = 7;
  record.findings.push_back(write);
  confirm_by_source(record);
  ASSERT_EQ(record.findings.size(), 2U);
  EXPECT_NE(record.findings[0].cause.find("Line 5 of the host writes"), std::string::npos)
      << record.findings[0].cause;
  EXPECT_EQ(record.findings[1].where->line, 7U);
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
