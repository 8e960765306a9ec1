// The rungs of a lab's ladder: the programs that lead from the starter to the reference.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::runner {

struct Rung {
  std::string name;  ///< "starter", "step-1", …, "reference"
  /// NAME.cu in the lab's folder, which records name; of a step that is kept as a diff it is not
  /// there.
  std::filesystem::path file;
  std::string change;  ///< against the rung before, from the file's first line "// step: …"
  std::string text;    ///< the whole file
  std::string diff{};  ///< the lines of a step's diff; empty where a whole file is kept
};

/// starter, step-1, step-2, …, reference. Throws std::runtime_error that names the file when a
/// step's first line is no "// step: …" or its diff does not fit (runner/lab/programs.h), when a
/// number is left out, and when starter or reference are missing.
std::vector<Rung> rungs_of(const std::filesystem::path& lab_folder);

}  // namespace warpscope::runner
