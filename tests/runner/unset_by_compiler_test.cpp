// Variables that nvcc warns of become findings where a kernel uses them and no run has shown it.
#include <gtest/gtest.h>

#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

constexpr const char* kSource =
    "__global__ void bins(int* hist) {\n"
    "  int offset;\n"
    "  atomicAdd(&hist[offset], 1);\n"
    "}\n"
    "\n"
    "int main() {\n"
    "  int count;\n"
    "  return count;\n"
    "}\n";

record::RunRecord compiled(const std::string& output) {
  record::RunRecord record;
  record.sources.push_back({"work/bins.cu", kSource});
  record.outcome.compiler_output = output;
  return record;
}

std::string warning(int line, const std::string& name) {
  return "bins.cu(" + std::to_string(line) + "): warning #549-D: variable \"" + name +
         "\" is used before its value is set\n      int x;\n          ^\n\n";
}

TEST(UnsetByCompiler, IsAWarningOfTheKernelsLine) {
  // nvcc says it for the device and for the host.
  auto record = compiled(warning(3, "offset") + warning(3, "offset"));
  find_unset_by_compiler(record);
  ASSERT_EQ(record.findings.size(), 1U);
  const auto& finding = record.findings.front();
  EXPECT_EQ(finding.id, "uninitialised-local");
  EXPECT_EQ(finding.severity, record::Finding::Severity::warning);
  EXPECT_EQ(finding.where, (record::SourceLine{"work/bins.cu", 3}));
  EXPECT_NE(finding.cause.find("offset"), std::string::npos);
}

TEST(UnsetByCompiler, IsNotSaidWhereARunHasShownIt) {
  auto record = compiled(warning(3, "offset"));
  record::Finding shown;
  shown.id = "uninitialised-local";
  shown.where = record::SourceLine{"work/bins.cu", 2};
  record.findings.push_back(shown);
  find_unset_by_compiler(record);
  EXPECT_EQ(record.findings.size(), 1U);
}

TEST(UnsetByCompiler, IsNotOfTheHostNorOfOtherWarnings) {
  auto record = compiled(
      warning(8, "count") + "other.cu(3): warning #549-D: variable \"x\" is\n" +
      "bins.cu(3): warning #177-D: variable \"offset\" was declared but never\n" +
      "bins.cu(90): warning #549-D: variable \"x\" is used\n" + ": warning #549-D: variable \"");
  find_unset_by_compiler(record);
  EXPECT_TRUE(record.findings.empty());
}

}  // namespace
}  // namespace warpscope::runner
