#include "runner/exercise/working_copy.h"

#include <gtest/gtest.h>

#include "runner/exercise/lab_progress.h"
#include "tests/runner/made_record.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

class WorkingCopyTest : public testing::Test {
 protected:
  WorkingCopyTest() {
    folder_.write("labs/sample/starter.cu", "starter");
    folder_.write("labs/sample/exercise.h", "declarations");
    folder_.write("labs/sample/handout.md", "# Sample");
    folder_.write("labs/sample/reference.cu", "secret");
    folder_.write("labs/sample/judge.cpp", "secret");
  }
  WorkingCopy make() const {
    return make_working_copy(folder_.path() / "labs/sample", folder_.path() / "mine");
  }
  static record::RunRecord scored(double points) {
    auto record = test::made_record();
    record.lab = "sample";
    auto& score = record.score.emplace();
    score.points = points;
    score.max_points = 100;
    score.checks.push_back({"right", "Right", points, 60, ""});
    score.checks.push_back({"fast", "Fast", 0, 40, "slow"});
    return record;
  }
  std::string words() const { return progress_in_words(folder_.path() / "mine", "sample"); }
  std::string note(double points) const {
    return note_run(folder_.path() / "mine/exercise.cu", scored(points));
  }

  test::TemporaryFolder folder_;
};

TEST_F(WorkingCopyTest, HasTheStarterAndWhatToRead) {
  const auto copy = make();
  EXPECT_TRUE(copy.is_new);
  EXPECT_EQ(copy.file, folder_.path() / "mine/exercise.cu");
  EXPECT_EQ(folder_.read("mine/exercise.cu"), "starter");
  EXPECT_EQ(folder_.read("mine/exercise.h"), "declarations");
  EXPECT_EQ(folder_.read("mine/handout.md"), "# Sample");
  EXPECT_FALSE(folder_.has("mine/reference.cu"));
  EXPECT_FALSE(folder_.has("mine/judge.cpp"));
}

TEST_F(WorkingCopyTest, NeverOverwrites) {
  folder_.write("mine/exercise.h", "notes of mine");
  make();
  EXPECT_EQ(folder_.read("mine/exercise.h"), "notes of mine");
  folder_.write("mine/exercise.cu", "work of mine");
  EXPECT_FALSE(make().is_new);
  EXPECT_EQ(folder_.read("mine/exercise.cu"), "work of mine");
  fs::remove(folder_.path() / "mine/exercise.cu");
  fs::create_symlink(folder_.path() / "elsewhere", folder_.path() / "mine/exercise.cu");
  EXPECT_FALSE(make().is_new);
  EXPECT_FALSE(folder_.has("elsewhere"));
}

TEST_F(WorkingCopyTest, SaysWhyItCannotBeMade) {
  folder_.write("mine", "a file");
  try {
    make();
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("choose another one"), std::string::npos)
        << error.what();
  }
}

TEST_F(WorkingCopyTest, KeepsTheBestScore) {
  EXPECT_EQ(words(), "not begun");
  make();
  EXPECT_EQ(words(), "begun");
  EXPECT_EQ(note(60), "");
  EXPECT_EQ(note(40), "");
  EXPECT_EQ(words(), "best score 60 of 100");
  const auto progress = load_progress(folder_.path() / "mine");
  ASSERT_TRUE(progress.has_value());
  EXPECT_EQ(progress->runs, 2U);
  EXPECT_EQ(progress->lost_checks, (std::vector<std::string>{"right", "fast"}));
}

TEST_F(WorkingCopyTest, OtherFoldersGetNoProgress) {
  folder_.write("mine/exercise.cu", "handed in");
  EXPECT_EQ(note(60), "");
  EXPECT_FALSE(folder_.has("mine/progress.json"));
  EXPECT_EQ(words(), "begun");
  folder_.write("mine/progress.json",
                R"({"lab": "other", "runs": 1, "best_points": 5, "max_points": 10,
                    "lost_checks": [], "opened_hints": [{"task": 1, "opened": 3}]})");
  const auto before = folder_.read("mine/progress.json");
  EXPECT_EQ(note(60), "");
  EXPECT_EQ(folder_.read("mine/progress.json"), before);
  EXPECT_TRUE(opened_hints(folder_.path() / "mine/exercise.cu", "sample").empty());
}

TEST_F(WorkingCopyTest, HintsAreTold) {
  make();
  auto progress = load_progress(folder_.path() / "mine").value();
  progress.opened_hints[2] = 3;
  progress.opened_hints[1] = 0;
  save_progress(folder_.path() / "mine", progress);
  const auto opened = opened_hints(folder_.path() / "mine/exercise.cu", "sample");
  ASSERT_EQ(opened.size(), 1U);
  EXPECT_EQ(opened[0].task, 2U);
  EXPECT_EQ(opened[0].opened, 3U);
}

TEST_F(WorkingCopyTest, HostileProgressDoesNotMatter) {
  make();
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string(100'000, '['),
        std::string(200'000, ' '), std::string(R"({"lab": "sample", "runs": -1})"),
        std::string(R"({"lab": "sample", "runs": 1, "best_points": "all", "max_points": 1e999})"),
        std::string(R"({"lab": "sample", "runs": 1, "best_points": 1, "max_points": 1,
                        "lost_checks": [], "opened_hints": [{"task": 4e9, "opened": 1}]})")}) {
    folder_.write("mine/progress.json", text);
    EXPECT_FALSE(load_progress(folder_.path() / "mine").has_value()) << text.substr(0, 60);
    EXPECT_TRUE(opened_hints(folder_.path() / "mine/exercise.cu", "sample").empty());
    EXPECT_EQ(words(), "begun");
    EXPECT_EQ(note(30), "");
    EXPECT_EQ(words(), "best score 30 of 100") << text.substr(0, 60);
  }
}

TEST_F(WorkingCopyTest, ALinkIsNotFollowed) {
  make();
  folder_.write("secret", "{}");
  fs::remove(folder_.path() / "mine/progress.json");
  fs::create_symlink(folder_.path() / "secret", folder_.path() / "mine/progress.json");
  EXPECT_EQ(note(30), "");
  EXPECT_EQ(folder_.read("secret"), "{}");
  EXPECT_EQ(words(), "begun");
}

}  // namespace
}  // namespace warpscope::runner
