// The sources that a lab with a judge.toml need not have, because they follow from it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "runner/data_lab/data_lab.h"

namespace warpscope::runner {

/// exercise.h: declares the functions that the student writes, with what they are called with.
std::string header_text(const DataLab& lab);

/// driver.cu: calls them, as the drivers of other labs do. Beside each task with a function of the
/// host for its answer there is one that calls that function (answer_task()); only the program that
/// gives the answers has it.
std::string driver_text(const DataLab& lab);

/// Both, by the names of their files.
std::map<std::string, std::string> made_sources(const DataLab& lab);

/// Tasks of which this driver copies every result back, and those for which it uploads every array.
std::vector<std::string> driver_copies(const DataLab& lab);
std::vector<std::string> driver_uploads(const DataLab& lab);

/// What is compiled in place of an exercise to give the answers, where a header has their
/// functions (DataLab::answers).
std::string answers_text(const DataLab& lab);

/// The driver's name for the task that gives the answer.
std::string answer_task(const DataTask& task);

}  // namespace warpscope::runner
