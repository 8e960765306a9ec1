// Predictions, what they open, explanations: the open lab without a window.
#include "viewer/model/lab_sheet.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/viewer/support/sample_lab.h"
#include "tests/viewer/support/sample_records.h"
#include "tests/viewer/support/update_until.h"
#include "viewer/model/next_step.h"
#include "viewer/model/session.h"

namespace warpscope::viewer::test {
namespace {

using Action = NextStep::Action;

class Asking : public testing::Test {
 protected:
  Asking() { session_.open_lab("asking"); }

  void wait() { ASSERT_TRUE(run_to_end(session_)); }
  void run() {
    session_.run(Side::student);
    wait();
  }
  void change_file() const {
    std::ofstream(session_.attempt(Side::student).file(), std::ios::app)
        << "__global__ void copy(int) {}\n";
  }
  LabSheet& sheet() { return session_.sheet(); }
  NextStep step() const { return next_step(session_); }

  const SampleLab lab_;
  Session session_{lab_.services()};
};

TEST_F(Asking, OpensOnItsQuestion) {
  EXPECT_EQ(sheet().question(), "why do *neighbours* matter?");
  ASSERT_EQ(sheet().tasks().size(), 3U) << "before the first run, and two";
  EXPECT_EQ(sheet().tasks()[0].questions.size(), 1U);
  EXPECT_EQ(sheet().tasks()[1].title, "the stride");
  EXPECT_EQ(sheet().tasks()[1].lab_tasks, std::vector<std::string>{"copy"});
  EXPECT_EQ(sheet().tasks()[1].text.find("Hint"), std::string::npos);
  EXPECT_EQ(sheet().explain_questions().size(), 2U);
  EXPECT_EQ(sheet().task_at_hand(nullptr), 0U);
  EXPECT_TRUE(session_.waits_for_predictions());
  session_.begin();
  EXPECT_FALSE(session_.is_running()) << "the first run would tell the answer";
  EXPECT_EQ(step().action, Action::predict);
}

// The first run shows what comes out of the starter, also where a later task asks for it.
TEST_F(Asking, LeadsThroughAllQuestionsAboutTheStarterBeforeTheFirstRun) {
  EXPECT_EQ(step().question, "sectors");
  EXPECT_NE(step().sentence.find("Question 1 of 2"), std::string::npos) << step().sentence;
  sheet().draft("sectors").typed = "4 8 16 32 32";
  EXPECT_EQ(step().question, "sectors") << "that cannot be locked";
  sheet().draft("sectors").typed = "4 8 16 32 32 32";
  EXPECT_EQ(step().action, Action::predict);
  EXPECT_EQ(step().question, "requests");
  EXPECT_EQ(step().task, 2U);
  sheet().draft("requests").typed = "8";
  EXPECT_EQ(step().action, Action::run);
  run();
  EXPECT_EQ(sheet().locked("requests")->miss, -24);
}

TEST_F(Asking, WhatTheFirstRunShowedIsNotPredictedAfterwards) {
  sheet().draft("sectors").typed = "4 8 16 32 32 32";
  run();
  EXPECT_EQ(sheet().told("sectors"), nullptr) << "it was predicted";
  ASSERT_NE(sheet().told("requests"), nullptr);
  EXPECT_EQ(sheet().told("requests")->values.at(0).truth, 32);
  EXPECT_EQ(sheet().told("neighbours"), nullptr) << "not of the starter";
  sheet().draft("requests").typed = "32";
  EXPECT_EQ(sheet().answered_drafts(), 0U);
  run();
  EXPECT_EQ(sheet().locked("requests"), nullptr);
  const auto kept = runner::load_progress(session_.attempt(Side::student).file().parent_path());
  ASSERT_EQ(kept->told.size(), 1U) << "it stays told";
  EXPECT_EQ(kept->told[0].id, "requests");
  EXPECT_EQ(kept->told[0].values.at(0).truth, 32);
}

TEST_F(Asking, AnotherFileTellsNothingOfTheStarter) {
  change_file();
  run();
  EXPECT_EQ(sheet().told("sectors"), nullptr);
  EXPECT_EQ(sheet().told("requests"), nullptr);
}

TEST_F(Asking, TextSpeaksOfFieldsInsteadOfATerminal) {
  EXPECT_EQ(sheet().tasks()[2].text.find("--task"), std::string::npos) << sheet().tasks()[2].text;
  EXPECT_NE(sheet().tasks()[2].text.find("Predict the sectors, or all that *Predict* above\nasks"),
            std::string::npos)
      << sheet().tasks()[2].text;
}

TEST_F(Asking, ARunLocksWhatIsWrittenDownAndKeepsTheMiss) {
  sheet().draft("sectors").typed = "4 8 16 32 64 128";
  EXPECT_EQ(sheet().answered_drafts(), 1U);
  run();
  EXPECT_EQ(lab_.runner().runs, 1) << "the student's file is the starter";
  ASSERT_NE(sheet().locked("sectors"), nullptr);
  const auto& locked = *sheet().locked("sectors");
  ASSERT_EQ(locked.values.size(), 6U);
  EXPECT_EQ(locked.values[5].predicted, 128);
  EXPECT_EQ(locked.values[5].truth, 32);
  EXPECT_EQ(locked.miss, 96) << "where it is largest";
  EXPECT_EQ(session_.record(Side::student)->predictions->size(), 1U) << "as `warpscope predict`";
  const auto kept = runner::load_progress(session_.attempt(Side::student).file().parent_path());
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->prediction("sectors")->miss, 96);
  sheet().draft("sectors").typed = "4 8 16 32 32 32";
  run();
  EXPECT_EQ(sheet().locked("sectors")->values[5].predicted, 128) << "it cannot be changed";
}

TEST_F(Asking, OtherProgramsAreRunForTheirAnswers) {
  sheet().draft("neighbours").typed = "8";
  sheet().draft("faster").typed = "no";
  run();
  EXPECT_EQ(lab_.runner().runs, 2) << "the student's file, and step-1 once";
  EXPECT_EQ(sheet().locked("neighbours")->values[0].truth, 4);
  EXPECT_TRUE(sheet().locked("faster")->is_within);
  EXPECT_TRUE(session_.is_reference_hidden()) << "only numbers came out";
  run();
  EXPECT_EQ(lab_.runner().runs, 3) << "they are answered";
}

// Panes compute anew what they show of a new record.
TEST_F(Asking, EachRunIsOneNewRecord) {
  for (int i = 0; i < 2; ++i) {
    const auto before = session_.attempt(Side::student).revision();
    sheet().draft("sectors").typed = "4 8 16 32 32 32";
    run();
    EXPECT_EQ(session_.attempt(Side::student).revision(), before + 1);
    EXPECT_TRUE(session_.record(Side::student)->measured_curves.empty()) << "hidden";
    EXPECT_FALSE(session_.attempt(Side::student).whole_record()->measured_curves.empty());
  }
}

TEST_F(Asking, ARunThatWasCancelledIsAskedAgain) {
  lab_.runner().is_slow = true;
  sheet().draft("neighbours").typed = "8";
  session_.run(Side::student);
  session_.cancel_all();
  wait();
  ASSERT_NE(sheet().locked("neighbours"), nullptr);
  EXPECT_FALSE(sheet().locked("neighbours")->miss.has_value());
  lab_.runner().is_slow = false;
  run();
  EXPECT_EQ(sheet().locked("neighbours")->miss, 4);
}

TEST_F(Asking, WhatCannotBeReadIsNotLocked) {
  sheet().draft("sectors").typed = "4 8 16";
  sheet().draft("faster").typed = "perhaps";
  EXPECT_EQ(sheet().answered_drafts(), 0U);
  run();
  EXPECT_EQ(sheet().locked("sectors"), nullptr);
  EXPECT_TRUE(sheet().progress().predictions.empty());
}

TEST_F(Asking, ATaskOpensAfterAPredictionAndAnAnswer) {
  change_file();
  run();
  EXPECT_TRUE(session_.is_reference_hidden()) << "nothing was predicted";
  EXPECT_NE(session_.reveal().missing("copy").find("predicted"), std::string::npos);
  EXPECT_TRUE(session_.lacks_prediction("copy")) << "the answer is there";
  EXPECT_FALSE(session_.lacks_prediction("store"));
  sheet().draft("neighbours").typed = "8";
  run();
  EXPECT_TRUE(session_.reveal().is_shown("copy"));
  EXPECT_FALSE(session_.lacks_prediction("copy"));
  EXPECT_FALSE(session_.reveal().is_shown("store")) << "no case of it was answered";
  ASSERT_NE(session_.record(Side::reference), nullptr);
  EXPECT_TRUE(session_.record(Side::reference)->sources.empty()) << "the text has all tasks";
  EXPECT_FALSE(session_.record(Side::reference)->launches.empty());
  session_.show_reference();
  wait();
  EXPECT_TRUE(session_.reveal().is_all_shown());
  EXPECT_FALSE(session_.record(Side::reference)->sources.empty());
  EXPECT_EQ(sheet().progress().shown_tasks.at("copy"), runner::ShownBy::version);
  EXPECT_EQ(sheet().progress().shown_tasks.at("store"), runner::ShownBy::choice);
}

TEST_F(Asking, LeadsFromTaskToTask) {
  sheet().draft("sectors").typed = "4 8 16 32 32 32";
  run();
  EXPECT_EQ(step().action, Action::edit) << "task 1 has full points";
  EXPECT_EQ(step().task, 2U);
  EXPECT_NE(step().sentence.find("No byte is moved in vain"), std::string::npos) << step().sentence;
  std::ofstream(session_.attempt(Side::student).file()) << "misspelt";
  run();
  EXPECT_EQ(step().action, Action::read_error);
  std::ofstream(session_.attempt(Side::student).file()) << "__global__ void copy() {}";
  lab_.runner().is_solved = true;
  run();
  EXPECT_EQ(step().action, Action::explain);
  EXPECT_EQ(step().number, 1U);
  sheet().explain(1, "Each lane has a sector.");
  sheet().explain(2, "At 32.");
  EXPECT_EQ(step().action, Action::predict) << "full points, and task 1's reference is shut";
  EXPECT_EQ(step().question, "neighbours");
  EXPECT_NE(step().sentence.find("reference"), std::string::npos) << step().sentence;
  sheet().draft("neighbours").typed = "8";
  EXPECT_EQ(step().action, Action::run);
  run();
  EXPECT_TRUE(session_.reveal().is_shown("copy"));
  EXPECT_EQ(step().action, Action::open_lab);
  EXPECT_EQ(step().lab, "bare");
}

TEST_F(Asking, ExplanationsAreKept) {
  sheet().explain(1, "First line\nsecond");
  session_.open_lab("sample");
  EXPECT_TRUE(sheet().progress().explanations.empty());
  session_.open_lab("asking");
  EXPECT_EQ(sheet().progress().explanations.at(1), "First line\nsecond");
  sheet().explain(2, "At 32.");
  EXPECT_EQ(sheet().explanations_text(),
            "1. **Why does the curve rise?**\n\nFirst line\nsecond\n\n"
            "2. **Where does it end?**\n\nAt 32.\n");
  sheet().explain(2, "");
  sheet().explain(1, "");
  EXPECT_TRUE(sheet().progress().explanations.empty());
}

TEST_F(Asking, WorksWhereNothingCanBeKept) {
  std::filesystem::remove(session_.attempt(Side::student).file().parent_path() / "progress.json");
  sheet().draft("sectors").typed = "4 8 16 32 32 32";
  run();
  ASSERT_NE(sheet().locked("sectors"), nullptr);
  EXPECT_TRUE(sheet().locked("sectors")->is_within);
  EXPECT_FALSE(std::filesystem::exists(session_.attempt(Side::student).file().parent_path() /
                                       "progress.json"));
}

TEST(PredictionDraft, ADrawnCurveIsTyped) {
  runner::PredictionQuestion question;
  question.kind = runner::QuestionKind::curve;
  question.points = {1, 2, 4};
  PredictionDraft draft;
  EXPECT_TRUE(draft.is_empty(question));
  draft.draw(question, 2, 31.97);
  EXPECT_EQ(draft.typed, "- - 32");
  EXPECT_FALSE(draft.answer(question).has_value());
  EXPECT_NE(draft.problem(question), "");
  draft.draw(question, 0, 4);
  draft.draw(question, 1, 0.12345);
  EXPECT_EQ(draft.typed, "4 0.123 32");
  EXPECT_EQ(draft.answer(question)->values, (std::vector<double>{4, 0.123, 32}));
  draft.draw(question, 7, 1);
  EXPECT_EQ(draft.typed, "4 0.123 32") << "no such place";
  draft.typed = "5 x";
  EXPECT_EQ(draft.drawn(question),
            (std::vector<std::optional<double>>{5, std::nullopt, std::nullopt}));
}

TEST_F(Asking, ASavedRunHasNothingToPredict) {
  auto record = student_record();
  record.lab = "asking";
  record::save(record, lab_.folder() / "saved.json");
  session_.open_records(lab_.folder() / "saved.json", {});
  EXPECT_EQ(sheet().question(), "why do *neighbours* matter?");
  EXPECT_EQ(step().action, Action::none);
  EXPECT_NE(step().sentence.find("saved run"), std::string::npos);
  EXPECT_TRUE(session_.reveal().is_all_shown());
  EXPECT_FALSE(session_.waits_for_predictions());
}

TEST(ShownPart, LeavesOutWhatIsHidden) {
  auto record = reference_record();
  for (std::size_t i = 3; i < record.cases.size(); ++i) record.cases[i].task = "store";
  record.measured_curves.resize(2);
  record.measured_curves[0].task = "copy";
  record.measured_curves[1].task = "store";
  record.findings.resize(2);
  record.findings[0].case_index = 5;
  record.findings[1].case_index = 4;
  record.findings[1].launch = 4;
  record.findings[0].launch = 5;
  const auto whole = std::make_shared<const record::RunRecord>(record);
  const auto is_store = [](std::string_view task) { return task == "store"; };
  const auto part = without_hidden_tasks(whole, is_store);
  ASSERT_EQ(part->cases.size(), 3U);
  ASSERT_EQ(part->launches.size(), 3U);
  EXPECT_EQ(part->transfers.size(), 6U);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(part->launches[i].id, i);
    EXPECT_EQ(part->launches[i].case_index, i);
    EXPECT_EQ(part->launches[i].start_s, record.launches[i + 3].start_s);
  }
  ASSERT_EQ(part->findings.size(), 2U);
  EXPECT_EQ(part->findings[0].launch, 2U);
  EXPECT_EQ(part->findings[1].case_index, 1U);
  EXPECT_TRUE(part->sources.empty());
  EXPECT_EQ(part->measured_curves.size(), 1U);
  const auto own = without_hidden_curves(whole, is_store);
  EXPECT_EQ(own->cases.size(), 6U);
  EXPECT_EQ(own->measured_curves.size(), 1U);
  const auto all = [](std::string_view) { return true; };
  EXPECT_EQ(without_hidden_curves(whole, all), whole) << "no copy";
  EXPECT_EQ(without_hidden_tasks(nullptr, all), nullptr);
}

}  // namespace
}  // namespace warpscope::viewer::test
