#include "runner/run/host_calls.h"

#include <gtest/gtest.h>

#include <span>

#include "base/files.h"
#include "runner/findings/call_statement.h"
#include "runner/findings/rules.h"
#include "runner/run/call_sites.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

TEST(CallStatement, NothingTakesTheResult) {
  for (const char* text : {
           "{ cudaFree(p); }",
           "f();\ncudaFree(p);",
           "if (x) cudaFree(p);",
           "for (int i = 0; i < 3; ++i) cudaFree(p[i]);",
           "if (x) { } else cudaFree(p);",
           "f();  // why\n  /* because */ cudaFree(p);",
           "f(\";(\");\n::cudaFree(p);",
       }) {
    const auto line = std::string_view(text).find('\n') == std::string_view::npos ? 1U : 2U;
    EXPECT_TRUE(drops_result(text, line, "cudaFree")) << text;
  }
}

TEST(CallStatement, SomethingMayTakeTheResult) {
  for (const char* text : {
           "{ CHECK(cudaFree(p)); }",
           "{ error = cudaFree(p); }",
           "{ (void)cudaFree(p); }",
           "{ return cudaFree(p); }",
           "{ if (cudaFree(p) != cudaSuccess) stop(); }",
           "cudaError_t e{cudaFree(p)};",
           "f(1, cudaFree(p));",
           "auto f = {cudaFree(p), cudaFree(q)};",
           "// cudaFree(p);",
           "{ my_cudaFree(p); }",
           "cudaFree(p);",  // the file's first word: nobody knows what it is in
           "RELEASE(p);",
           "",
       }) {
    EXPECT_FALSE(drops_result(text, 1, "cudaFree")) << text;
  }
  EXPECT_FALSE(drops_result("{ cudaFree(p); }", 2, "cudaFree"));
  EXPECT_FALSE(drops_result("{ cudaFree(p); }", 0, "cudaFree"));
  EXPECT_FALSE(drops_result("{ cudaFree(p); }", 1, ""));
}

TEST(CallStatement, ACallOfSeveralLinesIsFoundFromEachOfThem) {
  constexpr const char* kDropped =
      "f();\ncudaMemcpy(to, from,\n           n * 4,\n           kind);";
  for (const std::uint32_t line : {2U, 3U, 4U})
    EXPECT_TRUE(drops_result(kDropped, line, "cudaMemcpy")) << line;
  constexpr const char* kTaken = "f();\nCHECK(\n  cudaMemcpy(to, from,\n             kind));";
  for (const std::uint32_t line : {3U, 4U})
    EXPECT_FALSE(drops_result(kTaken, line, "cudaMemcpy")) << line;
  // Another statement lies between.
  EXPECT_FALSE(drops_result("f();\ncudaFree(p);\nRELEASE(q);", 3, "cudaFree"));
}

TEST(CallSites, FilesThatAreNoProgramsGiveNoLines) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "garbage";
  write_file(file, std::string("\x7f") + "ELF" + std::string(3000, '\x01'));
  const auto places =
      find_places({{1, "cudaFree", {{file.string(), 0x1234}, {"relative", 3}, {"/not/there", 5}}},
                   {2, "", {}}});
  ASSERT_EQ(places.size(), 2u);
  EXPECT_FALSE(places[0].where);
  EXPECT_FALSE(places[1].where);
}

record::Finding finding_of(const char* id) {
  record::Finding finding;
  finding.id = id;
  finding.cause = "It failed at {site 1}.";
  return finding;
}

HostProgram program(bool ended_well) {
  return {[=](auto) { return ended_well; }};
}

device::HostReaction reaction(bool is_seen, bool went_on) {
  device::HostReaction of{1, is_seen, false, went_on, 0};
  return of;
}

TEST(HostCalls, AFailureWhoseErrorWasTakenAwayIsNone) {
  HostCalls calls;
  calls.add(device::HostSite{1, "", {}});
  calls.add(finding_of("unchecked-error"), {1, 1});
  calls.add(reaction(true, true));
  EXPECT_TRUE(calls.settle(program(true)).empty());
}

/// The device hears of a crash behind an answer while the case before is the newest one.
TEST(HostCalls, ACrashIsSaidOfTheCaseThatItEnded) {
  HostCalls calls;
  calls.add(device::HostSite{1, "", {}});
  auto finding = finding_of("use-after-free");
  finding.case_index = 3;
  calls.add(finding, {0, 1, false});  // a call that was refused
  finding.id = "host-crash";
  finding.case_index = 2;
  calls.add(finding, {0, 1, true});  // a crash that the program's own handler took
  finding.case_index = 3;
  calls.add(finding, {0, 1, true});
  calls.place_crash(4);
  const auto findings = calls.settle(program(false));
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[0].case_index, 3U);
  EXPECT_EQ(findings[1].case_index, 2U);
  EXPECT_EQ(findings[2].case_index, 4U);

  HostCalls of_no_lab;
  finding.case_index.reset();
  of_no_lab.add(finding, {0, 0, true});
  of_no_lab.place_crash(4);
  EXPECT_FALSE(of_no_lab.settle(program(false))[0].case_index);
}

TEST(HostCalls, AFailureThatEndsTheProgramIsNamedAlthoughItWasSeen) {
  HostCalls calls;
  calls.add(device::HostSite{1, "cudaFree", {}});
  calls.add(finding_of("double-free"), {1, 1});
  calls.add(reaction(true, false));
  const auto findings = calls.settle(program(false));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "double-free");
  EXPECT_EQ(findings[0].cause, "It failed at an unknown line.");
  EXPECT_EQ(findings[0].title, "The same memory is freed twice");
}

/// Of memory that the GPU does not have: check() has looked, and no title says that nobody did.
TEST(HostCalls, AnAllocationThatEndedTheProgramWasLookedAt) {
  for (const bool is_looked_at : {true, false}) {
    HostCalls calls;
    calls.add(device::HostSite{1, "cudaMalloc", {}});
    HostPlace place;
    place.where = record::SourceLine{"exercise.cu", 2};
    calls.set_places(std::span(&place, 1));
    calls.add(finding_of("ignored-out-of-memory"), {1, 1});
    calls.add(reaction(is_looked_at, false));
    auto with_text = program(false);
    with_text.text = [&](const std::string&) {
      return std::string(is_looked_at ? "{\ncheck(cudaMalloc(&p, n));\n}"
                                      : "{\ncudaMalloc(&p, n);\n}");
    };
    const auto findings = calls.settle(with_text);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].title, is_looked_at
                                     ? "There is no memory left, and the program ended by it"
                                     : "There is no memory left, and nobody looks");
  }
}

TEST(HostCalls, WithoutASourceNobodyKnowsWhetherTheResultWasTaken) {
  HostCalls calls;
  calls.add(device::HostSite{1, "cudaFree", {}});
  calls.add(finding_of("double-free"), {1, 1});
  calls.add(reaction(false, true));
  EXPECT_TRUE(calls.settle(program(true)).empty());
}

TEST(HostCalls, ALaunchGivesNoResultAndItsErrorMustBeAskedFor) {
  for (const bool is_seen : {false, true}) {
    HostCalls calls;
    calls.add(device::HostSite{1, "", {}});
    auto finding = finding_of("invalid-launch-configuration");
    finding.launch = 0;
    calls.add(finding, {1, 1});
    calls.add(reaction(is_seen, true));
    const auto findings = calls.settle(program(true));
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].severity,
              is_seen ? record::Finding::Severity::information : record::Finding::Severity::error);
  }
}

TEST(HostCalls, AFreeBehindAResetIsAWarning) {
  for (const char* function : {"cudaFree", "cudaMemcpy"}) {
    HostCalls calls;
    calls.add(device::HostSite{1, function, {}});
    calls.add(finding_of("use-after-reset"), {0, 1});
    const auto findings = calls.settle(program(true));
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].severity, std::string_view(function) == "cudaFree"
                                        ? record::Finding::Severity::warning
                                        : record::Finding::Severity::error);
  }
}

TEST(HostCalls, ARefusedLaunchThatTheProgramLookedAtStaysInformationUnderItsOtherName) {
  record::RunRecord record;
  record.launches.emplace_back().grid = {0, 1, 1};
  auto finding = finding_of("invalid-launch-configuration");
  finding.severity = record::Finding::Severity::information;
  finding.launch = 0;
  record.findings = {finding};
  refine_invalid_launch(record);
  EXPECT_EQ(record.findings[0].id, "zero-block-launch");
  EXPECT_EQ(record.findings[0].severity, record::Finding::Severity::information);
}

TEST(HostCalls, ADriverCleansUpBehindAStudentsFunctionAndLooksAtErrorsInItsPlace) {
  HostCalls calls;
  calls.add(device::HostSite{1, "cudaMalloc", {}});
  calls.add(device::HostSite{2, "", {}});
  calls.add(finding_of("memory-not-freed"), {0, 1});
  auto refused = finding_of("invalid-launch-configuration");
  refused.launch = 0;
  calls.add(refused, {1, 2});
  calls.add(reaction(true, true));
  auto with_driver = program(true);
  with_driver.has_driver = true;
  const auto findings = calls.settle(with_driver);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].id, "invalid-launch-configuration");
  EXPECT_EQ(findings[0].severity, record::Finding::Severity::error);
}

TEST(HostCalls, WhatAWholeCaseShowsIsNamedInLabsAtTheStudentsLines) {
  for (const bool ended_well : {true, false}) {
    for (const char* id : {"event-never-recorded", "allocation-in-loop"}) {
      HostCalls calls;
      // No program has this place, as none of the student's has the driver's.
      calls.add(device::HostSite{1, "cudaMalloc", {}});
      auto finding = finding_of(id);
      finding.case_index = 0;
      calls.add(finding, {0, 1});
      EXPECT_EQ(calls.settle(program(ended_well)).size(), ended_well ? 1u : 0u) << id;
      HostCalls of_driver;
      of_driver.add(device::HostSite{1, "cudaMalloc", {}});
      of_driver.add(finding, {0, 1});
      auto with_driver = program(ended_well);
      with_driver.has_driver = true;
      EXPECT_TRUE(of_driver.settle(with_driver).empty()) << id;
    }
  }
}

TEST(HostCalls, OnlyTheFirstUnexplainedFailureOfEachCaseIsNamed) {
  HostCalls calls;
  calls.add(device::HostSite{1, "", {}});
  for (const std::uint32_t index : {0U, 0U, 1U}) {
    auto finding = finding_of("unchecked-error");
    finding.case_index = index;
    calls.add(finding, {1, 1});
  }
  const auto findings = calls.settle(program(true));
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].case_index, 0u);
  EXPECT_EQ(findings[1].case_index, 1u);
}

TEST(HostCalls, WhatIsLeftBehindByAProgramThatBreaksOffIsNoMistake) {
  for (const bool ended_well : {true, false}) {
    HostCalls calls;
    calls.add(device::HostSite{1, "cudaMalloc", {}});
    calls.add(finding_of("memory-not-freed"), {0, 1});
    EXPECT_EQ(calls.settle(program(ended_well)).size(), ended_well ? 1u : 0u);
  }
}

}  // namespace
}  // namespace warpscope::runner
