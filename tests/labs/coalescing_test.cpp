// The coalescing lab, graded for real: the reference, the starter and every planted fault.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "record/derived.h"
#include "record/metrics.h"
#include "record/names.h"
#include "tests/labs/grading.h"

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;
using record::Case;
using record::Finding;
using record::Outcome;
using record::RunRecord;

const fs::path kFolder = WARPSCOPE_SOURCE_DIR "/labs/coalescing";

std::string findings_text(const RunRecord& record) {
  std::string text;
  for (const Finding& finding : record.findings) {
    text += "  " + finding.id + " line " +
            (finding.where ? std::to_string(finding.where->line) : "none") + ": " + finding.cause +
            '\n';
  }
  return text.empty() ? "  no findings" : text;
}

bool has_finding(const RunRecord& record, const std::string& id, std::uint32_t line) {
  return std::ranges::any_of(record.findings, [&](const Finding& finding) {
    const std::uint32_t found_line = finding.where ? finding.where->line : 0;
    return finding.id == id && (line == 0 || found_line == line);
  });
}

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

/// Each file is graded once for all tests that only look at the result.
const Graded& graded(const fs::path& file) {
  static std::map<fs::path, Graded> results;
  const auto found = results.find(file);
  return found != results.end() ? found->second
                                : results.emplace(file, grade("coalescing", file)).first->second;
}

const Graded& reference() { return graded(kFolder / "reference.cu"); }
const Graded& starter() { return graded(kFolder / "starter.cu"); }

TEST(Coalescing, ReferenceHasFullMarksAndNoFinding) {
  const Graded& result = reference();
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::completed) << result.output;
  ASSERT_TRUE(result.record.score.has_value());
  EXPECT_DOUBLE_EQ(result.record.score->points, 100) << result.output;
  EXPECT_DOUBLE_EQ(result.record.score->max_points, 100);
  EXPECT_TRUE(std::ranges::all_of(result.record.findings, [](const Finding& finding) {
    return finding.severity == Finding::Severity::information;
  })) << findings_text(result.record);
}

TEST(Coalescing, ReferenceIsFlatInBothSweeps) {
  const RunRecord& record = reference().record;
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
  const Graded& result = starter();
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::completed) << result.output;
  for (const Case& set : result.record.cases) {
    EXPECT_EQ(set.verdict, Case::Verdict::correct) << set.name << ": " << set.message;
  }
  const std::map<std::string, double> expected{
      {"scale-records-correct", 12},  {"add-one-correct", 12},
      {"kinetic-energy-correct", 11}, {"no-errors", 5},
      {"scale-records-traffic", 0},   {"add-one-traffic", 0},
      {"add-one-width", 0},           {"kinetic-energy-traffic", 0},
  };
  EXPECT_EQ(points_of(result.record), expected) << result.output;
}

TEST(Coalescing, StarterDrawsTheCurvesThatTheDeckExplains) {
  const RunRecord& record = starter().record;
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
  const RunRecord& record = starter().record;
  for (const char* id :
       {"uncoalesced-load", "uncoalesced-store", "misaligned-base", "array-of-structs-stride"}) {
    EXPECT_TRUE(has_finding(record, id, 0)) << id << "\n" << findings_text(record);
  }
}

TEST(Coalescing, GradingTwiceGivesTheSameReport) {
  // A host pointer's value differs from run to run, and so does what crashes.
  for (const std::string name : {"starter", "faults/wrong-address-space-pointer",
                                 "faults/missing-bounds-guard", "faults/verdicts/crash"}) {
    const auto file = kFolder / (name + ".cu");
    const auto first = grade_output("coalescing", file, "--json");
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(first, grade_output("coalescing", file, "--json")) << name;
  }
}

class Fault : public testing::TestWithParam<fs::path> {};

TEST_P(Fault, IsNamed) {
  const auto expected = expectation_of(GetParam());
  const Graded& result = graded(GetParam());
  if (expected.verdict.empty()) {
    EXPECT_TRUE(has_finding(result.record, expected.id, expected.line))
        << "expected " << expected.id << " line " << expected.line << ", found\n"
        << findings_text(result.record);
  } else {
    EXPECT_EQ(record::name(result.record.outcome.kind), expected.verdict)
        << result.record.outcome.message;
  }
  ASSERT_TRUE(result.record.score.has_value()) << result.output;
  EXPECT_LT(result.record.score->points, result.record.score->max_points);
}

INSTANTIATE_TEST_SUITE_P(Planted, Fault, testing::ValuesIn(faults_of("coalescing")),
                         [](const auto& info) {
                           std::string name = info.param.stem().string();
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Coalescing, EachKindOfFailureHasAnExitCodeOfItsOwn) {
  std::map<int, std::string> seen;
  for (const std::string name : {"compile-error", "crash", "hang", "wrong-answer"}) {
    const int code = graded(kFolder / "faults/verdicts" / (name + ".cu")).exit_code;
    EXPECT_NE(code, 0) << name;
    EXPECT_TRUE(seen.emplace(code, name).second)
        << name << " and " << seen[code] << " both give " << code;
  }
}

TEST(Coalescing, PointsOfWorkOnTheHostAreWithheld) {
  const Graded& result = graded(kFolder / "faults/verdicts/host-side-work.cu");
  const auto points = points_of(result.record);
  ASSERT_TRUE(points.contains("kinetic-energy-traffic")) << result.output;
  EXPECT_EQ(points.at("kinetic-energy-correct"), 11);
  EXPECT_EQ(points.at("kinetic-energy-traffic"), 0);
}

}  // namespace
}  // namespace warpscope::labs
