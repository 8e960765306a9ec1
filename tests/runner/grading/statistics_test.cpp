#include "runner/grading/statistics.h"

#include <gtest/gtest.h>

#include <map>

#include "runner/grading/plagiarism_export.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

/// What a folder would keep.
std::map<std::string, GradingResult> kept_of_statistics;

ClassRow scored(double points, const std::vector<std::string>& findings) {
  ClassRow row;
  row.submission.name = std::to_string(points);
  auto& record = kept_of_statistics[row.submission.name].record;
  record = {};
  auto& score = record.score.emplace();
  score.points = points;
  score.max_points = 50;
  score.checks = {{"first", "the first", points, 50, ""}};
  for (const auto& id : findings) {
    record.findings.emplace_back().id = id;
    record.findings.back().title = "about " + id;
  }
  row.summary = summary_of(record);
  return row;
}

ClassResults class_of_seven() {
  ClassResults results{"lab", 1, {}, {}};
  results.load = [](const Submission& one) {
    return std::optional(kept_of_statistics.at(one.name));
  };
  results.rows = {scored(50, {}), scored(49.9, {"b", "b"}), scored(0, {"a", "b"}), scored(5, {}),
                  scored(20, {"b"})};
  results.rows.push_back(scored(10, {"a"}));
  results.rows.back().is_our_fault = true;
  results.rows.emplace_back();
  return results;
}

TEST(ClassStatistics, CountSubmissionsNotFindings) {
  const auto statistics = statistics_of(class_of_seven());
  EXPECT_EQ(statistics.graded, 5u);
  ASSERT_EQ(statistics.findings.size(), 2u);
  EXPECT_EQ(statistics.findings[0].id, "b");
  EXPECT_EQ(statistics.findings[0].submissions, 3u);
  EXPECT_EQ(statistics.findings[1].submissions, 1u);
  ASSERT_EQ(statistics.checks.size(), 1u);
  EXPECT_NEAR(statistics.checks[0].mean_points, 24.98, 1e-9);
}

TEST(ClassStatistics, BinsHoldEverySubmissionOnce) {
  const auto bins = statistics_of(class_of_seven()).bins;
  ASSERT_EQ(bins.size(), 10u);
  EXPECT_EQ(bins[0].submissions, 1u);
  EXPECT_EQ(bins[1].submissions, 1u) << "5 of 50 points";
  EXPECT_EQ(bins[4].submissions, 1u);
  EXPECT_EQ(bins[9].submissions, 2u) << "full marks are in the last one";
  std::size_t all = 0;
  for (const auto& bin : bins) all += bin.submissions;
  EXPECT_EQ(all, 5u);
}

TEST(ClassStatistics, AreWrittenAsTableAndPage) {
  const auto results = class_of_seven();
  const auto statistics = statistics_of(results);
  const auto csv = statistics_csv(statistics);
  EXPECT_NE(csv.find("finding,b,about b,3,5\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("points,45 to 50,submissions with so many points,2,5\n"), std::string::npos);
  const auto page = statistics_html(results, statistics);
  EXPECT_NE(page.find("5 of 7 submissions graded"), std::string::npos);
  EXPECT_NE(page.find("about b [b]"), std::string::npos);
}

TEST(ClassStatistics, OfNobodyAreEmpty) {
  const auto statistics = statistics_of({"lab", 1, {}, {}});
  EXPECT_EQ(statistics.graded, 0u);
  EXPECT_NE(statistics_html({"lab", 1, {}, {}}, statistics).find("0 of 0"), std::string::npos);
}

TEST(PlagiarismExport, HasAFolderForEachAndWhatEverybodyWasGiven) {
  const test::TemporaryFolder folder;
  folder.write("starter.cu", "given");
  folder.write("in/ada.cu", "ada's");
  const std::vector<Submission> submissions{{"ada", folder.path() / "in/ada.cu", {}, {}},
                                            {"bob", {}, "nothing", {}}};
  const auto out = folder.path() / "out";
  EXPECT_EQ(export_for_comparison(out, submissions, folder.path() / "starter.cu"), 1u);
  EXPECT_EQ(folder.read("out/base/exercise.cu"), "given");
  EXPECT_EQ(folder.read("out/submissions/ada/exercise.cu"), "ada's");
  EXPECT_FALSE(folder.has("out/submissions/bob"));
  EXPECT_THROW(export_for_comparison(out, submissions, folder.path() / "starter.cu"),
               std::runtime_error)
      << "never overwrites";
}

}  // namespace
}  // namespace warpscope::runner
