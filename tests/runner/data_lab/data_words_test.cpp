// Words of a judge.toml for series of cases, arrays of structures in host memory, stand-ins, grids,
// ranges and answers of a wider type.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runner/data_lab/data_judge.h"
#include "runner/data_lab/driver_text.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

using judge::Array;

constexpr const char* kWordsText = R"(
answers = "cpu.h"
[[task]]
name = "lengths"
sizes = ["n", "width"]
answer = "lengths_on_cpu"
[[task.series]]
over = "n"
awkward = 1
width = "3"
[[task.series]]
over = "width"
at = [2, 5]
sweep = "widths"
n = "20 / width"
measured = { n = "320 / width", scale = 16 }
[[task.argument]]
name = "points"
kind = "in"
memory = "host"
type = "float"
structure = "Point"
count = "n"
values = "fractions"
field = [{ name = "x", stand_in = 1 }, { name = "weight", values = "fractions", low = 1, high = 5 }]
[[task.argument]]
name = "moved"
kind = "inout"
type = "int"
count = "n + 2"
values = "sequence"
begins = "2"
[[task.argument]]
name = "out"
kind = "out"
type = "float"
count = "n*width"
relative = 1e-6
answer_type = "double"
grid = { columns = "width", row = "point" }
[[task.argument]]
name = "n"
kind = "scalar"
type = "int"
size = "n"
)";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kWordsText;
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::invalid_argument(from);
  return text.replace(at, from.size(), to);
}

class DataWords : public testing::Test {
 protected:
  DataWords() : judge_(parse_data_lab(kWordsText, "judge.toml")), cases_(judge_.cases(3)) {}
  const judge::Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &judge::Case::name);
    if (found == cases_.end()) throw std::invalid_argument(name);
    return *found;
  }
  /// On outputs beside answers of 1, 2, 3, … and of `moved` two more than before from element 2 on.
  judge::Opinion opinion(std::vector<int> moved, std::vector<float> out) {
    const auto& set = find("lengths/width-5");
    const auto questions = judge_.questions({set});
    judge_.take_answers(questions, {{question_key(set),
                                     {{"moved", Array::of(std::span<const int>(right_moved()))},
                                      {"out", Array::of(std::span<const double>(answer()))}}}});
    return judge_.examine(set, {{"moved", Array::of(std::span<const int>(moved))},
                                {"out", Array::of(std::span<const float>(out))}});
  }
  static std::vector<int> right_moved() { return {0, 1, 4, 5, 6, 7}; }
  static std::vector<double> answer() {
    std::vector<double> values(20);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) + 1;
    return values;
  }
  static std::vector<float> right_out() {
    const auto values = answer();
    return {values.begin(), values.end()};
  }

  DataJudge judge_;
  std::vector<judge::Case> cases_;
};

TEST_F(DataWords, ASeriesIsACaseForEachOfItsNumbers) {
  ASSERT_EQ(cases_.size(), 9U);
  EXPECT_EQ(find("lengths/1023").parameters.at("width"), 3);
  EXPECT_EQ(find("lengths/1023").sweep, "");
  EXPECT_EQ(find("lengths/1023").sweep_x, 0);
  const auto& swept = find("lengths/width-5");
  EXPECT_EQ(swept.parameters.at("n"), 4);
  EXPECT_EQ(swept.sweep, "widths");
  EXPECT_EQ(swept.sweep_x, 5);
  const auto measured = judge_.measured(3);
  ASSERT_EQ(measured.cases.size(), 2U) << "those of sweeps";
  EXPECT_EQ(measured.cases[1].name, "lengths/width-5");
  EXPECT_EQ(measured.cases[1].parameters.at("n"), 64);
  EXPECT_EQ(measured.data_scale.at("widths"), 16);
}

TEST_F(DataWords, StructuresHaveTheFieldsThatTheTextGivesThem) {
  const auto points = find("lengths/1025").inputs.at("points").as<float>();
  ASSERT_EQ(points.size(), 2U * 1025);
  std::set<float> places;
  for (std::size_t i = 0; i < points.size(); i += 2) {
    places.insert(points[i]);
    EXPECT_LE(std::abs(points[i]), 1024);
    EXPECT_GE(points[i + 1], 1);
    EXPECT_LT(points[i + 1], 5);
  }
  EXPECT_EQ(places.size(), 1025U) << "each once";
  const auto lab = parse_data_lab(kWordsText, "judge.toml");
  const auto header = header_text(lab);
  EXPECT_NE(header.find("struct Point {\n  float x;\n  float weight;\n};"), std::string::npos)
      << header;
  EXPECT_NE(header.find("void lengths(const Point* points, int* moved, float* out, int n);"),
            std::string::npos)
      << header;
  const auto driver = driver_text(lab);
  EXPECT_NE(driver.find("static_assert(sizeof(Point) == 2 * sizeof(float));"), std::string::npos);
  EXPECT_NE(
      driver.find("const auto argument_points = elements_of<Point, float>(call, \"points\");"),
      std::string::npos)
      << driver;
  EXPECT_TRUE(driver_uploads(lab).empty()) << "the function uploads";
  EXPECT_EQ(driver_copies(lab), std::vector<std::string>{"lengths"});
}

TEST_F(DataWords, AnswersOfAHeaderAreAProgramWithoutTheReference) {
  const auto text = answers_text(parse_data_lab(kWordsText, "judge.toml"));
  EXPECT_NE(text.find("#include \"cpu.h\"\n"), std::string::npos);
  EXPECT_NE(text.find("void warpscope_answer_lengths(const Point* points, int* moved, double* out, "
                      "int n) { lengths_on_cpu(points, moved, out, n); }"),
            std::string::npos)
      << text;
  const test::TemporaryFolder folder;
  folder.write("judge.toml", kWordsText);
  try {
    load_data_lab(folder.path());
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("there is no cpu.h beside it"), std::string::npos)
        << error.what();
  }
  folder.write("cpu.h", "");
  EXPECT_EQ(load_data_lab(folder.path())->answers_file(), "cpu.h");
}

TEST_F(DataWords, TheHostIsShownOthersAndTheyAreAskedForToo) {
  auto set = find("lengths/33");
  EXPECT_TRUE(judge_.stand_ins(find("lengths/1"), 4).empty()) << "a single one";
  set.stand_ins = judge_.stand_ins(set, 4);
  ASSERT_EQ(set.stand_ins.size(), 1U);
  const auto points = set.inputs.at("points").as<float>();
  const auto shown = set.stand_ins.at("points").array.as<float>();
  EXPECT_EQ(set.stand_ins.at("points").match_by, judge::MatchBy::lone_words);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float halves = shown[i] * 8192;
    EXPECT_EQ(shown[i] == points[i], i % 2 == 1) << i;
    EXPECT_EQ(halves == std::floor(halves), i % 2 == 1) << "between all that inputs hold";
  }
  const auto questions = judge_.questions({set, find("lengths/32")});
  ASSERT_EQ(questions.size(), 3U);
  EXPECT_EQ(questions[1].inputs.at("points").as<float>(), shown);
  EXPECT_TRUE(questions[0].stand_ins.empty());
  EXPECT_NE(question_key(questions[0]), question_key(questions[1]));
  EXPECT_EQ(question_key(questions[0]), question_key(set));
  EXPECT_EQ(questions[0].outputs.at("out").type, ElementType::f64);
}

TEST_F(DataWords, AnAnswerOfAWiderTypeIsComparedWithoutItsRounding) {
  EXPECT_TRUE(opinion(right_moved(), right_out()).is_correct);
  auto near = right_out();
  near[7] = std::nextafter(near[7], 9.0F);
  EXPECT_TRUE(opinion(right_moved(), near).is_correct);
  near[7] *= 1.00001F;
  const auto found = opinion(right_moved(), near);
  EXPECT_NE(
      found.message.find("out[7] (point 1, column 2) is 8.000081, expected 8 up to 1e-06 of it; "
                         "wrong elements: 1 of 20"),
      std::string::npos)
      << found.message;
  EXPECT_EQ(found.finding, "");
}

TEST_F(DataWords, AGridShowsThatRowsAndColumnsAreSwapped) {
  std::vector<float> out(20);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t swapped = i % 5 * 4 + i / 5;
    out[i] = static_cast<float>(swapped + 1);
  }
  const auto found = opinion(right_moved(), out);
  EXPECT_EQ(found.finding, "row-col-swap");
  EXPECT_NE(found.cause.find("points and columns are swapped"), std::string::npos) << found.cause;
  std::swap(out[3], out[4]);
  EXPECT_EQ(opinion(right_moved(), out).finding, "");
}

TEST_F(DataWords, WhatLiesBeforeARangeStays) {
  const auto early = opinion({2, 3, 4, 5, 4, 5}, right_out());
  EXPECT_EQ(early.finding, "range-too-early") << early.message;
  EXPECT_NE(early.message.find("moved[0] lies before the range, which begins at moved[2], and was "
                               "changed from 0 to 2"),
            std::string::npos)
      << early.message;
  EXPECT_EQ(opinion({0, 3, 4, 5, 6, 7}, right_out()).finding, "missing-lower-guard");
  EXPECT_EQ(opinion({0, 3, 4, 5, 6, 9}, right_out()).finding, "");
  EXPECT_EQ(opinion({0, 1, 6, 8, 4, 5}, right_out()).finding, "") << "3 is no multiple of 2";
  const auto repeated = opinion({0, 1, 6, 9, 4, 5}, right_out());
  EXPECT_EQ(repeated.finding, "local-for-global-index");
  EXPECT_NE(
      repeated.message.find("moved[2], 0 after the beginning of the range, is 6, expected 4 (2 "
                            "was added twice)"),
      std::string::npos)
      << repeated.message;
  const auto short_grid = opinion({0, 1, 4, 3, 4, 5}, right_out());
  EXPECT_NE(short_grid.message.find("is 3, expected 5 (nothing was added)"), std::string::npos)
      << short_grid.message;
}

TEST_F(DataWords, WhatDoesNotFitIsRefusedWithItsLineAndReason) {
  struct Change {
    std::string from, to, reason;
  };
  const std::vector<Change> changes{
      {"answers = \"cpu.h\"", "answers = \"../cpu.h\"", "must name a header in the lab's folder"},
      {"answers = \"cpu.h\"", "answers = \"cpu.cpp\"", "must name a header in the lab's folder"},
      {"answer = \"lengths_on_cpu\"\n", "", "must name a function of cpu.h"},
      {"over = \"n\"", "over = \"depth\"", "\"width\""},
      {"awkward = 1\n", "", "\"task.series.at\" is missing"},
      {"width = \"3\"\n", "", "\"task.series.width\" is missing"},
      {"width = \"3\"", "width = \"3 - n\"", "must be from 0 to 2^30"},
      {"n = \"20 / width\"", "n = \"20 / (width)\"", "a number or the name of a size is missing"},
      {"n = \"20 / width\"", "n = \"20 / n\"", "n is none of the sizes"},
      {"at = [2, 5]", "at = [0, 5]", "divides by zero"},
      {"at = [2, 5]", "at = [5, 5]", "gives two cases the name width-5"},
      {"sweep = \"widths\"\n", "", "is for a series with \"sweep\""},
      {"scale = 16", "scale = 0", "scale"},
      {"sizes = [\"n\", \"width\"]", "sizes = [\"n\", \"scale\"]", "must be different names"},
      {"memory = \"host\"", "memory = \"managed\"", "\"host\""},
      {"memory = \"host\"\n", "", "is for floats of values = \"fractions\""},
      {"structure = \"Point\"\n", "", "\"task.argument.structure\" is missing"},
      {"{ name = \"x\", stand_in = 1 }", "{ name = \"x\", stand_in = 1, low = 0 }", "low"},
      {"{ name = \"x\", stand_in = 1 }", "{ name = \"weight\" }", "is used twice"},
      {"values = \"fractions\", low = 1, high = 5", "values = \"uniform\", low = 1, high = 5",
       "must all be fractions"},
      {"low = 1, high = 5", "low = 1.5, high = 5", "must be a whole number"},
      {"low = 1, high = 5", "low = 5, high = 5", "must be above \"low\""},
      {"values = \"sequence\"", "values = \"fractions\"", "are for float and double"},
      {"kind = \"inout\"", "kind = \"in\"", "begins"},
      {"begins = \"2\"", "begins = \"two\"", "two is none of the sizes"},
      {"answer_type = \"double\"", "answer_type = \"int\"", "can be double"},
      {"relative = 1e-6", "ulp = 2", "is for answers of the argument's own type"},
      {"columns = \"width\", ", "", "must say how many a row has"},
      {"size = \"n\"", "size = \"2*n\"", "must be \"n\""},
  };
  for (const auto& [from, to, reason] : changes) {
    try {
      parse_data_lab(changed(from, to), "judge.toml");
      FAIL() << to;
    } catch (const std::runtime_error& error) {
      const std::string said = error.what();
      EXPECT_EQ(said.rfind("judge.toml:", 0), 0U) << said;
      EXPECT_NE(said.find(reason), std::string::npos) << to << ": " << said;
    }
  }
}

}  // namespace
}  // namespace warpscope::runner
