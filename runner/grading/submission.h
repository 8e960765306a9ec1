// What a class handed in: one exercise file per student.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace warpscope::runner {

/// Who handed something in, as far as a roster says.
struct Student {
  std::string id, last_name, first_name, email;
  std::string submitted;  ///< time of submission as the roster writes it; may be empty
};

struct Submission {
  std::string name;            ///< of the file or folder; no other submission has it
  std::filesystem::path file;  ///< empty when there is nothing to grade
  std::string problem;         ///< then why, in a sentence
  Student student;
};

/// One submission for each file, and for each entry of each folder: a .cu file is one named after
/// itself, a folder one named after itself, of which exercise.cu is taken, or the only .cu file. A
/// folder that holds exercise.cu is one submission. Hidden entries are left out; links and whatever
/// is no regular file have a problem, because a link could lead to a file of somebody else's.
/// Throws std::runtime_error with a sentence for a path that is not there or cannot be read.
std::vector<Submission> find_submissions(std::span<const std::filesystem::path> paths);

/// A folder that is one submission, as Gradescope hands it over.
Submission submission_in(const std::filesystem::path& folder);

/// A name that is also a file name: no '/', no control characters, not hidden, at most 120 bytes.
std::string file_name_for(const std::string& name);

}  // namespace warpscope::runner
