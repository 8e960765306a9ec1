// Which programs have the answers to what was predicted.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/lab/predictions.h"
#include "runner/run_lab.h"

namespace warpscope::runner {

/// Predictions whose true values one program's run has.
struct PredictionRun {
  std::string program;  ///< "starter", "step-2", "reference"
  std::vector<GivenPrediction> given;
};

/// The predictions by their programs, in the order in which they were given. Answers to questions
/// that the lab does not ask are left out.
std::vector<PredictionRun> by_program(const std::vector<PredictionQuestion>& questions,
                                      const std::vector<GivenPrediction>& given);

/// Sets what is run: a program of the lab with its predictions. Throws std::runtime_error with a
/// sentence where the program is not here.
void set_program(const std::filesystem::path& lab_folder, const PredictionRun& run,
                 RunRequest& request);

}  // namespace warpscope::runner
