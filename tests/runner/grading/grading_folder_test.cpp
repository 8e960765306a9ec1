#include <gtest/gtest.h>
#include <sys/stat.h>

#include "runner/grading/grading.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

Submission handed_in(const test::TemporaryFolder& folder, const std::string& name) {
  folder.write("in/" + name + ".cu", "text of " + name);
  return {name, folder.path() / "in" / (name + ".cu"), {}, {"7", "", "", "a@b", ""}};
}

GradingResult made_result(const std::string& key) {
  GradingResult result;
  result.key = key;
  result.json = "{}\n";
  result.record.score.emplace().points = 3;
  return result;
}

TEST(GradingFolders, KeepAPlanForTheirOwnerOnly) {
  const test::TemporaryFolder folder;
  const GradingFolder grading(folder.path() / "grades/lab");
  EXPECT_FALSE(grading.load_plan().has_value());
  GradingPlan plan;
  plan.lab = "lab";
  plan.seed = 0xfedcba9876543210;
  plan.submissions = {handed_in(folder, "ada")};
  grading.save_plan(plan);
  const auto loaded = grading.load_plan();
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->seed, plan.seed);
  ASSERT_EQ(loaded->submissions.size(), 1u);
  EXPECT_EQ(loaded->submissions[0].file, plan.submissions[0].file);
  EXPECT_EQ(loaded->submissions[0].student.email, "a@b");
  struct stat status {};
  ASSERT_EQ(::stat(grading.path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
}

TEST(GradingFolders, AResultIsUsedAgainOnlyWithItsKey) {
  const test::TemporaryFolder folder;
  const GradingFolder grading(folder.path() / "grades");
  GradingPlan plan;
  plan.conditions = "one";
  const auto ada = handed_in(folder, "ada");
  const auto key = key_of(plan, ada);
  ASSERT_TRUE(key.has_value());
  grading.save_result(ada, made_result(*key));
  ASSERT_TRUE(grading.load_result(ada, *key).has_value());
  EXPECT_EQ(grading.load_result(ada, *key)->record.score->points, 3);

  folder.write("in/ada.cu", "another text");
  EXPECT_NE(key_of(plan, ada), key);
  EXPECT_FALSE(grading.load_result(ada, *key_of(plan, ada)).has_value());
  EXPECT_TRUE(grading.earlier_result(ada).has_value());
  plan.conditions = "two";
  folder.write("in/ada.cu", "text of ada");
  EXPECT_NE(key_of(plan, ada), key);
}

TEST(GradingFolders, ABrokenResultIsNone) {
  const test::TemporaryFolder folder;
  const GradingFolder grading(folder.path());
  const auto ada = handed_in(folder, "ada");
  folder.write("results/ada.json", "{\"key\": \"k\", \"json\": ");
  EXPECT_FALSE(grading.load_result(ada, "k").has_value());
}

TEST(GradingFolders, ABrokenPlanIsTold) {
  const test::TemporaryFolder folder;
  const GradingFolder grading(folder.path());
  folder.write("grading.json", "{}");
  EXPECT_THROW(grading.load_plan(), std::runtime_error);
}

TEST(GradingFolders, ASubmissionThatIsGoneHasNoKey) {
  const test::TemporaryFolder folder;
  auto ada = handed_in(folder, "ada");
  std::filesystem::remove(ada.file);
  EXPECT_FALSE(key_of({}, ada).has_value());
}

}  // namespace
}  // namespace warpscope::runner
