#include "runner/grading/plagiarism_export.h"

#include <stdexcept>

#include "base/files.h"

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
    write_source(folder / "submissions" / file_name_for(submission.name), submission.file);
    ++count;
  }
  return count;
}

}  // namespace warpscope::runner
