// The faults of a lab compiled together, several in one source (batch.py): gradings find their
// programs in the work folder, as those of files that were compiled before.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace warpscope::labs {

/// Makes the programs of these exercises that are not there, as far as they can be made together;
/// the others are left to their gradings, which compile each alone, and so are all where nvcc runs
/// other stages than those of runner/build/stages.h. Returns the exercises whose
/// programs were made together, now or before. Waits while another process does this for the lab.
/// Throws std::runtime_error when batch.py fails.
std::set<std::string> compile_together(const std::string& lab,
                                       const std::vector<std::string>& exercises);

/// Of the scripts that make batches: another one gives other programs, perhaps.
std::string version_of_batches();

}  // namespace warpscope::labs
