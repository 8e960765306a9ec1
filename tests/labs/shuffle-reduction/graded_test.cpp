// What the shuffle-reduction lab teaches, in the counters and points of its graded files; and the
// numbers of its deck that come from them.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "record/beside_curves.h"
#include "record/derived.h"
#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"
#include "tests/labs/expected_sweep.h"
#include "tests/slides/slide_source.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::Outcome;
using record::RunRecord;

constexpr auto kInstructionsPerNumber = runner::case_metric::kInstructionsPer128UsefulBytes;

Graded shuffle_reduction(const std::string& name) {
  return labs::graded(LabFile{"shuffle-reduction", name});
}

double case_value(const RunRecord& record, const std::string& name, std::string_view metric) {
  const auto found = std::ranges::find(record.cases, name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const std::array index{static_cast<std::uint32_t>(found - record.cases.begin())};
  return runner::case_metric_value(record, index, metric).value_or(NAN);
}

std::string message_of(const RunRecord& record, const std::string& name) {
  const auto found = std::ranges::find(record.cases, name, &Case::name);
  return found == record.cases.end() ? "no such case" : found->message;
}

TEST(ShuffleReduction, StarterIsWrongWhereItAssumesLockstepAndOnlyThere) {
  const RunRecord record = shuffle_reduction("starter").record;
  EXPECT_EQ(record.outcome.kind, Outcome::Kind::wrong_answer);
  for (const Case& set : record.cases) {
    const bool is_tail_needed = set.task == "segment_sums" && set.name != "segment_sums/0";
    EXPECT_EQ(set.verdict == Case::Verdict::wrong, is_tail_needed) << set.name;
  }
}

TEST(ShuffleReduction, EachStepOfSumExecutesNoMoreThanTheOneBefore) {
  double before =
      case_value(shuffle_reduction("starter").record, "sum/1048576", kInstructionsPerNumber);
  for (int step = 1; step <= 9; ++step) {
    const std::string name = "step-" + std::to_string(step);
    const double now =
        case_value(shuffle_reduction(name).record, "sum/1048576", kInstructionsPerNumber);
    EXPECT_LE(now, before) << name;
    before = now;
  }
  EXPECT_LT(before, 4);
}

TEST(ShuffleReduction, OnlyTheStridedTreeHasConflicts) {
  const auto conflicts = [](const std::string& name) {
    return case_value(shuffle_reduction(name).record, "sum/1048576",
                      record::metric::kSharedConflicts);
  };
  EXPECT_EQ(conflicts("step-1"), 0);
  EXPECT_GT(conflicts("step-2"), 100000);
  EXPECT_EQ(conflicts("step-3"), 0);
}

TEST(ShuffleReduction, SharedAtomicsLeaveTwoBarriersPerWarpAndAWarpPerSegmentNone) {
  const auto barriers = [](const std::string& name) {
    return case_value(shuffle_reduction(name).record, "segment_sums/129",
                      record::metric::kBarriers);
  };
  EXPECT_EQ(barriers("step-10"), 129 * 8 * 2);
  EXPECT_EQ(barriers("step-11"), 0);
}

TEST(ShuffleReduction, SaysWhatBeginnersForgot) {
  const auto expect_message = [](const std::string& fault, const std::string& name,
                                 const std::string& part) {
    const std::string message = message_of(shuffle_reduction("faults/" + fault).record, name);
    EXPECT_NE(message.find(part), std::string::npos) << fault << ": " << message;
  };
  expect_message("out-not-zeroed", "sum/33", "1 less than the sum: a word");
  expect_message("barrier-forgotten", "sum/33", "7 less than the sum: 7 words");
  expect_message("shared-word-not-zeroed", "segment_sums/7", "1 less than the sum: a word");
  expect_message("last-numbers-forgotten", "sum/1023", "the first 1020 of 1023 numbers");
  expect_message("total-in-lane-0-only", "centre_rows/33", "only lane 0 had the total");
  expect_message("lanes-gone-before-the-lookup", "decode/33", "Was it there");
}

TEST(ShuffleReduction, WaitingLanesAreNamedWithTheirPlaces) {
  const RunRecord record = shuffle_reduction("faults/mask-of-all-in-a-branch").record;
  const std::string message = message_of(record, "centre_rows/1");
  EXPECT_NE(message.find("lanes 0-18 wait at a .sync instruction for lanes 0-31"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("lanes 19-31 wait at barrier 0"), std::string::npos) << message;
}

/// The tables of the deck.
class ShuffleReductionDeck : public testing::Test {
 protected:
  std::vector<std::vector<std::string>> rows(const std::string& anchor) const {
    const auto slide = std::ranges::find(deck_, anchor, &slides::Slide::anchor);
    EXPECT_NE(slide, deck_.end()) << anchor;
    if (slide == deck_.end() || slide->rows.empty()) return {};
    return {slide->rows.begin() + 1, slide->rows.end()};
  }
  static double number(std::string cell) {
    std::erase(cell, ' ');
    return std::stod(cell);
  }

  std::vector<slides::Slide> deck_ =
      slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/shuffle-reduction.md");
};

TEST_F(ShuffleReductionDeck, ShowsTheLadderAsCounted) {
  const auto table = rows("ladder");
  const std::vector<std::string> files{"step-1", "step-2", "step-3", "step-4",
                                       "step-5", "step-7", "step-8", "step-9"};
  ASSERT_EQ(table.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const RunRecord record = shuffle_reduction(files[i]).record;
    EXPECT_NEAR(number(table[i][1]), case_value(record, "sum/1048576", kInstructionsPerNumber),
                0.0501)
        << files[i];
    EXPECT_EQ(number(table[i][2]),
              case_value(record, "sum/1048576", record::metric::kSharedConflicts))
        << files[i];
    EXPECT_NEAR(number(table[i][3]),
                1e-9 * case_value(record, "sum/1048576", runner::case_metric::kEffectiveBandwidth),
                0.501)
        << files[i];
  }
}

TEST_F(ShuffleReductionDeck, ShowsTheStartersWarpSizeAsCounted) {
  const auto table = rows("lane");
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(number(table[0][1]), case_value(shuffle_reduction("starter").record, "centre_rows/1025",
                                            record::metric::kInstructions));
}

TEST_F(ShuffleReductionDeck, ShowsLaunchTimesAsModelled) {
  const auto table = rows("launch");
  const std::vector<std::string> files{"step-7", "step-8", "step-9"};
  ASSERT_EQ(table.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const RunRecord record = shuffle_reduction(files[i]).record;
    for (const auto& [column, numbers] : {std::pair{2U, 1 << 10}, {3U, 1 << 20}}) {
      const double bandwidth = case_value(record, "sum/" + std::to_string(numbers),
                                          runner::case_metric::kEffectiveBandwidth);
      EXPECT_NEAR(number(table[i][column]), 4e6 * numbers / bandwidth, 0.0501) << files[i];
    }
  }
}

// "bandwidth and instructions per element against size for each rung, library beside"
TEST(ShuffleReduction, HasTheCurveThatWasAskedFor) {
  expect_sweep({"shuffle-reduction",
                "size",
                "warpscope__ptx_inst_executed_per_128_useful_bytes.ratio",
                {"sum"},
                {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}});
  const auto drawn =
      record::drawn_beside(labs::graded({"shuffle-reduction", "reference"}).record, "size");
  for (const char* program : {"starter", "step-2", "step-3", "step-4", "step-5", "step-6", "step-7",
                              "step-8", "step-9", "ways/library"}) {
    EXPECT_NE(std::ranges::find(drawn, program, &record::BesideCurve::program), drawn.end())
        << program;
  }
}

}  // namespace
}  // namespace warpscope::labs
