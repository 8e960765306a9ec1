// Rules about arrays that were not copied, and about memory that was not freed.
#include <gtest/gtest.h>

#include <string>

#include "findings/catalogue.h"
#include "record/metrics.h"
#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using record::RunRecord;
using test::add_launch;
using test::find;
using test::made_record;
using Kind = record::Transfer::Kind;
using Verdict = record::Case::Verdict;

void add_copy(RunRecord& record, Kind kind, std::uint64_t bytes) {
  record::Transfer transfer;
  transfer.kind = kind;
  transfer.case_index = 0;
  transfer.size_bytes = bytes;
  record.transfers.push_back(transfer);
}

/// A wrong case of 1024 floats in and 1024 floats out, whose kernel read and wrote all of them.
RunRecord wrong_record() {
  auto record = made_record();
  record.cases[0].verdict = Verdict::wrong;
  record.cases[0].useful_bytes = 8192;
  auto& launch = add_launch(record);
  launch.counters[std::string(record::metric::kLoadBytes)] = 4096;
  launch.counters[std::string(record::metric::kStoreBytes)] = 4096;
  return record;
}

TEST(MissingCopies, AResultThatStaysOnTheDevice) {
  auto record = wrong_record();
  add_copy(record, Kind::host_to_device, 4096);
  auto copied = record;
  auto right = record;
  apply_rules(record);
  ASSERT_NE(find(record, "result-not-copied-back"), nullptr);
  EXPECT_EQ(find(record, "result-not-copied-back")->case_index, 0U);

  add_copy(copied, Kind::device_to_host, 4096);
  apply_rules(copied);
  EXPECT_TRUE(copied.findings.empty());

  right.cases[0].verdict = Verdict::correct;
  apply_rules(right);
  EXPECT_EQ(find(right, "result-not-copied-back"), nullptr);
}

TEST(MissingCopies, ManagedMemoryNeedsNone) {
  auto record = wrong_record();
  apply_rules(record);
  EXPECT_TRUE(record.findings.empty());
}

TEST(MissingCopies, AnInputThatStaysOnTheHost) {
  auto record = wrong_record();
  add_copy(record, Kind::device_to_host, 4096);
  auto managed = record;
  apply_rules(record);
  EXPECT_NE(find(record, "input-not-copied"), nullptr);

  managed.launches[0].bytes_from_host = 4096;
  apply_rules(managed);
  EXPECT_TRUE(managed.findings.empty());
}

TEST(MissingCopies, ElementsInsteadOfBytesAndTheJudgesSuspicionGoes) {
  for (const std::uint64_t in : {1024, 4096}) {
    auto record = wrong_record();
    add_copy(record, Kind::host_to_device, in);
    add_copy(record, Kind::device_to_host, 1024);
    auto& suspicion = record.findings.emplace_back();
    suspicion.id = "grid-too-small";
    suspicion.case_index = 0;
    apply_rules(record);
    ASSERT_EQ(record.findings.size(), 1U) << in;
    EXPECT_EQ(record.findings[0].id, "copy-too-short");
  }
}

TEST(MissingCopies, OtherSizesAreNoElements) {
  auto record = wrong_record();
  add_copy(record, Kind::host_to_device, 4096);
  add_copy(record, Kind::device_to_host, 4092);
  apply_rules(record);
  EXPECT_TRUE(record.findings.empty());
}

TEST(EarlyRead, StaysOnlyWhereAKernelWrote) {
  for (const std::uint64_t stored : {0, 4096}) {
    auto record = wrong_record();
    record.launches[0].counters[std::string(record::metric::kStoreBytes)] = stored;
    auto& suspicion = record.findings.emplace_back();
    suspicion.id = "result-read-too-early";
    suspicion.case_index = 0;
    apply_rules(record);
    EXPECT_EQ(find(record, "result-read-too-early") != nullptr, stored > 0);
  }
}

TEST(UnfreedMemory, OnlyOfRightCasesAndAtTheOnlyAllocation) {
  for (const auto verdict : {Verdict::correct, Verdict::error}) {
    auto record = made_record();
    record.cases[0].verdict = verdict;
    record.sources.push_back({"exercise.cu", "// cudaMalloc\ncudaMalloc(&p, n);\n"});
    auto& finding = record.findings.emplace_back();
    finding.id = "memory-not-freed";
    finding.case_index = 0;
    apply_rules(record);
    ASSERT_EQ(record.findings.size(), verdict == Verdict::correct ? 1U : 0U);
    if (!record.findings.empty()) {
      EXPECT_EQ(record.findings[0].where->line, 2U);
      EXPECT_EQ(record.findings[0].lesson, "know-your-gpu#host-side");
    }
  }
}

TEST(Leak, StreamsAndEventsHaveTheLineThatMakesThem) {
  auto record = made_record();
  record.cases[0].verdict = Verdict::correct;
  record.sources.push_back({"exercise.cu", "cudaEventCreate(&e);\ncudaStreamCreate(&s);\n"});
  for (const char* id : {"stream-not-destroyed", "event-not-destroyed"}) {
    auto& finding = record.findings.emplace_back();
    finding.id = id;
    finding.severity = record::Finding::Severity::warning;
    finding.case_index = 0;
  }
  apply_rules(record);
  ASSERT_EQ(record.findings.size(), 2U);
  EXPECT_EQ(record.findings[0].where->line, 2U);
  EXPECT_EQ(record.findings[1].where->line, 1U);
  EXPECT_EQ(record.findings[1].lesson, "overlap#events");
}

TEST(RefusedLaunch, IsForgivenWhereTheProgramAskedForTheError) {
  for (const auto verdict : {Verdict::correct, Verdict::wrong}) {
    auto record = made_record();
    record.cases[0].verdict = verdict;
    add_launch(record).block = {2048, 1, 1};
    auto& finding = record.findings.emplace_back();
    finding.id = "invalid-launch-configuration";
    finding.launch = 0;
    finding.case_index = 0;
    apply_rules(record);
    EXPECT_EQ(record.findings.empty(), verdict == Verdict::correct);
  }
}

TEST(MissingLaunch, CopiesBothWaysAndNoKernel) {
  auto record = wrong_record();
  add_copy(record, Kind::host_to_device, 4096);
  add_copy(record, Kind::device_to_host, 4096);
  auto launched = record;
  record.launches.clear();
  auto explained = record;
  auto one_way = record;
  auto right = record;
  apply_rules(record);
  ASSERT_NE(find(record, "kernel-not-launched"), nullptr);
  EXPECT_EQ(find(record, "kernel-not-launched")->case_index, 0U);

  apply_rules(launched);
  EXPECT_EQ(find(launched, "kernel-not-launched"), nullptr);
  explained.findings.push_back(make_finding("unchecked-error"));
  explained.findings[0].case_index = 0;
  apply_rules(explained);
  EXPECT_EQ(find(explained, "kernel-not-launched"), nullptr);
  one_way.transfers.pop_back();
  apply_rules(one_way);
  EXPECT_EQ(find(one_way, "kernel-not-launched"), nullptr);
  right.cases[0].verdict = Verdict::correct;
  apply_rules(right);
  EXPECT_EQ(find(right, "kernel-not-launched"), nullptr);
}

}  // namespace
}  // namespace warpscope::runner
