#include "bench/h200/labs/measure_lab.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "base/files.h"
#include "runner/data_lab/data_judge.h"
#include "runner/data_lab/find_judge.h"

namespace warpscope::bench {
namespace {

namespace fs = std::filesystem;
using record::Case;

std::unique_ptr<judge::Judge> judge_of(const std::string& lab) {
  return runner::find_judge(WARPSCOPE_SOURCE_DIR "/labs/" + lab,
                            WARPSCOPE_BINARY_DIR "/lib/judges");
}

/// Programs of a lab that are the fixture.
class Programs {
 public:
  explicit Programs(const std::string& lab)
      : folder_(fs::temp_directory_path() / ("warpscope-programs-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const auto fixture = fs::path(WARPSCOPE_BINARY_DIR) / "bin" / "bench_test_program";
    write_file(folder_ / (lab + ".beside"), "faults/other spread\n");
    for (const char* label : {"-starter", "-reference", "-faults-other"}) {
      fs::create_symlink(fixture, folder_ / (lab + label));
      write_file(folder_ / (lab + label + ".sha256"), std::string(64, 'a') + "\n");
    }
  }
  ~Programs() { fs::remove_all(folder_); }
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

Options options_of(const Programs& programs) {
  Options options;
  options.programs = programs.folder();
  options.runs = 3;
  options.driver = "580.1";
  options.toolkit = "13.0.88";
  options.commit = "0123456789ab";
  options.created = "2026-01-31T12:00:00Z";
  return options;
}

record::MeasuredCurves measured_atomics() {
  const Programs programs("atomics");
  return measure_lab("atomics", *judge_of("atomics"), options_of(programs));
}

const record::MeasuredSweep& sweep_of(const record::MeasuredCurves& curves, const char* id) {
  const auto* found = record::find_measured(curves, "reference", id);
  if (found == nullptr) throw std::runtime_error(std::string("no sweep ") + id);
  return *found;
}

TEST(MeasureLab, KeepsMedianLeastAndGreatestOfAllPointsOfTheSweeps) {
  const auto curves = measured_atomics();
  EXPECT_EQ(curves.device.name, "NVIDIA Test");
  EXPECT_EQ(curves.device.times, record::Provenance::measured);
  EXPECT_EQ(curves.producer.driver, "580.1");
  EXPECT_EQ(curves.programs.at(0).label, "starter");
  EXPECT_EQ(curves.programs.at(1).sha256, std::string(64, 'a'));
  const auto& sweep = sweep_of(curves, "bins-global");
  EXPECT_EQ(sweep.data_scale, 16U);
  ASSERT_EQ(sweep.points.size(), 9U);
  EXPECT_EQ(sweep.points[0].x, 1);
  EXPECT_EQ(sweep.points[8].x, 65536);
  EXPECT_EQ(sweep.points[0].useful_bytes, 16U * 4096 * 4);
  EXPECT_EQ(sweep.points[0].launches, 2U);
  EXPECT_DOUBLE_EQ(sweep.points[0].kernels.median_s, 2e-6);
  EXPECT_DOUBLE_EQ(sweep.points[0].kernels.min_s, 1e-6);
  EXPECT_DOUBLE_EQ(sweep.points[0].kernels.max_s, 3e-6);
  EXPECT_DOUBLE_EQ(sweep.points[0].call.median_s, 2e-5);
}

TEST(MeasureLab, HasTheJudgeExamineEachAnswerAndGoesOnAfterALostProgram) {
  const auto curves = measured_atomics();
  for (const auto& point : sweep_of(curves, "bins-global").points) {
    EXPECT_EQ(point.verdict, Case::Verdict::correct) << point.message;
  }
  for (const auto& point : sweep_of(curves, "bins-private").points) {
    EXPECT_EQ(point.verdict, Case::Verdict::wrong);
    EXPECT_NE(point.message.find("counts were lost"), std::string::npos) << point.message;
  }
  for (const auto& point : sweep_of(curves, "bins-aggregated").points) {
    const bool is_lost = point.x == 64;
    EXPECT_EQ(point.verdict, is_lost ? Case::Verdict::crashed : Case::Verdict::error) << point.x;
    EXPECT_EQ(point.message,
              is_lost ? "The program ended before it answered." : "cudaErrorInvalidValue");
  }
}

TEST(MeasureLab, KeepsHowFarTheResultsOfTheLastRunAreApart) {
  const auto curves = measured_atomics();
  const auto& sweep = sweep_of(curves, "spread");
  EXPECT_EQ(sweep.points.back().x, 1 << 20);
  for (const auto& point : sweep.points) {
    EXPECT_EQ(point.verdict, Case::Verdict::correct) << point.message;
    EXPECT_EQ(point.result_spread_ulp, 1) << point.x;
  }
  EXPECT_FALSE(sweep_of(curves, "bins-global").points[0].result_spread_ulp.has_value());
}

TEST(MeasureLab, MeasuresOtherProgramsInTheirSweepsOnly) {
  const auto curves = measured_atomics();
  ASSERT_EQ(curves.programs.size(), 3U);
  EXPECT_EQ(curves.programs[2].label, "faults/other");
  ASSERT_EQ(curves.programs[2].sweeps.size(), 2U) << "a sweep of two tasks";
  for (const auto& sweep : curves.programs[2].sweeps) EXPECT_EQ(sweep.id, "spread");
}

/// Of a task of the program that stands for one of the lab.
constexpr const char* kDataJudgeText = R"(
[[task]]
name = "histogram"
sizes = ["bins"]
[[task.series]]
over = "bins"
at = [4, 16]
sweep = "bins-global"
measured = { scale = 16 }
[[task.argument]]
name = "keys"
kind = "in"
type = "unsigned"
count = "64"
values = "uniform"
low = 0
high = 3
[[task.argument]]
name = "bins"
kind = "inout"
type = "unsigned"
values = "sequence"
)";

TEST(MeasureLab, AsksForTheAnswersWhereTheJudgeIsData) {
  const Programs programs("atomics");
  const auto options = options_of(programs);
  runner::DataJudge judge(runner::parse_data_lab(kDataJudgeText, "judge.toml"));
  take_answers("atomics", judge, options);
  const auto curves = measure_lab("atomics", judge, options);
  const auto& sweep = sweep_of(curves, "bins-global");
  EXPECT_EQ(sweep.data_scale, 16U);
  ASSERT_EQ(sweep.points.size(), 2U);
  for (const auto& point : sweep.points)
    EXPECT_EQ(point.verdict, Case::Verdict::correct) << point.message;

  std::string text = kDataJudgeText;
  text.replace(text.find("histogram"), 9, "histogram_aggregated");
  runner::DataJudge without(runner::parse_data_lab(text, "judge.toml"));
  try {
    take_answers("atomics", without, options);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "histogram_aggregated/bins-4 has no answer: cudaErrorInvalidValue");
  }
}

TEST(MeasureLab, WritesWhatTheReaderTakes) {
  const auto curves = measured_atomics();
  const auto text = record::to_json(curves);
  EXPECT_EQ(record::to_json(record::measured_curves_from_json(text)), text);
}

TEST(MeasureLab, EveryLabsPointsLieInItsSweeps) {
  for (const auto& folder : fs::directory_iterator(WARPSCOPE_SOURCE_DIR "/labs")) {
    const auto lab = folder.path().filename().string();
    const auto judge = judge_of(lab);
    if (judge == nullptr) continue;
    std::map<std::string, std::size_t> of_the_lab, measured;
    for (const auto& set : judge->cases(1)) {
      // A real GPU keeps its copy engines: of a sweep over their number it has one point.
      if (!set.sweep.empty()) of_the_lab[set.sweep] += set.copy_engines ? 0 : 1;
    }
    for (const auto& set : judge->measured(1).cases) ++measured[set.sweep];
    for (const auto& [sweep, points] : of_the_lab) {
      EXPECT_GE(measured[sweep], std::max<std::size_t>(points, 1)) << lab << " " << sweep;
    }
    EXPECT_EQ(measured.size(), of_the_lab.size()) << lab;
  }
}

}  // namespace
}  // namespace warpscope::bench
