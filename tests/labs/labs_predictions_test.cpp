// Every prediction that a lab asks for has a true value, on the records that labs_grading_test
// left.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "record/record.h"
#include "runner/exercise/lab_progress.h"
#include "runner/lab/lab_description.h"
#include "runner/lab/prediction_answers.h"
#include "tests/labs/graded.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::labs {
namespace {

constexpr const char* kPredict = "'" WARPSCOPE_BINARY_DIR "/bin/warpscope' predict ";

std::vector<runner::PredictionQuestion> questions_of(const std::string& lab) {
  return runner::load_lab(lab_folder(lab) / "lab.toml").predictions;
}

class Predictions : public testing::TestWithParam<std::string> {};

TEST_P(Predictions, HaveATrueValue) {
  const auto questions = questions_of(GetParam());
  EXPECT_FALSE(questions.empty());
  for (const auto& question : questions) {
    const auto record = graded(LabFile{GetParam(), question.program}).record;
    for (const auto& value : runner::true_values(question, record)) {
      ASSERT_TRUE(value.has_value()) << question.id << " of " << question.program;
      EXPECT_TRUE(std::isfinite(*value)) << question.id;
      if (question.kind == runner::QuestionKind::choice) {
        EXPECT_NE(runner::option_for(question, *value), nullptr) << question.id << ": " << *value;
      }
    }
  }
}

/// A handout says where its predictions are asked for.
TEST_P(Predictions, AreAskedForByTheHandout) {
  const auto text = read_file(lab_folder(GetParam()) / "handout.md");
  EXPECT_NE(text.find("./run predict " + GetParam()), std::string::npos);
  for (const auto& question : questions_of(GetParam())) {
    if (question.task == 0) continue;
    const auto option = "--task " + std::to_string(question.task);
    EXPECT_NE(text.find(option), std::string::npos) << option << ", " << question.id;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Predictions, testing::ValuesIn(all_labs()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

struct Said {
  const char *lab, *id;
  std::vector<double> values;  ///< one, or one for each point
  double within;               ///< as a share: handouts and slides round
  const char* where;
};

// What handouts, hints and slides say, or what follows from them.
TEST(PredictionsOfLabs, AreTrueAsHandoutsAndSlidesSay) {
  const std::vector<Said> all{
      {"coalescing", "record-size", {4, 8, 12, 16, 32, 32, 32}, 0.001, "explain 1: up to 8 floats"},
      {"coalescing", "offset", {4, 5, 5, 4, 5}, 0, "hint 1 of task 2: offsets 0 and 8 are fine"},
      {"coalescing", "particle-sectors", {32}, 0.01, "4 bytes of each sector"},
      {"coalescing", "height", {4}, 0, "4 bytes per lane"},
      {"coalescing", "line-requests", {32769}, 0, "a warp more than 2^20 / 32"},
      {"divergence", "encode-lanes", {16.7}, 0.01, "half of the lanes"},
      {"divergence", "repair-lanes", {32}, 0, "task 2: perfect lanes"},
      {"divergence", "repair-branches", {0}, 0, "task 2: no divergent branch"},
      {"divergence",
       "by-lane",
       {18.3, 9.85, 5.12, 2.61, 1.32},
       0.25,
       "the question: 32 (1 + 1/3) / (ways + 1/3)"},
      {"divergence", "repair-instructions", {0.09, 0.545, 1}, 0.05, "task 2: 26 of 283 besides"},
      {"divergence", "by-warp", {32, 32, 32, 32, 32}, 0, "the same operation in a warp"},
      {"divergence", "collatz-lanes", {32.0 * 108 / 230}, 0.05, "hint 1 of task 4"},
      {"divergence", "predicated-lanes", {32}, 0, "explain 1"},
      {"shuffle-reduction", "sum-barriers", {9}, 0, "8 rounds and one"},
      {"shuffle-reduction", "row-requests", {20}, 0, "19 columns and its own"},
      {"shuffle-reduction", "row-requests-needed", {1}, 0, "hint 3 of task 3"},
      {"shuffle-reduction", "decode-requests", {2}, 0, "hint 1 of task 4"},
      {"shuffle-reduction", "barriers-warp", {0}, 0, "task 2: no barrier at all"},
      {"bank-conflicts", "column-4-bytes", {32, 1, 2, 1, 4, 8, 16}, 0, "hint 2 of task 3"},
      {"bank-conflicts", "starter-store", {32}, 0, "\"See\": stores to 32 sectors at once"},
      {"bank-conflicts", "wrong-padding", {32}, 0, "explain 2: changes nothing"},
      {"bank-conflicts", "row-16-bytes", {4}, 0, "explain 5"},
      {"bank-conflicts",
       "padding-4-bytes",
       {16.5, 1, 1.5, 1, 2.5, 4.5, 8.5, 16.5, 1},
       0,
       "task 3: (32 + 1) / 2"},
      {"atomics", "turns", {4096, 1083, 4088}, 0.02, "explain 1: a minimum at 16 bins"},
      {"atomics", "aggregated-turns", {1, 32}, 0.01, "hint 2 of task 3"},
      {"know-your-gpu", "lanes-one-thread", {1}, 0, "<<<1, 1>>>"},
      {"know-your-gpu", "threads", {1280}, 0, "5 blocks of 256"},
      {"know-your-gpu", "picture-threads", {5120}, 0, "4 x 5 blocks of 32 x 8"},
      {"know-your-gpu", "warps-of-places", {12}, 0, "6 blocks of 2 warps"},
      {"occupancy", "strided-requests", {66}, 0, "33 warps have elements, of two arrays"},
      {"occupancy",
       "occupancy-by-block",
       {50, 100, 98.4375, 100, 68.75, 75, 100},
       0,
       "slide #blocks-and-threads"},
      {"occupancy", "short-rows", {50}, 0, "explain 1"},
      {"occupancy", "long-rows", {75}, 0, "explain 1"},
      {"occupancy", "smooth-warps", {12.5}, 0, "slide #shared: 8 of 64 warps"},
      {"occupancy", "bounded-registers", {32}, 0, "hint 1 of task 4"},
      {"occupancy", "unbounded", {37.5}, 0, "slide #price"},
      {"occupancy", "wide-requests", {2048}, 0, "131072 / 128 for each array"},
      {"occupancy", "starter-waves", {2}, 0, "64 blocks on 32 places"},
      {"overlap",
       "chunks",
       {1, 108.0 / 165, 16 * (2.6 + 4 + 10 + 4 + 2.6 + 4) / 165},
       0.2,
       "the question: 46 + 4 + 42 + 4 + 12; 16 chunks of a stream"},
      {"overlap", "starter-at-once", {1}, 0.1, "\"Run\": 1 means that nothing overlaps"},
      {"dma-warps", "load-instructions", {4096}, 0, "two arrays, 32 numbers each"},
      {"dma-warps", "wide-load-instructions", {1024}, 0, "a quarter"},
      {"dma-warps",
       "bulk-stages-bandwidth",
       {1, 15.4 / (2 + 16 * 0.42), 15.4 / (2 + 16 * 0.37)},
       0.2,
       "the question: two stages halve a tile's time, down to the memory's"},
      {"dma-warps", "left-out", {1}, 0, "task 2: leaves one out of 1025"},
      {"dma-warps", "stencil-loads", {9.0 * 512 * 256 / 32}, 0, "task 4: nine numbers for each"},
      {"template", "sectors", {32}, 0, "eight times the bytes"},
      {"template", "sectors-needed", {4}, 0, "eight times the bytes"},
  };
  for (const auto& said : all) {
    const auto questions = questions_of(said.lab);
    const auto question = std::ranges::find(questions, said.id, &runner::PredictionQuestion::id);
    ASSERT_NE(question, questions.end()) << said.id;
    const auto values =
        runner::true_values(*question, graded(LabFile{said.lab, question->program}).record);
    ASSERT_EQ(values.size(), said.values.size()) << said.id;
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i].value_or(NAN), said.values[i], said.within * said.values[i] + 1e-9)
          << said.lab << ' ' << said.id << ", " << said.where;
    }
  }
}

// repair-instructions are multiples of what the starter executes at every point.
TEST(PredictionsOfLabs, TheStartersRepairDoesNotDependOnTheDamage) {
  auto questions = questions_of("divergence");
  const auto question =
      std::ranges::find(questions, "repair-instructions", &runner::PredictionQuestion::id);
  ASSERT_NE(question, questions.end());
  for (const auto& value :
       runner::true_values(*question, graded(LabFile{"divergence", "starter"}).record))
    EXPECT_EQ(value, 1);
}

TEST(PredictCommand, AsksRunsAndKeepsTheMiss) {
  const runner::test::TemporaryFolder folder;
  const auto record = (folder.path() / "run.json").string();
  const auto asked =
      runner::test::run_command("printf 'eight\\n8\\n\\n' | " + std::string(kPredict) +
                                "template --record '" + record + "' 2>&1");
  EXPECT_EQ(asked.exit_code, 0) << asked.output;
  EXPECT_NE(asked.output.find("Write one number"), std::string::npos) << asked.output;
  EXPECT_NE(
      asked.output.find("sectors     missed              8    32   -24  sectors, exact count"),
      std::string::npos)
      << asked.output;
  const auto kept = record::load(record).predictions;
  ASSERT_TRUE(kept.has_value());
  ASSERT_EQ(kept->size(), 1U) << "the second question was left out";
  EXPECT_EQ(kept->front().values.front().truth, 32);
  EXPECT_EQ(kept->front().miss, -24);
}

TEST(PredictCommand, TakesAnswersAndAFileOfOnesOwn) {
  const auto own = (lab_folder("template") / "reference.cu").string();
  const auto finished = runner::test::run_command(std::string(kPredict) + "template --file '" +
                                                  own + "' --answer sectors=4 2>&1");
  EXPECT_EQ(finished.exit_code, 0) << finished.output;
  EXPECT_NE(finished.output.find("Predictions, 1 of 1 right"), std::string::npos)
      << finished.output;
}

// The viewer reads the same file.
TEST(PredictCommand, KeepsTheFirstPredictionWithTheProgress) {
  const runner::test::TemporaryFolder folder;
  folder.write("exercise.cu", read_file(lab_folder("template") / "reference.cu"));
  runner::begin_progress(folder.path(), "template");
  for (const char* answer : {"8", "4"}) {
    const auto finished = runner::test::run_command(std::string(kPredict) + "template --file '" +
                                                    (folder.path() / "exercise.cu").string() +
                                                    "' --answer sectors=" + answer + " 2>&1");
    EXPECT_EQ(finished.exit_code, 0) << finished.output;
    const bool says_so = finished.output.find("sectors is not kept: you have answered it before") !=
                         std::string::npos;
    EXPECT_EQ(says_so, std::string(answer) == "4") << finished.output;
  }
  const auto progress = runner::load_progress(folder.path());
  ASSERT_TRUE(progress.has_value());
  ASSERT_EQ(progress->predictions.size(), 1U);
  EXPECT_EQ(progress->predictions[0].values.at(0).predicted, 8);
  EXPECT_EQ(progress->predictions[0].values.at(0).truth, 4);
  EXPECT_EQ(progress->runs, 2U);
}

TEST(PredictCommand, SaysWhatItNeeds) {
  const auto expect = [](const std::string& arguments, int code, const std::string& part) {
    const auto finished = runner::test::run_command(kPredict + arguments + " 2>&1 </dev/null");
    EXPECT_EQ(finished.exit_code, code) << finished.output;
    EXPECT_NE(finished.output.find(part), std::string::npos) << finished.output;
  };
  expect("template", 0, "Nothing was predicted, so nothing is run.");
  expect("template --list", 0, "a number (sectors)");
  expect("know-your-gpu", 0, "Task 1:");
  expect("know-your-gpu --list", 0, "\nTask 4:\n");
  expect("know-your-gpu --list --task 3", 0, "Task 3:");
  expect("template --task 3", 2, "these tasks do: 0 (before the first run)");
  expect("template --answer sektors=4", 2, "one of these ids: sectors, sectors-needed");
  expect("template --answer sectors=four", 2, "sectors: Write one number");
  expect("template --answer sectors=4 --answer sectors=5", 2, "answered twice");
  expect("template --answer sectors=4 --answer sectors-needed=4 --record x.json", 2,
         "about several programs");
  expect("template --answer sectors=4 --file nowhere.cu", 2, "nowhere.cu");
}

}  // namespace
}  // namespace warpscope::labs
