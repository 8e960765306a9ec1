#include "runner/grading/feedback.h"

#include <array>
#include <stdexcept>

#include "base/files.h"
#include "runner/report/html/page.h"
#include "runner/report/text.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

fs::path made_folder(const fs::path& folder, const Submission& submission) {
  auto own = folder / file_name_for(submission.name);
  std::error_code error;
  fs::create_directories(own, error);
  if (error) {
    throw std::runtime_error("Cannot make the folder " + own.string() + ": " + error.message() +
                             ".");
  }
  return own;
}

/// Of the file only its name.
record::RunRecord for_students(record::RunRecord record) {
  record.program.path = fs::path(record.program.path).filename().string();
  return record;
}

}  // namespace

void write_feedback(const fs::path& folder, const Submission& submission,
                    const record::RunRecord& record) {
  const auto own = made_folder(folder, submission);
  const std::array shown{for_students(record)};
  replace_file(own / "feedback.txt", text_report(shown.front(), {.has_seed = false}));
  replace_file(own / "feedback.html", html_report(shown, false));
}

void write_feedback_of_none(const fs::path& folder, const Submission& submission) {
  const auto own = made_folder(folder, submission);
  replace_file(own / "feedback.txt",
               submission.name + "\n\nNot graded. " + submission.problem + "\n");
}

}  // namespace warpscope::runner
