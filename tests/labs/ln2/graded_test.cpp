// What the lab ln2 teaches, in the counts and points of its graded files; and the numbers of its
// deck that come from them.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "record/derived.h"
#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"
#include "tests/slides/slide_source.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::Outcome;
using record::RunRecord;

constexpr std::string_view kMachineInstructions = "smsp__inst_executed.sum";

Graded ln2(const std::string& name) { return labs::graded(LabFile{"ln2", name}); }

double value_of(const std::string& program, const std::string& case_name, std::string_view metric) {
  const RunRecord record = ln2(program).record;
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const std::array index{static_cast<std::uint32_t>(found - record.cases.begin())};
  return runner::case_metric_value(record, index, metric).value_or(NAN);
}

/// The cells of a slide's table behind its head.
std::vector<std::vector<std::string>> table_of(const std::string& anchor) {
  const auto deck = slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/ln2.md");
  const auto slide = std::ranges::find(deck, anchor, &slides::Slide::anchor);
  if (slide == deck.end() || slide->rows.empty()) return {};
  return {slide->rows.begin() + 1, slide->rows.end()};
}

double number_in(std::string cell) {
  std::erase(cell, ' ');
  return std::stod(cell);
}

/// Row i's cell `column` is what program i has.
void expect_column(const std::string& anchor, std::size_t column,
                   const std::vector<std::string>& programs, const std::string& case_name,
                   std::string_view metric, double within = 0) {
  const auto rows = table_of(anchor);
  ASSERT_EQ(rows.size(), programs.size()) << anchor;
  for (std::size_t i = 0; i < programs.size(); ++i)
    EXPECT_NEAR(number_in(rows[i][column]), value_of(programs[i], case_name, metric), within)
        << anchor << " " << programs[i];
}

TEST(Ln2, StarterEndsAndIsWrongInThreeTasks) {
  const Graded result = ln2("starter");
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::wrong_answer) << result.report;
  ASSERT_TRUE(result.record.score.has_value());
  EXPECT_NEAR(result.record.score->points, 30, 1) << result.report;
  for (const Case& item : result.record.cases) {
    const bool may_be_wrong =
        item.task == "orders" || item.task == "compensated" || item.task == "special";
    if (item.verdict != Case::Verdict::correct) {
      EXPECT_TRUE(may_be_wrong) << item.name;
    }
  }
}

TEST(Ln2, SeriesIsThatOfTheDeck) {
  const std::string largest = "series/4096";
  expect_column("hoist", 1, {"starter", "step-1", "step-2"}, largest, kMachineInstructions);
  expect_column("hoist", 2, {"starter", "step-1", "step-2"}, largest,
                record::derived::kLanesPerInstruction, 0.0501);
  expect_column("machine", 1, {"step-2", "step-3"}, largest, record::metric::kInstructions);
  expect_column("machine", 2, {"step-2", "step-3"}, largest, kMachineInstructions);
}

TEST(Ln2, FunctionsAreThoseOfTheDeck) {
  const std::string largest = "brighten/16384";
  expect_column("single", 1, {"starter", "step-11"}, largest, record::metric::kInstructions);
  expect_column("speed", 1, {"starter", "step-11", "step-12"}, largest,
                record::metric::kInstructions);
  for (const auto& row : table_of("speed"))  // 16384 pixels are 512 warps
    EXPECT_NEAR(number_in(row[2]), number_in(row[1]) / 512, 0.501);
  expect_column("bits", 1, {"starter", "reference"}, "bits/16384", record::metric::kInstructions);
}

TEST(Ln2, OrdersAreFurtherApartTheMoreNumbersThereAre) {
  double before = -1;
  for (const int terms : {4, 16, 64, 256, 640}) {
    const double apart = value_of("reference", "orders/terms-" + std::to_string(terms),
                                  runner::case_metric::kResultSpread);
    EXPECT_GT(apart, before) << terms;
    before = apart;
  }
  EXPECT_DOUBLE_EQ(before, 47) << "as the notes of the slide say";
}

TEST(Ln2, FastExponentialIsFurtherAwayTheLargerItsArgumentIs) {
  double before = 0;
  for (const int largest : {1, 2, 4, 8, 16, 32, 64}) {
    const double apart = value_of("reference", "exponentials/to-" + std::to_string(largest),
                                  runner::case_metric::kResultSpread);
    EXPECT_GE(apart, before) << largest;
    EXPECT_LE(apart, 6 + 1.173 * largest) << "both bounds together";
    before = apart;
  }
  EXPECT_GT(before, 20);
}

TEST(Ln2, PlainAndKahansSumsAreAsWrongAsTheDeckSays) {
  const auto rows = table_of("cancelling");
  const std::vector<std::string> programs{"step-5", "step-6"};
  ASSERT_EQ(rows.size(), programs.size());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const auto record = ln2(programs[i]).record;
    const auto found = std::ranges::find(record.cases, "compensated/cancelling-256", &Case::name);
    ASSERT_NE(found, record.cases.end());
    ASSERT_TRUE(found->message.starts_with("sums[0] ")) << found->message;
    const auto begin = found->message.find(": ") + 2;
    const double ulp = std::stod(found->message.substr(begin));
    EXPECT_NEAR(number_in(rows[i][1]), ulp, ulp / 100);
  }
}

}  // namespace
}  // namespace warpscope::labs
