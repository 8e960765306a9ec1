// What the divergence lab teaches, in the counters and points of its graded files; and the numbers
// of its deck that come from them.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "record/derived.h"
#include "record/metrics.h"
#include "tests/slides/slide_source.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::Outcome;
using record::RunRecord;

Graded divergence(const std::string& name) { return labs::graded(LabFile{"divergence", name}); }

double value_of(const RunRecord& record, const std::string& case_name, std::string_view metric) {
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const auto index = static_cast<std::uint32_t>(found - record.cases.begin());
  return record::metric_value(metric, record::case_counters(record, index)).value_or(NAN);
}
double instructions(const RunRecord& record, const std::string& case_name) {
  return value_of(record, case_name, record::metric::kInstructions);
}
double lanes(const RunRecord& record, const std::string& case_name) {
  return value_of(record, case_name, record::derived::kLanesPerInstruction);
}
double splits(const RunRecord& record, const std::string& case_name) {
  return value_of(record, case_name, record::metric::kDivergentBranches);
}

TEST(Divergence, StarterIsRightAndLosesThePointsForEfficiency) {
  const Graded result = divergence("starter");
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::completed) << result.report;
  ASSERT_TRUE(result.record.score.has_value());
  EXPECT_DOUBLE_EQ(result.record.score->points, 32) << result.report;
}

TEST(Divergence, StarterIsToldWhereItsWarpsPart) {
  const RunRecord record = divergence("starter").record;
  const auto count = std::ranges::count(record.findings, "warp-divergence", &record::Finding::id);
  EXPECT_EQ(count, 3) << findings_text(record);  // encode, interpret and collatz, not repair
  for (const auto& finding : record.findings) {
    EXPECT_EQ(finding.id, "warp-divergence");
    EXPECT_EQ(finding.lesson, "divergence#both-sides");
  }
}

TEST(Divergence, LanesFallWithTheWaysByLaneAndNotByWarp) {
  const RunRecord record = divergence("starter").record;
  double before = 32;
  for (const int ways : {2, 4, 8, 16, 32}) {
    const std::string suffix = "-" + std::to_string(ways);
    const double by_lane = lanes(record, "interpret/by-lane" + suffix);
    EXPECT_LT(by_lane, before) << ways;
    EXPECT_GT(by_lane, 32.0 / ways) << "what is not in the switch has all lanes";
    EXPECT_DOUBLE_EQ(lanes(record, "interpret/by-warp" + suffix), 32) << ways;
    EXPECT_DOUBLE_EQ(splits(record, "interpret/by-warp" + suffix), 0) << ways;
    before = by_lane;
  }
}

TEST(Divergence, ReferenceIsAsGoodForAnyOrderOfTheWords) {
  const RunRecord record = divergence("reference").record;
  for (const int ways : {2, 4, 8, 16, 32}) {
    const std::string suffix = "-" + std::to_string(ways);
    EXPECT_GT(lanes(record, "interpret/shuffled" + suffix), 30) << ways;
    EXPECT_DOUBLE_EQ(instructions(record, "interpret/by-lane" + suffix),
                     instructions(record, "interpret/by-warp" + suffix));
  }
}

// A GPU bets on no branch: whatever a warp did before, the next one costs the same.
TEST(Divergence, WarpsInAnyOrderCostTheSame) {
  const RunRecord sorted = divergence("reference").record;
  const RunRecord mixed = divergence("ways/warps-in-any-order").record;
  for (const std::string name : {"interpret/shuffled-8", "interpret/shuffled-32"}) {
    EXPECT_EQ(instructions(mixed, name), instructions(sorted, name)) << name;
    EXPECT_EQ(splits(mixed, name), splits(sorted, name)) << name;
  }
}

TEST(Divergence, NoBranchIsPerfectByItsLanesAndWorstByItsInstructions) {
  const RunRecord chosen = divergence("starter").record;
  const RunRecord branch = divergence("reference").record;
  for (const std::string name : {"repair/bursts-0", "repair/bursts-32", "repair/bursts-512"}) {
    EXPECT_DOUBLE_EQ(splits(chosen, name), 0);
    EXPECT_DOUBLE_EQ(lanes(chosen, name), 32);
    EXPECT_LT(instructions(branch, name), 0.6 * instructions(chosen, name)) << name;
  }
  // Where every word is damaged, the branch costs itself and saves nothing.
  EXPECT_GT(instructions(branch, "repair/bursts-1024"), instructions(chosen, "repair/bursts-1024"));
}

TEST(Divergence, PredicationByHandFillsTheLanesAndSavesNothing) {
  const RunRecord plain = divergence("reference").record;
  const RunRecord masks = divergence("faults/masks-in-the-loop").record;
  EXPECT_DOUBLE_EQ(lanes(masks, "collatz/16384"), 32);
  EXPECT_DOUBLE_EQ(splits(masks, "collatz/16384"), 0);
  EXPECT_GT(instructions(masks, "collatz/16384"), 1.5 * instructions(plain, "collatz/16384"));
}

TEST(Divergence, WorkOnTheHostLosesItsPoints) {
  for (const std::string name : {"host-encodes", "host-counts-steps"}) {
    const Graded result = divergence("faults/" + name);
    const std::string task = name == "host-encodes" ? "encode" : "collatz";
    const auto check = check_of(result.record, task + "-instructions");
    ASSERT_TRUE(check.has_value()) << result.report;
    EXPECT_EQ(check->points, 0) << name;
  }
}

/// The tables of the deck, by the slide's anchor, without their heading.
class DivergenceDeck : public testing::Test {
 protected:
  std::vector<std::vector<std::string>> rows(const std::string& anchor) const {
    const auto slide = std::ranges::find(deck_, anchor, &slides::Slide::anchor);
    EXPECT_NE(slide, deck_.end()) << anchor;
    if (slide == deck_.end() || slide->rows.empty()) return {};
    return {slide->rows.begin() + 1, slide->rows.end()};
  }
  /// "1 058 304" as a number.
  static double number(std::string cell) {
    std::erase(cell, ' ');
    return std::stod(cell);
  }

  std::vector<slides::Slide> deck_ =
      slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/divergence.md");
  RunRecord starter_ = divergence("starter").record;
  RunRecord reference_ = divergence("reference").record;
};

TEST_F(DivergenceDeck, ShowsTheSwitchAsCounted) {
  const auto table = rows("switch-counted");
  ASSERT_EQ(table.size(), 5U);
  for (const auto& row : table) {
    ASSERT_EQ(row.size(), 7U);
    std::size_t column = 1;
    for (const std::string arrangement : {"by-lane", "by-warp", "shuffled"}) {
      const std::string name = "interpret/" + arrangement + "-" + row[0];
      EXPECT_NEAR(number(row[column]), lanes(starter_, name), 0.00501) << name;
      EXPECT_EQ(number(row[column + 3]), instructions(starter_, name)) << name;
      ++column;
    }
  }
}

TEST_F(DivergenceDeck, ShowsTheLoopsAsCounted) {
  const auto loops = rows("warp-while-counted");
  ASSERT_EQ(loops.size(), 3U);
  for (const auto& [row, record] : {std::pair{loops[0], &starter_}, {loops[2], &reference_}}) {
    EXPECT_EQ(number(row[1]), splits(*record, "collatz/16384"));
    EXPECT_NEAR(number(row[2]), lanes(*record, "collatz/16384"), 0.0501);
    EXPECT_EQ(number(row[3]), instructions(*record, "collatz/16384"));
  }
}

TEST_F(DivergenceDeck, ShowsTheRepairAsCounted) {
  const auto choice = rows("ternary-counted");
  ASSERT_EQ(choice.size(), 2U);
  EXPECT_EQ(number(choice[0][3]), instructions(starter_, "repair/bursts-32"));
  EXPECT_EQ(number(choice[1][3]), instructions(reference_, "repair/bursts-32"));
  const auto shares = rows("scattered");
  ASSERT_EQ(shares.size(), 2U);
  const std::vector<std::string> damaged{"0", "32", "64", "128", "256", "512", "1024"};
  for (std::size_t i = 0; i < damaged.size(); ++i) {
    EXPECT_EQ(number(shares[0][i + 1]), instructions(reference_, "repair/bursts-" + damaged[i]));
    EXPECT_EQ(number(shares[1][i + 1]), instructions(reference_, "repair/scattered-" + damaged[i]));
  }
}

}  // namespace
}  // namespace warpscope::labs
