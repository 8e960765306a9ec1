#include "runner/findings/parameter_names.h"

#include <gtest/gtest.h>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using Names = std::vector<std::string>;

TEST(ParameterNames, AreThoseOfTheKernelsHead) {
  EXPECT_EQ(parameter_names("__global__ void add(const float* a, float *b, int n) { }", "add"),
            (Names{"a", "b", "n"}));
  EXPECT_EQ(parameter_names("template <typename T, int kWays>\n"
                            "__global__ void __launch_bounds__(256)\n"
                            "scan(const T* __restrict__ in /* not changed */, T* out, // result\n"
                            "     std::array<int, 4> sizes, int (&shape)[4], unsigned int count)\n"
                            "{ scan_row(in, out); }",
                            "scan"),
            (Names{"in", "out", "sizes", "shape", "count"}));
  EXPECT_EQ(parameter_names("extern \"C\" __global__ void f(float c[], int n = 4) {}", "f"),
            (Names{"c", "n"}));
}

TEST(ParameterNames, AreEmptyWhereTheSourceDoesNotSay) {
  EXPECT_EQ(parameter_names("__global__ void f(float*, unsigned int) ;", "f"), Names{});
  EXPECT_EQ(parameter_names("__global__ void f(float*, int n) {}", "f"), (Names{"", "n"}));
  EXPECT_EQ(parameter_names("void f(float* a) {}", "f"), Names{}) << "no kernel";
  EXPECT_EQ(parameter_names("// __global__ void f(float* a)\n", "f"), Names{}) << "a comment";
  EXPECT_EQ(parameter_names("__global__ void ff(float* a) {}", "f"), Names{}) << "another name";
  EXPECT_EQ(parameter_names("__global__ void f(float* a) {} __global__ void f(double* b) {}", "f"),
            Names{})
      << "two that differ";
}

TEST(ParameterNames, ADeclarationIsNoSecondKernel) {
  EXPECT_EQ(parameter_names("__global__ void f(float*); __global__ void f(float* a) {}", "f"),
            Names{"a"});
}

TEST(ParameterNames, EndWithTheText) {
  for (const char* text :
       {"__global__", "__global__ f", "__global__ void f(", "__global__ void f(a, ",
        "__global__ void f((((", "/* __global__", "\"", "__global__ void f(a))"}) {
    SCOPED_TRACE(text);
    EXPECT_LE(parameter_names(text, "f").size(), 2u);
  }
}

record::RunRecord with_parameter(const char* number) {
  auto record = test::made_record();
  test::add_launch(record);
  record.sources.push_back({"exercise.cu", "__global__ void scale(float* x, int n) {}"});
  record::Finding finding;
  finding.id = "uninitialised-global";
  finding.severity = record::Finding::Severity::error;
  finding.launch = 0;
  finding.cause = std::string("thread (0,0,0) reads. The array is parameter ") + number +
                  " of the kernel. This happens 2 times.";
  record.findings = {finding};
  apply_rules(record);
  return record;
}

TEST(ArrayNames, AParameterGetsItsName) {
  EXPECT_EQ(with_parameter("1").findings[0].cause,
            "thread (0,0,0) reads. In scale the array is called x. This happens 2 times.");
}

TEST(ArrayNames, ANumberThatTheSourceDoesNotHaveStays) {
  for (const char* number : {"0", "3", "99999999999999999999", "x"}) {
    EXPECT_EQ(with_parameter(number).findings[0].cause,
              std::string("thread (0,0,0) reads. The array is parameter ") + number +
                  " of the kernel. This happens 2 times.");
  }
}

}  // namespace
}  // namespace warpscope::runner
