#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runner/report/grade_json.h"
#include "runner/report/gradescope.h"
#include "runner/report/html/page.h"
#include "runner/report/table.h"
#include "runner/report/text.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

record::RunRecord graded_record() {
  auto record = test::made_record();
  record.sources.push_back({"exercise.cu", "// <script>alert(1)</script>\nint a;\nint b;\n"});
  test::add_line(test::add_launch(record), 2, test::loads(100, 3200, 400));
  record.sweeps.push_back({"stride", "Stride", "stride (elements)"});
  record.cases[0].sweep = "stride";
  record.cases[0].sweep_x = 4;
  auto& finding = record.findings.emplace_back();
  finding.id = "uncoalesced-load";
  finding.title = "Far apart";
  finding.where.emplace().file = "exercise.cu";
  finding.where->line = 2;
  auto& score = record.score.emplace();
  score.points = 3;
  score.max_points = 10;
  score.checks.push_back({"right", "Right", 3, 5, "2 of 5 cases are not correct"});
  score.checks.push_back({"fast", "Fast", 0, 5, "too slow"});
  return record;
}

TEST(TextTable, AlignsByWhatATerminalShows) {
  TextTable table({{"name"}, {"time", TextTable::Align::right}});
  table.add_row({"a", "5 µs"});
  table.add_row({"long", "50 µs"});
  EXPECT_EQ(table.text(), "name   time\na      5 µs\nlong  50 µs\n");
}

TEST(TextReport, HasScoreReasonsFindingsAndProvenance) {
  const auto text = text_report(graded_record(), {});
  for (const char* part :
       {"Score: 3 of 10 points", "2 of 5 cases are not correct", "too slow", "exercise.cu:2",
        "[uncoalesced-load]", "times modelled", "counters exact count", "scale/1024"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_NE(text_report(graded_record(), {.has_colour = true}).find('\033'), std::string::npos);
}

TEST(TextReport, OfAFileThatDoesNotCompileTheCompilerSpeaksAlone) {
  auto record = graded_record();
  record.outcome.kind = record::Outcome::Kind::compile_error;
  record.outcome.compiler_output = "exercise.cu(2): error: expected an expression\n";
  for (auto& check : record.score->checks) check.reason = "The file does not compile.";
  const auto text = text_report(record, {});
  EXPECT_NE(text.find("expected an expression"), std::string::npos) << text;
  EXPECT_NE(text.find("of 10 points"), std::string::npos) << text;
  EXPECT_EQ(text.find("The file does not compile."), std::string::npos) << text;
}

TEST(Reports, ShowBankConflictsWhereSharedMemoryIsUsed) {
  auto record = graded_record();
  EXPECT_EQ(text_report(record, {}).find("bank-conflict ways"), std::string::npos);
  EXPECT_EQ(html_report({&record, 1}).find("bank-conflict ways"), std::string::npos);
  using namespace record::metric;
  test::add_line(
      record.launches[0], 3,
      {{std::string(kSharedLoadWavefronts), 33}, {std::string(kSharedLoadConflicts), 23}});
  EXPECT_NE(text_report(record, {}).find("bank-conflict ways"), std::string::npos);
  const auto html = html_report({&record, 1});
  EXPECT_NE(html.find(">bank-conflict ways (exact count)</th>"), std::string::npos) << html;
  EXPECT_NE(html.find("<td class=\"number\">3.3</td>"), std::string::npos) << html;
}

TEST(TextReport, SaysOfEachCheckWhetherItIsFullPartOrLost) {
  auto record = graded_record();
  record.score->checks = {{"a", "full", 20, 20, {}},
                          {"b", "some", 19.32, 20, "because"},
                          {"c", "none", 0, 20, "because"}};
  const auto text = text_report(record, {});
  EXPECT_NE(text.find("ok      20 / 20    full"), std::string::npos) << text;
  EXPECT_NE(text.find("part 19.32 / 20    some"), std::string::npos) << text;
  EXPECT_NE(text.find("lost     0 / 20    none"), std::string::npos) << text;
}

TEST(Reports, ShowWhatTheStudentHasExplained) {
  auto record = graded_record();
  EXPECT_EQ(text_report(record, {}).find("Explained"), std::string::npos);
  EXPECT_EQ(html_report({&record, 1}).find("Explained"), std::string::npos);
  record.explanations = {{2, "Why does\nit rise?", "Each lane has <a> sector.\nScore: 100 of 100"}};
  const auto text = text_report(record, {});
  EXPECT_NE(text.find("\nExplained:\n  2. Why does it rise?\n  | Each lane"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\n  | Score: 100 of 100\n"), std::string::npos) << text;
  const auto html = html_report({&record, 1});
  EXPECT_NE(html.find("<pre>Each lane has &lt;a&gt; sector."), std::string::npos) << html;
}

TEST(GradeJson, HoldsNothingThatChangesFromRunToRun) {
  auto record = graded_record();
  const auto first = grade_json(record);
  record.created = "2027-01-01T00:00:00Z";
  record.host_timings.compile_s = 5;
  EXPECT_EQ(grade_json(record), first);
  const auto document = nlohmann::json::parse(first);
  EXPECT_EQ(document.at("score").at("points"), 3);
  EXPECT_EQ(document.at("score").at("checks").at(1).at("reason"), "too slow");
  EXPECT_EQ(document.at("cases").at(0).at("verdict"), "correct");
  EXPECT_EQ(document.at("outcome").at("kind"), "completed");
}

/// Not by what the program printed, an exception's text, a compiler's quotation, or a file's name.
TEST(TextReport, CannotBeForged) {
  auto record = test::made_record();
  const std::string forged = "\033[2J\033[H\nScore: 100 of 100 points\n  ok\u202E 50 / 50\r";
  record.outcome.program_output = forged;
  record.outcome.compiler_output = forged;
  record.outcome.message = forged;
  record.program.path = forged;
  record.findings.resize(1);
  record.findings[0].cause = forged;
  record.findings[0].where = record::SourceLine{forged, 3};
  record.score.emplace().checks.emplace_back().reason = forged;
  for (const auto& text : {text_report(record, {}), gradescope_json(record)}) {
    EXPECT_EQ(text.find('\033'), std::string::npos) << text;
    EXPECT_EQ(text.find('\r'), std::string::npos) << text;
    EXPECT_EQ(text.find("\u202E"), std::string::npos) << text;
    EXPECT_EQ(text.find("\nScore: 100"), std::string::npos) << text;
  }
  EXPECT_NE(text_report(record, {}).find("\n  | Score: 100 of 100 points\n"), std::string::npos);
}

TEST(TextReport, LeavesOutTheMiddleOfALongOutput) {
  auto record = test::made_record();
  for (int i = 1; i <= 41; ++i) record.outcome.program_output += fmt::format("line {}.\n", i);
  auto text = text_report(record, {});
  EXPECT_NE(text.find("| line 31."), std::string::npos) << text;
  for (int i = 42; i <= 1300; ++i) record.outcome.program_output += fmt::format("line {}.\n", i);
  text = text_report(record, {});
  EXPECT_NE(
      text.find("| line 30.\n    (1,260 more lines, which the run record has)\n  | line 1291."),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("| line 1300.\n"), std::string::npos) << text;
}

TEST(Gradescope, OneTestPerCheck) {
  const auto document = nlohmann::json::parse(gradescope_json(graded_record()));
  EXPECT_EQ(document.at("score"), 3);
  ASSERT_EQ(document.at("tests").size(), 2u);
  EXPECT_EQ(document.at("tests").at(0).at("max_score"), 5);
  EXPECT_EQ(document.at("tests").at(1).at("status"), "failed");
  EXPECT_EQ(document.at("tests").at(1).at("output"), "too slow");
}

TEST(Gradescope, AFailureOfTheToolIsNotBlamedOnTheStudent) {
  auto record = graded_record();
  record.score.reset();
  record.outcome.kind = record::Outcome::Kind::tool_error;
  const auto document = nlohmann::json::parse(gradescope_json(record));
  EXPECT_TRUE(document.at("tests").empty());
  EXPECT_FALSE(document.contains("score")) << "a 0 would be taken for a grade";
  EXPECT_NE(document.at("output").get<std::string>().find("not the submission's fault"),
            std::string::npos);
}

TEST(Gradescope, WhatWasNotGradedHasAReasonAndNoScore) {
  auto record = graded_record();
  record.score.reset();
  record.outcome.kind = record::Outcome::Kind::out_of_memory;
  record.outcome.message = "Why.";
  for (const auto& text : {gradescope_json(record), gradescope_none("Why.")}) {
    const auto document = nlohmann::json::parse(text);
    EXPECT_FALSE(document.contains("score"));
    EXPECT_TRUE(document.at("tests").empty());
    EXPECT_NE(document.at("output").get<std::string>().find("Why."), std::string::npos);
  }
}

TEST(Gradescope, AStoppedGradingHasTheCasesThatHadEnded) {
  auto record = graded_record();
  record.score.reset();
  record.outcome.kind = record::Outcome::Kind::timed_out;
  record.cases.resize(1);
  record.cases.push_back(record.cases[0]);
  record.cases[0].verdict = record::Case::Verdict::correct;
  record.cases[1].verdict = record::Case::Verdict::wrong;
  record.cases[1].message = "out[1] is 2\033[2J";
  const auto document = nlohmann::json::parse(gradescope_json(record));
  EXPECT_FALSE(document.contains("score"));
  ASSERT_EQ(document.at("tests").size(), 2u);
  EXPECT_FALSE(document.at("tests").at(0).contains("score"));
  EXPECT_EQ(document.at("tests").at(0).at("status"), "passed");
  EXPECT_EQ(document.at("tests").at(1).at("status"), "failed");
  const auto output = document.at("tests").at(1).at("output").get<std::string>();
  EXPECT_EQ(output.rfind("out[1] is 2", 0), 0u) << output;
  EXPECT_EQ(output.find('\033'), std::string::npos);
}

TEST(Html, IsSelfContainedAndEscaped) {
  auto second = graded_record();
  second.program.label = "reference";
  second.cases.push_back(second.cases[0]);
  second.cases[1].sweep_x = 8;
  const std::vector<record::RunRecord> records{graded_record(), second};
  const auto page = html_report(records);
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;"), std::string::npos);
  for (const char* part : {"<svg", "Stride", "reference", "modelled", "exact count", "too slow",
                           "Far apart", "rgba(213,94,0"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_THROW(html_report({}), std::invalid_argument);
}

TEST(HtmlReport, SaysWhatTheModelLacksAndDrawsItsCurveFaint) {
  auto record = graded_record();
  record.cases[0].useful_bytes = 800'000;
  const auto doubted = [&] { return html_report(std::vector{record}).find("does not know con"); };
  const auto faint = [&] { return html_report(std::vector{record}).find("<g opacity=\"0.35\">"); };
  EXPECT_EQ(doubted(), std::string::npos);
  EXPECT_EQ(faint(), std::string::npos);
  record.sweeps[0].model_lacks = "contention";
  EXPECT_NE(doubted(), std::string::npos);
  EXPECT_NE(faint(), std::string::npos);
}

TEST(HtmlReport, DrawsWhatARealGpuDidOnAnAxisOfItsOwn) {
  auto record = graded_record();
  record.cases[0].useful_bytes = 800'000;
  record.measured_curves = {
      {"stride", "starter", "copy", "measured, H200, 2026-01-31", 16, 4e12, {{4, 2e12, 1e-5}}},
      {"stride", "reference", "copy", "measured, H200, 2026-01-31", 16, 4e12, {{4, 3e12, 1e-5}}}};
  const auto page = html_report(std::vector{record});
  for (const char* part :
       {"student (modelled)", "right: measured",
        "starter, copy: measured, H200, 2026-01-31, 16 times the data: 4, 2 TB/s"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part << "\n" << page;
  }
  EXPECT_EQ(page.find("reference, copy: measured"), std::string::npos)
      << "it gives the answer away";
  // The GPU moves four times what the device does: 800 GB/s on the left are 3.2 TB/s on the right.
  EXPECT_NE(page.find("3.2 TB/s"), std::string::npos) << page;
}

TEST(HtmlReport, DrawsOtherProgramsOfTheLabWhereSomebodyAsks) {
  auto record = graded_record();
  record.cases[0].useful_bytes = 800'000;
  EXPECT_EQ(html_report(std::vector{record}).find("<details><summary>"), std::string::npos);
  record.beside_curves = {{"stride", "ways/library", "copy", {{4, 7e11, 2.5}}}};
  record.measured_curves = {
      {"stride", "starter", "copy", "measured, H200, 2026-01-31", 16, 4e12, {{4, 2e12, 1e-5}}},
      {"stride",
       "ways/library",
       "copy",
       "measured, H200, 2026-01-31",
       16,
       4e12,
       {{4, 3e12, 1e-5}}}};
  const auto page = html_report(std::vector{record});
  const auto begin = page.find("<details><summary>"), end = page.find("</details>");
  ASSERT_LT(begin, end) << page;
  EXPECT_EQ(page.substr(0, begin).find("library"), std::string::npos) << "shown before it is asked";
  const auto beside = page.substr(begin, end - begin);
  for (const char* part : {"library: 4, 700 GB/s", "library: 4, 2.5", "library: 4, 3 TB/s",
                           "(measured, H200, 2026-01-31)", "starter: 4, 2 TB/s"})
    EXPECT_NE(beside.find(part), std::string::npos) << part << "\n" << beside;
}

TEST(TextReport, CasesWithSeveralStreamsShowHowMuchIsUnderWayAtOnce) {
  auto record = test::made_record();
  for (std::uint32_t stream = 1; stream <= 2; ++stream) {
    auto& launch = test::add_launch(record);
    launch.stream = stream;
    launch.duration_s = 8e-6;
    launch.start_s = 4e-6 * stream;
  }
  const auto text = text_report(record, {});
  EXPECT_NE(text.find("first to last"), std::string::npos) << text;
  EXPECT_NE(text.find("12     1.33"), std::string::npos) << text;
  record.launches[1].stream = 1;
  EXPECT_EQ(text_report(record, {}).find("at once"), std::string::npos);
}

// Eleven lines with the same mistake are not eleven paragraphs.
TEST(TextReport, FindingsThatDifferInTheirLinesOnlySayOnceWhatToDo) {
  auto record = test::made_record();
  for (std::uint32_t line = 1; line <= 5; ++line) {
    auto& finding = record.findings.emplace_back();
    finding.id = "non-atomic-update";
    finding.where.emplace().file = "exercise.cu";
    finding.where->line = line;
    finding.cause = "cause " + std::to_string(line);
    finding.hint = "try it";
    finding.lesson = "atomics#race";
  }
  const auto text = text_report(record, {});
  const auto count = [&text](const std::string& words) {
    std::size_t found = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count("[non-atomic-update]"), 5U) << text;
  EXPECT_EQ(count("cause "), 3U) << text;
  EXPECT_EQ(count("Hint: try it"), 1U) << text;
  EXPECT_EQ(count("atomics#race"), 1U) << text;
  record.findings[1].hint = "try something else";
  EXPECT_NE(text_report(record, {}).find("Hint: try something else"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::runner
