// Lines of findings about what the host did.
#include <gtest/gtest.h>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

constexpr const char* kSource = R"(#include "exercise.h"
__global__ void scale_kernel(float* data) {
  __shared__ float tile[32768];
}
void scale(float* data, int n);
void scale(float* data, int n) {
  cudaMemcpy(a, data, n, cudaMemcpyHostToDevice);
  cudaMemcpy(data, a, n, cudaMemcpyDeviceToHost);
}
void scales(float* data) {}
)";

record::RunRecord with_finding(const char* id, const char* cause = "") {
  auto record = test::made_record();
  record.sources.push_back({"exercise.cu", kSource});
  record.cases[0].verdict = record::Case::Verdict::crashed;
  auto& finding = record.findings.emplace_back(make_finding(id));
  finding.cause = cause;
  finding.case_index = 0;
  return record;
}

void add_copy(record::RunRecord& record, Kind kind, std::uint32_t line) {
  auto& copy = record.transfers.emplace_back();
  copy.kind = kind;
  copy.case_index = 0;
  copy.size_bytes = 4;
  copy.start_s = static_cast<double>(record.transfers.size());
  copy.asked.emplace().where = record::SourceLine{"exercise.cu", line};
}

std::uint32_t line_of(record::RunRecord record) {
  place_host_findings(record);
  const auto& where = record.findings.front().where;
  return where ? where->line : 0;
}

TEST(HostPlaces, ACrashWithoutALineIsInTheTasksFunction) {
  EXPECT_EQ(line_of(with_finding("host-crash")), 6U);
  auto record = with_finding("host-crash");
  record.cases[0].task = "no_function";
  EXPECT_EQ(line_of(record), 0U);
}

TEST(HostPlaces, AHostThatDoesNotEndIsBehindItsLastCall) {
  auto record = with_finding("host-timeout");
  EXPECT_EQ(line_of(record), 6U);
  add_copy(record, Kind::host_to_device, 7);
  EXPECT_EQ(line_of(record), 7U);
}

TEST(HostPlaces, WorkOfTheHostComesBackByACopy) {
  auto record = with_finding("host-side-work");
  add_copy(record, Kind::host_to_device, 7);
  EXPECT_EQ(line_of(record), 6U) << "an input";
  add_copy(record, Kind::device_to_host, 8);
  EXPECT_EQ(line_of(record), 6U);
  add_copy(record, Kind::host_to_device, 7);
  EXPECT_EQ(line_of(record), 7U);
}

TEST(HostPlaces, AnAnswerWithoutAKernelIsCopiedBack) {
  auto record = with_finding("kernel-not-launched");
  add_copy(record, Kind::host_to_device, 7);
  add_copy(record, Kind::device_to_host, 8);
  EXPECT_EQ(line_of(record), 8U);
}

TEST(HostPlaces, OfAFunctionIsWhereItIsDefined) {
  const auto record = with_finding("missing-function");
  ASSERT_TRUE(definition_of(record, "scale"));
  EXPECT_EQ(definition_of(record, "scale")->line, 6U);
  EXPECT_EQ(definition_of(record, "scales")->line, 10U);
  EXPECT_FALSE(definition_of(record, "other"));
  EXPECT_FALSE(definition_of(record, ""));
}

}  // namespace
}  // namespace warpscope::runner
