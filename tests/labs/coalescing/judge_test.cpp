// The coalescing lab's judge against answers that are computed here once more, right and wrong.
#include "labs/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "runner/data_lab/data_judge.h"

namespace warpscope::judge {
namespace {

using Outputs = std::map<std::string, Array>;

const float kPoison = std::bit_cast<float>(0xFFFFFFFFU);

Array array_of(const std::vector<float>& values) {
  return Array::of(std::span<const float>(values));
}

/// In the type in which the answer is computed.
template <typename Number>
std::vector<Number> right_values_of(const std::string& task, const Case& set) {
  if (task == "kinetic_energy") {
    const auto fields = set.inputs.at("particles").as<float>();
    std::vector<Number> energy(fields.size() / 8);
    for (std::size_t i = 0; i < energy.size(); ++i) {
      const std::vector<Number> p(fields.begin() + static_cast<std::ptrdiff_t>(8 * i),
                                  fields.begin() + static_cast<std::ptrdiff_t>(8 * i + 8));
      energy[i] = p[6] * (p[3] * p[3] + p[4] * p[4] + p[5] * p[5]) / 2;
    }
    return energy;
  }
  auto values = set.inputs.at(task == "add_one" ? "data" : "in").as<float>();
  if (task == "add_one") {
    for (auto i = static_cast<std::size_t>(set.parameters.at("offset")); i < values.size(); ++i)
      values[i] += 1.0F;
  } else {
    const float factor = set.inputs.at("factor").as<float>().at(0);
    for (float& value : values) value *= factor;
  }
  return {values.begin(), values.end()};
}

std::vector<float> right_values(const Case& set) { return right_values_of<float>(set.task, set); }

Outputs outputs_of(const Case& set, const std::vector<float>& values) {
  return {{set.outputs.begin()->first, array_of(values)}};
}

/// The judge with the answers to its cases and to their stand-ins.
struct Answered {
  static constexpr std::uint64_t kSeed = 7;

  Answered() : judge(*runner::load_data_lab(WARPSCOPE_SOURCE_DIR "/labs/coalescing")) {
    cases = judge.cases(kSeed);
    auto shown = cases;
    for (auto& set : shown) set.stand_ins = judge.stand_ins(set, kSeed + 1);
    const auto questions = judge.questions(shown);
    runner::Answers answers;
    for (const auto& question : questions) {
      const auto task = question.name.substr(0, question.name.find('/'));
      const auto& [name, shape] = *question.outputs.begin();
      answers[runner::question_key(question)][name] =
          shape.type == ElementType::f64
              ? Array::of(std::span<const double>(right_values_of<double>(task, question)))
              : array_of(right_values_of<float>(task, question));
    }
    judge.take_answers(questions, std::move(answers));
  }

  runner::DataJudge judge;
  std::vector<Case> cases;
};

class CoalescingJudge : public testing::Test {
 protected:
  CoalescingJudge() : judge_(&answered().judge), cases_(answered().cases) {}

  static const Answered& answered() {
    static const Answered answered;
    return answered;
  }
  const Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    EXPECT_NE(found, cases_.end()) << name;
    return found == cases_.end() ? cases_.front() : *found;
  }
  Opinion examine(const Case& set, const std::vector<float>& values) const {
    return judge_->examine(set, outputs_of(set, values));
  }

  const runner::DataJudge* judge_;
  const std::vector<Case>& cases_;
};

TEST_F(CoalescingJudge, SetsEveryTaskAtTheAgreedSizes) {
  for (const std::string task : {"scale_records", "add_one", "kinetic_energy"}) {
    for (const int size : {0, 1, 31, 32, 33, 1023, 1025}) {
      EXPECT_EQ(find(task + "/" + std::to_string(size)).task, task);
    }
    const bool has_large = std::ranges::any_of(cases_, [&](const Case& set) {
      return set.task == task && set.outputs.begin()->second.count >= 1U << 14;
    });
    EXPECT_TRUE(has_large) << task;
  }
}

TEST_F(CoalescingJudge, NamesEachCaseOnce) {
  std::set<std::string> names;
  for (const Case& set : cases_) EXPECT_TRUE(names.insert(set.name).second) << set.name;
}

TEST_F(CoalescingJudge, IsTheSameForTheSameSeedOnly) {
  const auto again = judge_->cases(7);
  const auto other = judge_->cases(8);
  ASSERT_EQ(again.size(), cases_.size());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    for (const auto& [name, array] : cases_[i].inputs) {
      EXPECT_TRUE(std::ranges::equal(again[i].inputs.at(name).bytes(), array.bytes()));
      differing += std::ranges::equal(other[i].inputs.at(name).bytes(), array.bytes()) ? 0 : 1;
    }
  }
  EXPECT_GT(differing, cases_.size() / 2);
}

TEST_F(CoalescingJudge, GivesDistinctInputs) {
  for (const std::string name : {"scale_records/fields-3", "scale_records/1025"}) {
    auto values = find(name).inputs.at("in").as<float>();
    std::ranges::sort(values);
    EXPECT_TRUE(std::ranges::adjacent_find(values) == values.end()) << name;
  }
}

TEST_F(CoalescingJudge, AcceptsTheAnswer) {
  for (const Case& set : cases_) {
    const Opinion opinion = examine(set, right_values(set));
    EXPECT_TRUE(opinion.is_correct) << set.name << ": " << opinion.message;
  }
}

TEST_F(CoalescingJudge, SeesEverySingleWrongElement) {
  for (const Case& set : cases_) {
    const auto right = right_values(set);
    if (right.size() > 6000) continue;  // small sizes: every position
    for (std::size_t i = 0; i < right.size(); ++i) {
      auto values = right;
      values[i] = std::nextafter(std::nextafter(values[i] * 1.00001F, 1e9F), 1e9F);
      EXPECT_FALSE(examine(set, values).is_correct) << set.name << " element " << i;
    }
  }
}

TEST_F(CoalescingJudge, SaysHowOftenOneWasAdded) {
  const Case& set = find("add_one/33");
  const auto offset = static_cast<std::size_t>(set.parameters.at("offset"));
  const auto before = set.inputs.at("data").as<float>();
  auto values = right_values(set);
  values[offset + 7] = before[offset + 7] + 1.0F + 1.0F;
  EXPECT_NE(examine(set, values).message.find("added twice"), std::string::npos);
  values[offset + 7] = before[offset + 7];
  EXPECT_NE(examine(set, values).message.find("nothing was added"), std::string::npos);
}

TEST_F(CoalescingJudge, RefusesNotANumber) {
  for (const Case& set : cases_) {
    auto values = right_values(set);
    if (values.empty()) continue;
    values.back() = kPoison;
    EXPECT_FALSE(examine(set, values).is_correct) << set.name;
  }
}

TEST_F(CoalescingJudge, NamesAGridThatIsTooSmall) {
  const Case& set = find("scale_records/1023");
  auto values = right_values(set);
  std::fill(values.begin() + 1024, values.end(), kPoison);
  const Opinion opinion = examine(set, values);
  EXPECT_EQ(opinion.finding, "grid-too-small");
  EXPECT_NE(opinion.message.find("out[1024] (record 204, field 4) is never written"),
            std::string::npos)
      << opinion.message;
}

TEST_F(CoalescingJudge, NamesAForgottenVectorTail) {
  const Case& set = find("kinetic_energy/1023");
  auto values = right_values(set);
  std::fill(values.end() - 3, values.end(), kPoison);
  EXPECT_EQ(examine(set, values).finding, "vector-tail-missed");
}

TEST_F(CoalescingJudge, NamesSwappedRowsAndColumns) {
  const Case& set = find("scale_records/33");
  const auto right = right_values(set);
  const auto fields = static_cast<std::size_t>(set.parameters.at("fields"));
  const auto records = static_cast<std::size_t>(set.parameters.at("records"));
  auto values = right;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = right[i % fields * records + i / fields];
  }
  EXPECT_EQ(examine(set, values).finding, "row-col-swap");
}

TEST_F(CoalescingJudge, NamesBlocksThatRepeatTheFirst) {
  const Case& set = find("add_one/1025");
  auto values = set.inputs.at("data").as<float>();
  const auto offset = static_cast<std::size_t>(set.parameters.at("offset"));
  for (std::size_t i = 0; i < 256; ++i) values[offset + i] += 5.0F;
  EXPECT_EQ(examine(set, values).finding, "local-for-global-index");
}

TEST_F(CoalescingJudge, SeesAWriteBeforeTheRange) {
  const Case& set = find("add_one/1023");
  auto values = right_values(set);
  values[1] += 1.0F;
  const Opinion opinion = examine(set, values);
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("data[1] lies before the range"), std::string::npos)
      << opinion.message;
  EXPECT_EQ(opinion.finding, "missing-lower-guard");
  values.back() += 1.0F;
  EXPECT_EQ(examine(set, values).finding, "");
}

TEST_F(CoalescingJudge, NamesAForgottenOffset) {
  const Case& set = find("add_one/1023");
  auto values = set.inputs.at("data").as<float>();
  for (std::size_t i = 0; i < 1023; ++i) values[i] += 1.0F;
  const Opinion opinion = examine(set, values);
  EXPECT_EQ(opinion.finding, "range-too-early");
  EXPECT_NE(opinion.cause.find("but 3 too early"), std::string::npos) << opinion.cause;
  values[5] += 1.0F;
  EXPECT_EQ(examine(set, values).finding, "");
}

TEST_F(CoalescingJudge, CountsTheBytesThatATaskNeeds) {
  EXPECT_EQ(find("scale_records/fields-4").useful_bytes, 8U << 20);
  EXPECT_EQ(find("add_one/offset-17").useful_bytes, 8U << 20);
  EXPECT_EQ(find("kinetic_energy/16385").useful_bytes, 20U * 16385);
}

TEST_F(CoalescingJudge, ShowsTheHostOtherVelocities) {
  const auto is_of_inputs = [](float value) {  // multiples of 2^-13
    return value * 8192.0F == std::floor(value * 8192.0F);
  };
  for (const auto& set : cases_) {
    const auto stand_ins = judge_->stand_ins(set, Answered::kSeed + 1);
    const bool is_shown = set.task == "kinetic_energy" && set.parameters.at("count") >= 2;
    ASSERT_EQ(stand_ins.size(), is_shown ? 1U : 0U) << set.name;
    if (!is_shown) continue;
    const auto particles = set.inputs.at("particles").as<float>();
    const auto shown = stand_ins.at("particles").array.as<float>();
    EXPECT_EQ(stand_ins.at("particles").match_by, MatchBy::lone_words);
    ASSERT_EQ(shown.size(), particles.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const bool is_velocity = i % 8 >= 3 && i % 8 < 6;
      EXPECT_EQ(shown[i] == particles[i], !is_velocity) << set.name << " " << i;
      EXPECT_LE(std::abs(shown[i]), 1025.0F);
      EXPECT_FALSE(is_velocity && is_of_inputs(shown[i])) << shown[i];
    }
    Case other = set;
    other.inputs["particles"] = stand_ins.at("particles").array;
    EXPECT_TRUE(judge_->examine(other, outputs_of(other, right_values(other))).is_correct);
    EXPECT_FALSE(judge_->examine(set, outputs_of(other, right_values(other))).is_correct);
  }
}

}  // namespace
}  // namespace warpscope::judge
