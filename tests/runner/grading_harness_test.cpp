#include "runner/report/grading_harness.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using nlohmann::json;

record::RunRecord scored() {
  auto record = test::made_record();
  auto& score = record.score.emplace();
  score.points = 30;
  score.max_points = 40;
  score.checks = {{"right", "is right", 20, 20, ""},
                  {"reads", "reads <once>", 10, 20, "It reads twice."}};
  return record;
}

record::RunRecord failed(record::Outcome::Kind kind) {
  auto record = test::made_record();
  record.outcome.kind = kind;
  record.outcome.message = "Why.";
  return record;
}

std::string decoded(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    count += 6;
    if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 0xff);
  }
  return bytes;
}

json classroom(const std::string& line) {
  EXPECT_EQ(line.rfind("result=", 0), 0u);
  EXPECT_EQ(line.back(), '\n');
  return json::parse(decoded(line.substr(7, line.size() - 8)));
}

TEST(GradingHarness, Base64IsThatOfTheRfc) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe"), "//4=");
}

TEST(GradingHarness, PrairielearnHasAShareAndATestForEachCheck) {
  const auto document = json::parse(prairielearn_json(scored()));
  EXPECT_EQ(document["gradable"], true);
  EXPECT_EQ(document["score"], 0.75);
  ASSERT_EQ(document["tests"].size(), 2u);
  EXPECT_EQ(document["tests"][1]["points"], 10);
  EXPECT_EQ(document["tests"][1]["max_points"], 20);
  EXPECT_EQ(document["tests"][1]["message"], "It reads twice.");
  EXPECT_TRUE(document["output"].is_string());
}

TEST(GradingHarness, PrairielearnTakesNoPointsForWhatWasNotGraded) {
  auto compile_error = failed(record::Outcome::Kind::compile_error);
  compile_error.score = scored().score;
  compile_error.outcome.compiler_output = "exercise.cu(1): error";
  for (const auto& record : {compile_error, failed(record::Outcome::Kind::tool_error)}) {
    const auto document = json::parse(prairielearn_json(record));
    EXPECT_EQ(document["gradable"], false);
    EXPECT_FALSE(document.contains("score"));
    EXPECT_NE(document["format_errors"][0].get<std::string>().find("Why."), std::string::npos);
  }
  const auto none = json::parse(prairielearn_none("No file."));
  EXPECT_EQ(none["format_errors"], json::array({"No file."}));
  EXPECT_EQ(none["gradable"], false);
}

TEST(GradingHarness, WhatTheRulesHideIsNotListed) {
  InstructorRules rules;
  rules.checks.push_back({});
  rules.checks.back().id = "reads";
  rules.checks.back().visibility = Visibility::hidden;
  const auto document = json::parse(prairielearn_json(scored(), rules));
  EXPECT_EQ(document["score"], 0.75);
  EXPECT_EQ(document["tests"].size(), 1u);
  EXPECT_NE(document["message"].get<std::string>().find("not shown here: 1"), std::string::npos);
  EXPECT_EQ(json::parse(coderunner_json(scored(), rules))["testresults"].size(), 2u);
}

/// What autograding-grading-reporter adds up: max_score of each runner, score of each test.
TEST(GradingHarness, ClassroomsReporterCanAddItUp) {
  const auto results = classroom(classroom_output(scored()));
  EXPECT_EQ(results["max_score"], 40);
  EXPECT_EQ(results["status"], "fail");
  double total = 0;
  for (const auto& item : results["tests"]) total += item["score"].get<double>();
  EXPECT_EQ(total, 30);
  const auto none = classroom(classroom_output(failed(record::Outcome::Kind::tool_error)));
  EXPECT_EQ(none["status"], "error");
  EXPECT_FALSE(none.contains("max_score")) << "the reporter then counts nothing";
  EXPECT_NE(none["tests"][0]["message"].get<std::string>().find("not the submission's fault"),
            std::string::npos);
}

/// The reporter's log can be read by students; what the rules hide is one row of it.
TEST(GradingHarness, ClassroomHasWhatTheRulesHideInOneRow) {
  InstructorRules rules;
  rules.checks.push_back({});
  rules.checks.back().id = "reads";
  rules.checks.back().visibility = Visibility::hidden;
  const auto line = classroom_output(scored(), rules);
  const auto results = classroom(line);
  ASSERT_EQ(results["tests"].size(), 2u);
  EXPECT_EQ(results["tests"][1]["name"], "checks that are not shown: 1");
  EXPECT_EQ(results["tests"][1]["score"], 10);
  EXPECT_EQ(results["tests"][1]["status"], "fail");
  EXPECT_EQ(decoded(line.substr(7)).find("It reads twice"), std::string::npos);
}

TEST(GradingHarness, CoderunnerHasAFractionAndATable) {
  const auto document = json::parse(coderunner_json(scored()));
  EXPECT_EQ(document["fraction"], 0.75);
  ASSERT_EQ(document["testresults"].size(), 3u);
  EXPECT_EQ(document["testresults"][0], json::array({"iscorrect", "Check", "Points", "Reason"}));
  EXPECT_EQ(document["testresults"][2],
            json::array({0, "reads <once>", "10 of 20", "It reads twice."}));
  const auto none = json::parse(coderunner_none("<b>No</b> file."));
  EXPECT_FALSE(none.contains("fraction"));
  EXPECT_EQ(none["prologuehtml"], "<p>&lt;b&gt;No&lt;/b&gt; file.</p>");
}

}  // namespace
}  // namespace warpscope::runner
