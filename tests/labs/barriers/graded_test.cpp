// What the lab barriers teaches, in the counts and points of its graded files; and the numbers of
// its deck that come from them.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "record/metrics.h"
#include "runner/exercise/hints.h"
#include "runner/metrics/case_metrics.h"
#include "tests/slides/slide_source.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::Outcome;
using record::RunRecord;

Graded barriers(const std::string& name) { return labs::graded(LabFile{"barriers", name}); }

double value_in_barriers(const std::string& program, const std::string& case_name,
                         std::string_view metric) {
  const RunRecord record = barriers(program).record;
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const std::array index{static_cast<std::uint32_t>(found - record.cases.begin())};
  return runner::case_metric_value(record, index, metric).value_or(NAN);
}

double barriers_of(const std::string& program, const std::string& case_name) {
  return value_in_barriers(program, case_name, record::metric::kBarriers);
}

/// The cells of a slide's first table behind its head.
std::vector<std::vector<std::string>> barriers_table(const std::string& anchor) {
  const auto deck = slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/barriers.md");
  const auto slide = std::ranges::find(deck, anchor, &slides::Slide::anchor);
  if (slide == deck.end() || slide->rows.empty()) return {};
  return {slide->rows.begin() + 1, slide->rows.end()};
}

double barriers_number(std::string cell) {
  std::erase(cell, ' ');
  return std::stod(cell);
}

/// Row i's cell `column` is what program i has, over `warps`.
void expect_barriers_column(const std::string& anchor, std::size_t column,
                            const std::vector<std::string>& programs, const std::string& case_name,
                            double warps = 1) {
  const auto rows = barriers_table(anchor);
  ASSERT_EQ(rows.size(), programs.size()) << anchor;
  for (std::size_t i = 0; i < programs.size(); ++i)
    EXPECT_DOUBLE_EQ(barriers_number(rows[i][column]), barriers_of(programs[i], case_name) / warps)
        << anchor << " " << programs[i];
}

TEST(Barriers, StarterIsWrongInTwoTasksAndRightByLuckInOne) {
  const Graded result = barriers("starter");
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::wrong_answer) << result.report;
  for (const Case& item : result.record.cases) {
    const bool may_be_wrong = item.task == "sums" || item.task == "settle";
    if (item.verdict != Case::Verdict::correct) {
      EXPECT_TRUE(may_be_wrong) << item.name;
    }
  }
  for (const std::string id : {"divergent-barrier", "early-exit-before-barrier",
                               "uninitialised-shared", "redundant-barrier"})
    EXPECT_TRUE(has_finding(result.record, id)) << id << "\n" << result.report;
}

// Who is at the first task wants no hint of the second.
TEST(Barriers, FirstHintForTheStarterIsOfTheFirstTask) {
  const RunRecord record = barriers("starter").record;
  ASSERT_TRUE(record.score.has_value());
  runner::LabProgress progress;
  for (const auto& check : record.score->checks) {
    if (check.points < check.max_points) progress.lost_checks.push_back(check.id);
  }
  const auto folder = lab_folder("barriers");
  const auto tasks = runner::hints_in(read_file(folder / "handout.md"));
  const auto* task = runner::next_task(tasks, runner::load_lab(folder / "lab.toml"), progress);
  ASSERT_NE(task, nullptr);
  EXPECT_EQ(task->task, 1U);
}

TEST(Barriers, CountsAreThoseOfTheDeck) {
  constexpr double kWarps = 64 * 8;
  expect_barriers_column("by-luck", 1, {"starter", "step-1"}, "neighbours/16384");
  expect_barriers_column("tree", 1, {"step-2", "step-3"}, "sums/16384", kWarps);
  expect_barriers_column("tree", 2, {"step-2", "step-3"}, "sums/16384");
  expect_barriers_column("two-rows", 1, {"starter", "step-4", "step-5"}, "heat/many", kWarps);
  expect_barriers_column("two-rows", 2, {"starter", "step-4", "step-5"}, "heat/many");
  expect_barriers_column("votes-counted", 2, {"starter", "step-6", "step-7", "step-8"},
                         "settle/many");
  expect_barriers_column("teams", 1, {"starter", "reference"}, "teams/many");
}

TEST(Barriers, AreAsManyHoweverManyWarpsMeet) {
  for (const std::string program : {"starter", "reference"}) {
    for (const int warps : {2, 4, 8, 16, 32})
      EXPECT_EQ(barriers_of(program, "heat/warps-" + std::to_string(warps)),
                barriers_of(program, "heat/warps-1"))
          << program << " " << warps;
  }
}

// Modelled, as the notes of the slide say.
TEST(Barriers, CostMoreTheMoreWarpsMeet) {
  const auto left = [](const std::string& program) {
    const auto bandwidth = [&](const std::string& case_name) {
      return value_in_barriers(program, case_name, runner::case_metric::kEffectiveBandwidth);
    };
    return bandwidth("heat/warps-32") / bandwidth("heat/warps-4");
  };
  EXPECT_NEAR(left("starter"), 2.0 / 3, 0.03);
  EXPECT_NEAR(left("step-4"), 3.0 / 4, 0.03);
  EXPECT_NEAR(left("reference"), 7.0 / 8, 0.03);
}

TEST(Barriers, OfTeamsThatWaitForAllAreNearlyFourTimesAsMany) {
  double before = 0;
  for (const int grains : {2, 4, 8, 12, 16, 20, 24}) {
    const auto name = "teams/heap-" + std::to_string(grains);
    const double ratio = barriers_of("starter", name) / barriers_of("reference", name);
    EXPECT_GT(ratio, before) << name;
    before = ratio;
  }
  EXPECT_GT(before, 3.7);
  EXPECT_LT(before, 4);
}

}  // namespace
}  // namespace warpscope::labs
