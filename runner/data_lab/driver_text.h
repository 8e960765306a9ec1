// The sources that a lab with a judge.toml need not have, because they follow from it.
#pragma once

#include <string>

#include "runner/data_lab/data_lab.h"

namespace warpscope::runner {

/// exercise.h: declares the functions that the student writes, with what they are called with.
std::string header_text(const DataLab& lab);

/// driver.cu: calls them, as the drivers of other labs do. Beside each task with a function of the
/// host for its answer there is one that calls that function (answer_task()); only reference.cu
/// has it.
std::string driver_text(const DataLab& lab);

/// The driver's name for the task that gives the answer.
std::string answer_task(const DataTask& task);

}  // namespace warpscope::runner
