// Sums that pass the end of an int, waits for the active mask, and places that are counted by
// lanes, as a source shows them.
#include <gtest/gtest.h>

#include <string>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner::test {
namespace {

/// The source begins on line 1 with "__global__ void scale(...) {".
record::RunRecord source_with(const std::string& body) {
  auto record = made_record();
  record.sources.push_back(
      {"exercise.cu",
       "__global__ void scale(float* out, const int* in, int n, int k) {\n" + body + "}\n"});
  return record;
}

/// Whether a sum that passes the end of an int in line `line` of the function is said.
bool says_sum(const std::string& body, std::uint32_t line = 3) {
  auto record = source_with(body);
  record.findings.push_back(make_finding("sum-overflow"));
  record.findings[0].where = {"exercise.cu", line};
  confirm_by_source(record);
  return !record.findings.empty();
}

TEST(SumOverflow, IsOneOfAnInt) {
  EXPECT_TRUE(says_sum("  int sum = 0;\n  sum += in[i];\n"));
  EXPECT_TRUE(says_sum(
      "  int n = 4, sum = 0; const int* in = a;\n  for (int i = 0; i < n; ++i) sum += *in++;\n"));
  EXPECT_TRUE(says_sum("  std::int32_t sum{0};\n  sum = sum + __shfl_down_sync(~0u, sum, 1);\n"));
  EXPECT_TRUE(says_sum("  auto sum = 0;\n  sum = in[i] + sum;\n"));
  EXPECT_TRUE(says_sum("  __shared__ int part[256];\n  if (t < k) part[t] += part[t + k];\n"));
  EXPECT_TRUE(says_sum("  int sum = 0;\n  sum += in[i * gridDim.x * blockDim.x + k];\n"));
  EXPECT_TRUE(says_sum("  int* total = all;\n  atomicAdd(total, in[i]);\n"));
  EXPECT_TRUE(says_sum("  __shared__ int bins[8][4];\n  atomicAdd(&bins[a][b], in[i]);\n"));
  EXPECT_TRUE(says_sum("  int sum = 0;\n  sum +=\n      in[i];\n"));
  EXPECT_TRUE(says_sum("  int sum = 0;\n  for (size_t i = 0; i < n; i += 4) sum += in[i];\n"));
  EXPECT_TRUE(
      says_sum("  int sum = 0; const unsigned char* b = a; int4 v;\n  sum += b[i] + v.x;\n"));
  EXPECT_TRUE(says_sum("  int sum = 0; unsigned i = 0;\n  sum += i < n ? in[i] : 0;\n"));
  EXPECT_TRUE(says_sum(
      "  int sum = 0; unsigned d = 1;\n  sum += __shfl_down_sync(~0u, sum, d << 1) + in[i];\n"));
  EXPECT_TRUE(says_sum("  int sum = 0; unsigned d = 1;\n  sum += tile.shfl_down(sum, d);\n"));
}

TEST(SumOverflow, IsNoneOfOtherTypes) {
  EXPECT_FALSE(says_sum("  unsigned sum = 0;\n  sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  unsigned int sum = 0;\n  sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  T sum = 0;\n  sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  long long sum = 0;\n  sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  auto sum = in[0];\n  sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  f(n, sum);\n  sum += in[i];\n")) << "declared elsewhere";
  EXPECT_FALSE(says_sum("  int sum = 0; { unsigned sum = 1; }\n  sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  int sum = 0; { unsigned sum(1); }\n  sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  int sum = 0; auto& [n, sum] = pair;\n  sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  unsigned* total = all;\n  atomicAdd(total, in[i]);\n"));
  EXPECT_FALSE(says_sum("  int x = 0;\n  state.sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  int sum = 0; unsigned all = 0;\n  sum += 1; all += in[i];\n"));
}

TEST(SumOverflow, IsNoneOfUnsignedNumbers) {
  EXPECT_FALSE(says_sum("  int sum = 0; const unsigned* in = a;\n  sum += in[i];\n"));
  EXPECT_FALSE(says_sum("  int sum = 0; const T* in = a;\n  sum = sum + in[i];\n"));
  EXPECT_FALSE(says_sum("  int sum = 0; Word h = 0;\n  sum += min(h + 1, 7);\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += min(in[i], 7u);\n"));
  EXPECT_FALSE(says_sum("  int* sum = all; unsigned x = 0;\n  atomicAdd(sum, x);\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += threadIdx.x;\n"));
  EXPECT_FALSE(says_sum("  int sum = 0; uint4 v;\n  sum += v.x;\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += from_a_header(in[i]);\n"));
  EXPECT_FALSE(
      says_sum("  int sum = 0; auto f = [&](int x) { return x + 1u; };\n  sum += f(k);\n"));
  EXPECT_FALSE(says_sum(
      "  int sum = 0; unsigned x = 0;\n  sum += __shfl_down_sync(~0u, sum, 1, 32) + x;\n"));
}

TEST(SumOverflow, KnowsWhatIsDeclaredOutsideOfItsFunction) {
  const std::string add = "}\n__global__ void f(int* out, int k) {\n  int sum = 0;\n  sum += ";
  const auto says = [&](const std::string& line, const std::string& added) {
    return says_sum("}\n" + line + "\n__device__ void g() {\n" + add + added + ";\n", 8);
  };
  EXPECT_TRUE(says("constexpr int kStep = 7;", "kStep"));
  EXPECT_TRUE(says("#define STEP 7", "STEP"));
  EXPECT_TRUE(says("__host__ __device__ int twice(unsigned x);", "twice(k)"));
  EXPECT_TRUE(says("__constant__ short weights[9];", "weights[k]"));
  EXPECT_FALSE(says("constexpr unsigned kStep = 7;", "kStep"));
  EXPECT_FALSE(says("#define STEP 7u", "STEP"));
  EXPECT_FALSE(says("#define TIMES(x) ((x) * 31)", "TIMES(k)"));
  EXPECT_FALSE(says("__host__ __device__ unsigned twice(int x);", "twice(k)"));
  EXPECT_FALSE(
      says("__device__ unsigned twice(int x); __device__ int other(int twice);", "twice(k)"));
  EXPECT_FALSE(says("typedef unsigned Word;", "Word(k)"));
}

TEST(SumOverflow, IsNoneOfUnsignedTemplateArguments) {
  const auto says = [&](const std::string& type) {
    return says_sum(
        "}\ntemplate <" + type + " kStep>\n__global__ void f(int* sum) {\n  *sum += kStep;\n", 5);
  };
  EXPECT_TRUE(says("int"));
  EXPECT_FALSE(says("unsigned"));
}

// A member's function behind the class, where other functions have the name as well.
TEST(SumOverflow, IsNoneOfWhatAnotherFunctionDeclares) {
  const std::string other = "  int x = 0;\n}\n", own = "void Acc::add(int x) {\n  sum += x;\n";
  const auto begin_with = [&](const std::string& line) { return other + line + "\n" + own; };
  EXPECT_FALSE(says_sum(begin_with("__device__ int limit(int sum, int top);"), 6));
  EXPECT_FALSE(says_sum(begin_with("void f() {\n  __shared__ int sum;\n}"), 8));
  EXPECT_TRUE(says_sum(begin_with("__device__ int sum;\nvoid f() {\n}"), 8));
  EXPECT_TRUE(says_sum(other + "__global__ void f(int* sum, int x) { atomicAdd(sum, x); }\n", 4));
}

TEST(SumOverflow, IsNoneOfWhatMayBeginAnew) {
  EXPECT_FALSE(says_sum("  int hash = 0;\n  hash += in[i];\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += in[i] * 31;\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += sum << 5;\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += in[i];\n  sum ^= sum >> 7;\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += in[i];\n  out = static_cast<unsigned>(sum);\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += in[i];\n  out = (unsigned)sum;\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += (unsigned)in[i];\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum += in[i];\n  out = sum & 255;\n"));
  EXPECT_FALSE(says_sum("  int sum = 0;\n  sum = in[i] + in[k];\n")) << "nothing is added up";
}

TEST(EndlessLoop, OfAnActiveMaskHasItsOwnWords) {
  auto record = source_with("  while (__activemask() != ~0u) {\n  }\n  while (more) {\n  }\n");
  for (const std::uint32_t line : {2U, 4U}) {
    auto& finding = record.findings.emplace_back(make_finding("spin-without-progress"));
    finding.where = {"exercise.cu", line};
  }
  explain_active_mask_waits(record);
  EXPECT_EQ(record.findings[0].id, "endless-loop");
  EXPECT_EQ(record.findings[1].id, "spin-without-progress");
  EXPECT_NE(record.findings[0].hint.find("__syncwarp"), std::string::npos);
}

/// What is advised where an element of line 3 lies outside.
std::string advice_on_place(const std::string& body) {
  auto record = source_with(body);
  record.findings.push_back(make_finding("out-of-bounds"));
  record.findings[0].where = {"exercise.cu", 3};
  explain_counted_lanes(record);
  return record.findings[0].hint;
}

TEST(OutOfBounds, OfLanesThatCountThemselvesTellsSo) {
  const std::string usual = make_finding("out-of-bounds").hint;
  for (const std::string mask : {"(1u << (lane() + 1)) - 1", "(2u << lane) - 1", "lanemask_le()"}) {
    EXPECT_NE(advice_on_place("  const unsigned before = keep & (" + mask +
                              ");\n  out[first + __popc(before)] = x;\n"),
              usual)
        << mask;
  }
  for (const std::string mask : {"(1u << lane()) - 1", "(1u << (lane + first)) - 1", "32u << 1"}) {
    EXPECT_EQ(advice_on_place("  const unsigned before = keep & (" + mask +
                              ");\n  out[first + __popc(before)] = x;\n"),
              usual)
        << mask;
  }
}

}  // namespace
}  // namespace warpscope::runner::test
