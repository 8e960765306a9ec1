#include "runner/grading/class_results.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runner/grading/roster.h"
#include "runner/report/grade_json.h"

namespace warpscope::runner {
namespace {

/// What a folder would keep.
std::map<std::string, GradingResult> kept;

ClassRow graded(const std::string& name, double points, const std::string& student = "") {
  ClassRow row;
  row.submission.name = name;
  row.submission.student.id = student;
  auto& result = kept[name];
  result = {};
  auto& score = result.record.score.emplace();
  score.points = points;
  score.max_points = 10;
  score.checks = {{"right", "gives <the> right \"answer\"", points, 10,
                   points < 10 ? "1 of 2 cases is wrong & late\x01" : ""}};
  result.record.outcome.kind =
      points < 10 ? record::Outcome::Kind::wrong_answer : record::Outcome::Kind::completed;
  result.json = grade_json(result.record);
  row.summary = summary_of(result.record);
  return row;
}

ClassRow failed_by_us(const std::string& name) {
  ClassRow row;
  row.submission.name = name;
  row.problem = "The process that graded it ended with signal 9 (killed).";
  row.is_our_fault = true;
  return row;
}

ClassResults made_class() {
  return {"coalescing",
          42,
          {graded("ada", 10, "1"), graded("bob", 4, "2"), failed_by_us("eve")},
          {},
          [](const Submission& one) { return std::optional(kept.at(one.name)); }};
}

std::string json_of(const ClassResults& results) {
  std::ostringstream text;
  write_class_json(results, text);
  return text.str();
}

TEST(ClassResults, TheTableCountsWhatWasGraded) {
  auto results = made_class();
  results.rows[1].earlier_points = 7;
  results.rows[0].earlier_points = 10;
  const auto text = class_table(results);
  EXPECT_NE(text.find("2 of 3 submissions graded; mean 7.0, median 7, lowest 4, highest 10 of 10"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("1 failed because of Warpscope"), std::string::npos);
  EXPECT_NE(text.find("seed 42"), std::string::npos);
  EXPECT_NE(text.find("Changed since the last grading: bob 7 -> 4.\n"), std::string::npos) << text;
}

TEST(ClassResults, TheGradebookHasOneRowPerStudentAndTheBestCounts) {
  auto results = made_class();
  results.rows.push_back(graded("bob again", 8, "2"));
  results.rows.push_back(graded("bob once more", 6, "2"));
  const auto rows = parse_csv(gradebook_csv(results));
  ASSERT_EQ(rows.size(), 4u);
  const std::vector<std::string> columns{"assignment", "duedate",   "timestamp",
                                         "student_id", "last_name", "first_name",
                                         "email",      "raw_score", "late_submission_penalty",
                                         "score",      "max_score", "submission",
                                         "outcome",    "reason",    "late"};
  EXPECT_EQ(rows[0], columns);
  EXPECT_EQ(rows[1][7], "10");
  EXPECT_EQ(rows[2][3], "2");
  EXPECT_EQ(rows[2][9], "8");
  EXPECT_EQ(rows[2][11], "bob again");
  EXPECT_EQ(rows[3][9], "") << "a failure of ours takes no points";
  EXPECT_NE(rows[3][13].find("Warpscope failed, not the student. The process"), std::string::npos);
}

/// A row of a student who handed in nothing, and one whose grading came to no score.
TEST(ClassResults, WhatWasNotGradedHasNoScoreAndAReasonEverywhere) {
  auto results = made_class();
  ClassRow none;
  none.submission.name = "fay";
  none.submission.student.id = "4";
  none.problem = none.submission.problem = "Nothing was handed in.";
  results.rows.push_back(none);
  ClassRow unfinished = graded("gus", 0, "5");
  unfinished.summary->points.reset();
  unfinished.summary->message = "The disk is full.";
  unfinished.is_our_fault = true;
  results.rows.push_back(unfinished);
  const auto rows = parse_csv(gradebook_csv(results));
  for (const auto& [index, reason] :
       {std::pair{4, "Nothing was handed in."},
        std::pair{5, "Warpscope failed, not the student. The disk is full."}}) {
    for (const int column : {7, 8, 9}) EXPECT_EQ(rows[index][column], "") << index << " " << column;
    EXPECT_EQ(rows[index][13], reason);
  }
  const auto table = class_table(results);
  EXPECT_NE(table.find("2 of 5 submissions graded"), std::string::npos) << table;
  EXPECT_NE(table.find("-  not graded                   Nothing was handed in."), std::string::npos)
      << table;
  EXPECT_NE(table.find("The disk is full."), std::string::npos) << table;
  const auto document = nlohmann::json::parse(json_of(results));
  EXPECT_TRUE(document["submissions"][3]["result"].is_null());
  EXPECT_EQ(document["submissions"][3]["problem"], "Nothing was handed in.");
  std::ostringstream xml;
  write_junit_xml(results, xml);
  EXPECT_NE(xml.str().find("<skipped message=\"Nothing was handed in.\"/>"), std::string::npos);
  // The one that has points counts, whatever came first.
  results.rows.push_back(graded("fay again", 0, "4"));
  EXPECT_EQ(parse_csv(gradebook_csv(results))[4][9], "0");
}

TEST(ClassResults, JsonHoldsTheResultOfEach) {
  const auto text = json_of(made_class());
  const auto document = nlohmann::json::parse(text);
  EXPECT_EQ(text, document.dump(2) + "\n") << "written piece by piece, it is one document";
  EXPECT_EQ(document["seed"], 42);
  EXPECT_EQ(document["submissions"][1]["result"]["score"]["points"], 4);
  EXPECT_TRUE(document["submissions"][2]["result"].is_null());
  EXPECT_TRUE(nlohmann::json::parse(json_of({"coalescing", 42, {}}))["submissions"].empty());
}

TEST(ClassResults, JunitIsEscapedAndCounts) {
  auto results = made_class();
  results.rows[0].submission.name = "ada\xff";
  kept["ada\xff"] = kept["ada"];
  std::ostringstream text;
  write_junit_xml(results, text);
  const auto xml = text.str();
  EXPECT_NE(xml.find("<testsuite name=\"bob\" tests=\"1\" failures=\"1\" errors=\"0\">"),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<testsuite name=\"eve\" tests=\"1\" failures=\"0\" errors=\"1\">"),
            std::string::npos);
  EXPECT_NE(xml.find("gives &lt;the&gt; right &quot;answer&quot;"), std::string::npos);
  EXPECT_NE(xml.find("is wrong &amp; late?"), std::string::npos);
  EXPECT_NE(xml.find("ada\xef\xbf\xbd"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::runner
