// Functions that the lab's driver calls and that the exercise lacks: a beginner renames one,
// forgets one, or changes its parameters. The others are to be graded all the same.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/build/driver_parts.h"

namespace warpscope::runner {

struct MissingFunction {
  std::string symbol;       ///< mangled
  std::string declaration;  ///< "void add_one(float* data, int offset, int count)"
  std::string cause;        ///< a sentence or two: what is missing, and what may be meant by it
  std::string meant{};      ///< name of the function of the file that `cause` asks about, or empty
};

/// What of the driver's calls neither the driver's objects nor the exercise's object define.
/// `linker_output` is what the linker said when it refused: only names that it names count, so what
/// libraries define does not.
std::vector<MissingFunction> missing_functions(const DriverParts& parts,
                                               const std::filesystem::path& exercise_object,
                                               const std::string& linker_output);

/// A sentence for an exercise with a main of its own, which the linker refuses; else empty.
std::string own_main(const DriverParts& parts, const std::filesystem::path& exercise_object);

/// A C++ source that defines each of them as a function that throws: the driver reports a case that
/// calls one as failed.
std::string stand_ins(const std::vector<MissingFunction>& functions);

}  // namespace warpscope::runner
