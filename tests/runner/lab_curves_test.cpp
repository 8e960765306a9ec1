#include "runner/lab_curves.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

TEST(LabCurves, StarterAndReferenceHaveAllSweepsAndOthersThoseThatNameThem) {
  const auto programs = programs_to_measure(
      {{"size", {"starter", "step-2"}}, {"offset", {"step-2", "ways/library", "reference"}}});
  ASSERT_EQ(programs.size(), 4U);
  EXPECT_EQ(programs[0].program, "starter");
  EXPECT_TRUE(programs[0].sweeps.empty());
  EXPECT_EQ(programs[1].program, "reference");
  EXPECT_TRUE(programs[1].sweeps.empty());
  EXPECT_EQ(programs[2].program, "step-2");
  EXPECT_EQ(programs[2].sweeps, (std::vector<std::string>{"size", "offset"}));
  EXPECT_EQ(programs[3].program, "ways/library");
  EXPECT_EQ(programs[3].sweeps, std::vector<std::string>{"offset"});
}

class Lab {
 public:
  Lab() {
    std::ofstream(folder_.path() / "starter.cu") << "// the starter\n";
    std::ofstream(folder_.path() / "step-1.cu") << "// a step\n";
  }
  LabInfo info() const {
    LabInfo info;
    info.id = "small";
    info.folder = folder_.path();
    return info;
  }

 private:
  test::TemporaryFolder folder_;
};

record::MeasuredProgram measured(std::uint32_t runs) {
  record::MeasuredPoint point;
  point.runs = runs;
  return {"", "", {{"size", "sum", 16, {point}}}};
}

TEST(LabCurves, EachProgramIsMeasuredWithItsSweepsAndTheFileSaysOfWhat) {
  const Lab lab;
  std::vector<std::string> asked;
  const auto curves =
      measure_lab(lab.info(), {{"starter", {}}, {"step-1", {"size"}}}, "cuda:0", 1e-6,
                  [&](const RunRequest& request) {
                    EXPECT_TRUE(request.measures_sweeps);
                    EXPECT_EQ(request.profile, "cuda:0");
                    asked.push_back(request.label + ": " + *request.text);
                    for (const auto& sweep : request.only_sweeps) asked.push_back(sweep);
                    request.on_measured(measured(request.label == "starter" ? 3 : 12));
                    record::RunRecord record;
                    record.created = "2026-11-30T01:00:00Z";
                    record.program.sha256 = "hash of " + request.label;
                    record.device.times = record::Provenance::measured;
                    record.device.clock_hz = 1.7e9;
                    record.device.state.emplace().last_sm_clock_hz = 1.98e9;
                    record.device.capabilities.emplace();
                    return record;
                  });
  EXPECT_EQ(asked,
            (std::vector<std::string>{"starter: // the starter\n", "step-1: // a step\n", "size"}));
  EXPECT_EQ(curves.lab, "small");
  EXPECT_EQ(curves.created, "2026-11-30T01:00:00Z");
  EXPECT_EQ(curves.device.clock_hz, 1.98e9);
  EXPECT_FALSE(curves.device.capabilities);
  EXPECT_EQ(curves.empty_kernel_s, 1e-6);
  EXPECT_EQ(curves.runs, 12U);
  ASSERT_EQ(curves.programs.size(), 2U);
  EXPECT_EQ(curves.programs[1].label, "step-1");
  EXPECT_EQ(curves.programs[1].sha256, "hash of step-1");
  const auto again = record::measured_curves_from_json(record::to_json(curves));
  EXPECT_EQ(again.programs[1].sweeps[0].points[0].runs, 12U);
}

TEST(LabCurves, WhatCannotBeMeasuredIsSaid) {
  const Lab lab;
  try {
    measure_lab(lab.info(), {{"starter", {}}}, "cuda:0", 0, [](const RunRequest&) {
      record::RunRecord record;
      record.device.capabilities.emplace().why_no_curves = "No curves were measured: no memory.";
      return record;
    });
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "starter of small was not measured. No curves were measured: no memory.");
  }
}

}  // namespace
}  // namespace warpscope::runner
