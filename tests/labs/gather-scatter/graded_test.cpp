// What the lab gather-scatter teaches, in the counts and points of its graded files; and the
// numbers of its deck that come from them.
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

Graded gather_scatter(const std::string& name) {
  return labs::graded(LabFile{"gather-scatter", name});
}

double value_in_gather(const std::string& program, const std::string& case_name,
                       std::string_view metric = record::metric::kInstructions) {
  const RunRecord record = gather_scatter(program).record;
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const std::array index{static_cast<std::uint32_t>(found - record.cases.begin())};
  return runner::case_metric_value(record, index, metric).value_or(NAN);
}

double load_sectors(const std::string& case_name) {
  return value_in_gather("reference", case_name, record::metric::kLoadSectors);
}

/// A row of a slide's table: the run whose numbers stand in the cells behind the first.
struct GatherRow {
  std::string program, case_name;
};

void expect_gather_table(const std::string& anchor, const std::vector<GatherRow>& runs,
                         const std::vector<std::string_view>& metrics) {
  const auto deck = slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/gather-scatter.md");
  const auto slide = std::ranges::find(deck, anchor, &slides::Slide::anchor);
  ASSERT_NE(slide, deck.end()) << anchor;
  ASSERT_EQ(slide->rows.size(), runs.size() + 1) << anchor;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      std::string cell = slide->rows[i + 1][m + 1];
      std::erase(cell, ' ');
      EXPECT_DOUBLE_EQ(std::stod(cell),
                       value_in_gather(runs[i].program, runs[i].case_name, metrics[m]))
          << anchor << ": " << runs[i].program << " " << runs[i].case_name;
    }
  }
}

TEST(GatherScatter, StarterIsWrongInTwoTasks) {
  const Graded result = gather_scatter("starter");
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::wrong_answer) << result.report;
  for (const Case& item : result.record.cases) {
    if (item.verdict != Case::Verdict::correct) {
      EXPECT_TRUE(item.task == "scatter" || item.task == "add") << item.name;
    }
  }
  for (const std::string id : {"conflicting-writes", "race-between-blocks", "uncoalesced-load"})
    EXPECT_TRUE(has_finding(result.record, id)) << id << "\n" << result.report;
}

// add, which races, is the third task.
TEST(GatherScatter, FirstHintForTheStarterIsOfTheFirstTask) {
  const RunRecord record = gather_scatter("starter").record;
  ASSERT_TRUE(record.score.has_value());
  runner::LabProgress progress;
  for (const auto& check : record.score->checks) {
    if (check.points < check.max_points) progress.lost_checks.push_back(check.id);
  }
  const auto folder = lab_folder("gather-scatter");
  const auto tasks = runner::hints_in(read_file(folder / "handout.md"));
  const auto* task = runner::next_task(tasks, runner::load_lab(folder / "lab.toml"), progress);
  ASSERT_NE(task, nullptr);
  EXPECT_EQ(task->task, 1U);
}

TEST(GatherScatter, CountsAreThoseOfTheDeck) {
  using namespace record::metric;
  expect_gather_table("alignment",
                      {{"reference", "gather/aligned-4"},
                       {"reference", "gather/aligned-8"},
                       {"reference", "gather/aligned-16"}},
                      {kLoadInstructions, kInstructions});
  std::vector<GatherRow> gathers, nears;
  for (const std::string known : {"0", "1", "2", "3"}) {
    gathers.push_back({"reference", "gather/known-" + known});
    nears.push_back({"reference", "near/known-" + known});
  }
  expect_gather_table("which-constant", gathers, {kInstructions});
  expect_gather_table("near-counted", nears, {kInstructions});
  expect_gather_table("scatter", {{"step-4", "scatter/2048"}, {"step-5", "scatter/2048"}},
                      {kStoreInstructions});
  expect_gather_table(
      "hoisted",
      {{"starter", "reorder/many"}, {"step-10", "reorder/many"}, {"reference", "reorder/many"}},
      {kInstructions, kLoadInstructions});
}

// The answer to "which constant matters most" is another one where an object serves many tiles.
// That threads matter more than elements, as the founding document says, holds in both.
TEST(GatherScatter, ThreadsMatterMostInGatherAndBytesInNear) {
  const auto saved = [](const std::string& task, int known) {
    const auto of = [&](int k) {
      return value_in_gather("reference", task + "/known-" + std::to_string(k));
    };
    return of(known - 1) - of(known);
  };
  for (const int other : {1, 3}) EXPECT_GT(saved("gather", 2), 2 * saved("gather", other));
  for (const int other : {2, 3}) EXPECT_GT(saved("near", 1), 2 * saved("near", other));
  for (const std::string task : {"gather", "near"}) EXPECT_GT(saved(task, 2), saved(task, 3));
}

// Within a line any order costs nothing; then sectors grow with the block.
TEST(GatherScatter, OrderWithinALineCostsNothing) {
  const auto in_blocks = [](int words) {
    return load_sectors("gather/order-" + std::to_string(words));
  };
  EXPECT_EQ(in_blocks(8), in_blocks(1));
  EXPECT_EQ(in_blocks(32), in_blocks(1));
  double before = in_blocks(32);
  for (const int words : {64, 128, 256, 1024, 4096}) {
    EXPECT_GT(in_blocks(words), before) << words;
    before = in_blocks(words);
  }
  const double random = (in_blocks(4096) - 512) / (in_blocks(1) - 512);
  EXPECT_GT(random, 7);
  EXPECT_LT(random, 8);
}

// The slope of the line is a round, its begin the constructor.
TEST(GatherScatter, HoistedArithmeticIsPaidOnce) {
  const auto round = [](const std::string& program) {
    return (value_in_gather(program, "reorder/fields-16") -
            value_in_gather(program, "reorder/fields-8")) /
           8;
  };
  EXPECT_LT(round("reference"), 0.4 * round("starter"));
  EXPECT_GT(value_in_gather("reference", "reorder/fields-1"),
            value_in_gather("starter", "reorder/fields-1"));
}

}  // namespace
}  // namespace warpscope::labs
