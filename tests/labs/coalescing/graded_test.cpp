// What the coalescing lab teaches, in the counters and points of its graded files.
#include "tests/labs/graded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "record/derived.h"
#include "record/metrics.h"

namespace warpscope::labs {
namespace {

using record::Case;
using record::Outcome;
using record::RunRecord;

Graded graded(const std::string& name) { return labs::graded({"coalescing", name}); }

std::map<std::string, double> points_of(const RunRecord& record) {
  std::map<std::string, double> points;
  if (!record.score) return points;
  for (const auto& check : record.score->checks) points[check.id] = check.points;
  return points;
}

double sectors_per_load_request(const RunRecord& record, const std::string& case_name) {
  const auto found = std::ranges::find(record.cases, case_name, &Case::name);
  if (found == record.cases.end()) return NAN;
  const auto index = static_cast<std::uint32_t>(found - record.cases.begin());
  return record::metric_value(record::derived::kSectorsPerLoadRequest,
                              record::case_counters(record, index))
      .value_or(NAN);
}

TEST(Coalescing, ReferenceIsFlatInBothSweeps) {
  const RunRecord record = graded("reference").record;
  for (const Case& set : record.cases) {
    if (set.sweep == "record-size") {
      EXPECT_DOUBLE_EQ(sectors_per_load_request(record, set.name), 4) << set.name;
    }
    if (set.sweep == "offset") {
      EXPECT_NEAR(sectors_per_load_request(record, set.name), 16, 0.01) << set.name;
    }
  }
}

TEST(Coalescing, StarterIsRightAndLosesThePointsForEfficiency) {
  const Graded result = graded("starter");
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::completed) << result.report;
  for (const Case& set : result.record.cases) {
    EXPECT_EQ(set.verdict, Case::Verdict::correct) << set.name << ": " << set.message;
  }
  const std::map<std::string, double> expected{
      {"scale-records-correct", 12},  {"add-one-correct", 12},
      {"kinetic-energy-correct", 11}, {"no-errors", 5},
      {"scale-records-traffic", 0},   {"add-one-traffic", 0},
      {"add-one-width", 0},           {"kinetic-energy-traffic", 0},
  };
  EXPECT_EQ(points_of(result.record), expected) << result.report;
}

TEST(Coalescing, StarterDrawsTheCurvesThatTheDeckExplains) {
  const RunRecord record = graded("starter").record;
  const std::map<std::string, double> expected{
      {"scale_records/fields-1", 4},   {"scale_records/fields-2", 8},
      {"scale_records/fields-3", 12},  {"scale_records/fields-4", 16},
      {"scale_records/fields-8", 32},  {"scale_records/fields-16", 32},
      {"scale_records/fields-32", 32}, {"add_one/offset-0", 4},
      {"add_one/offset-1", 5},         {"add_one/offset-4", 5},
      {"add_one/offset-8", 4},         {"add_one/offset-17", 5},
      {"kinetic_energy/16385", 32},
  };
  for (const auto& [name, sectors] : expected) {
    // A last warp that is not full has fewer sectors.
    EXPECT_NEAR(sectors_per_load_request(record, name), sectors, 0.07) << name;
  }
}

TEST(Coalescing, StarterIsToldWhatIsSlow) {
  const RunRecord record = graded("starter").record;
  for (const char* id :
       {"uncoalesced-load", "uncoalesced-store", "misaligned-base", "array-of-structs-stride"}) {
    EXPECT_TRUE(has_finding(record, id)) << id << "\n" << findings_text(record);
  }
}

TEST(Coalescing, PointsOfWorkOnTheHostAreWithheld) {
  const Graded result = graded("faults/host-side-work");
  const auto points = points_of(result.record);
  ASSERT_TRUE(points.contains("kinetic-energy-traffic")) << result.report;
  // Not even for the case of no particle, which is right without any work.
  EXPECT_EQ(points.at("kinetic-energy-correct"), 0) << result.report;
  EXPECT_EQ(points.at("kinetic-energy-traffic"), 0);
}

}  // namespace
}  // namespace warpscope::labs
