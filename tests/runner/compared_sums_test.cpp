// Sums of floats that are compared exactly: what the source shows, and what is none.
#include <gtest/gtest.h>

#include <string>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner::test {
namespace {

/// The lines of what is found in a main() whose body begins on line 2.
std::string found_in(const std::string& body) {
  auto record = made_record();
  record.sources.push_back({"exercise.cu", "int main() {\n" + body + "}\n"});
  find_compared_sums(record);
  std::string lines;
  for (const auto& finding : record.findings)
    lines += finding.id + ":" + std::to_string(finding.where ? finding.where->line : 0) + " ";
  return lines;
}

const std::string kCopy = "  cudaMemcpy(&sum, device, sizeof(float), cudaMemcpyDeviceToHost);\n";
const std::string kLoop = "  for (int i = 0; i < n; ++i) expected += host[i];\n";

TEST(ComparedSums, AreFoundInAnySpelling) {
  EXPECT_EQ(found_in("  float sum = 0, expected = 0;\n" + kCopy + kLoop +
                     "  if (sum == expected) puts(\"right\");\n"),
            "float-sums-compared:5 ");
  EXPECT_EQ(found_in("  double expected = 0.0;\n  float sum;\n" + kLoop + kCopy +
                     "  return expected != sum ? 1 : 0;\n"),
            "float-sums-compared:6 ");
  EXPECT_EQ(found_in("  std::vector<float> sums(4);\n"
                     "  float expected = std::accumulate(host.begin(), host.end(), 0.0f);\n"
                     "  cudaMemcpy(sums.data(), device, 16,\n"
                     "             cudaMemcpyDeviceToHost);\n"
                     "  assert(sums[0] == expected);\n"),
            "float-sums-compared:6 ");
}

TEST(ComparedSums, AreFoundBehindAPointer) {
  EXPECT_EQ(found_in("  float* sum = new float;\n  float expected = 0;\n"
                     "  cudaMemcpy(sum, device, sizeof(float), cudaMemcpyDeviceToHost);\n" +
                     kLoop + "  if (*sum == expected) puts(\"right\");\n"),
            "float-sums-compared:6 ");
}

TEST(ComparedSums, AreNoneOfWholeNumbersElementsOrWithAMargin) {
  EXPECT_EQ(found_in("  int sum = 0, expected = 0;\n" + kCopy + kLoop +
                     "  if (sum == expected) puts(\"right\");\n"),
            "");
  EXPECT_EQ(found_in("  float sum = 0, expected = 0;\n" + kCopy + kLoop +
                     "  if (std::fabs(sum - expected) <= 1e-5f * expected) puts(\"right\");\n"),
            "");
  EXPECT_EQ(found_in("  float sum = 0, expected = 0;\n" + kCopy + kLoop +
                     "  if (sum - expected == 0) puts(\"right\");\n"),
            "");
  EXPECT_EQ(found_in("  float sum = 0, expected = 0;\n" + kCopy + kLoop +
                     "  if (2 * sum == expected) puts(\"right\");\n"),
            "");
  // Not added up: each element is computed the same way.
  EXPECT_EQ(found_in("  float sum = 0, expected = 2 * a;\n" + kCopy +
                     "  if (sum == expected) puts(\"right\");\n"),
            "");
  // Both are the host's.
  EXPECT_EQ(found_in("  float sum = 0, expected = 0;\n" + kLoop +
                     "  for (int i = n - 1; i >= 0; --i) sum += host[i];\n"
                     "  if (sum == expected) puts(\"right\");\n"),
            "");
  // A copy to the device.
  EXPECT_EQ(found_in("  float sum = 0, expected = 0;\n"
                     "  cudaMemcpy(device, &sum, sizeof(float), cudaMemcpyHostToDevice);\n" +
                     kLoop + "  if (sum == expected) puts(\"right\");\n"),
            "");
  EXPECT_EQ(found_in("  float sum = 0, expected = 0;\n" + kCopy + kLoop +
                     "  int wrong = 0;  // sum == expected\n"),
            "");
}

}  // namespace
}  // namespace warpscope::runner::test
