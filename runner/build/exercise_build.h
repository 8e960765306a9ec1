// Making a program out of the student's file and the lab's driver.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "runner/build/driver_parts.h"

namespace warpscope::runner {

struct ExerciseBuild {
  bool is_canceled = false;
  bool is_too_slow = false;       ///< the compiler was stopped at its time limit
  std::filesystem::path program;  ///< empty when it did not compile
  std::string compiler_output;    ///< paths are as in source_name()
  std::string sha256;             ///< of the file
  std::filesystem::path folder;   ///< where the file was when it was compiled
  std::vector<std::filesystem::path> include_folders;

  /// The name that records use for a file that the compiler saw: "exercise.cu", "exercise.h" or
  /// "kernels/grid/ceil_div.cuh", whatever folder it was compiled in.
  std::string source_name(const std::string& compiled_path) const;
  /// A text with the folders of all such paths left out.
  std::string without_folders(std::string text) const;
};

/// Compiles `text` as exercise.cu and links it; a program that was made from the same text before
/// is taken from the work folder. Throws std::runtime_error when the tool itself fails.
ExerciseBuild build_exercise(const Installation& installation, const std::string& lab,
                             const std::string& text, const DriverParts& parts,
                             const Compiler& compiler, const std::stop_token& cancel);

}  // namespace warpscope::runner
