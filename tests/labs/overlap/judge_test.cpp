// The overlap lab's judge: it knows the answers without walking the rounds, and it sees what is
// wrong.
#include "labs/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "labs/overlap/cpu.h"
#include "tests/labs/judge/made_cases.h"

namespace warpscope::judge {
namespace {

using Words = std::vector<std::uint32_t>;

class OverlapJudge : public testing::Test {
 protected:
  OverlapJudge() : judge_(find_judge("overlap")), cases_(made_cases("overlap", 7)) {}

  const Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    EXPECT_NE(found, cases_.end()) << name;
    return found == cases_.end() ? cases_.front() : *found;
  }
  static Words answer(const Case& set) {
    Words out = set.inputs.at("in").as<std::uint32_t>();
    for (std::uint32_t i = 0; i < out.size(); ++i) {
      out[i] = stirred(out[i], i, static_cast<int>(set.parameters.at("rounds")));
    }
    return out;
  }
  template <typename T>
  static Array array(const std::vector<T>& values) {
    return Array::of(std::span<const T>(values));
  }
  Opinion examine(const Case& set, const Words& out, const Words& later,
                  const std::vector<float>& times = {1, 1}) const {
    return judge_->examine(set,
                           {{"out", array(out)}, {"later", array(later)}, {"times", array(times)}});
  }
  static void expect_part(const Opinion& opinion, const std::string& part) {
    EXPECT_FALSE(opinion.is_correct);
    EXPECT_NE(opinion.message.find(part), std::string::npos) << opinion.message;
  }

  std::unique_ptr<Judge> judge_;
  const std::vector<Case>& cases_;
};

TEST_F(OverlapJudge, AgreesWithTheCpu) {
  for (const char* name : {"sequential/0", "sequential/1", "depth_first/1025",
                           "breadth_first/seven-chunks", "any_device/timed"}) {
    const Case& set = find(name);
    const Words right = answer(set);
    EXPECT_TRUE(examine(set, right, right).is_correct) << name;
  }
}

TEST_F(OverlapJudge, NamesTheChunk) {
  const Case& set = find("depth_first/1025");  // chunks of 257, 257, 257 and 254
  Words out = answer(set);
  std::fill(out.begin() + 771, out.end(), 0xFFFFFFFFU);
  expect_part(examine(set, out, out), "nothing was copied to out[771]");
  expect_part(examine(set, out, out), "wrong numbers: 254 of 1025, all in chunk 4 of 4");
  out = answer(set);
  out[300] = set.inputs.at("in").as<std::uint32_t>()[300];
  expect_part(examine(set, out, out), "out[300] is in[300]: no kernel worked on it");
  expect_part(examine(set, out, out), "in chunk 2 of 4");
}

TEST_F(OverlapJudge, KnowsWhatCameLate) {
  const Case& set = find("breadth_first/33");
  const Words right = answer(set);
  const Words nothing(right.size(), 0xFFFFFFFFU);
  const Opinion late = examine(set, nothing, right);
  expect_part(late, "all were there once the driver had waited");
  EXPECT_EQ(late.finding, "missing-sync-before-host-read");
  EXPECT_TRUE(examine(set, nothing, nothing).finding.empty()) << "it never came";
}

TEST_F(OverlapJudge, ComparesTimesOfTheLargeJobs) {
  const Case& set = find("depth_first/timed");
  const Words right = answer(set);
  EXPECT_TRUE(examine(set, right, right, {0.95F, 1}).is_correct);
  EXPECT_FALSE(examine(set, right, right, {1.01F, 1}).is_correct);
  expect_part(examine(set, right, right, {0.5F, 1}),
              "says 0.500 ms, but by the device's clock its work took 1.000 ms");
  // What a fast device does between the events around a short job is not the function's.
  EXPECT_TRUE(examine(set, right, right, {0.028F, 0.032F}).is_correct);
  EXPECT_FALSE(examine(set, right, right, {0.014F, 0.032F}).is_correct);
  const Case& other = find("depth_first/engines-3");
  const Words its_right = answer(other);
  EXPECT_TRUE(examine(other, its_right, its_right, {0, 1}).is_correct);
}

TEST_F(OverlapJudge, WantsMemoryPageLockedAndReleased) {
  const Case& set = find("host_memory/1025");
  const auto opinion = [&](const std::vector<std::int32_t>& flags) {
    return judge_->examine(set, {{"is_page_locked", array(flags)}});
  };
  EXPECT_TRUE(opinion({1, 1, 0}).is_correct);
  expect_part(opinion({0, 0, 0}), "not page-locked");
  expect_part(opinion({1, 1, 1}), "still page-locked");
}

TEST_F(OverlapJudge, EachNumberOfEnginesIsStartedOnce) {
  std::set<std::uint32_t> engines;
  std::optional<std::uint32_t> before;
  std::size_t changes = 0;
  for (const auto& set : cases_) {
    if (set.copy_engines != before) ++changes;
    before = set.copy_engines;
    if (set.copy_engines) engines.insert(*set.copy_engines);
  }
  EXPECT_EQ(engines, (std::set<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(changes, 3U);
}

TEST_F(OverlapJudge, OtherSeedsGiveOtherNumbers) {
  const auto others = judge_->cases(8);
  ASSERT_EQ(others.size(), cases_.size());
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (!others[i].inputs.contains("in") || others[i].outputs.at("out").count == 0) continue;
    EXPECT_NE(others[i].inputs.at("in").as<std::uint32_t>(),
              cases_[i].inputs.at("in").as<std::uint32_t>())
        << others[i].name;
  }
}

TEST_F(OverlapJudge, ShowsTheHostOtherNumbers) {
  for (const auto& set : cases_) {
    const auto stand_ins = judge_->stand_ins(set, 8);
    const bool is_of_device = set.task != "host_memory" && set.task != "on_cpu";
    const bool is_timed = set.name.ends_with("/timed");  // then an answer is not all
    const bool is_shown = is_of_device && !is_timed && set.outputs.at("out").count >= 2;
    ASSERT_EQ(stand_ins.size(), is_shown ? 1U : 0U) << set.name;
    if (!is_shown) continue;
    EXPECT_EQ(stand_ins.at("in").match_by, MatchBy::lone_words);
    const auto held = set.inputs.at("in").as<std::uint32_t>();
    const auto shown = stand_ins.at("in").array.as<std::uint32_t>();
    std::map<std::uint32_t, std::uint32_t> held_of;
    for (std::size_t i = 0; i < held.size(); ++i)
      EXPECT_EQ(held_of.try_emplace(shown[i], held[i]).first->second, held[i]);
  }
}

}  // namespace
}  // namespace warpscope::judge
