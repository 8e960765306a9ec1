// The rungs of a lab's ladder: the whole files that lead from the starter to the reference.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::runner {

struct Rung {
  std::string name;  ///< "starter", "step-1", …, "reference"
  std::filesystem::path file;
  std::string change;  ///< against the rung before, from the file's first line "// step: …"
};

/// starter.cu, step-1.cu, step-2.cu, …, reference.cu. Throws std::runtime_error that names the file
/// when a step's first line is no "// step: …", when a number is left out, and when starter or
/// reference are missing.
std::vector<Rung> rungs_of(const std::filesystem::path& lab_folder);

}  // namespace warpscope::runner
