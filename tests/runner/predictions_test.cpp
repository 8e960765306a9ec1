// [[predict]] of a lab.toml: how it is read, how answers are read, and both beside a record.
#include "runner/lab/predictions.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "runner/lab/lab_description.h"
#include "runner/lab/prediction_answers.h"
#include "runner/report/predictions.h"
#include "runner/score/check_cases.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

constexpr const char* kLab = R"toml(title = "Lab"
tasks = ["scale"]
[[sweep]]
id = "stride"
title = "Stride"
x_label = "stride (elements)"
[[predict]]
id = "sectors"
task = 2
question = "Sectors per load request?"
kind = "number"
unit = "sectors"
tolerance = 0.1
program = "step-2"
metric = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"
cases = "scale/1024"
[[predict]]
id = "right"
question = "Right?"
kind = "choice"
metric = "warpscope__correct_cases.pct"
option = [{ text = "yes", at_least = 100 }, { text = "no", at_most = 99 }]
[[predict]]
id = "curve"
question = "Requests, as multiples of those at 1?"
kind = "curve"
unit = "times"
sweep = "stride"
points = [1, 2]
metric = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
per = { at = 1 }
)toml";

std::vector<PredictionQuestion> questions() { return parse_lab(kLab, "lab.toml").predictions; }

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kLab;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

void expect_error(const std::string& from, const std::string& to, const std::string& part) {
  const auto error = error_of([&] { parse_lab(changed(from, to), "lab.toml"); });
  EXPECT_NE(error.find(part), std::string::npos) << error;
  EXPECT_EQ(error.rfind("lab.toml:", 0), 0U) << error;
}

/// Cases scale/1024 (line 3: 10 requests, 40 sectors; line 5: 10, 80), stride/1 and stride/2.
record::RunRecord counted() {
  auto record = test::made_record();
  record.sources.push_back({"exercise.cu", "a\nb\nload(in);\nc\nload(out);\n"});
  auto& launch = test::add_launch(record);
  test::add_line(launch, 3, test::loads(10, 40, 40));
  test::add_line(launch, 5, test::loads(10, 80, 40));
  for (const std::uint32_t stride : {1U, 2U}) {
    auto& item = record.cases.emplace_back();
    item.name = "stride/" + std::to_string(stride);
    item.task = "scale";
    item.verdict = record::Case::Verdict::wrong;
    item.message = "out[3] is 1, expected 2; 3.5 of 12 counts were lost";
    item.sweep = "stride";
    item.sweep_x = stride;
    auto& its = test::add_launch(record);
    its.case_index = stride;
    test::add_line(its, 3, test::loads(10ULL * stride * stride, 40, 40));
  }
  return record;
}

TEST(Predictions, AreRead) {
  const auto all = questions();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].kind, QuestionKind::number);
  EXPECT_EQ(all[0].task, 2U);
  EXPECT_EQ(all[0].program, "step-2");
  EXPECT_EQ(all[0].unit, "sectors");
  EXPECT_DOUBLE_EQ(all[0].tolerance, 0.1);
  EXPECT_EQ(all[1].program, "starter");
  ASSERT_EQ(all[1].options.size(), 2U);
  EXPECT_EQ(all[1].options[1].text, "no");
  EXPECT_EQ(all[2].points, (std::vector<double>{1, 2}));
  ASSERT_TRUE(all[2].per.has_value());
  EXPECT_EQ(all[2].per->metric, all[2].value.metric);
}

TEST(Predictions, ErrorsNameLineAndReason) {
  expect_error("id = \"sectors\"", "id = \"Sectors!\"", "lower-case letters");
  expect_error("id = \"right\"", "id = \"sectors\"", "\"predict.id\" is used twice: sectors");
  expect_error("task = 2", "task = 100", "at most 99");
  expect_error("task = 2", "task = -1", "not negative");
  expect_error("question = \"Right?\"\n", "", "lab.toml:17: \"predict.question\" is missing");
  expect_error("kind = \"number\"", "kind = \"numbr\"", "did you mean \"number\"?");
  expect_error("unit = \"sectors\"\n", "", "\"predict.unit\" is missing");
  expect_error("tolerance = 0.1", "tolerance = -1", "from 0 to 10");
  expect_error("program = \"step-2\"", "program = \"../../etc\"", "must be \"starter\", a step");
  expect_error("program = \"step-2\"", "program = \"step-02\"", "must be \"starter\", a step");
  expect_error("op_ld.ratio", "op_xx.ratio", "names no counter or derived metric");
  expect_error("cases = \"scale/1024\"", "case = \"scale/1024\"", "did you mean \"cases\"?");
  expect_error("cases = \"scale/1024\"", "over = 0", "must be above 0");
  expect_error("cases = \"scale/1024\"", "per = { metric = \"x\" }",
               "\"predict.per.metric\" names no counter");
  expect_error("cases = \"scale/1024\"", "per = { at = 1 }", "\"predict.per.at\" is for curves");
  expect_error("cases = \"scale/1024\"", "per = 3", "must be a table");
  expect_error("cases = \"scale/1024\"", "message = \"# of #\"", "must have one '#'");
  expect_error("metric = \"warpscope__correct_cases.pct\"",
               "line = \"x\"\nmetric = \"warpscope__correct_cases.pct\"",
               "names no metric that a source line has");
  expect_error("{ text = \"no\", at_most = 99 }", "{ text = \"no\" }", "or \"at_least\" must be");
  expect_error(", { text = \"no\", at_most = 99 }", "", "two to nine answers");
  expect_error("\"no\", at_most = 99", "\"no\", at_most = 100", "for which \"yes\" is, too");
  expect_error("\"no\", at_most = 99", "\"no\", at_least = 5, at_most = 1", "must not be above");
  expect_error("\"no\"", "\"yes\"", "is used twice: yes");
  expect_error("sweep = \"stride\"", "sweep = \"strid\"", "did you mean \"stride\"?");
  expect_error("points = [1, 2]", "points = [2, 1]", "must rise");
  expect_error("points = [1, 2]", "points = [1, 1]", "must rise");
  expect_error("points = [1, 2]", "points = [1]", "two to 32 places");
  expect_error("points = [1, 2]", "points = [1, nan]", "must hold finite numbers");
  expect_error("points = [1, 2]", "points = \"1, 2\"", "an array of numbers");
  expect_error("[[predict]]", "[predict]", "");
  expect_error("[[sweep]]\nid = \"stride\"\ntitle = \"Stride\"\nx_label = \"stride (elements)\"\n",
               "", "names a sweep, and the lab has none");
}

TEST(Predictions, NeedCases) {
  const auto lab = parse_lab(kLab, "lab.toml");
  const NamedCase plain{"scale/1024", "scale", ""};
  const NamedCase one{"stride/1", "scale", "stride", 1}, two{"stride/2", "scale", "stride", 2};
  EXPECT_NO_THROW(expect_cases(lab, "lab.toml", std::vector{plain, one, two}));
  EXPECT_EQ(error_of([&] {
              expect_cases(lab, "lab.toml", std::vector{one, two});
            }),
            "lab.toml: prediction \"sectors\": \"cases\" matches none of the judge's cases: "
            "scale/1024");
  EXPECT_EQ(error_of([&] {
              expect_cases(lab, "lab.toml", std::vector{plain, one});
            }),
            "lab.toml: prediction \"curve\": \"points\" has 2, where no case of sweep \"stride\" "
            "is");
}

TEST(Predictions, AnswersAreReadStrictly) {
  const auto all = questions();
  EXPECT_EQ(parse_prediction(all[0], " 4.5\r").values, (std::vector<double>{4.5}));
  EXPECT_EQ(parse_prediction(all[0], "1e3").values, (std::vector<double>{1000}));
  EXPECT_EQ(parse_prediction(all[1], " no ").choice, "no");
  EXPECT_EQ(parse_prediction(all[1], "1").choice, "yes");
  EXPECT_EQ(parse_prediction(all[2], "1  2.5").values, (std::vector<double>{1, 2.5}));
  for (const char* typed : {"", "four", "4 5", "4,5", "nan", "inf", "0x10", "4 sectors", "1e999"})
    EXPECT_EQ(error_of([&] { parse_prediction(all[0], typed); }),
              "Write one number, for example 4, 0.5 or 548183.")
        << typed;
  for (const char* typed : {"", "0", "3", "maybe"})
    EXPECT_EQ(error_of([&] { parse_prediction(all[1], typed); }),
              "Write the number of an answer, from 1 to 2.");
  for (const char* typed : {"1", "1 2 3", "1 x"})
    EXPECT_EQ(error_of([&] { parse_prediction(all[2], typed); }),
              "Write 2 numbers with blanks between them, one for each place.");
}

TEST(Predictions, AreBesideWhatWasCounted) {
  const auto all = questions();
  const auto record = counted();
  const auto number = compare(all[0], {"sectors", "", {8}}, record);
  ASSERT_EQ(number.values.size(), 1U);
  EXPECT_EQ(number.values[0].truth, 6);
  EXPECT_EQ(number.miss, 2);
  EXPECT_FALSE(number.is_within);
  EXPECT_TRUE(compare(all[0], {"sectors", "", {6.5}}, record).is_within) << "10 % are no miss";
  EXPECT_EQ(number.unit, "sectors");
  EXPECT_EQ(number.provenance, record::Provenance::exact_count);

  const auto choice = compare(all[1], {"right", "yes"}, record);
  EXPECT_EQ(choice.true_choice, "no") << "a third of the cases is right";
  EXPECT_EQ(choice.miss, 1);
  EXPECT_TRUE(compare(all[1], {"right", "no"}, record).is_within);

  const auto curve = compare(all[2], {"curve", "", {1, 2}}, record);
  ASSERT_EQ(curve.values.size(), 2U);
  EXPECT_EQ(curve.values[1].x, 2);
  EXPECT_EQ(curve.values[1].truth, 4) << "as multiples of the value at 1";
  EXPECT_EQ(curve.miss, -2);
}

TEST(Predictions, AValueMayBeThatOfALineOrOfAMessage) {
  const auto record = counted();
  auto question = questions()[0];
  question.value.line = "load(out)";
  EXPECT_EQ(true_values(question, record)[0], 8);
  question.value.line = "load(";
  EXPECT_EQ(true_values(question, record)[0], std::nullopt) << "two lines have it";
  question.value.line = "b";
  EXPECT_EQ(true_values(question, record)[0], std::nullopt) << "a line without counters";

  question.value = {"", "# of 12 counts were lost", "stride/*"};
  question.over = 7;
  EXPECT_EQ(true_values(question, record)[0], 0.5);
  question.value.message = "# of 13 counts were lost";
  EXPECT_EQ(true_values(question, record)[0], std::nullopt);
}

TEST(Predictions, WhatARunDidNotCountIsNoMiss) {
  auto record = counted();
  record.launches.clear();
  record.cases.erase(record.cases.begin() + 1, record.cases.end());
  const auto all = questions();
  const auto predictions =
      compare(all, {{"sectors", "", {8}}, {"curve", "", {1, 2}}, {"right", "yes"}}, record);
  for (const auto index : {0, 1}) {
    EXPECT_FALSE(predictions[index].miss.has_value());
    EXPECT_FALSE(predictions[index].is_within);
  }
  EXPECT_EQ(predictions[2].true_choice, "yes");
  EXPECT_EQ(error_of([&] {
              compare(all, {{"what", "", {}}}, record);
            }),
            "The lab asks no prediction \"what\".");
}

TEST(Predictions, WhatADeviceDoesNotCountIsNotZero) {
  auto record = counted();
  auto& capabilities = record.device.capabilities.emplace();
  auto of_line = questions()[0];
  of_line.value.line = "load(out)";
  EXPECT_EQ(true_values(of_line, record)[0], 8);
  capabilities.counts_lines = false;
  EXPECT_EQ(true_values(of_line, record)[0], std::nullopt);
  const auto curve = questions()[2];
  EXPECT_EQ(true_values(curve, record)[1], 4);
  capabilities.left_out_counters = {std::string(record::metric::kLoadRequests)};
  EXPECT_EQ(true_values(curve, record)[1], std::nullopt);
}

TEST(Predictions, AreShownAsATable) {
  auto record = counted();
  EXPECT_EQ(predictions_text(record), "");
  record.predictions =
      compare(questions(), {{"sectors", "", {8}}, {"right", "no"}, {"curve", "", {1, 2}}}, record);
  EXPECT_EQ(predictions_text(record),
            "\nPredictions, 1 of 3 right:\n"
            "  prediction          at  predicted  true  miss  unit\n"
            "  sectors     missed              8     6    +2  sectors, exact count\n"
            "  right       right              no    no        exact count\n"
            "  curve       missed   1          1     1     0  times, exact count\n"
            "                       2          2     4    -2\n");
}

TEST(Predictions, NumbersThatReadTheSameDifferByNothing) {
  record::RunRecord record;
  record::Prediction prediction;
  prediction.id = "sectors";
  prediction.unit = "sectors";
  prediction.values = {{0, 12, 12.0003662}};
  prediction.miss = -0.0003662;
  prediction.is_within = true;
  record.predictions = {prediction};
  EXPECT_EQ(predictions_text(record).find("0.000"), std::string::npos) << predictions_text(record);
}

}  // namespace
}  // namespace warpscope::runner
