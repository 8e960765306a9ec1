#include "runner/grading/submission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/foreign_text.h"
#include "tests/runner/made_zip.h"
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

constexpr const char* kFitting = "void scale(float*) {}\n";

/// In a folder, where nothing but names is looked at, and in a zip file.
std::vector<Submission> taken(const test::TemporaryFolder& folder, const fs::path& path) {
  return find_submissions(std::vector{folder.path() / path},
                          {folder.path() / "unpacked", {"scale"}});
}

std::string text_of(const Submission& submission) {
  std::ifstream file(submission.file, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Submissions, AsCanvasExportsThem) {
  const test::TemporaryFolder folder;
  const auto inner = test::made_zip(
      {{"lab/src/main.cu", kFitting}, {"lab/test.cu", "int main() {}"}, {"lab/util.h", ""}});
  folder.write("submissions.zip",
               test::made_zip({{"lovelaceada_4711_99_exercise-1.cu", "a"},
                               {"babbagecharles_LATE_4712_98_lab1.zip", inner},
                               {"hoppergrace_4713_97_util.h", "u"},
                               {"hoppergrace_4713_96_mine.cu", "h"},
                               {"turingalan_4714_text.html", "<p>typed</p>"},
                               {"noetheremmy_4715_95_notes.pdf", "%PDF"},
                               {"meitnerlise_4716_94_broken.zip", "PK nothing"},
                               {"curiemarie_4717_93_large.zip", std::string(70 << 20, '0'), 0100644,
                                false, true}}));
  const auto all = taken(folder, "submissions.zip");
  ASSERT_EQ(all.size(), 7u);
  EXPECT_EQ(text_of(named(all, "lovelaceada_4711")), "a");
  EXPECT_EQ(named(all, "lovelaceada_4711").student.id, "4711");
  EXPECT_EQ(named(all, "babbagecharles_4712").file.filename(), "main.cu");
  EXPECT_TRUE(named(all, "babbagecharles_4712").student.is_late);
  EXPECT_EQ(text_of(named(all, "hoppergrace_4713")), "h");
  EXPECT_TRUE(fs::exists(named(all, "hoppergrace_4713").root / "util.h")) << "under her own name";
  EXPECT_NE(named(all, "turingalan_4714").problem.find("typed in"), std::string::npos);
  EXPECT_NE(named(all, "meitnerlise_4716").problem.find("broken.zip cannot be read"),
            std::string::npos)
      << named(all, "meitnerlise_4716").problem;
  EXPECT_EQ(named(all, "noetheremmy_4715").problem,
            "The folder holds no .cu file. What was handed in: notes.pdf.");
  // What one student hands in ends nobody else's grading.
  EXPECT_NE(named(all, "curiemarie_4717").problem.find("large.zip is larger than 64 MiB"),
            std::string::npos)
      << named(all, "curiemarie_4717").problem;
}

// A folder of ours would tell nobody which file that was, and is gone afterwards.
TEST(Submissions, UnpackedFilesAreKnownByTheirPlaceInWhatWasHandedIn) {
  const test::TemporaryFolder folder;
  const auto inner = test::made_zip({{"lab/exercise.cu", kFitting}});
  folder.write("class.zip", test::made_zip({{"ada/src/exercise.cu", kFitting},
                                            {"bob/all.zip", inner},
                                            {"eve.zip", inner}}));
  folder.write("in/ada/exercise.cu", kFitting);
  folder.write("in/emil.zip", inner);
  folder.write("in/M\xfcller/exercise.cu", kFitting);
  const auto known_as = [&](const std::vector<Submission>& all, const std::string& name) {
    const auto& submission = named(all, name);
    EXPECT_TRUE(submission.problem.empty()) << name << ": " << submission.problem;
    const auto& known = submission.known_as;
    return known.empty() ? known : fs::path(known).lexically_relative(folder.path()).string();
  };
  const auto of_class = taken(folder, "class.zip");
  EXPECT_EQ(known_as(of_class, "ada"), "class.zip/ada/src/exercise.cu");
  EXPECT_EQ(known_as(of_class, "bob"), "class.zip/bob/all/lab/exercise.cu");
  EXPECT_EQ(known_as(of_class, "eve"), "class.zip/eve.zip/lab/exercise.cu");
  const auto of_folder = taken(folder, "in");
  EXPECT_EQ(known_as(of_folder, "ada"), "") << "it is where it was";
  EXPECT_EQ(known_as(of_folder, "emil"), "in/emil.zip/lab/exercise.cu");
  EXPECT_EQ(known_as(of_folder, "Müller"), "in/Müller/exercise.cu");
  const auto one =
      submission_in(folder.path() / "in/emil.zip", {folder.path() / "unpacked", {"scale"}});
  EXPECT_EQ(one.known_as, folder.path() / "in/emil.zip/lab/exercise.cu");
}

TEST(Submissions, APlainFolderHasOneForEachStudentWhateverTheNumbersInNames) {
  const test::TemporaryFolder folder;
  folder.write("in/lab_2026_1_ada.cu", kFitting);
  folder.write("in/lab_2026_1_bob.cu", "void scale(float*) { }\n");
  EXPECT_EQ(taken(folder, "in").size(), 2u);
  folder.write("class.zip",
               test::made_zip({{"ada/exercise.cu", kFitting},
                               {"bob/all.zip", std::string(70 << 20, '0'), 0100644, false, true},
                               {"eve/exercise.cu", kFitting}}));
  const auto all = taken(folder, "class.zip");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_TRUE(named(all, "ada").problem.empty());
  EXPECT_NE(named(all, "bob").problem.find("all.zip is larger than 64 MiB"), std::string::npos)
      << named(all, "bob").problem;
}

TEST(Submissions, AsMoodleExportsThem) {
  const test::TemporaryFolder folder;
  const auto inner = test::made_zip({{"exercise.cu", "z"}});
  folder.write("in/Ada Lovelace_4711_assignsubmission_file_/exercise.cu", "a");
  folder.write("in/Ada Lovelace_4711_assignsubmission_onlinetext_/onlinetext.html", "<p>");
  folder.write("in/Jörg Müller_4712_assignsubmission_file_/lab.zip", inner);
  folder.write("in/Alan Turing_4713_assignsubmission_onlinetext_/onlinetext.html", "<p>");
  const auto all = taken(folder, "in");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(named(all, "Ada Lovelace_4711").file,
            folder.path() / "in/Ada Lovelace_4711_assignsubmission_file_/exercise.cu");
  EXPECT_EQ(named(all, "Ada Lovelace_4711").student.first_name, "Ada");
  EXPECT_EQ(text_of(named(all, "Jörg Müller_4712")), "z");
  EXPECT_NE(named(all, "Alan Turing_4713").problem.find("typed in"), std::string::npos);
  EXPECT_EQ(folder.read("in/Jörg Müller_4712_assignsubmission_file_/lab.zip"), inner)
      << "what was given stays as it was";
}

TEST(Submissions, AsBlackboardExportsThem) {
  const test::TemporaryFolder folder;
  const std::string attempt = "Lab 1_al42_attempt_2026-11-20-14-33-05";
  folder.write("in/" + attempt + ".txt",
               "Name: Ada Lovelace (al42)\r\nAssignment: Lab 1\r\nDate Submitted: Friday, 20 "
               "November 2026 14:33:05 o'clock CET\r\n");
  folder.write("in/" + attempt + "_exercise.cu", "a");
  folder.write("in/" + attempt + "_util.h", "");
  folder.write("in/Lab 1_al42_attempt_2026-11-21-10-00-00_exercise.cu", "later");
  folder.write("in/Lab 1_cb_attempt_2026-11-21-10-00-00.txt", "Name: Charles Babbage (cb)\n");
  const auto all = taken(folder, "in");
  ASSERT_EQ(all.size(), 3u);
  const auto& first = named(all, "al42_attempt_2026-11-20-14-33-05");
  EXPECT_EQ(text_of(first), "a");
  EXPECT_EQ(first.file.filename(), "exercise.cu");
  EXPECT_EQ(first.student.last_name, "Lovelace");
  EXPECT_EQ(first.student.submitted, "2026-11-20T14:33:05");
  EXPECT_EQ(named(all, "al42_attempt_2026-11-21-10-00-00").student.id, "al42");
  EXPECT_EQ(named(all, "cb_attempt_2026-11-21-10-00-00").problem, "No file was handed in.");
}

TEST(Submissions, NestedFoldersOddNamesAndZipFilesInAPlainFolder) {
  const test::TemporaryFolder folder;
  folder.write("in/ada/src/deep/exercise.cu", "a");
  folder.write("in/M\xfcller/exercise.cu", "m");
  folder.write("in/caf\xe9.cu", "c");
  folder.write("in/carol.cu.txt", "t");
  folder.write("in/dora.cpp", "d");
  folder.write("in/emil.zip", test::made_zip({{"a/x.cu", kFitting}, {"a/y.cu", "int y;"}}));
  const auto all = taken(folder, "in");
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(text_of(named(all, "ada")), "a");
  EXPECT_EQ(text_of(named(all, "Müller")), "m");
  EXPECT_EQ(text_of(named(all, "café")), "c");
  EXPECT_EQ(text_of(named(all, "carol")), "t");
  EXPECT_EQ(text_of(named(all, "dora")), "d");
  EXPECT_EQ(text_of(named(all, "emil")), kFitting);
  for (const auto& submission : all)
    EXPECT_TRUE(is_utf8(submission.file.string())) << submission.name;
}

TEST(Submissions, AZipFileIsOneStudentsOrAClass) {
  const test::TemporaryFolder folder;
  folder.write("ada.zip", test::made_zip({{"src/main.cu", kFitting}, {"README.md", ""}}));
  folder.write("two.zip", test::made_zip({{"ada/x.cu", kFitting}, {"bob/y.cu", kFitting}}));
  folder.write("flat.zip", test::made_zip({{"ada.cu", kFitting}, {"bob.cu", kFitting}}));
  EXPECT_EQ(taken(folder, "ada.zip").at(0).name, "ada");
  EXPECT_EQ(taken(folder, "two.zip").size(), 2u);
  EXPECT_EQ(taken(folder, "flat.zip").size(), 2u);
  EXPECT_THROW(find_submissions(std::vector{folder.path() / "two.zip"}), std::runtime_error)
      << "nowhere to unpack it";
}

}  // namespace
}  // namespace warpscope::runner
