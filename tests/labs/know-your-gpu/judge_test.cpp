// The know-your-gpu lab's judge: it sees what is wrong, and says it so that a beginner understands.
#include "labs/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tests/labs/judge/made_cases.h"

namespace warpscope::judge {
namespace {

using Ints = std::vector<std::int32_t>;
using Floats = std::vector<float>;

class KnowYourGpuJudge : public testing::Test {
 protected:
  KnowYourGpuJudge()
      : judge_(find_judge("know-your-gpu")), cases_(made_cases("know-your-gpu", 7)) {}

  const Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    EXPECT_NE(found, cases_.end()) << name;
    return found == cases_.end() ? cases_.front() : *found;
  }
  template <typename T>
  static Array array(const std::vector<T>& values) {
    return Array::of(std::span<const T>(values));
  }
  static Array text(const std::string& said) {
    std::vector<std::uint8_t> bytes(said.begin(), said.end());
    bytes.resize(256);
    return array(bytes);
  }
  Opinion failures(const std::string& first, const std::string& second, int calls = 1) const {
    return judge_->examine(
        find("failures/two"),
        {{"set_device", text(first)}, {"copy", text(second)}, {"calls", array(Ints{calls})}});
  }
  Opinion launch(const std::string& name, const Ints& codes, const Ints& data) const {
    return judge_->examine(find(name), {{"codes", array(codes)}, {"data", array(data)}});
  }

  std::unique_ptr<Judge> judge_;
  const std::vector<Case>& cases_;
};

TEST_F(KnowYourGpuJudge, SumsAreExactAndASizeTooLargeIsNamed) {
  const Case& set = find("add/33");
  const auto a = set.inputs.at("a").as<float>();
  const auto b = set.inputs.at("b").as<float>();
  Floats sum(33);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
  EXPECT_TRUE(judge_->examine(set, {{"sum", array(sum)}}).is_correct);
  sum[5] += 1;
  const Opinion opinion = judge_->examine(set, {{"sum", array(sum)}});
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("sum[5]"), std::string::npos) << opinion.message;
}

TEST_F(KnowYourGpuJudge, ManagedMemoryThatNobodyWroteWasReadTooEarly) {
  Floats sum(33);
  std::ranges::fill(std::as_writable_bytes(std::span(sum)), std::byte{0xFF});
  EXPECT_EQ(judge_->examine(find("add_managed/33"), {{"sum", array(sum)}}).finding,
            "result-read-too-early");
  EXPECT_EQ(judge_->examine(find("add/33"), {{"sum", array(sum)}}).finding, "");
}

TEST_F(KnowYourGpuJudge, WantsFileLineAndError) {
  const std::string first = "exercise.cu:40: cudaSetDevice(-1): cudaErrorInvalidDevice";
  const std::string second = "exercise.cu:41: cudaMemcpy(nullptr): cudaErrorInvalidValue";
  EXPECT_TRUE(failures(first, second).is_correct);
  EXPECT_FALSE(failures(first, "").is_correct);
  EXPECT_FALSE(failures("", second).is_correct);
  EXPECT_FALSE(failures("40", second).is_correct);
  const std::string same = "exercise.cu:40: cudaMemcpy(nullptr): cudaErrorInvalidValue";
  EXPECT_NE(failures(first, same).message.find("same line"), std::string::npos);
  EXPECT_FALSE(failures("a.cu:40: cudaSetDevice(-1): cudaSuccess", second).is_correct);
  EXPECT_NE(failures(first, second, 2).message.find("twice"), std::string::npos);
}

TEST_F(KnowYourGpuJudge, ALaunchsErrorIsReturnedAndTakenAway) {
  Ints untouched(1024, -1);
  Ints two = untouched;
  std::fill_n(two.begin(), 1, 0);
  EXPECT_TRUE(launch("try_launch/1", {0, 0}, two).is_correct);
  EXPECT_FALSE(launch("try_launch/1", {0, 0}, untouched).is_correct);
  EXPECT_FALSE(launch("try_launch/1", {9, 0}, two).is_correct);
  EXPECT_TRUE(launch("try_launch/2048", {9, 0}, untouched).is_correct);
  EXPECT_TRUE(launch("try_launch/2048", {1, 0}, untouched).is_correct);
  EXPECT_NE(launch("try_launch/2048", {999, 0}, untouched).message.find("gives error 1"),
            std::string::npos);
  EXPECT_FALSE(launch("try_launch/2048", {0, 0}, untouched).is_correct);
  EXPECT_NE(launch("try_launch/2048", {9, 9}, untouched).message.find("pending"),
            std::string::npos);
  EXPECT_FALSE(launch("try_launch/0", {0, 0}, untouched).is_correct);
}

TEST_F(KnowYourGpuJudge, PlacesBeginAnewInEachBlock) {
  const Case& set = find("places/257-by-48");
  Ints block(257);
  Ints warp(257);
  Ints lane(257);
  for (std::size_t i = 0; i < 257; ++i) {
    const auto thread = static_cast<int>(i % 48);
    block[i] = static_cast<int>(i / 48);
    warp[i] = thread / 32;
    lane[i] = thread % 32;
  }
  const auto opinion = [&] {
    return judge_->examine(set,
                           {{"block", array(block)}, {"warp", array(warp)}, {"lane", array(lane)}});
  };
  EXPECT_TRUE(opinion().is_correct);
  warp[48] = 1;  // as if warps crossed blocks
  EXPECT_NE(opinion().message.find("warp[48]"), std::string::npos) << opinion().message;
}

TEST_F(KnowYourGpuJudge, ShowsTheHostNumbersThatNeitherInputsNorSumsHave) {
  for (const auto& set : cases_) {
    const auto stand_ins = judge_->stand_ins(set, 8);
    const bool is_of_host = set.task == "add" || set.task == "add_managed";
    const bool is_shown = is_of_host && set.outputs.at("sum").count >= 2;
    ASSERT_EQ(stand_ins.size(), is_shown ? 2U : 0U) << set.name;
    std::map<float, float> held_of;
    for (const auto& [name, stand_in] : stand_ins) {
      EXPECT_EQ(stand_in.match_by, MatchBy::lone_words);
      const auto held = set.inputs.at(name).as<float>();
      const auto shown = stand_in.array.as<float>();
      for (std::size_t i = 0; i < held.size(); ++i) {
        EXPECT_EQ(shown[i] - static_cast<float>(static_cast<int>(shown[i])), 0.5F);
        EXPECT_EQ(held_of.try_emplace(shown[i], held[i]).first->second, held[i]);
      }
    }
  }
}

}  // namespace
}  // namespace warpscope::judge
