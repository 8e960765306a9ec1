#include "viewer/model/session.h"

#include <gtest/gtest.h>

#include <memory>

#include "base/files.h"
#include "runner/exercise/lab_progress.h"
#include "runner/lab/instructor_rules.h"
#include "tests/viewer/support/sample_lab.h"
#include "tests/viewer/support/sample_records.h"
#include "tests/viewer/support/temporary_folder.h"
#include "tests/viewer/support/update_until.h"
#include "viewer/model/labels.h"
#include "viewer/model/missing.h"

namespace warpscope::viewer::test {
namespace {

TEST(Session, RunsBothSidesOfALab) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  for (const Side side : kSides) session.run(side);
  EXPECT_TRUE(session.is_running());
  ASSERT_TRUE(run_to_end(session));
  ASSERT_NE(session.record(Side::student), nullptr);
  ASSERT_NE(session.record(Side::reference), nullptr);
  EXPECT_EQ(session.record(Side::student)->program.label, "student");
  EXPECT_EQ(session.record(Side::reference)->program.label, "reference");
  EXPECT_EQ(lab.runner().runs, 2);
}

void write(const Session& session, std::string_view text) {
  std::ofstream(session.attempt(Side::student).file()) << text;
}

/// The starter's text with another word in place of one of it.
std::string changed(const Session& session, const std::string& from, const std::string& to) {
  auto text = read_file(session.attempt(Side::student).file());
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << text;
  return text.replace(at, from.size(), to);
}

bool run_student(Session& session) {
  session.run(Side::student);
  return run_to_end(session);
}

TEST(Session, SaysThatTheReferencesSourceIsHiddenAndWhenItOpens) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  Attempt& attempt = session.attempt(Side::reference);
  EXPECT_EQ(source_absence_of(session, Side::reference), absence_of(session, Side::reference));
  attempt.show(test::reference_record());
  attempt.hand_out([](const RecordPointer& record) {
    auto part = std::make_shared<record::RunRecord>(*record);
    part->sources.clear();
    return part;
  });
  EXPECT_NE(source_absence_of(session, Side::reference).find("hidden"), std::string::npos);
  EXPECT_NE(source_absence_of(session, Side::reference).find("opens with"), std::string::npos);
  auto without = test::reference_record();
  without.sources.clear();
  attempt.show(without);
  EXPECT_EQ(source_absence_of(session, Side::reference), why_no_source(without));
}

TEST(Session, HidesTheReferenceUntilAVersionOfOnesOwnAnswers) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  session.run_shown_sides();
  ASSERT_TRUE(run_to_end(session));
  EXPECT_EQ(lab.runner().runs, 1) << "the starter only";
  EXPECT_TRUE(session.is_reference_hidden());
  EXPECT_NE(absence_of(session, Side::reference).find("hidden"), std::string::npos);
  write(session, changed(session, "i * stride", "i * stride + 0"));
  session.run(Side::student);
  ASSERT_TRUE(update_until(session, [&] { return session.record(Side::reference) != nullptr; }));
  EXPECT_FALSE(session.is_reference_hidden());
  EXPECT_EQ(session.sheet().progress().shown_tasks.at("copy"), runner::ShownBy::version);
  session.open_lab("sample");
  EXPECT_FALSE(session.is_reference_hidden()) << "what is open stays open";
}

// Any other text than the starter's that had a score showed it, and a file that does not compile
// has one: 0 points.
TEST(Session, AMisspeltWordShowsNothing) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  write(session, changed(session, "blockIdx", "misspelt"));
  ASSERT_TRUE(run_student(session));
  ASSERT_TRUE(session.record(Side::student)->score.has_value());
  EXPECT_EQ(session.record(Side::student)->outcome.kind, record::Outcome::Kind::compile_error);
  EXPECT_TRUE(session.is_reference_hidden());
  EXPECT_EQ(lab.runner().runs, 1) << "the student's";
}

TEST(Session, ACommentShowsNothing) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  write(session, "// mine\n" + changed(session, "if (i < n)", "if (i  <  n)"));
  ASSERT_TRUE(run_student(session));
  EXPECT_TRUE(session.is_reference_hidden());
}

TEST(Session, ShowsTheReferenceWhenAsked) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  session.show_reference();
  ASSERT_TRUE(update_until(session, [&] { return session.record(Side::reference) != nullptr; }));
  EXPECT_FALSE(session.is_reference_hidden());
}

/// The sample lab with rules of its own.
class SessionWithRules : public testing::Test {
 protected:
  std::filesystem::path lab_folder() const { return lab_.folder() / "labs/sample"; }
  void open_with(const std::string& rules, Session& session) const {
    std::ofstream(lab_folder() / runner::kRulesOfLab) << "lab = \"sample\"\n" << rules;
    session.open_lab("sample");
  }
  /// Other code than the starter's has run.
  static void run_own_version(Session& session) {
    write(session, changed(session, "i * stride", "i * stride + 0"));
    ASSERT_TRUE(run_student(session));
  }
  void note_points(const Session& session, double points) const {
    runner::LabProgress progress;
    progress.lab = "sample";
    progress.runs = 1;
    progress.best_points = points;
    progress.max_points = 100;
    runner::save_progress(session.attempt(Side::student).file().parent_path(), progress);
  }

  SampleLab lab_;
};

TEST_F(SessionWithRules, NeverShowsTheReference) {
  Session session(lab_.services());
  open_with("reference = \"never\"\n", session);
  session.show_reference();
  EXPECT_FALSE(session.can_run(Side::reference));
  run_own_version(session);
  EXPECT_TRUE(session.is_reference_hidden());
  EXPECT_EQ(session.record(Side::reference), nullptr);
  EXPECT_EQ(lab_.runner().runs, 1) << "the student's";
  EXPECT_NE(absence_of(session, Side::reference).find("rules"), std::string::npos);
}

TEST_F(SessionWithRules, ShowsTheReferenceFromTheBeginning) {
  Session session(lab_.services());
  open_with("reference = \"always\"\n", session);
  session.run_shown_sides();
  ASSERT_TRUE(update_until(session, [&] { return session.record(Side::reference) != nullptr; }));
}

TEST_F(SessionWithRules, ShowsTheReferenceToThoseWithFullMarks) {
  Session session(lab_.services());
  open_with("reference = \"after_full_marks\"\n", session);
  note_points(session, 99);
  run_own_version(session);
  EXPECT_TRUE(session.is_reference_hidden());
  EXPECT_FALSE(session.can_run(Side::reference));
  note_points(session, 100);
  session.run(Side::student);
  ASSERT_TRUE(update_until(session, [&] { return session.record(Side::reference) != nullptr; }));
  EXPECT_EQ(session.reason_to_hide_reference(), "");
}

TEST_F(SessionWithRules, ShowsTheReferenceOnlyForAnAnswer) {
  Session session(lab_.services());
  open_with("reference_by_choice = 0\n", session);
  session.show_reference();
  session.run(Side::reference);
  EXPECT_FALSE(session.can_run(Side::reference));
  EXPECT_TRUE(session.is_reference_hidden());
  EXPECT_NE(absence_of(session, Side::reference).find("task by task"), std::string::npos);
  run_own_version(session);
  ASSERT_TRUE(update_until(session, [&] { return session.record(Side::reference) != nullptr; }));
  EXPECT_TRUE(session.can_run(Side::reference));
}

TEST_F(SessionWithRules, ShowsNothingWhereTheRulesCannotBeRead) {
  Session session(lab_.services());
  open_with("reference = \"sometimes\"\n", session);
  EXPECT_NE(session.problem().find("sometimes"), std::string::npos) << session.problem();
  EXPECT_FALSE(session.can_run(Side::reference));
}

TEST(Session, OpensWhatIsKeptOfAReferenceThatIsNotThere) {
  const SampleLab lab;
  auto kept = reference_record();
  kept.sources.clear();
  record::save(kept, lab.folder() / "labs/sample" / runner::kKeptReference);
  std::filesystem::remove(lab.folder() / "labs/sample/reference.cu");
  Session session(lab.services());
  session.open_lab("sample");
  EXPECT_EQ(session.record(Side::reference), nullptr) << "predictions come first";
  EXPECT_FALSE(session.can_run(Side::reference));
  session.show_reference();
  ASSERT_NE(session.record(Side::reference), nullptr);
  EXPECT_EQ(session.record(Side::reference)->launches.size(), kept.launches.size());
  EXPECT_FALSE(session.is_reference_hidden());
  EXPECT_EQ(lab.runner().runs, 0) << "nothing is run for it";
}

TEST(Session, TellsHowFarTheStudentIs) {
  const SampleLab lab;
  Session session(lab.services());
  EXPECT_EQ(session.progress(0), "not begun");
  session.open_lab("sample");
  EXPECT_EQ(session.progress(0), "begun");
  EXPECT_EQ(session.progress(1), "not begun");
  EXPECT_EQ(session.progress(2), "not begun");
}

TEST(Session, TellsHowFarEachTaskIs) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("asking");
  const auto folder = session.attempt(Side::student).file().parent_path();
  auto record = student_record();
  record.lab = "asking";
  EXPECT_EQ(runner::note_run(folder / "exercise.cu", record), "");
  session.refresh_progress();
  EXPECT_TRUE(session.progress_by_task(0).empty()) << "not begun";
  const auto& tasks = session.progress_by_task(1);
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks.at(1).state, TaskPoints::State::full);
  EXPECT_EQ(tasks.at(2).state, TaskPoints::State::none);
  EXPECT_EQ(tasks.at(2).max_points, 40);
}

TEST(Session, RecordsWithoutALabHaveTheirOwnNames) {
  const TemporaryFolder folder;
  record::RunRecord record;
  record.created = "2026-01-31T12:00:00Z";
  record.program.label = "saxpy";
  record::save(record, folder.path() / "one.json");
  Session session({});
  session.open_records(folder.path() / "one.json", {});
  EXPECT_EQ(side_label(session, Side::student), "saxpy");
  EXPECT_EQ(side_label(session, Side::reference), "none");
  EXPECT_EQ(absence_of(session, Side::reference), "No second record is open.");
  session.open_records(folder.path() / "one.json", folder.path() / "one.json");
  EXPECT_EQ(side_label(session, Side::student), "saxpy 1");
  EXPECT_EQ(side_label(session, Side::reference), "saxpy 2");
  record.lab = "coalescing";
  record::save(record, folder.path() / "lab.json");
  session.open_records(folder.path() / "lab.json", folder.path() / "one.json");
  EXPECT_EQ(side_label(session, Side::student), "Student");
  EXPECT_EQ(side_label(session, Side::reference), "saxpy");
}

TEST(Session, MakesAWorkingCopyOnceAndNeverOverwritesIt) {
  const SampleLab lab;
  const auto exercise = lab.folder() / "exercises/sample/exercise.cu";
  Session session(lab.services());
  session.open_lab("sample");
  EXPECT_EQ(session.attempt(Side::student).file(), exercise);
  EXPECT_EQ(read_file(exercise), read_file(lab.folder() / "labs/sample/starter.cu"));
  std::ofstream(exercise) << "mine";
  session.open_lab("sample");
  EXPECT_EQ(read_file(exercise), "mine");
}

TEST(Session, SaysWhyALabCannotBeOpened) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("unknown");
  EXPECT_NE(session.problem().find("sample"), std::string::npos) << session.problem();
  EXPECT_EQ(session.lab(), nullptr);
  EXPECT_FALSE(session.can_run(Side::student));
}

TEST(Session, CancelsARunAndKeepsTheEarlierRecord) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  session.run(Side::student);
  ASSERT_TRUE(run_to_end(session));
  const auto before = session.attempt(Side::student).record();
  lab.runner().is_slow = true;
  session.run(Side::student);
  ASSERT_TRUE(update_until(session, [&] {
    const auto* job = session.attempt(Side::student).job();
    return job != nullptr && job->progress().fraction > 0.5;
  }));
  session.cancel(Side::student);
  ASSERT_TRUE(run_to_end(session));
  EXPECT_TRUE(session.attempt(Side::student).was_canceled());
  EXPECT_EQ(session.attempt(Side::student).record(), before);
}

TEST(Session, ShowsARunnerThatThrowsAsAToolError) {
  const SampleLab lab;
  lab.runner().fails = true;
  Session session(lab.services());
  session.open_lab("sample");
  session.run(Side::student);
  ASSERT_TRUE(run_to_end(session));
  ASSERT_NE(session.record(Side::student), nullptr);
  EXPECT_EQ(session.record(Side::student)->outcome.kind, record::Outcome::Kind::tool_error);
  EXPECT_EQ(session.record(Side::student)->outcome.message, "the sandbox is not there");
}

TEST(Session, OffersARunWhenTheFileChangesOnDisk) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  session.run(Side::student);
  ASSERT_TRUE(run_to_end(session));
  Attempt& attempt = session.attempt(Side::student);
  EXPECT_FALSE(attempt.has_changed_file());
  std::ofstream(attempt.file(), std::ios::app) << "// edited\n";
  EXPECT_TRUE(update_until(session, [&] { return attempt.has_changed_file(); }));
  attempt.dismiss_change();
  EXPECT_FALSE(attempt.has_changed_file());
  std::ofstream(attempt.file(), std::ios::app) << "// again\n";
  EXPECT_TRUE(update_until(session, [&] { return attempt.has_changed_file(); }));
  session.run(Side::student);
  EXPECT_FALSE(attempt.has_changed_file());
  ASSERT_TRUE(run_to_end(session));
}

TEST(Session, KeepsTheSelectionAcrossRunsUnlessItIsGone) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  session.selection().launches = {3, 3};
  session.selection().jump_to(Side::student, {"exercise.cu", kLoadLine});
  session.run(Side::student);
  ASSERT_TRUE(run_to_end(session));
  EXPECT_EQ(session.selection().launch(Side::student), 3U);
  EXPECT_EQ(session.selection().line->line, kLoadLine);
  session.selection().launches = {100, 3};
  session.run(Side::student);
  ASSERT_TRUE(run_to_end(session));
  EXPECT_FALSE(session.selection().launch(Side::student).has_value());
  EXPECT_EQ(session.selection().launch(Side::reference), 3U) << "that side has not run";
}

TEST(Session, OpensSavedRecordsAndRefusesBrokenOnes) {
  const SampleLab lab;
  const TemporaryFolder folder;
  record::save(student_record(), folder.path() / "good.json");
  const auto broken = folder.write("broken.json", "{\"schema_version\": 1,");
  const auto newer = folder.write("newer.json", "{\"schema_version\": 999}");
  Session session(lab.services());
  session.open_records(folder.path() / "good.json", broken);
  ASSERT_NE(session.record(Side::student), nullptr);
  EXPECT_EQ(session.record(Side::student)->findings.size(), 1U);
  ASSERT_NE(session.lab(), nullptr);
  EXPECT_EQ(session.lab()->id, "sample");
  EXPECT_EQ(session.record(Side::reference), nullptr);
  EXPECT_NE(session.attempt(Side::reference).problem().find("broken.json"), std::string::npos);
  EXPECT_FALSE(session.can_run(Side::student));
  session.attempt(Side::student).open(newer);
  EXPECT_NE(session.attempt(Side::student).problem().find("newer.json"), std::string::npos);
  EXPECT_NE(session.record(Side::student), nullptr) << "the earlier record stays";
  session.attempt(Side::student).open(folder.path() / "absent.json");
  EXPECT_NE(session.attempt(Side::student).problem().find("absent.json"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::viewer::test
