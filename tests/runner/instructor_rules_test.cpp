#include "runner/lab/instructor_rules.h"

#include <gtest/gtest.h>

#include "runner/score/penalties.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

LabDescription made_lab() {
  LabDescription lab;
  CheckDescription counter;
  counter.kind = CheckDescription::Kind::counter;
  counter.id = "traffic";
  counter.points = 10;
  counter.at_most = 1.05;
  CheckDescription correct;
  correct.id = "right";
  correct.points = 20;
  lab.checks = {counter, correct};
  return lab;
}

LabDescription changed(const std::string& rules) {
  return with_rules(made_lab(), "lab", parse_rules("lab = \"lab\"\n" + rules, "rules.toml"));
}

std::string refusal(const std::string& rules) {
  try {
    changed(rules);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(InstructorRules, ChangePointsAndBounds) {
  const auto lab = changed(
      "[[check]]\nid = \"traffic\"\npoints = 5\nat_most = 2\nzero_at = 4\n"
      "[[check]]\nid = \"right\"\nvisibility = \"hidden\"\n");
  ASSERT_EQ(lab.checks.size(), 2u);
  EXPECT_EQ(lab.checks[0].points, 5);
  EXPECT_EQ(lab.checks[0].at_most, 2);
  EXPECT_EQ(lab.checks[0].zero_at, 4);
  EXPECT_EQ(lab.checks[1].points, 20);
}

TEST(InstructorRules, NoPointsTakeACheckOut) {
  const auto lab = changed("[[check]]\nid = \"right\"\npoints = 0\n");
  ASSERT_EQ(lab.checks.size(), 1u);
  EXPECT_EQ(lab.checks[0].id, "traffic");
}

TEST(InstructorRules, WhatDoesNotFitIsTold) {
  EXPECT_NE(refusal("[[check]]\nid = \"trafic\"\n").find("did you mean \"traffic\"?"),
            std::string::npos);
  EXPECT_NE(refusal("[[check]]\nid = \"right\"\nat_most = 1\n").find("counts nothing"),
            std::string::npos);
  EXPECT_NE(refusal("[[check]]\nid = \"traffic\"\nat_least = 3\n").find("at least 3"),
            std::string::npos);
  for (const char* rules :
       {"[[check]]\nid = \"traffic\"\nweight = 5\n", "[[check]]\nid = \"traffic\"\npoints = -1\n",
        "[[check]]\nid = \"traffic\"\nvisibility = \"never\"\n", "[banned]\npoints = 1\n",
        "[[launches]]\npoints = 1\n",
        "[late]\ndue = \"tomorrow\"\npercent_per_day = 10\nmost_days = 3\n",
        "[[check]]\nid = \"right\"\n[[check]]\nid = \"right\"\n"}) {
    EXPECT_EQ(refusal(rules).rfind("rules.toml:", 0), 0u) << rules << refusal(rules);
  }
  EXPECT_THROW(with_rules(made_lab(), "another", parse_rules("lab = \"lab\"", "rules.toml")),
               std::runtime_error);
}

TEST(InstructorRules, SayWhenTheReferenceIsShown) {
  const auto shown = [](const std::string& rules) {
    return parse_rules("lab = \"lab\"\n" + rules, "rules.toml").reference;
  };
  EXPECT_EQ(shown(""), ReferenceShown::after_own_version);
  EXPECT_EQ(shown("reference = \"after_own_version\""), ReferenceShown::after_own_version);
  EXPECT_EQ(shown("reference = \"always\""), ReferenceShown::always);
  EXPECT_EQ(shown("reference = \"never\""), ReferenceShown::never);
  EXPECT_EQ(shown("reference = \"after_full_marks\""), ReferenceShown::after_full_marks);
  EXPECT_NE(refusal("reference = \"sometimes\"").find("rules.toml:2"), std::string::npos);

  const auto by_choice = [](const std::string& rules) {
    return parse_rules("lab = \"lab\"\n" + rules, "rules.toml").reference_by_choice;
  };
  EXPECT_TRUE(by_choice(""));
  EXPECT_TRUE(by_choice("reference_by_choice = 1"));
  EXPECT_FALSE(by_choice("reference_by_choice = 0"));
  EXPECT_NE(refusal("reference_by_choice = 2").find("rules.toml:2"), std::string::npos);

  EXPECT_EQ(reason_to_hide(ReferenceShown::always, false), "");
  EXPECT_EQ(reason_to_hide(ReferenceShown::after_own_version, false), "");
  EXPECT_NE(reason_to_hide(ReferenceShown::after_full_marks, false), "");
  EXPECT_EQ(reason_to_hide(ReferenceShown::after_full_marks, true), "");
  EXPECT_NE(reason_to_hide(ReferenceShown::never, true), "");
}

TEST(InstructorRules, ReadTimes) {
  using namespace std::chrono;
  const sys_seconds noon = sys_days(2026y / November / 30) + hours(12);
  for (const char* text : {"2026-11-30T12:00:00Z", "2026-11-30 12:00", "2026-11-30T13:00:00+01:00",
                           "2026-11-30T05:00-0700", "2026-11-30T12:00:00.25Z"}) {
    EXPECT_EQ(parse_time(text), noon) << text;
  }
  for (const char* text :
       {"", "2026", "2026-13-01T00:00", "2026-02-30T00:00", "2026-11-30T24:00", "2026-11-30",
        "2026-11-30T12:00 CET", "2026-11-30T12:60", "-026-11-30T12:00", "2026-11-30T12:00+1"}) {
    EXPECT_FALSE(parse_time(text).has_value()) << text;
  }
}

TEST(InstructorRules, LatenessCountsDaysThatHaveBegun) {
  const auto rule = *parse_rules(
                         "lab = \"x\"\n[late]\ndue = \"2026-11-30T12:00Z\"\npercent_per_day = 10\n"
                         "most_days = 2\ngrace_minutes = 10\n",
                         "rules.toml")
                         .late;
  const auto share = [&](const char* time) { return late_penalty_share(rule, *parse_time(time)); };
  EXPECT_EQ(share("2026-11-30T12:00Z"), 0);
  EXPECT_EQ(share("2026-11-30T12:10Z"), 0);
  EXPECT_DOUBLE_EQ(share("2026-11-30T12:11Z"), 0.1);
  EXPECT_DOUBLE_EQ(share("2026-12-01T12:00Z"), 0.1);
  EXPECT_DOUBLE_EQ(share("2026-12-01T12:00:01Z"), 0.2);
  EXPECT_EQ(share("2026-12-02T12:00:01Z"), 1);
}

record::RunRecord graded_record() {
  auto record = test::made_record();
  test::add_launch(record);
  record.sources = {{"exercise.cu", "int a;\ncudaMallocManaged(&a);\n"}};
  auto& score = record.score.emplace();
  score.points = score.max_points = 30;
  return record;
}

record::Score penalised(const std::string& rules) {
  auto record = graded_record();
  take_penalties(record, parse_rules("lab = \"x\"\n" + rules, "rules.toml"));
  return *record.score;
}

TEST(Penalties, NameTheLineOfWhatIsBanned) {
  const auto score = penalised("[banned]\nnames = [\"cudaMallocManaged\"]\npoints = 12\n");
  EXPECT_EQ(score.points, 18);
  ASSERT_EQ(score.checks.size(), 1u);
  EXPECT_EQ(score.checks[0].max_points, 0);
  EXPECT_EQ(score.checks[0].reason, "exercise.cu:2: cudaMallocManaged may not be used here.");
  EXPECT_EQ(penalised("[banned]\nnames = [\"cudaMallocHost\"]\npoints = 12\n").points, 30);
}

TEST(Penalties, TakeNoMoreThanWasReached) {
  EXPECT_EQ(penalised("[banned]\nnames = [\"cudaMallocManaged\"]\npoints = 99\n").points, 0);
}

TEST(Penalties, CountTheLaunchesOfEachCase) {
  const auto few = penalised("[[launches]]\nmost_per_case = 1000\npoints = 5\n");
  EXPECT_EQ(few.points, 30);
  const auto many = penalised("[[launches]]\nmost_per_case = 0\npoints = 5\n");
  EXPECT_EQ(many.points, 25);
  EXPECT_NE(many.checks[0].reason.find("scale/1024: 1"), std::string::npos)
      << many.checks[0].reason;
  EXPECT_EQ(penalised("[[launches]]\nmost_per_case = 0\ncases = \"no-such*\"\npoints = 5\n").points,
            30);
}

}  // namespace
}  // namespace warpscope::runner
