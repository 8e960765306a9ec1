#include "runner/run/case_runner.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "runner/run/verdicts.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

using Verdict = record::Case::Verdict;

/// Wants the numbers 1, 2, 3, 4 from every task.
class CountingJudge : public judge::Judge {
 public:
  explicit CountingJudge(std::vector<std::string> tasks) : tasks_(std::move(tasks)) {}
  std::vector<judge::Case> cases(std::uint64_t) const override {
    std::vector<judge::Case> result;
    for (const auto& task : tasks_) {
      judge::Case set;
      set.name = task + "/" + std::to_string(result.size());
      set.task = task;
      set.outputs["numbers"] = {judge::ElementType::i32, 4};
      // "number:2" is the task "number" on a device with two copy engines.
      if (const auto colon = task.find(':'); colon != std::string::npos) {
        set.task = task.substr(0, colon);
        set.copy_engines = static_cast<std::uint32_t>(std::stoul(task.substr(colon + 1)));
      }
      result.push_back(set);
    }
    return result;
  }
  judge::Opinion examine(const judge::Case&,
                         const std::map<std::string, judge::Array>& outputs) const override {
    judge::Opinion opinion;
    opinion.is_correct =
        outputs.at("numbers").as<std::int32_t>() == std::vector<std::int32_t>{1, 2, 3, 4};
    if (!opinion.is_correct) opinion.message = "other numbers";
    return opinion;
  }

 private:
  std::vector<std::string> tasks_;
};

record::RunRecord run(const std::vector<std::string>& tasks, LabLimits limits = {},
                      const std::stop_token& cancel = {}, std::uint32_t sessions = 1) {
  Installation installation;
  installation.root = test::kSource;
  installation.device_program = test::kBin / "warpscope-device";
  installation.cudart_folder = test::kBin.parent_path() / "lib" / "cudart";
  const auto sandbox = Sandbox::detect();
  limits.case_s = std::min(limits.case_s, 3.0);
  const ProgramSession::Setup setup{installation, sandbox, test::kDriver, "mini",
                                    limits,       1,       sessions};
  const CountingJudge judge(tasks);
  const auto cases = judge.cases(1);
  EventCollector events;
  const auto result = run_cases(
      setup, judge, cases, events, [](std::size_t) {}, cancel);
  record::RunRecord record;
  events.move_to(record);
  record_cases(cases, result, events.take_data_flow(), record);
  record_outcome(result, record);
  return record;
}

std::vector<Verdict> verdicts(const record::RunRecord& record) {
  std::vector<Verdict> result;
  for (const auto& item : record.cases) result.push_back(item.verdict);
  return result;
}

TEST(CaseRunner, RightAndWrongAnswers) {
  const auto record = run({"good", "wrong", "good"});
  EXPECT_EQ(verdicts(record), (std::vector{Verdict::correct, Verdict::wrong, Verdict::correct}));
  EXPECT_EQ(record.cases[1].message, "other numbers");
  EXPECT_EQ(record.outcome.kind, record::Outcome::Kind::wrong_answer);
  EXPECT_EQ(record.device.id, "virtual:mini");
}

TEST(CaseRunner, ADeviceWithOtherCopyEnginesGetsAProcess) {
  const auto record = run({"number", "number:1", "number:1", "number:2", "number"});
  EXPECT_EQ(verdicts(record), std::vector(5, Verdict::correct));
  EXPECT_EQ(record.outcome.program_output,
            "case 1 of this process\n"
            "case 1 of this process\ncase 2 of this process\n"
            "case 1 of this process\n"
            "case 1 of this process\n");
  EXPECT_FALSE(record.cases[0].parameters.contains("copy_engines"));
  EXPECT_EQ(record.cases[2].parameters.at("copy_engines"), 1);
  EXPECT_EQ(record.cases[3].parameters.at("copy_engines"), 2);
}

TEST(CaseRunner, ACaseThatWantsTheProfilesCopyEnginesNeedsNoOtherProcess) {
  const auto record = run({"number", "number:3"});
  EXPECT_EQ(record.outcome.program_output, "case 1 of this process\ncase 2 of this process\n");
  EXPECT_EQ(record.cases[1].parameters.at("copy_engines"), 3);
}

TEST(CaseRunner, SessionsSideBySideGiveTheSameRecord) {
  std::vector<std::string> tasks(70, "number");
  tasks[1] = "wrong";
  tasks[40] = "leave";
  const auto alone = run(tasks);
  const auto shared = run(tasks, {}, {}, 2);
  EXPECT_EQ(verdicts(shared), verdicts(alone));
  EXPECT_EQ(shared.outcome.message, alone.outcome.message);
  ASSERT_EQ(shared.findings.size(), 1U);
  EXPECT_EQ(shared.findings[0].case_index, 40U);
  ASSERT_EQ(alone.launches.size(), shared.launches.size());
  for (std::size_t i = 0; i < alone.launches.size(); ++i) {
    EXPECT_EQ(shared.launches[i].case_index, alone.launches[i].case_index);
    EXPECT_EQ(shared.launches[i].id, i);
  }
  // Without case 40, whose process ends: the last one is the 69th that counts, or about the
  // 35th.
  tasks[40] = "number";
  EXPECT_NE(run(tasks).outcome.program_output.find("case 69 of"), std::string::npos);
  const auto output = run(tasks, {}, {}, 2).outcome.program_output;
  EXPECT_EQ(output.find("case 69 of"), std::string::npos);
  EXPECT_NE(output.find("case 35 of"), std::string::npos);
}

TEST(CaseRunner, FewSmallCasesAreNotSharedOut) {
  const std::vector<std::string> tasks(10, "number");
  EXPECT_NE(run(tasks, {}, {}, 2).outcome.program_output.find("case 10 of"), std::string::npos);
}

TEST(CaseRunner, AnErrorThatNobodyAskedForIsAFinding) {
  const auto asked = run({"fail", "good"});
  EXPECT_TRUE(asked.findings.empty());
  const auto left = run({"leave", "good"});
  EXPECT_EQ(verdicts(left), (std::vector{Verdict::error, Verdict::correct}));
  ASSERT_EQ(left.findings.size(), 1U);
  EXPECT_EQ(left.findings[0].id, "unchecked-error");
  EXPECT_EQ(left.findings[0].case_index, 0U);
  EXPECT_NE(left.findings[0].cause.find("cudaErrorInvalidValue"), std::string::npos);
}

TEST(CaseRunner, ACrashCostsItsCaseOnly) {
  const auto record = run({"good", "crash", "good", "crash", "good"});
  EXPECT_EQ(verdicts(record), (std::vector{Verdict::correct, Verdict::crashed, Verdict::correct,
                                           Verdict::crashed, Verdict::correct}));
  EXPECT_NE(record.cases[1].message.find("segmentation fault"), std::string::npos);
  ASSERT_EQ(record.findings.size(), 2u);
  EXPECT_EQ(record.findings[0].id, "host-crash");
  EXPECT_EQ(record.outcome.kind, record::Outcome::Kind::crashed);
}

/// The program takes its device along, which must not be taken for a failure of the device.
TEST(CaseRunner, ACrashRightAfterAnAnswerIsTheProgramsOwn) {
  for (int i = 0; i < 10; ++i) {
    const auto record = run({"crash-after", "good", "good"});
    EXPECT_EQ(verdicts(record),
              (std::vector{Verdict::correct, Verdict::crashed, Verdict::correct}));
    EXPECT_EQ(record.outcome.kind, record::Outcome::Kind::crashed) << record.outcome.message;
    EXPECT_NE(record.cases[1].message.find("segmentation fault"), std::string::npos)
        << record.cases[1].message;
  }
  const auto left = run({"exit-after", "good", "good"});
  EXPECT_EQ(left.cases[1].verdict, Verdict::crashed);
  EXPECT_NE(left.cases[1].message.find("exit code 0"), std::string::npos) << left.cases[1].message;
}

TEST(CaseRunner, AProgramThatHangsUpOnTheDeviceHasItselfToBlame) {
  for (const char* way : {"disconnect", "garble-device"}) {
    const auto record = run({way, "good", "good"});
    EXPECT_EQ(verdicts(record), (std::vector{Verdict::correct, Verdict::crashed, Verdict::correct}))
        << way;
    EXPECT_EQ(record.outcome.kind, record::Outcome::Kind::crashed) << record.outcome.message;
    EXPECT_NE(record.cases[1].message.find("closed its connection"), std::string::npos)
        << record.cases[1].message;
  }
}

TEST(CaseRunner, ThreadsAreLimited) {
  LabLimits limits;
  limits.threads = 50;
  const auto record = run({"threads", "good"}, limits);
  EXPECT_EQ(verdicts(record), (std::vector{Verdict::crashed, Verdict::correct}));
  EXPECT_NE(record.cases[0].message.find("more than 50 threads"), std::string::npos)
      << record.cases[0].message;
}

TEST(CaseRunner, ADivisionByZeroAndAnAbortAreNotBlamedOnAPointer) {
  const auto record = run({"divide", "good", "abort"});
  ASSERT_EQ(record.findings.size(), 2U);
  EXPECT_EQ(record.findings[0].id, "host-crash");
  EXPECT_NE(record.findings[0].hint.find("divided"), std::string::npos) << record.findings[0].hint;
  EXPECT_EQ(record.findings[0].hint.find("pointer"), std::string::npos) << record.findings[0].hint;
  EXPECT_NE(record.findings[1].hint.find("gave up"), std::string::npos) << record.findings[1].hint;
}

TEST(CaseRunner, ExitWithSuccessIsNoAnswer) {
  const auto record = run({"exit", "good"});
  EXPECT_EQ(verdicts(record), (std::vector{Verdict::crashed, Verdict::correct}));
  EXPECT_NE(record.cases[0].message.find("exit code 0"), std::string::npos);
}

TEST(CaseRunner, AHangEndsInTimeAndTheRestOfItsTaskIsNotRun) {
  LabLimits limits;
  limits.case_s = 0.5;
  const auto record = run({"hang", "hang", "good"}, limits);
  EXPECT_EQ(verdicts(record),
            (std::vector{Verdict::timed_out, Verdict::not_run, Verdict::correct}));
  EXPECT_NE(record.cases[0].message.find("The host code was still running at the end of the 0.5 s"),
            std::string::npos)
      << record.cases[0].message;
  EXPECT_EQ(record.outcome.kind, record::Outcome::Kind::timed_out);
}

TEST(CaseRunner, TheTimeForAllCasesIsLimited) {
  LabLimits limits;
  limits.case_s = 1;
  limits.total_s = 0.5;
  const auto record = run({"hang", "good"}, limits);
  EXPECT_EQ(verdicts(record), (std::vector{Verdict::timed_out, Verdict::not_run}));
}

TEST(CaseRunner, AFailureThatTheDriverReports) {
  const auto record = run({"fail", "good"});
  EXPECT_EQ(verdicts(record), (std::vector{Verdict::error, Verdict::correct}));
  EXPECT_EQ(record.cases[0].message, "cudaErrorInvalidValue");
}

TEST(CaseRunner, AnswersThatAreNoneAreNotTaken) {
  LabLimits limits;
  limits.case_s = 2;
  const auto record = run({"other-nonce", "short", "many", "garbage", "huge", "good"}, limits);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(record.cases[i].verdict, Verdict::crashed) << record.cases[i].name;
    EXPECT_NE(record.cases[i].message.find("no answer"), std::string::npos)
        << record.cases[i].message;
  }
  EXPECT_EQ(record.cases[5].verdict, Verdict::correct);
}

TEST(CaseRunner, ClosingTheAnswersDoesNotHelp) {
  LabLimits limits;
  limits.case_s = 0.5;
  EXPECT_EQ(verdicts(run({"close", "good"}, limits)),
            (std::vector{Verdict::timed_out, Verdict::correct}));
}

TEST(CaseRunner, AFloodOfOutputIsCutAndHarmless) {
  LabLimits limits;
  limits.output_bytes = 1000;
  const auto record = run({"print", "good"}, limits);
  EXPECT_EQ(verdicts(record), (std::vector{Verdict::correct, Verdict::correct}));
  EXPECT_LE(record.outcome.program_output.size(), 1000u);
}

TEST(CaseRunner, CanBeCanceled) {
  std::stop_source source;
  source.request_stop();
  const auto record = run({"good"}, {}, source.get_token());
  EXPECT_EQ(record.outcome.kind, record::Outcome::Kind::canceled);
  EXPECT_EQ(verdicts(record), (std::vector{Verdict::not_run}));
}

}  // namespace
}  // namespace warpscope::runner
