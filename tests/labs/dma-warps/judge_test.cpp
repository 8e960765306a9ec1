// The dma-warps lab's judge: its answers are the lab's, and it says what is wrong.
#include "labs/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "labs/dma-warps/cpu.h"
#include "tests/labs/judge/made_cases.h"

namespace warpscope::judge {
namespace {

using Floats = std::vector<float>;
using Ints = std::vector<std::int32_t>;

class DmaWarpsJudge : public testing::Test {
 protected:
  DmaWarpsJudge() : judge_(find_judge("dma-warps")), cases_(made_cases("dma-warps", 3)) {}

  const Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    EXPECT_NE(found, cases_.end()) << name;
    return found == cases_.end() ? cases_.front() : *found;
  }
  template <typename T>
  Opinion examine(const Case& set, const std::string& output, const std::vector<T>& values) const {
    return judge_->examine(set, {{output, Array::of(std::span<const T>(values))}});
  }

  std::unique_ptr<Judge> judge_;
  const std::vector<Case>& cases_;
};

TEST_F(DmaWarpsJudge, TakesTheSumsAndNamesTheFirstThatIsMissing) {
  const Case& set = find("saxpy_objects/1025");
  const Floats x = set.inputs.at("x").as<float>(), before = set.inputs.at("y").as<float>();
  Floats y = before;
  saxpy_on_cpu(static_cast<float>(set.parameters.at("a")), x.data(), y.data(), 1025);
  EXPECT_TRUE(examine(set, "y", y).is_correct);
  y[1024] = before[1024];
  const Opinion opinion = examine(set, "y", y);
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("y[1024] is as it was before"), std::string::npos)
      << opinion.message;
}

TEST_F(DmaWarpsJudge, SaysThatTheRowAboveWasReadTooEarly) {
  const Case& set = find("add_down/9x128");
  const Floats before = set.inputs.at("grid").as<float>();
  Floats grid = before;
  add_down_on_cpu(grid.data(), 9, 128);
  EXPECT_TRUE(examine(set, "grid", grid).is_correct);
  Floats early = before;
  for (std::size_t i = 128; i < early.size(); ++i) early[i] = before[i] + before[i - 128];
  const Opinion opinion = examine(set, "grid", early);
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("read before the compute warps had written it"), std::string::npos)
      << opinion.message;
}

TEST_F(DmaWarpsJudge, TakesTheStencil) {
  const Case& set = find("stencil/17x65");
  const auto pitch = static_cast<int>(set.parameters.at("pitch"));
  EXPECT_EQ(pitch % 4, 0);
  EXPECT_GE(pitch, 65 + 2 * kRim);
  const Floats in = set.inputs.at("in").as<float>();
  Floats out(std::size_t{17} * 65);
  stencil_on_cpu(in.data(), out.data(), 65, 17, pitch);
  EXPECT_TRUE(examine(set, "out", out).is_correct);
  out.back() += 1;
  EXPECT_FALSE(examine(set, "out", out).is_correct);
}

TEST_F(DmaWarpsJudge, CountsWhatEachEngineHasUnderWay) {
  for (const char* engine : {"vector", "cp_async", "bulk"}) {
    const Case& set = find(std::string("bytes_in_flight/") + engine);
    const Ints setups = set.inputs.at("setups").as<std::int32_t>();
    Ints bytes;
    for (std::size_t i = 0; i < setups.size(); i += 5) {
      const int stages = setups[i + 1], warps = setups[i + 2];
      const int stage_bytes = setups[i + 3], loads = setups[i + 4];
      bytes.push_back(setups[i] == 0 ? std::min(stage_bytes, warps * loads * 512)
                                     : stages * stage_bytes);
    }
    EXPECT_TRUE(examine(set, "bytes", bytes).is_correct) << engine;
    bytes[7] += 16;
    EXPECT_FALSE(examine(set, "bytes", bytes).is_correct) << engine;
  }
}

TEST_F(DmaWarpsJudge, RoundsWarpsUp) {
  const Case& set = find("dma_warps_needed/random");
  const Ints questions = set.inputs.at("questions").as<std::int32_t>();
  Ints warps, fewer;
  for (std::size_t i = 0; i < questions.size(); i += 3) {
    const int bytes = questions[i] * questions[i + 1], of_warp = 512 * questions[i + 2];
    warps.push_back((bytes + of_warp - 1) / of_warp);
    fewer.push_back(bytes / of_warp);
  }
  EXPECT_TRUE(examine(set, "warps", warps).is_correct);
  EXPECT_FALSE(examine(set, "warps", fewer).is_correct);
}

TEST_F(DmaWarpsJudge, AsksForEachEngineAndOtherNumbersWithAnotherSeed) {
  std::set<std::int64_t> carriers;
  for (const Case& set : cases_) {
    if (set.task == "saxpy" && set.sweep.empty()) carriers.insert(set.parameters.at("carrier"));
  }
  EXPECT_EQ(carriers.size(), 3U);
  const auto others = judge_->cases(4);
  const auto other = std::ranges::find(others, "saxpy_objects/1025", &Case::name);
  ASSERT_NE(other, others.end());
  EXPECT_NE(other->inputs.at("x").as<float>(),
            find("saxpy_objects/1025").inputs.at("x").as<float>());
}

}  // namespace
}  // namespace warpscope::judge
