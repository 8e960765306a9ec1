#include "runner/grading/submission.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

std::vector<Submission> found_in(const std::vector<fs::path>& paths) {
  return find_submissions(paths);
}

const Submission& named(const std::vector<Submission>& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &Submission::name);
  if (found == all.end()) throw std::runtime_error("no submission " + name);
  return *found;
}

TEST(Submissions, AFolderHoldsFilesAndFoldersOfStudents) {
  const test::TemporaryFolder folder;
  folder.write("ada/exercise.cu", "a");
  folder.write("ada/notes.cu", "not this");
  folder.write("bob/lab one.cu", "b");
  folder.write("carol.cu", "c");
  folder.write("dora/one.cu", "");
  folder.write("dora/two.cu", "");
  folder.write("readme.txt", "");
  folder.write(".git/config.cu", "");
  fs::create_directories(folder.path() / "emil");
  const auto all = found_in({folder.path()});
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(named(all, "ada").file, folder.path() / "ada/exercise.cu");
  EXPECT_EQ(named(all, "bob").file, folder.path() / "bob/lab one.cu");
  EXPECT_EQ(named(all, "carol").file, folder.path() / "carol.cu");
  EXPECT_TRUE(named(all, "dora").file.empty());
  EXPECT_NE(named(all, "dora").problem.find("2 .cu files"), std::string::npos);
  EXPECT_NE(named(all, "emil").problem.find("no .cu file"), std::string::npos);
}

TEST(Submissions, ALinkOrAPipeIsNotGraded) {
  const test::TemporaryFolder folder;
  folder.write("secret.txt", "secret");
  fs::create_directories(folder.path() / "class/eve");
  fs::create_symlink(folder.path() / "secret.txt", folder.path() / "class/eve/exercise.cu");
  fs::create_symlink(folder.path() / "secret.txt", folder.path() / "class/mallory.cu");
  fs::create_directory_symlink(folder.path(), folder.path() / "class/trudy");
  const auto all = found_in({folder.path() / "class"});
  ASSERT_EQ(all.size(), 3u);
  for (const auto& submission : all) {
    EXPECT_TRUE(submission.file.empty()) << submission.name;
    EXPECT_NE(submission.problem.find("symbolic link"), std::string::npos) << submission.name;
  }
}

TEST(Submissions, AWorkingCopyIsOneSubmissionNamedAfterItsFolder) {
  const test::TemporaryFolder folder;
  folder.write("ada/exercise.cu", "a");
  for (const auto& path : {folder.path() / "ada", folder.path() / "ada/"}) {
    const auto all = found_in({path});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all.front().name, "ada");
  }
}

TEST(Submissions, NamesAreDistinctAndFitForFiles) {
  const test::TemporaryFolder folder;
  folder.write("one/ada.cu", "");
  folder.write("two/ada.cu", "");
  const auto all = found_in({folder.path() / "one/ada.cu", folder.path() / "two/ada.cu"});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "ada");
  EXPECT_EQ(all[1].name, "ada (2)");
  EXPECT_EQ(file_name_for("a/b\n\x1b[31m"), "a_b__[31m");
  EXPECT_EQ(file_name_for("../x"), "_.._x");
  EXPECT_EQ(file_name_for(""), "_");
  const std::string longest(300, 'x');
  EXPECT_NE(file_name_for(longest + "1"), file_name_for(longest + "2"));
  EXPECT_LT(file_name_for(longest).size(), 200u);
}

TEST(Submissions, WhatIsNotThereIsTold) {
  EXPECT_THROW(found_in({"no/such/folder"}), std::runtime_error);
}

}  // namespace
}  // namespace warpscope::runner
