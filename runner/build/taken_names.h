// Names of the runtime, of a library or of the lab's driver that an exercise defines: the driver's
// calls would go to the exercise then, which could tell it any time, attribute or address.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "runner/build/driver_parts.h"

namespace warpscope::runner {

/// Symbols that the exercise's object defines, and that the driver's objects define as well or want
/// from a library. `main` is not among them (own_main), nor what objects have of templates and
/// inline functions.
std::set<std::string> names_of_driver(const DriverParts& parts,
                                      const std::filesystem::path& exercise_object);

/// Symbols that the exercise's object defines and that libraries find in the program made of it,
/// before they find their own: a linker puts these, and no others, into the program's table.
std::set<std::string> names_of_libraries(const std::filesystem::path& program,
                                         const std::filesystem::path& exercise_object);

/// As a programmer writes them: "cudaMalloc", "operator new".
std::vector<std::string> as_written(const std::set<std::string>& symbols);

}  // namespace warpscope::runner
