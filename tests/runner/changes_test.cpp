#include "runner/report/changes.h"

#include <gtest/gtest.h>

#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

record::RunRecord run_with(double points, std::uint64_t sectors) {
  auto record = test::made_record();
  test::add_line(test::add_launch(record), 2, test::loads(100, sectors, 400));
  auto& score = record.score.emplace();
  score.points = 10 + points;
  score.max_points = 30;
  score.checks.push_back({"right", "Right", 10, 10, ""});
  score.checks.push_back({"fast", "Fast", points, 20, points < 20 ? "too many sectors" : ""});
  return record;
}

record::Finding finding(const char* id, std::uint32_t line) {
  record::Finding finding;
  finding.id = id;
  finding.title = "Title";
  finding.cause = "Cause.";
  finding.where = record::SourceLine{"exercise.cu", line};
  return finding;
}

LabDescription lab() {
  LabDescription lab;
  CheckDescription check;
  check.kind = CheckDescription::Kind::counter;
  check.id = "fast";
  check.cases = "scale/*";
  check.metric = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio";
  lab.checks.push_back(check);
  return lab;
}

TEST(Changes, OfEqualRunsAreNone) {
  EXPECT_EQ(changes_text(lab(), run_with(5, 3200), run_with(5, 3200), {}), "Nothing changed.\n");
}

TEST(Changes, TellPointsChecksAndMetrics) {
  const auto text = changes_text(lab(), run_with(5, 3200), run_with(20, 400), {});
  EXPECT_EQ(text,
            "Points: 15 → 30 of 30 (+15)\n"
            "  5 → 20 of 20 (+15) Fast\n"
            "Metrics:\n"
            "  scale/*, sectors per load request: 32 → 4 sectors/request\n");
  const auto back = changes_text(lab(), run_with(20, 400), run_with(5, 3200), {});
  EXPECT_NE(back.find("20 → 5 of 20 (-15) Fast\n      too many sectors\n"), std::string::npos)
      << back;
}

TEST(Changes, TellNewAndGoneFindings) {
  auto before = run_with(5, 3200), after = before;
  before.findings = {finding("same", 3), finding("twice", 4), finding("old", 5)};
  after.findings = {finding("same", 7), finding("twice", 8), finding("twice", 9)};
  EXPECT_EQ(changes_text(lab(), before, after, {}),
            "New finding: exercise.cu:9: Title [twice]\n      Cause.\n"
            "Gone: exercise.cu:5: Title [old]\n");
}

TEST(Changes, TellTheOutcome) {
  auto before = run_with(5, 3200), after = before;
  after.outcome.kind = record::Outcome::Kind::timed_out;
  after.outcome.message = "A limit.";
  after.score.reset();
  EXPECT_EQ(changes_text(lab(), before, after, {}), "Outcome: completed → time limit. A limit.\n");
}

}  // namespace
}  // namespace warpscope::runner
