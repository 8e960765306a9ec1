// warpscope grade-one: the worker of `grade` for a class. Not for people.
#include "runner/grading/grade_one.h"

#include <memory>

#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"

namespace warpscope::cli {
namespace {

int grade(const std::string& path, std::size_t index, const std::stop_token& cancel) {
  const runner::GradingFolder folder(path);
  const auto plan = folder.load_plan();
  if (!plan || index >= plan->submissions.size()) {
    throw UsageError(path + " holds no plan of a grading with this submission.");
  }
  return runner::grade_one(runner::Installation::discover(), folder, *plan, index, cancel)
             ? 0
             : kCanceled;
}

}  // namespace

void add_grade_one(CLI::App& app, Action& action) {
  struct Options {
    std::string folder;
    std::size_t index = 0;
  };
  const auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand(kGradeOne, "Grade one submission of a class");
  command->group("");  // not in --help
  command->add_option("FOLDER", options->folder, "of the grading")->required();
  command->add_option("NUMBER", options->index, "of the submission")->required();
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) {
      return grade(options->folder, options->index, cancel);
    };
  });
}

}  // namespace warpscope::cli
