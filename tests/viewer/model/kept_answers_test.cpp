// What a student has answered is judged by the right program, and not lost.
#include <gtest/gtest.h>

#include <fstream>

#include "base/files.h"
#include "runner/lab/instructor_rules.h"
#include "tests/viewer/support/sample_lab.h"
#include "tests/viewer/support/update_until.h"
#include "viewer/model/next_step.h"
#include "viewer/model/session.h"

namespace warpscope::viewer::test {
namespace {

using Action = NextStep::Action;

class KeptAnswers : public testing::Test {
 protected:
  std::filesystem::path lab_folder() const { return lab_.folder() / "labs/asking"; }
  std::filesystem::path folder() const { return lab_.folder() / "exercises/asking"; }
  runner::LabProgress kept() const { return runner::load_progress(folder()).value(); }
  LabSheet& sheet() { return session_.sheet(); }
  void set_rules(const std::string& rules) const {
    std::ofstream(lab_folder() / runner::kRulesOfLab) << "lab = \"asking\"\n" << rules;
  }
  void run() {
    session_.run(Side::student);
    ASSERT_TRUE(run_to_end(session_));
  }
  /// A progress file that cannot be understood, and cannot be moved aside: nothing can be kept.
  void refuse_changes() const {
    std::filesystem::create_directories(folder() / "progress.json.broken/in-the-way");
    std::ofstream(folder() / "progress.json") << "not understood";
  }
  void allow_changes() const { std::filesystem::remove_all(folder() / "progress.json.broken"); }

  const SampleLab lab_;
  Session session_{lab_.services()};
};

TEST_F(KeptAnswers, TheRulesDecideWhetherAProgramAnswers) {
  set_rules("reference = \"after_full_marks\"\n");
  session_.open_lab("asking");
  sheet().draft("neighbours").typed = "8";
  sheet().draft("sectors").typed = "4 8 16 32 32 32";
  run();
  ASSERT_NE(sheet().locked("neighbours"), nullptr);
  EXPECT_FALSE(sheet().locked("neighbours")->miss.has_value()) << "the file is not solved";
  EXPECT_TRUE(sheet().locked("sectors")->miss.has_value()) << "the file is the starter";
  EXPECT_EQ(lab_.runner().runs, 1);
  EXPECT_NE(session_.reason_not_to_count("step-1").find("full marks"), std::string::npos);
  EXPECT_EQ(session_.reason_not_to_count("starter"), "");
  runner::change_progress(folder(), "asking", [](runner::LabProgress& progress) {
    progress.best_points = progress.max_points = 100;
  });
  sheet().refresh();
  EXPECT_EQ(session_.reason_not_to_count("step-1"), "");
  run();
  EXPECT_EQ(sheet().locked("neighbours")->miss, 4) << "of step-1";
}

TEST_F(KeptAnswers, AProgramThatMayNeverRunLeavesThemWaiting) {
  set_rules("reference = \"never\"\n");
  session_.open_lab("asking");
  sheet().draft("faster").typed = "no";
  for (int i = 0; i < 2; ++i) {
    run();
    EXPECT_FALSE(sheet().locked("faster")->miss.has_value());
    EXPECT_FALSE(kept().prediction("faster")->miss.has_value());
  }
  EXPECT_EQ(lab_.runner().runs, 2) << "the student's";
  EXPECT_NE(session_.reason_not_to_count("step-1"), "");
}

TEST_F(KeptAnswers, AProgramThatIsNotInstalledLeavesThemWaiting) {
  std::filesystem::remove(lab_folder() / "step-1.cu");
  session_.open_lab("asking");
  sheet().draft("neighbours").typed = "8";
  run();
  ASSERT_NE(sheet().locked("neighbours"), nullptr);
  EXPECT_FALSE(sheet().locked("neighbours")->miss.has_value());
  EXPECT_NE(session_.reason_not_to_count("step-1").find("step-1"), std::string::npos);
}

TEST_F(KeptAnswers, ARunThatCouldNotAnswerIsAskedAgain) {
  session_.open_lab("asking");
  sheet().draft("sectors").typed = "4 8 16 32 64 128";
  lab_.runner().fails = true;
  run();
  ASSERT_EQ(session_.record(Side::student)->outcome.kind, record::Outcome::Kind::tool_error);
  ASSERT_NE(sheet().locked("sectors"), nullptr);
  EXPECT_FALSE(sheet().locked("sectors")->miss.has_value());
  lab_.runner().fails = false;
  run();
  EXPECT_EQ(sheet().locked("sectors")->miss, 96);
}

TEST_F(KeptAnswers, WhatCouldNotBeKeptIsKeptWithTheNext) {
  session_.open_lab("asking");
  sheet().explain(1, "Each lane has a sector.");
  refuse_changes();
  sheet().explain(2, "At 32.");
  EXPECT_NE(sheet().problem(), "");
  sheet().keep_shown({"copy"}, runner::ShownBy::choice);
  EXPECT_NE(sheet().problem(), "");
  sheet().draft("neighbours").typed = "8";
  sheet().lock();
  EXPECT_EQ(sheet().progress().explanations.size(), 2U) << "the window has it";
  EXPECT_EQ(read_file(folder() / "progress.json"), "not understood");
  allow_changes();
  sheet().explain(1, "Each lane has its own.");
  EXPECT_EQ(sheet().problem(), "");
  const auto progress = kept();
  EXPECT_EQ(progress.explanations.at(1), "Each lane has its own.");
  ASSERT_TRUE(progress.explanations.contains(2));
  EXPECT_EQ(progress.explanations.at(2), "At 32.");
  EXPECT_TRUE(progress.shown_tasks.contains("copy"));
  EXPECT_NE(progress.prediction("neighbours"), nullptr);
}

// A run that could write its score begins the file anew meanwhile.
TEST_F(KeptAnswers, WhatCouldNotBeKeptOutlivesANewFile) {
  session_.open_lab("asking");
  refuse_changes();
  sheet().explain(2, "At 32.");
  runner::LabProgress other;
  other.lab = "asking";
  other.explanations[1] = "By the command line.";
  runner::save_progress(folder(), other);
  sheet().refresh();
  EXPECT_EQ(sheet().progress().explanations.size(), 2U);
}

TEST_F(KeptAnswers, WhatIsBeingWrittenIsKeptBeforeAnotherLab) {
  session_.open_lab("asking");
  sheet().write_explanation(1, "Half a");
  sheet().write_explanation(1, "Half a sentence");
  EXPECT_TRUE(kept().explanations.empty());
  session_.open_lab("sample");
  EXPECT_EQ(kept().explanations.at(1), "Half a sentence");
}

TEST_F(KeptAnswers, WhatIsBeingWrittenIsKeptWhenTheWindowCloses) {
  {
    Session session(lab_.services());
    session.open_lab("asking");
    session.sheet().write_explanation(2, "At 32");
  }
  EXPECT_EQ(kept().explanations.at(2), "At 32");
}

TEST_F(KeptAnswers, ALabIsNotDoneBeforeTheChecksOnAllTasks) {
  std::ofstream(lab_folder() / "lab.toml", std::ios::app)
      << "\n[[check]]\nid = \"clean\"\ntitle = \"No mistake is found\"\npoints = 10\n"
         "kind = \"no-error\"\n";
  session_.open_lab("asking");
  ASSERT_EQ(session_.problem() + sheet().problem(), "");
  lab_.runner().is_solved = true;
  std::ofstream(session_.attempt(Side::student).file()) << "__global__ void copy() {}";
  run();
  auto record = *session_.attempt(Side::student).whole_record();
  const auto show = [&](double points) {
    record.score->checks.resize(2);
    record.score->checks.push_back({"clean", "No mistake is found", points, 10, "A race."});
    session_.attempt(Side::student).show(record);
  };
  show(0);
  auto step = next_step(session_);
  EXPECT_EQ(step.action, Action::edit) << step.sentence;
  EXPECT_NE(step.sentence.find("0 of 10 points for \"No mistake is found\""), std::string::npos)
      << step.sentence;
  show(10);
  step = next_step(session_);
  EXPECT_EQ(step.action, Action::explain) << step.sentence;
}

}  // namespace
}  // namespace warpscope::viewer::test
