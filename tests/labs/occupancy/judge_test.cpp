// The occupancy lab's judge: it sees what is wrong, and says it in the lab's words.
#include "labs/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/occupancy.h"
#include "tests/labs/judge/made_cases.h"

namespace warpscope::judge {
namespace {

using OccupancyInts = std::vector<std::int32_t>;

class OccupancyJudge : public testing::Test {
 protected:
  OccupancyJudge() : judge_(find_judge("occupancy")), cases_(made_cases("occupancy", 7)) {}

  const Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    EXPECT_NE(found, cases_.end()) << name;
    return found == cases_.end() ? cases_.front() : *found;
  }
  template <typename T>
  static Array array(const std::vector<T>& values) {
    return Array::of(std::span<const T>(values));
  }

  std::unique_ptr<Judge> judge_;
  const std::vector<Case>& cases_;
};

TEST_F(OccupancyJudge, DeviceNumbersAreComparedWithTheRuntimes) {
  const OccupancyInts asked{1, 8, 3, 32, 1024, 2048, 65536, 233472};
  OccupancyInts answer = asked;
  const auto opinion = [&] {
    return judge_->examine(find("ask_device/current"),
                           {{"answer", array(answer)}, {"asked", array(asked)}});
  };
  EXPECT_TRUE(opinion().is_correct);
  answer[1] = 132;
  EXPECT_NE(opinion().message.find("sms is 132, but the runtime says 8"), std::string::npos);
}

TEST_F(OccupancyJudge, ResidentsNeedTheRightLimiter) {
  const Case& set = find("resident_blocks/many");
  const auto count = set.outputs.at("blocks").count;
  const OccupancyInts zeros(count, 0);
  const Opinion opinion =
      judge_->examine(set, {{"blocks", array(zeros)}, {"limiters", array(zeros)}});
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("8 fit, you say 0"), std::string::npos) << opinion.message;
}

/// What a calculator says that forgets the shared memory that CUDA keeps of each block.
TEST_F(OccupancyJudge, ResidentsNeedTheReservedSharedMemory) {
  const Case& set = find("resident_blocks/many");
  const auto numbers = set.inputs.at("numbers").as<std::int32_t>();
  OccupancyInts blocks, limiters;
  for (std::size_t i = 0; i < numbers.size(); i += 8) {
    const auto of = std::span(numbers).subspan(i, 8);
    const auto room = labs::room_for({of[0], of[1], of[2], of[3], 0}, {of[5], of[6], of[7]});
    const auto least = std::ranges::min_element(room);
    blocks.push_back(*least);
    limiters.push_back(static_cast<int>(least - room.begin()));
  }
  const Opinion opinion =
      judge_->examine(set, {{"blocks", array(blocks)}, {"limiters", array(limiters)}});
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("20 fit, you say 22"), std::string::npos) << opinion.message;
}

TEST_F(OccupancyJudge, WavesBeginWithOneAndAFullLastOneIsFull) {
  const Case& set = find("waves_of/many");
  const auto numbers = set.inputs.at("numbers").as<std::int32_t>();
  OccupancyInts waves;
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    int left = numbers[i], count = 1;
    const int places = numbers[i + 1] * numbers[i + 2];
    for (; left > places; left -= places) ++count;
    waves.insert(waves.end(), {count, left});
  }
  EXPECT_TRUE(judge_->examine(set, {{"waves", array(waves)}}).is_correct);
  waves[3] = 0;  // as a remainder says of 64 blocks on 64 places
  const Opinion opinion = judge_->examine(set, {{"waves", array(waves)}});
  EXPECT_NE(opinion.message.find("64 blocks, 8 on each of 8 SMs: 1 wave with 64"),
            std::string::npos)
      << opinion.message;
}

TEST_F(OccupancyJudge, WarpsToHideAreRoundedUp) {
  const Case& set = find("warps_to_hide/many");
  const auto numbers = set.inputs.at("numbers").as<std::int32_t>();
  OccupancyInts warps;
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    int enough = 0;
    while (enough * 32 * numbers[i + 2] < numbers[i] * numbers[i + 1]) ++enough;
    warps.push_back(enough);
  }
  EXPECT_TRUE(judge_->examine(set, {{"warps", array(warps)}}).is_correct);
  --warps[1];
  EXPECT_NE(judge_->examine(set, {{"warps", array(warps)}})
                .message.find("warps_to_hide(800, 37, 32) is 28, expected 29"),
            std::string::npos);
}

}  // namespace
}  // namespace warpscope::judge
