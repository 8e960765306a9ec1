#include "runner/grading/plagiarism_export.h"

#include <stdexcept>

#include "base/files.h"
#include "runner/intake/handed_in.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

void write_source(const fs::path& folder, const fs::path& source) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error("Cannot make the folder " + folder.string() + ": " + error.message() +
                             ".");
  }
  write_file(folder / "exercise.cu", read_file(source));
}

/// Of the student's own, where they lay.
void write_headers(const fs::path& own, const Submission& submission) {
  for (const auto& header : headers_in(submission.root)) {
    const auto target = own / header.lexically_relative(submission.root);
    std::error_code error;
    if (header == submission.file || fs::exists(target, error)) continue;
    fs::create_directories(target.parent_path(), error);
    write_file(target, read_file(header));
  }
}

}  // namespace

std::size_t export_for_comparison(const fs::path& folder, std::span<const Submission> submissions,
                                  const fs::path& starter) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    throw std::runtime_error(folder.string() + " is not empty; name a new folder.");
  }
  write_source(folder / "base", starter);
  std::size_t count = 0;
  for (const auto& submission : submissions) {
    if (submission.file.empty()) continue;
    const auto own = folder / "submissions" / file_name_for(submission.name);
    write_source(own, submission.file);
    if (!submission.root.empty()) write_headers(own, submission);
    ++count;
  }
  return count;
}

}  // namespace warpscope::runner
