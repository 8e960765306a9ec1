#include "runner/findings/declarations.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

std::string unset(std::string_view text) {
  const auto lines = lines_of(text);
  std::string names;
  for (const Declaration& each : unset_declarations(lines, 0, lines.size()))
    names += (names.empty() ? "" : " ") + each.name + (each.is_array ? "[]" : "") +
             (each.is_pointer ? "*" : "");
  return names;
}

TEST(Declarations, VariablesWithoutAValue) {
  EXPECT_EQ(unset("  float sum;\n  int i = 0, k;\n  unsigned long long big, *p;"), "sum k big p*");
  EXPECT_EQ(unset("  float tile[32][33];\n  const int a[2] = {1, 2};"), "tile[]");
  EXPECT_EQ(unset("void f(int n) { float4 v; v.x = 1; }"), "v");
}

TEST(Declarations, WhatIsNone) {
  EXPECT_EQ(unset("  __shared__ float s[2];\n  static int n;\n  extern int m;"), "");
  EXPECT_EQ(unset("  return sum;\n  sum = a;\n  x[i] += y;\n  f(a, b);\n  delete p;"), "");
  EXPECT_EQ(unset("  std::vector<int> v(3);\n  for (int i = 0; i < n; ++i) s += i;"), "");
}

record::RunRecord launch_record(const std::string& source) {
  auto record = test::made_record();
  record.sources = {{"exercise.cu", source}};
  auto& launch = test::add_launch(record);
  launch.kernel = "scale(float const*, float*, int)";
  return record;
}

TEST(Arguments, ThatHaveEachOthersNames) {
  const std::string kernel =
      "__global__ void scale(const float* in, float* out, int n) {\n  out[0] = in[0];\n}\n"
      "void run() {\n";
  const auto first_id = [&](const std::string& launch) {
    auto record = launch_record(kernel + launch + "\n}\n");
    auto& finding = record.findings.emplace_back();
    finding.id = "uninitialised-global";
    finding.launch = 0;
    finding.where = record::SourceLine{"exercise.cu", 2};
    explain_arguments(record);
    return record.findings.front().id + ":" + std::to_string(record.findings.front().where->line);
  };
  EXPECT_EQ(first_id("  scale<<<4, 256>>>(out, in, n);"), "swapped-arguments:5");
  EXPECT_EQ(first_id("  scale<<<4, 256>>>(d_out, d_in, n);"), "swapped-arguments:5");
  EXPECT_EQ(first_id("  scale<<<4, 256>>>(in, out, n);"), "uninitialised-global:2");
  EXPECT_EQ(first_id("  scale<<<4, 256>>>(a, b, n);"), "uninitialised-global:2");
  EXPECT_EQ(first_id("  scale<<<4, 256>>>(out, out, n);"), "uninitialised-global:2");
}

TEST(LocalVariables, AnArrayThatTheBlockShouldShare) {
  const auto first = [](const std::string& declaration, const std::string& index) {
    auto record =
        launch_record("__global__ void scale(const float* in, float* out, int n) {\n  " +
                      declaration + "\n  int t = threadIdx.x;\n  tile[" + index +
                      "] = in[t];\n  __syncthreads();\n  out[t] = tile[63 - " + index + "];\n}\n");
    auto& finding = record.findings.emplace_back();
    finding.id = "uninitialised-local";
    finding.launch = 0;
    finding.where = record::SourceLine{"exercise.cu", 6};
    explain_local_variables(record);
    return record.findings.front().id + ":" + std::to_string(record.findings.front().where->line);
  };
  EXPECT_EQ(first("float tile[64];", "t"), "missing-shared-qualifier:2");
  EXPECT_EQ(first("__shared__ float tile[64];", "t"), "uninitialised-local:6");
  EXPECT_EQ(first("float tile[64];", "n"), "uninitialised-local:6");
}

TEST(ConstantStores, HaveTheirLine) {
  const auto first = [](const std::string& declaration, const std::string& statement) {
    auto record =
        launch_record(declaration + "\n__global__ void scale(const float* in, float* out, " +
                      "int n) {\n  int t = threadIdx.x;\n  " + statement + "\n}\n");
    auto& finding = record.findings.emplace_back();
    finding.id = "trap";
    finding.launch = 0;
    explain_constant_stores(record);
    const auto& found = record.findings.front();
    return found.where ? std::to_string(found.where->line) : std::string("nowhere");
  };
  for (const auto* statement :
       {"w[t] = in[t];", "w[t % 4] += 1;", "++w[t];", "w[i[t]]++;", "atomicAdd(&w[t], 1.0f);"})
    EXPECT_EQ(first("__constant__ float w[4];", statement), "4") << statement;
  EXPECT_EQ(first("__constant__ int steps;", "steps = n;"), "4");
  for (const auto* statement :
       {"out[t] = w[t];", "if (w[t] == n) out[t] = 1;", "if (w[t] <= n) out[t] = 1;",
        "float w[4]; w[t] = 1;", "out[w[t]] = 1;"})
    EXPECT_EQ(first("__constant__ float w[4];", statement), "nowhere") << statement;
  EXPECT_EQ(first("__device__ float w[4];", "w[t] = 1;"), "nowhere");
}

}  // namespace
}  // namespace warpscope::runner
