// The curves of a lab's sweeps on a real GPU, as labs/LAB/h200.json keeps them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "record/measured_curves.h"
#include "runner/lab/lab_description.h"
#include "runner/run_lab.h"

namespace warpscope::runner {

/// A program of the lab and the sweeps that are measured with it.
struct MeasuredChoice {
  std::string program;              ///< "starter", "step-2", "ways/library"
  std::vector<std::string> sweeps;  ///< empty: all
};

/// Starter and reference with all sweeps, and each that a sweep names as `beside` in that sweep.
std::vector<MeasuredChoice> programs_to_measure(const std::vector<ProgramsBeside>& beside);

/// How a request is run (run_lab, with a progress line perhaps).
using RunsLab = std::function<record::RunRecord(const RunRequest&)>;

/// Measures each of these programs on `device` ("cuda:0"). `empty_kernel_s`: see MeasuredCurves.
/// Throws std::runtime_error, with a sentence, where a program cannot be measured.
record::MeasuredCurves measure_lab(const LabInfo& lab, const std::vector<MeasuredChoice>& programs,
                                   const std::string& device, double empty_kernel_s,
                                   const RunsLab& run);

}  // namespace warpscope::runner
