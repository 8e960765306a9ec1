// Findings that are read from the source beside what the device or the judge saw: a value of one
// thread, a division of constants, DMA objects, loops that are not shared out, copies of the whole.
#include <gtest/gtest.h>

#include <string>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/score/case_pattern.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner::test {
namespace {

/// The findings behind `rule`, of a record with one finding at a line of a source.
std::string said_by(Rule rule, const std::string& id, std::uint32_t line,
                    const std::string& source) {
  auto record = made_record();
  record.sources.push_back({"exercise.cu", source});
  if (!id.empty()) {
    auto finding = make_finding(id);
    finding.where = record::SourceLine{"exercise.cu", line};
    record.findings.push_back(finding);
  }
  rule(record);
  std::string said;
  for (const auto& finding : record.findings)
    said += finding.id + ":" + std::to_string(finding.where ? finding.where->line : 0) + " ";
  return said;
}

std::string of_one_thread(const std::string& id, std::uint32_t line, const std::string& body) {
  return said_by(find_values_of_one_thread, id, line,
                 "__global__ void keep(int* out, unsigned* kept) {\n" + body + "}\n");
}

TEST(ValueOfOneThread, IsWhatTheOthersUse) {
  EXPECT_EQ(of_one_thread("race-between-blocks", 4,
                          "  unsigned first = 0;\n"
                          "  if (lane == 0) first = atomicAdd(kept, 32);\n"
                          "  out[first + lane] = 1;\n"),
            "value-of-one-thread:4 ");
  EXPECT_EQ(of_one_thread("early-exit-before-barrier", 9,
                          "  bool is_last = false;\n"
                          "  if (threadIdx.x == 0) {\n"
                          "    __threadfence();\n"
                          "    is_last = atomicInc(kept, gridDim.x - 1) == gridDim.x - 1;\n"
                          "  }\n"
                          "  __syncthreads();\n"
                          "  if (!is_last) return;\n"
                          "  __syncthreads();\n"),
            "value-of-one-thread:8 ");
}

TEST(ValueOfOneThread, IsNoneThatIsHandedOnOrThatOnlyThatThreadUses) {
  const std::string plain = "race-between-blocks:5 ";
  EXPECT_EQ(of_one_thread("race-between-blocks", 5,
                          "  unsigned first = 0;\n"
                          "  if (lane == 0) first = atomicAdd(kept, 32);\n"
                          "  first = __shfl_sync(0xffffffff, first, 0);\n"
                          "  out[first + lane] = 1;\n"),
            plain);
  EXPECT_EQ(of_one_thread("race-between-blocks", 5,
                          "  __shared__ unsigned first;\n"
                          "  if (threadIdx.x == 0) first = atomicAdd(kept, 32);\n"
                          "  __syncthreads();\n"
                          "  out[first + threadIdx.x] = 1;\n"),
            plain);
  EXPECT_EQ(of_one_thread("race-between-blocks", 5,
                          "  unsigned first = 0;\n"
                          "  if (lane == 0) {\n"
                          "    first = atomicAdd(kept, 32);\n"
                          "    out[first] = 1;\n"
                          "  }\n"),
            plain);
  EXPECT_EQ(of_one_thread("race-between-blocks", 5,
                          "  int first = blockIdx.x;\n"
                          "  if (lane == 0) first = 3;\n"
                          "  first = 5;\n"
                          "  out[first] = 1;\n"),
            plain);
}

TEST(ConstantDivision, IsSaidWhereAnAnswerIsWrong) {
  const auto said = [](const std::string& id, const std::string& line) {
    return said_by(find_constant_divisions, id, 2,
                   "__global__ void k(float* out) {\n  out[0] = 2;\n  " + line + "\n}\n");
  };
  EXPECT_EQ(said("wrong-element", "out[1] = 1 / 2 * mass;"), "constant-division-is-0:3 ");
  EXPECT_EQ(said("wrong-element", "out[1] = mass * (2/3);"), "constant-division-is-0:3 ");
  for (const auto* right :
       {"out[1] = 1.0f / 2 * mass;", "out[1] = mass * 1 / 2;", "out[1] = 4 / 2 * mass;",
        "out[1] = 1 / 2.0f;", "out[1] = x1 / 2;", "printf(\"1 / 2\");", "// 1 / 2"})
    EXPECT_EQ(said("wrong-element", right), "wrong-element:2 ") << right;
  EXPECT_EQ(said("out-of-bounds", "out[1] = 1 / 2 * mass;"), "out-of-bounds:2 ");
}

TEST(DmaObjects, CollideByNumberOrByThreads) {
  const auto said = [](const std::string& objects) {
    return said_by(find_colliding_objects, "deadlock", 6,
                   "using Load = CudaDMASequential<true, 16, 64, 4096, 32>;\n"
                   "\n"
                   "__global__ void k(float* out) {\n" +
                       objects + "  use(a, b);\n}\n");
  };
  EXPECT_EQ(said("  Load a(1, kCompute, kCompute), b(1, kCompute, kCompute + 32);\n"),
            "dma-objects-collide:4 ");
  EXPECT_EQ(said("  Load a(1, 256, 256);\n  Load b(2, 288, 256);\n"), "dma-objects-collide:5 ");
  EXPECT_EQ(said("  cudaDMASequential<true, 16, 4096> a(3, 32, 64, 64);\n"
                 "  cudaDMASequential<true, 16, 4096> b(3, 32, 64, 96);\n"),
            "dma-objects-collide:5 ");
  EXPECT_EQ(said("  Load a(1, kCompute, kCompute), b(2, kCompute, kCompute + 32);\n"),
            "deadlock:6 ");
  EXPECT_EQ(said("  Load a(1, 256, 256), b(2, 256, 256);\n"), "deadlock:6 ");
}

// What stands still is a kernel of its own.
TEST(DmaObjects, OfAnotherKernelOfTheSourceAreLeftAside) {
  const auto said = [](std::uint32_t line) {
    return said_by(find_colliding_objects, "deadlock", line,
                   "using Load = CudaDMASequential<true, 16, 64, 4096, 32>;\n"
                   "__global__ void right(float* out) {\n"
                   "  Load a(1, 256, 256);\n"
                   "  use(a);\n"
                   "}\n"
                   "__global__ void wrong(float* out) {\n"
                   "  Load a(1, 256, 256), b(1, 256, 288);\n"
                   "  use(a, b);\n"
                   "}\n");
  };
  EXPECT_EQ(said(4), "deadlock:4 ");
  EXPECT_EQ(said(8), "dma-objects-collide:7 ");
}

TEST(UnsharedLoop, IsAParallelWithoutFor) {
  const auto said = [](const std::string& body) {
    return said_by(find_unshared_loops, "", 0, "void k(int* out) {\n" + body + "}\n");
  };
  EXPECT_EQ(said("#pragma omp parallel\n  for (int i = 0; i < n; ++i) out[i] = i;\n"),
            "parallel-without-for:2 ");
  EXPECT_EQ(said("#pragma omp parallel num_threads(4)\n  for (int i = 0; i < n; ++i) {\n    "
                 "out[i] = i;\n  }\n"),
            "parallel-without-for:2 ");
  for (const auto* right :
       {"#pragma omp parallel for\n  for (int i = 0; i < n; ++i) out[i] = i;\n",
        "#pragma omp parallel\n  {\n    work();\n  }\n",
        "#pragma omp parallel\n  for (int i = omp_get_thread_num(); i < n; i += 4) out[i] = i;\n",
        "#pragma omp parallel\n  for (int k = 0; k < 3; ++k) {\n#pragma omp for\n    for (int i = "
        "0; i < n; ++i) out[i] = i;\n  }\n"})
    EXPECT_EQ(said(right), "") << right;
}

void add_copies(record::RunRecord& record, record::Transfer::Kind kind, std::uint32_t line,
                std::vector<std::uint64_t> sizes) {
  for (const auto size : sizes) {
    auto& copy = record.transfers.emplace_back();
    copy.kind = kind;
    copy.case_index = 0;
    copy.size_bytes = size;
    copy.asked.emplace().where = record::SourceLine{"exercise.cu", line};
  }
}

std::string hint_on_copies(std::vector<std::uint64_t> to_device,
                           std::vector<std::uint64_t> to_host) {
  auto record = made_record();
  add_copies(record, record::Transfer::Kind::host_to_device, 3, std::move(to_device));
  add_copies(record, record::Transfer::Kind::device_to_host, 5, std::move(to_host));
  auto finding = make_finding("stream-race");
  finding.where = record::SourceLine{"exercise.cu", 5};
  record.findings.push_back(finding);
  explain_whole_copies(record);
  return record.findings[0].hint;
}

TEST(WholeCopies, AreThoseOfAllPiecesEach) {
  EXPECT_NE(hint_on_copies({32, 32, 60}, {124, 124, 124}).find("the whole array"),
            std::string::npos);
  EXPECT_NE(hint_on_copies({64, 64}, {128, 128}).find("the whole array"), std::string::npos);
  const auto plain = find_finding("stream-race")->hint;
  EXPECT_EQ(hint_on_copies({32, 32, 60}, {32, 32, 60}), plain);
  EXPECT_EQ(hint_on_copies({128}, {128}), plain);
  EXPECT_EQ(hint_on_copies({64, 64}, {128}), plain);
}

/// Cases of one task with `count`, wrong where `is_wrong` says so.
std::string pattern(const std::vector<int>& counts, auto is_wrong) {
  record::RunRecord record;
  std::vector<std::uint32_t> cases;
  for (const int count : counts) {
    auto& item = record.cases.emplace_back();
    item.task = "sum";
    item.name = "sum/" + std::to_string(count);
    item.parameters = {{"count", count}, {"rounds", 3}};
    item.verdict = is_wrong(count) ? record::Case::Verdict::wrong : record::Case::Verdict::correct;
    cases.push_back(static_cast<std::uint32_t>(cases.size()));
  }
  return pattern_of_cases(record, cases);
}

TEST(PatternOfCases, IsAParameterThatTellsThemApart) {
  EXPECT_EQ(pattern({0, 1, 31, 32, 33, 64}, [](int n) { return n % 32 != 0; }),
            "Not correct are those with count 1, 31, 33 (all that are no multiple of 32, and all "
            "that are odd); correct are 0, 32, 64.");
  EXPECT_EQ(pattern({0, 30, 31, 32, 33, 64}, [](int n) { return n % 32 != 0; }),
            "Not correct are those with count 30, 31, 33 (all that are no multiple of 32); correct "
            "are 0, 32, 64.");
  EXPECT_EQ(pattern({1, 2, 4, 8, 16}, [](int n) { return n > 4; }),
            "Not correct are those with count 8, 16 (all from 8 on); correct are 1, 2, 4.");
  EXPECT_EQ(pattern({0, 1, 31, 32, 33}, [](int n) { return n == 0; }),
            "Not correct are those with count 0 (all of them, and no right one); correct are 1, "
            "31, 32, 33.");
  EXPECT_EQ(pattern({0, 1, 31, 32, 33, 64}, [](int n) { return n == 1 || n == 32; }), "");
  EXPECT_EQ(pattern({0, 1, 2, 3}, [](int n) { return n > 1; }), "");
  EXPECT_EQ(pattern({0, 1, 2, 3, 4, 5}, [](int) { return true; }), "");
}

}  // namespace
}  // namespace warpscope::runner::test
