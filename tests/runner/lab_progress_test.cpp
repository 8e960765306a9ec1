#include "runner/exercise/lab_progress.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/files.h"
#include "runner/exercise/working_copy.h"
#include "tests/runner/made_record.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

record::Prediction number_of(const std::string& id, double predicted,
                             std::optional<double> truth = std::nullopt) {
  record::Prediction prediction;
  prediction.id = id;
  prediction.question = "How many?";
  prediction.values = {{std::nullopt, predicted, truth}};
  if (truth) prediction.miss = predicted - *truth;
  return prediction;
}

class LabProgressTest : public testing::Test {
 protected:
  LabProgressTest() { begin_progress(folder_.path(), "sample"); }
  LabProgress kept() const { return load_progress(folder_.path()).value(); }

  test::TemporaryFolder folder_;
};

TEST_F(LabProgressTest, KeepsAllOfIt) {
  change_progress(folder_.path(), "sample", [](LabProgress& progress) {
    progress.last_points = {{"right", 3, 4}};
    progress.predictions = {number_of("load", 4, 32.0)};
    progress.compile_error_line = 7;
    progress.explanations[2] = "Because each lane\nhas a sector of its own. \xC3\xA4";
    progress.shown_tasks = {{"copy", ShownBy::version}, {"add", ShownBy::choice}};
  });
  const auto progress = kept();
  ASSERT_EQ(progress.last_points.size(), 1U);
  EXPECT_EQ(progress.last_points[0].points, 3);
  ASSERT_NE(progress.prediction("load"), nullptr);
  EXPECT_EQ(progress.prediction("load")->miss, -28);
  EXPECT_EQ(progress.prediction("store"), nullptr);
  EXPECT_EQ(progress.compile_error_line, 7U);
  EXPECT_EQ(progress.explanations.at(2), "Because each lane\nhas a sector of its own. \xC3\xA4");
  EXPECT_EQ(progress.shown_tasks.at("copy"), ShownBy::version);
  EXPECT_EQ(progress.shown_tasks.at("add"), ShownBy::choice);
}

TEST_F(LabProgressTest, WhatARunHasToldIsNoPrediction) {
  LabProgress progress;
  add_told(progress, {number_of("load", 0, 32.0)});
  add_predictions(progress, {number_of("load", 32, 32.0), number_of("store", 4)});
  EXPECT_EQ(progress.prediction("load"), nullptr);
  EXPECT_NE(progress.prediction("store"), nullptr);
}

TEST_F(LabProgressTest, TheFirstPredictionStays) {
  LabProgress progress;
  add_predictions(progress, {number_of("load", 4)});
  add_predictions(progress, {number_of("load", 32, 32.0)});
  EXPECT_EQ(progress.prediction("load")->values[0].predicted, 4) << "the truth is known by now";
  add_predictions(progress, {number_of("load", 4, 32.0)});
  EXPECT_EQ(progress.prediction("load")->miss, -28) << "the truth of what was predicted";
  add_predictions(progress, {number_of("load", 4)});
  EXPECT_EQ(progress.prediction("load")->miss, -28);
}

TEST_F(LabProgressTest, ARunNotesItsPredictions) {
  auto record = test::made_record();
  record.lab = "sample";
  record.score.emplace().checks = {{"right", "It is right", 3, 4, ""}};
  record.predictions = {number_of("load", 4, 32.0)};
  EXPECT_EQ(note_run(folder_.path() / "exercise.cu", record), "");
  EXPECT_EQ(kept().predictions.size(), 1U);
  EXPECT_EQ(kept().last_points.at(0).max_points, 4);
  EXPECT_EQ(note_predictions(folder_.path(), "sample", {number_of("store", 1, 1.0)}), "");
  EXPECT_EQ(kept().predictions.size(), 2U);
  EXPECT_EQ(note_predictions(folder_.path() / "none", "sample", {number_of("store", 1)}), "");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "none"));
}

// Instructor's rules take points in rows of their own.
TEST_F(LabProgressTest, ARowThatTakesPointsLosesNothing) {
  change_progress(folder_.path(), "sample",
                  [](LabProgress& progress) { progress.explanations[1] = "Mine."; });
  auto record = test::made_record();
  record.lab = "sample";
  record.score.emplace().checks = {{"right", "It is right", 3, 4, ""},
                                   {"banned", "uses nothing that is banned", -2, 0, "It does."}};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(note_run(folder_.path() / "exercise.cu", record), "");
    const auto progress = load_progress(folder_.path());
    ASSERT_TRUE(progress.has_value());
    EXPECT_EQ(progress->last_points.at(1).points, -2);
    EXPECT_EQ(progress->explanations.at(1), "Mine.");
  }
  EXPECT_EQ(kept().runs, 2U);
}

TEST_F(LabProgressTest, WhatCannotBeUnderstoodIsMovedAside) {
  const auto broken = folder_.path() / "progress.json.broken";
  folder_.write("progress.json", "{\"lab\": \"sample\", \"explanations\": [{\"text\": \"Mine.");
  EXPECT_EQ(note_progress(folder_.path(), "sample",
                          [](LabProgress& progress) { progress.explanations[2] = "New."; }),
            "");
  EXPECT_EQ(kept().explanations.size(), 1U);
  ASSERT_TRUE(std::filesystem::exists(broken));
  EXPECT_NE(read_file(broken).find("Mine."), std::string::npos);
}

TEST_F(LabProgressTest, WhatCannotBeMovedAsideStays) {
  folder_.write("progress.json", "not understood");
  folder_.write("progress.json.broken/in-the-way", "");
  const auto problem = note_progress(folder_.path(), "sample", [](LabProgress&) {});
  EXPECT_NE(problem.find("progress.json.broken"), std::string::npos) << problem;
  EXPECT_EQ(read_file(folder_.path() / "progress.json"), "not understood");
}

TEST_F(LabProgressTest, ALongExplanationEndsWithAWholeCharacter) {
  const std::string fits(kMostOfExplanation - 1, 'a');
  change_progress(folder_.path(), "sample",
                  [&](LabProgress& progress) { progress.explanations[1] = fits + "\xC3\xA4"; });
  EXPECT_EQ(kept().explanations.at(1), fits);
}

TEST_F(LabProgressTest, ChangesDoNotOverwriteEachOther) {
  const auto count = [&] {
    for (int i = 0; i < 50; ++i)
      change_progress(folder_.path(), "sample", [](LabProgress& progress) { ++progress.runs; });
  };
  std::jthread first(count), second(count);
  first.join();
  second.join();
  EXPECT_EQ(kept().runs, 100U);
}

TEST_F(LabProgressTest, AnotherLabsProgressIsLeftAlone) {
  EXPECT_THROW(change_progress(folder_.path(), "other", [](LabProgress&) {}), std::runtime_error);
  EXPECT_EQ(
      note_progress(folder_.path(), "other", [](LabProgress& progress) { progress.runs = 9; }), "");
  EXPECT_EQ(kept().runs, 0U);
}

TEST_F(LabProgressTest, ARecordGetsWhatWasExplained) {
  folder_.write("lab/handout.md", "# Sample\n\n## Explain\n\n1. Why?\n2. Where?\n");
  change_progress(folder_.path(), "sample", [](LabProgress& progress) {
    progress.explanations = {{2, "Here."}, {7, "A question that is gone."}};
    progress.opened_hints[1] = 2;
  });
  record::RunRecord record;
  add_progress(folder_.path() / "exercise.cu", "sample", folder_.path() / "lab", record);
  ASSERT_EQ(record.explanations.size(), 1U);
  EXPECT_EQ(record.explanations[0].number, 2U);
  EXPECT_EQ(record.explanations[0].question, "Where?");
  EXPECT_EQ(record.explanations[0].text, "Here.");
  EXPECT_EQ(record.opened_hints.size(), 1U);
}

}  // namespace
}  // namespace warpscope::runner
