#include "runner/data_lab/data_judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "runner/data_lab/driver_text.h"
#include "runner/data_lab/generators.h"

namespace warpscope::runner {
namespace {

using judge::Array;

constexpr const char* kText = R"(
[[task]]
name = "scale"
sizes = ["rows", "columns"]
answer = "scale_on_host"
case = [{rows = 3, columns = 7}, {rows = 0, columns = 7}, {rows = 8, columns = 8, name = "big", sweep = "s", x = 64}]
[[task.argument]]
name = "in"
kind = "in"
type = "float"
count = "rows*columns"
values = "uniform"
low = -2
high = 2
[[task.argument]]
name = "order"
kind = "inout"
type = "int"
count = "columns"
values = "permutation"
[[task.argument]]
name = "out"
kind = "out"
type = "float"
count = "rows*columns"
relative = 0.01
[[task.argument]]
name = "rows"
kind = "scalar"
type = "int"
size = "rows"
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::invalid_argument(from);
  return text.replace(at, from.size(), to);
}

Array floats(const std::vector<float>& values) { return Array::of(std::span(values)); }

TEST(DataLab, CasesFollowFromTheText) {
  const DataJudge judge(parse_data_lab(kText, "judge.toml"));
  const auto cases = judge.cases(5);
  ASSERT_EQ(cases.size(), 3u);
  EXPECT_EQ(cases[0].name, "scale/3x7");
  EXPECT_EQ(cases[1].name, "scale/0x7");
  EXPECT_EQ(cases[2].name, "scale/big");
  EXPECT_EQ(cases[2].sweep, "s");
  EXPECT_EQ(cases[2].sweep_x, 64);
  EXPECT_EQ(cases[0].inputs.at("in").count(), 21u);
  const std::map<std::string, std::int64_t> sizes{{"rows", 3}, {"columns", 7}};
  EXPECT_EQ(cases[0].parameters, sizes) << "for the driver, the record and the judge";
  EXPECT_EQ(cases[0].outputs.at("out").count, 21u);
  EXPECT_EQ(cases[0].outputs.at("order").type, lab_protocol::ElementType::i32);
  EXPECT_EQ(cases[0].useful_bytes, 4u * (21 + 7 + 7 + 21)) << "each array once in, once out";
  EXPECT_EQ(judge.questions(cases)[0].task, "answer of scale");
}

TEST(DataLab, ASeedGivesTheSameInputsAndAnotherOneOthers) {
  const DataJudge judge(parse_data_lab(kText, "judge.toml"));
  const auto input = [&](std::uint64_t seed, std::size_t index, const char* name) {
    const auto cases = judge.cases(seed);
    const auto bytes = cases[index].inputs.at(name).bytes();
    return std::vector(bytes.begin(), bytes.end());
  };
  EXPECT_EQ(input(5, 0, "in"), input(5, 0, "in"));
  EXPECT_NE(input(5, 0, "in"), input(6, 0, "in"));
  EXPECT_NE(input(5, 2, "order"), input(6, 2, "order"));
}

TEST(DataLab, GeneratorsKeepTheirPromises) {
  using Kind = Generator::Kind;
  Generator generator;
  generator.low = -3;
  generator.high = 3;
  const auto whole = generate(generator, ElementType::i32, 1000, 1).as<std::int32_t>();
  EXPECT_EQ(std::set<std::int32_t>(whole.begin(), whole.end()).size(), 7u) << "both ends";
  const auto real = generate(generator, ElementType::f32, 1000, 1).as<float>();
  EXPECT_GE(*std::ranges::min_element(real), -3.0F);
  EXPECT_LT(*std::ranges::max_element(real), 3.0F);
  EXPECT_GT(std::set<float>(real.begin(), real.end()).size(), 990u);

  generator.kind = Kind::permutation;
  auto order = generate(generator, ElementType::u8, 256, 9).as<std::uint8_t>();
  EXPECT_FALSE(std::ranges::is_sorted(order));
  std::ranges::sort(order);
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
  EXPECT_THROW(generate(generator, ElementType::u8, 257, 9), std::runtime_error);

  generator.kind = Kind::sequence;
  generator.first = 10;
  generator.step = -2;
  EXPECT_EQ(generate(generator, ElementType::i64, 3, 1).as<std::int64_t>(),
            (std::vector<std::int64_t>{10, 8, 6}));
  EXPECT_THROW(generate(generator, ElementType::u32, 7, 1), std::runtime_error) << "below 0";
  generator.kind = Kind::constant;
  generator.first = 0.5;
  EXPECT_EQ(generate(generator, ElementType::f64, 2, 1).as<double>(), (std::vector{0.5, 0.5}));
  EXPECT_THROW(generate(generator, ElementType::i32, 1, 1), std::runtime_error);
}

class DataOpinion : public testing::Test {
 protected:
  DataOpinion() : judge_(parse_data_lab(kText, "judge.toml")), cases_(judge_.cases(1)) {
    for (const auto& set : cases_) {
      answers_[question_key(set)] = {{"order", set.inputs.at("order")},
                                     {"out", set.inputs.at("in")}};
    }
  }
  judge::Opinion opinion(std::vector<float> out) {
    judge_.take_answers(cases_, answers_);
    return judge_.examine(cases_[0],
                          {{"order", cases_[0].inputs.at("order")}, {"out", floats(out)}});
  }
  std::vector<float> right() const { return cases_[0].inputs.at("in").as<float>(); }

  DataJudge judge_;
  std::vector<judge::Case> cases_;
  Answers answers_;
};

TEST_F(DataOpinion, TakesWhatIsNearAndRefusesWhatIsNot) {
  EXPECT_TRUE(opinion(right()).is_correct);
  auto near = right();
  near[3] *= 1.009F;
  EXPECT_TRUE(opinion(near).is_correct);
  near[3] *= 1.009F;
  const auto found = opinion(near);
  EXPECT_FALSE(found.is_correct);
  EXPECT_EQ(found.message.rfind("out[3] is ", 0), 0u) << found.message;
  EXPECT_NE(found.message.find("up to 0.01 of it; wrong elements: 1 of 21"), std::string::npos)
      << found.message;
}

TEST_F(DataOpinion, NaNEqualsNothing) {
  auto out = right();
  out[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(opinion(out).is_correct);
  answers_[question_key(cases_[0])]["out"] = floats(out);
  EXPECT_THROW(opinion(out), std::runtime_error) << "the reference's fault";
  answers_.erase(question_key(cases_[0]));
  EXPECT_THROW(opinion(out), std::runtime_error);
}

TEST_F(DataOpinion, ARestThatNobodyWroteIsNamed) {
  auto out = right();
  // As the driver fills arrays before the call: every byte 0xFF.
  for (std::size_t i = 14; i < out.size(); ++i) {
    out[i] = std::bit_cast<float>(0xFFFFFFFFU);
  }
  const auto found = opinion(out);
  EXPECT_EQ(found.finding, "grid-too-small");
  EXPECT_NE(found.message.find("out[14] is never written"), std::string::npos) << found.message;
}

TEST(DataLab, UlpCountsStepsAcrossZero) {
  auto text = with(kText, "relative = 0.01", "ulp = 2");
  DataJudge judge(parse_data_lab(text, "judge.toml"));
  const auto cases = judge.cases(1);
  const float tiny = std::numeric_limits<float>::denorm_min();
  Answers answers;
  for (const auto& set : cases) {
    answers[question_key(set)] = {{"order", set.inputs.at("order")},
                                  {"out", floats(std::vector(set.outputs.at("out").count, tiny))}};
  }
  judge.take_answers(cases, answers);
  const auto is_correct = [&](float value) {
    return judge
        .examine(cases[0],
                 {{"order", cases[0].inputs.at("order")}, {"out", floats(std::vector(21, value))}})
        .is_correct;
  };
  EXPECT_TRUE(is_correct(-tiny)) << "two steps: by zero";
  EXPECT_FALSE(is_correct(-2 * tiny));
  EXPECT_TRUE(is_correct(3 * tiny));
  EXPECT_FALSE(is_correct(4 * tiny));
  EXPECT_FALSE(is_correct(std::numeric_limits<float>::infinity()));
}

TEST(DataLab, MadeSourcesCallAsTheTextSays) {
  const auto lab = parse_data_lab(kText, "judge.toml");
  EXPECT_NE(header_text(lab).find("void scale(const float* in, int* order, float* out, int rows);"),
            std::string::npos)
      << header_text(lab);
  const auto driver = driver_text(lab);
  EXPECT_NE(driver.find("__attribute__((weak))"), std::string::npos);
  EXPECT_NE(driver.find("::scale(argument_in.data(), argument_order.data(), argument_out.data(), "
                        "argument_rows)"),
            std::string::npos)
      << driver;
}

TEST(DataLab, WhatDoesNotFitIsRefusedWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> changes{
      {"name = \"scale\"", "name = \"2scale\""},
      {"name = \"scale\"", "name = \"scale(); //\""},
      {"name = \"order\"", "name = \"in\""},
      {"answer = \"scale_on_host\"", "answer = \"scale\""},
      {"sizes = [\"rows\", \"columns\"]", "sizes = []"},
      {"sizes = [\"rows\", \"columns\"]", "sizes = [\"rows\", \"name\"]"},
      {"type = \"float\"", "type = \"half\""},
      {"count = \"rows*columns\"", "count = \"rows*depth\""},
      {"kind = \"out\"", "kind = \"in\""},
      {"low = -2", "low = 2"},
      {"low = -2", "least = -2"},
      {"relative = 0.01", "relative = -1"},
      {"relative = 0.01", "relative = 1.5"},
      {"rows = 3,", ""},
      {"rows = 3,", "rows = -3,"},
      {"name = \"big\"", "name = \"3x7\""},
      {"size = \"rows\"", "values = \"permutation\""},
      {"sizes = [\"rows\", \"columns\"]", "sizes = [\"rows\", \"columns\"]\nawkward_sizes = 1"},
  };
  for (const auto& [from, to] : changes) {
    try {
      parse_data_lab(with(kText, from, to), "judge.toml");
      FAIL() << to;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()).rfind("judge.toml:", 0), 0u) << error.what();
    }
  }
  EXPECT_THROW(parse_data_lab("", "judge.toml"), std::runtime_error);
}

TEST(DataLab, ACaseThatNeedsTooMuchIsRefused) {
  const DataJudge judge(
      parse_data_lab(with(kText, "rows = 3,", "rows = 1000000000,"), "judge.toml"));
  try {
    judge.cases(1);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("scale/1000000000x7"), std::string::npos);
  }
}

TEST(DataLab, AnInputMayBeReadSparsely) {
  const std::string order = "kind = \"inout\"\n";
  const auto sparse = with(kText, order, order + "sparse = 1\n");
  EXPECT_TRUE(
      DataJudge(parse_data_lab(kText, "judge.toml")).cases(5)[0].sparsely_read_inputs.empty());
  EXPECT_EQ(DataJudge(parse_data_lab(sparse, "judge.toml")).cases(5)[0].sparsely_read_inputs,
            std::set<std::string>{"order"});
  for (const auto& [kind, key] : {std::pair<std::string, std::string>{"inout", "sparse = 2"},
                                  {"out", "sparse = 1"},
                                  {"scalar", "sparse = 1"}}) {
    const auto line = "kind = \"" + kind + "\"\n";
    EXPECT_THROW(parse_data_lab(with(kText, line, line + key + "\n"), "judge.toml"),
                 std::runtime_error)
        << kind;
  }
}

}  // namespace
}  // namespace warpscope::runner
