#include "runner/grading/feedback.h"

#include <fmt/format.h>

#include <algorithm>
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

/// Takes the checks out that students do not see. Returns how many these are.
std::size_t hide_checks(record::Score& score, const InstructorRules& rules) {
  const auto hidden = std::erase_if(score.checks, [&](const record::Check& check) {
    return visibility_of(rules, check.id) == Visibility::hidden;
  });
  if (hidden == 0) return 0;
  score.points = score.max_points = 0;
  for (const auto& check : score.checks) {
    score.points += check.points;
    score.max_points += check.max_points;
  }
  score.points = std::max(0.0, score.points);
  return hidden;
}

/// Of the file only its name, and what the rules let them see.
record::RunRecord for_students(record::RunRecord record, const InstructorRules& rules) {
  if (const auto hidden = record.score ? hide_checks(*record.score, rules) : 0; hidden > 0) {
    auto& message = record.outcome.message;
    message +=
        fmt::format("{}Checks that are not shown here: {}.", message.empty() ? "" : " ", hidden);
  }
  record.program.path = fs::path(record.program.path).filename().string();
  return record;
}

}  // namespace

void write_feedback(const fs::path& folder, const Submission& submission,
                    const record::RunRecord& record, const InstructorRules& rules) {
  const auto own = made_folder(folder, submission);
  const std::array shown{for_students(record, rules)};
  replace_file(own / "feedback.txt", text_report(shown.front(), {.has_seed = false}));
  replace_file(own / "feedback.html", html_report(shown, false));
}

void write_feedback_of_none(const fs::path& folder, const Submission& submission) {
  const auto own = made_folder(folder, submission);
  replace_file(own / "feedback.txt",
               submission.name + "\n\nNot graded. " + submission.problem + "\n");
}

}  // namespace warpscope::runner
