// What the bank-conflicts lab teaches, in the counters and points of its graded files.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "record/derived.h"
#include "record/metrics.h"
#include "tests/labs/expected_sweep.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::RunRecord;

Graded graded_file(const std::string& name) {
  return labs::graded(LabFile{"bank-conflicts", name});
}

/// Counters of the case of this name; empty when there is none.
record::Counters counters_of(const RunRecord& record, const std::string& name) {
  const auto found = std::ranges::find(record.cases, name, &Case::name);
  if (found == record.cases.end()) return {};
  return record::case_counters(record, static_cast<std::uint32_t>(found - record.cases.begin()));
}

double metric(const RunRecord& record, const std::string& name, std::string_view metric) {
  return record::metric_value(metric, counters_of(record, name)).value_or(-1);
}

TEST(BankConflicts, ReferenceDrawsTheCurvesThatTheDeckExplains) {
  const RunRecord record = graded_file("reference").record;
  const std::map<std::string, int> lanes_per_phase{
      {"square-4-bytes", 32}, {"square-8-bytes", 16}, {"square-16-bytes", 8}};
  std::size_t count = 0;
  for (const Case& set : record.cases) {
    const auto found = lanes_per_phase.find(set.sweep);
    if (found == lanes_per_phase.end()) continue;
    const int pitch = 32 + static_cast<int>(set.sweep_x);
    const double passes = metric(record, set.name, record::metric::kSharedLoadWavefronts);
    const double conflicts = metric(record, set.name,
                                    "l1tex__data_bank_conflicts_pipe_lsu_mem_"
                                    "shared_op_ld.sum");
    EXPECT_EQ(passes / (passes - conflicts), std::gcd(pitch, found->second)) << set.name;
    ++count;
  }
  EXPECT_EQ(count, 3U * 34U);
}

TEST(BankConflicts, AWideMatrixHasTheSameCurveButForTilesThatAreCut) {
  const RunRecord record = graded_file("reference").record;
  const auto ways = [&](const std::string& sweep, int padding) {
    return metric(record, "transpose_padded/" + sweep + "/padding-" + std::to_string(padding),
                  record::derived::kSharedConflictWays);
  };
  for (const std::string bytes : {"4", "8", "16"}) {
    const auto wide = "wide-" + bytes + "-bytes", square = "square-" + bytes + "-bytes";
    for (int padding = 0; padding <= 33; ++padding) {
      const double whole = ways(square, padding), cut = ways(wide, padding);
      if (whole == 1) {
        EXPECT_EQ(cut, 1) << wide << padding;
      } else {
        EXPECT_GT(cut, 1) << wide << padding;
        EXPECT_LE(cut, whole) << wide << padding;
      }
    }
    EXPECT_LT(ways(wide, 0), ways(square, 0)) << wide;
  }
}

TEST(BankConflicts, StarterIsRightButForBroadcastAndWideLoads) {
  const RunRecord record = graded_file("starter").record;
  std::string wrong;
  for (const Case& set : record.cases) {
    if (set.verdict != Case::Verdict::correct) wrong += set.name + " ";
  }
  EXPECT_EQ(wrong, "passes/4-bytes-shared passes/8-bytes-scattered passes/16-bytes-scattered ");
  EXPECT_EQ(metric(record, "transpose/large-square", record::derived::kSectorsPerLoadRequest), 4);
  EXPECT_EQ(metric(record, "transpose/large-square", record::derived::kSectorsPerStoreRequest), 32);
  EXPECT_EQ(record.score->points, 38);
}

TEST(BankConflicts, PaddingTheWrongDimensionChangesNoCount) {
  const RunRecord without = graded_file("faults/no-padding").record;
  const RunRecord wrong = graded_file("faults/padding-in-the-wrong-dimension").record;
  const std::string name = "transpose/large-square";
  EXPECT_EQ(counters_of(wrong, name), counters_of(without, name));
  EXPECT_DOUBLE_EQ(metric(wrong, name, record::derived::kSharedConflictWays), 16.5);
}

TEST(BankConflicts, ConflictsOfTheSweepsAreNoWarning) {
  const RunRecord record = graded_file("reference").record;
  const auto found =
      std::ranges::find(record.findings, "shared-bank-conflict", &record::Finding::id);
  ASSERT_NE(found, record.findings.end()) << "it is still said";
  EXPECT_EQ(found->severity, record::Finding::Severity::information);
}

// "conflicts and time against padding (0 to 33) and element width (4, 8, 16 bytes), square and not"
TEST(BankConflicts, HasTheCurvesThatWereAskedFor) {
  for (const std::string sides : {"square", "wide"}) {
    for (const std::string bytes : {"4", "8", "16"}) {
      expect_sweep({"bank-conflicts",
                    sides + "-" + bytes + "-bytes",
                    "derived__memory_l1_conflicts_shared_nway",
                    {"transpose_padded"},
                    from_to(0, 33)});
    }
  }
}

TEST(BankConflicts, NoRaceIsNamedWithoutChecks) {
  const LabFile racing{"bank-conflicts", "faults/missing-barrier"};
  EXPECT_TRUE(has_finding(graded(racing).record, "missing-barrier"));
  EXPECT_FALSE(has_finding(graded_without_checks(racing), "missing-barrier"));
}

}  // namespace
}  // namespace warpscope::labs
