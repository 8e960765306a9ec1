// What the lab scan teaches, in the counts and points of its graded files; and the numbers of its
// deck that come from them.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"
#include "tests/slides/slide_source.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::Outcome;
using record::RunRecord;

Graded scan(const std::string& name) { return labs::graded(LabFile{"scan", name}); }

double scan_value(const std::string& program, const std::string& case_name,
                  std::string_view metric) {
  const RunRecord record = scan(program).record;
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const std::array index{static_cast<std::uint32_t>(found - record.cases.begin())};
  return runner::case_metric_value(record, index, metric).value_or(NAN);
}

/// The cell `column` of row i of a slide's last table is what program i has, but for half a `unit`.
void expect_scan_column(const std::string& anchor, std::size_t column,
                        const std::vector<std::string>& programs, const std::string& case_name,
                        std::string_view metric, double unit = 1, double warps = 1) {
  const auto deck = slides::read_deck(WARPSCOPE_SOURCE_DIR "/slides/scan.md");
  const auto slide = std::ranges::find(deck, anchor, &slides::Slide::anchor);
  ASSERT_NE(slide, deck.end()) << anchor;
  ASSERT_GT(slide->rows.size(), programs.size()) << anchor;
  const auto rows = slide->rows.end() - static_cast<std::ptrdiff_t>(programs.size());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    std::string cell = rows[static_cast<std::ptrdiff_t>(i)].at(column);
    std::erase(cell, ' ');
    EXPECT_NEAR(std::stod(cell), scan_value(programs[i], case_name, metric) / warps, unit / 2)
        << anchor << " " << programs[i];
  }
}

bool scan_record_has(const RunRecord& record, const std::string& id) {
  return std::ranges::find(record.findings, id, &record::Finding::id) != record.findings.end();
}

TEST(Scan, StarterIsWrongInTwoTasks) {
  const Graded result = scan("starter");
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::wrong_answer) << result.report;
  for (const Case& item : result.record.cases) {
    const bool may_be_wrong = item.task == "scan_tiles" || item.task == "compact";
    if (item.verdict != Case::Verdict::correct) {
      EXPECT_TRUE(may_be_wrong) << item.name;
    }
  }
  EXPECT_TRUE(scan_record_has(result.record, "missing-trailing-barrier")) << result.report;
}

TEST(Scan, CountsAreThoseOfTheDeck) {
  using namespace record::metric;
  const std::vector<std::string> of_tree{"starter", "step-4", "step-5"};
  expect_scan_column("warps", 1, {"starter", "step-2", "step-3"}, "scan_tiles/16384", kBarriers, 0,
                     64 * 8);
  expect_scan_column("warps", 2, {"starter", "step-2", "step-3"}, "scan_tiles/16384", kBarriers, 0);
  expect_scan_column("shuffle", 1, {"starter", "step-1"}, "scan_warps/16384",
                     "warpscope__ptx_inst_executed_per_128_useful_bytes.ratio", 0);
  expect_scan_column("three", 1, {"starter", "step-6", "step-7"}, "scan_long/32768",
                     "warpscope__bytes_moved_per_useful_byte.ratio", 0.1);
  expect_scan_column("tree-banks", 2, of_tree, "scan_tree/16384", kSharedLoadWavefronts, 0);
  expect_scan_column("tree-banks", 3, of_tree, "scan_tree/16384", kInstructions, 0);
}

/// A chain by block numbers is right in the usual order of blocks, and hangs in others.
TEST(Scan, BlocksThatTakeTheirNumberHangInOtherOrders) {
  for (const std::string program : {"step-8", "step-9"}) {
    const RunRecord record = scan(program).record;
    EXPECT_EQ(scan_record_has(record, "grid-larger-than-resident"), program == "step-8") << program;
    for (const Case& item : record.cases) {
      if (item.task != "scan_once") continue;
      const bool is_other_order = item.name.find("/order-") != std::string::npos;
      EXPECT_EQ(item.verdict == Case::Verdict::correct, program != "step-8" || !is_other_order)
          << program << " " << item.name;
    }
  }
}

TEST(Scan, ATreeMakesFewAdditionsAndManyPasses) {
  const auto passes = [](const std::string& program) {
    return scan_value(program, "scan_tree/16384", record::metric::kSharedLoadWavefronts);
  };
  EXPECT_GT(passes("step-4"), 2 * passes("starter"));
  EXPECT_LT(passes("step-5"), passes("starter"));
}

}  // namespace
}  // namespace warpscope::labs
