// Every lab, graded for real: its reference, its starter, every planted fault and every other way
// to solve it. A new folder below labs/ is found by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "record/names.h"
#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

using record::Finding;
using record::Outcome;

std::string test_name(const testing::TestParamInfo<LabFile>& info) {
  std::string name = info.param.lab + "_" + info.param.name;
  std::ranges::replace_if(
      name, [](char letter) { return letter == '-' || letter == '/'; }, '_');
  return name;
}

void expect_full_marks(const Graded& result) {
  EXPECT_EQ(result.exit_code, 0) << result.report;
  EXPECT_EQ(result.record.outcome.kind, Outcome::Kind::completed) << result.report;
  ASSERT_TRUE(result.record.score.has_value());
  EXPECT_DOUBLE_EQ(result.record.score->points, 100) << result.report;
  EXPECT_DOUBLE_EQ(result.record.score->max_points, 100);
  EXPECT_TRUE(std::ranges::all_of(result.record.findings, [](const Finding& finding) {
    return finding.severity == Finding::Severity::information;
  })) << findings_text(result.record);
}

/// Places are in files as the student knows them, not in the folder that the compiler saw.
void expect_known_files(const record::RunRecord& run) {
  const auto is_known = [&](const record::SourceLine& place) {
    return std::filesystem::path(place.file).filename() != "exercise.cu" ||
           std::ranges::find(run.sources, place.file, &record::SourceFile::path) !=
               run.sources.end();
  };
  for (const Finding& finding : run.findings) {
    EXPECT_TRUE(!finding.where || is_known(*finding.where)) << finding.id << finding.where->file;
    EXPECT_TRUE(!finding.other || is_known(*finding.other)) << finding.id << finding.other->file;
  }
}

/// What a failed test saw is not kept for the next run.
class GradesAFile : public testing::TestWithParam<LabFile> {
 protected:
  static Graded grade_file() {
    Graded result = grade(GetParam());
    if (result.is_kept) RecordProperty("kept", 1);
    expect_known_files(result.record);
    return result;
  }
  void TearDown() override {
    if (HasFailure()) forget(GetParam());
  }
};

class Reference : public GradesAFile {};

TEST_P(Reference, HasFullMarksAndNoFinding) { expect_full_marks(grade_file()); }

INSTANTIATE_TEST_SUITE_P(All, Reference, testing::ValuesIn(files_named("reference")), test_name);

class Starter : public GradesAFile {};

TEST_P(Starter, RunsAndDoesNotPass) {
  const Graded result = grade_file();
  EXPECT_TRUE(result.record.outcome.kind == Outcome::Kind::completed ||
              result.record.outcome.kind == Outcome::Kind::wrong_answer)
      << result.report;
  ASSERT_TRUE(result.record.score.has_value()) << result.report;
  EXPECT_LT(result.record.score->points, result.record.score->max_points);
  EXPECT_NE(result.exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(All, Starter, testing::ValuesIn(files_named("starter")), test_name);

class Step : public GradesAFile {};

TEST_P(Step, GivesRightAnswersUnlessItSaysOtherwise) {
  const Graded result = grade_file();
  EXPECT_TRUE(says(GetParam(), "step: ")) << "the first line must say what changed";
  const auto kind = result.record.outcome.kind;
  EXPECT_NE(kind, Outcome::Kind::compile_error) << result.report;
  if (!says(GetParam(), "wrong: ")) {
    EXPECT_EQ(kind, Outcome::Kind::completed) << result.report;
  }
  EXPECT_TRUE(result.record.score.has_value()) << result.report;
}

INSTANTIATE_TEST_SUITE_P(All, Step, testing::ValuesIn(all_steps()), test_name);

class Fault : public GradesAFile {};

TEST_P(Fault, IsNamed) {
  const Expectations expected = expectations_of(GetParam());
  EXPECT_TRUE(expected.way.empty()) << "another way to solve the lab belongs into ways/";
  ASSERT_FALSE(expected.is_empty()) << GetParam().path() << " does not say what must find it";
  const Graded result = grade_file();
  for (const auto& finding : expected.findings) {
    EXPECT_TRUE(has_finding(result.record, finding.id, finding.line))
        << "expected " << finding.id << " line " << finding.line << ", found\n"
        << findings_text(result.record);
  }
  if (!expected.findings.empty() && !result.record.findings.empty()) {
    EXPECT_EQ(result.record.findings.front().id, expected.findings.front().id)
        << "a beginner mends what comes first; found\n"
        << findings_text(result.record);
  }
  if (!expected.verdict.empty()) {
    EXPECT_EQ(record::name(result.record.outcome.kind), expected.verdict)
        << result.record.outcome.message;
  }
  for (const auto& id : expected.lost_checks) {
    const auto check = check_of(result.record, id);
    ASSERT_TRUE(check.has_value()) << "the lab has no check " << id;
    EXPECT_LT(check->points, check->max_points) << id << "\n" << result.report;
  }
  ASSERT_TRUE(result.record.score.has_value()) << result.report;
  EXPECT_LT(result.record.score->points, result.record.score->max_points);
}

INSTANTIATE_TEST_SUITE_P(All, Fault, testing::ValuesIn(files_below("faults")), test_name);

class Way : public GradesAFile {};

TEST_P(Way, HasFullMarks) {
  const Expectations expected = expectations_of(GetParam());
  ASSERT_FALSE(expected.way.empty()) << GetParam().path() << " has no line \"way: SENTENCE\"";
  expect_full_marks(grade_file());
}

INSTANTIATE_TEST_SUITE_P(All, Way, testing::ValuesIn(files_below("ways")), test_name);

TEST(Labs, EachHasStarterAndReference) {
  const auto labs = all_labs();
  EXPECT_GE(labs.size(), 1U);
  EXPECT_EQ(files_named("starter").size(), labs.size());
  EXPECT_EQ(files_named("reference").size(), labs.size());
}

// What a lab of the course has at least; others are there to be copied. A lab that was written when
// no GPU was at hand has no measured curves, and its handout says so.
TEST(Labs, EachOfTheCourseHasFaultsWaysStepsAndMeasuredCurves) {
  constexpr std::string_view kNotMeasured = "no GPU has measured this lab yet";
  const auto course = read_file(lab_folder("course.toml"));
  for (const auto& lab : all_labs()) {
    if (course.find('"' + lab + '"') == std::string::npos) continue;
    const auto count = [&](const std::vector<LabFile>& files) {
      return std::ranges::count(files, lab, &LabFile::lab);
    };
    EXPECT_GE(count(files_below("faults")), 10) << lab;
    EXPECT_GE(count(files_below("ways")), 3) << lab;
    EXPECT_GE(steps_of(lab).size(), 3U) << lab;
    const auto handout = read_file(lab_folder(lab) / "handout.md");
    const bool is_measured = handout.find(kNotMeasured) == std::string::npos;
    EXPECT_EQ(std::filesystem::exists(lab_folder(lab) / "h200.json"), is_measured) << lab;
  }
}

// They are copied for the student and lie beside the exercise when it is compiled. Some are there
// to be read, such as what the CPU does; what only the judge includes belongs into the folder
// judge/.
TEST(Labs, HeadersAreIncludedByExerciseOrDriverOrNamedInTheHandoutOrAJudge) {
  for (const auto& lab : all_labs()) {
    std::string texts = read_file(lab_folder(lab) / "handout.md");
    std::vector<std::string> headers;
    for (const auto& entry : std::filesystem::directory_iterator(lab_folder(lab))) {
      if (!entry.is_regular_file() || entry.path().filename() == "judge.cpp") continue;
      const auto extension = entry.path().extension();
      const bool is_header = extension == ".h" || extension == ".cuh";
      if (is_header) headers.push_back(entry.path().filename());
      if (is_header || extension == ".cu" || extension == ".toml") texts += read_file(entry.path());
    }
    for (const auto& header : headers)
      EXPECT_NE(texts.find(header), std::string::npos) << lab << "/" << header;
  }
}

}  // namespace
}  // namespace warpscope::labs
