// What the results of a class depend on besides the submissions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "runner/installation/installation.h"
#include "runner/run_lab.h"

namespace warpscope::runner {

/// What is chosen for a grading.
struct ChosenConditions {
  std::string profile;  ///< name of the virtual GPU
  std::uint64_t seed = 0;
  std::filesystem::path rules;  ///< the instructor's; empty without
};

/// A digest of all that a result depends on besides the submission: our programs and libraries, the
/// lab with its judge, answers, driver and headers, the device library, compiler and options, the
/// profile, the seed and the rules. Where it is another one, a result is made again. Throws
/// std::runtime_error for what cannot be read.
std::string conditions_of(const Installation& installation, const LabInfo& lab,
                          const ChosenConditions& chosen);

}  // namespace warpscope::runner
