// What a class handed in: one exercise file per student.
#pragma once

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace warpscope::runner {

/// Who handed something in, as far as a roster or the name of an exported file says.
struct Student {
  std::string id, last_name, first_name, email;
  std::string submitted;  ///< time of submission as it was written; may be empty
  bool is_late = false;   ///< the learning system marks it so
};

struct Submission {
  std::string name;            ///< of the file or folder; no other submission has it
  std::filesystem::path file;  ///< empty when there is nothing to grade
  std::string problem;         ///< then why, in a sentence
  Student student{};
  std::filesystem::path root{};  ///< folder of the student's own headers; empty: there are none
  /// What records and reports call a file that was unpacked or copied: its place in the archive or
  /// folder that was handed in; empty: `file`.
  std::string known_as{};
  std::string note{};  ///< what was done to read it, in sentences: left out, renamed; may be empty
};

/// What is needed to read what learning systems export.
struct Intake {
  /// Archives are unpacked here, and files copied whose names cannot be kept; made when needed.
  /// Empty: an archive is a problem.
  std::filesystem::path unpacked{};
  /// Of the lab's starter: of several files the one that has most of them is graded.
  std::set<std::string> functions{};
};

/// One submission for each file, and for each entry of each folder or zip file. A file is one named
/// after itself; of a folder choose_source() takes one of the files in it and below it, zip files
/// in it included. A folder that holds exercise.cu is one submission, and so is a zip file that
/// does not hold several people's. Names as Canvas, Moodle and Blackboard export them tell whose
/// files belong together, the student, and what these systems say of the time. Hidden entries are
/// left out; links and whatever is no regular file have a problem, because a link could lead to a
/// file of somebody else's. Throws std::runtime_error with a sentence for a path that is not there
/// or cannot be read.
std::vector<Submission> find_submissions(std::span<const std::filesystem::path> paths,
                                         const Intake& intake = {});

/// A folder or zip file that is one submission, as Gradescope hands it over.
Submission submission_in(const std::filesystem::path& folder, const Intake& intake = {});

/// A name that is also a file name: UTF-8, no '/', no control characters, not hidden, at most 120
/// bytes.
std::string file_name_for(const std::string& name);

}  // namespace warpscope::runner
