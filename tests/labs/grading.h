// Running `warpscope grade` as a student or instructor would.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::labs {

struct Graded {
  int exit_code = -1;
  std::string output;        ///< standard output and error
  record::RunRecord record;  ///< of --record
};

/// Grades one exercise file of a lab and reads the run record it left.
/// Throws std::runtime_error with the program's output when there is no record.
Graded grade(const std::string& lab, const std::filesystem::path& file);

/// Standard output of `warpscope grade` with these further options.
std::string grade_output(const std::string& lab, const std::filesystem::path& file,
                         const std::string& options);

/// What the first line of a planted fault says.
struct Expectation {
  std::string id;          ///< "// finding: <id> line <n>", or empty
  std::uint32_t line = 0;  ///< 0 when the finding names no line
  std::string verdict;     ///< "// verdict: <outcome>", or empty
};
/// Throws std::runtime_error for a first line that says neither.
Expectation expectation_of(const std::filesystem::path& fault);

/// Files below a lab's faults/ folder, in alphabetical order.
std::vector<std::filesystem::path> faults_of(const std::string& lab);

}  // namespace warpscope::labs
