// warpscope grade
#include <fmt/format.h>

#include <memory>

#include "base/files.h"
#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/terminal.h"
#include "runner/report/grade_json.h"
#include "runner/report/gradescope.h"
#include "runner/report/text.h"

namespace warpscope::cli {
namespace {

struct GradeOptions {
  runner::RunRequest request;
  std::string file, record;
  bool is_json = false;
  std::string gradescope;
};
/// Gradescope reads its results from here.
constexpr const char* kGradescopeFile = "/autograder/results/results.json";

int grade(GradeOptions options, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  options.request.lab = chosen_lab(installation, options.request.lab).id;
  options.request.file = options.file;
  const auto record = run_with_progress(installation, options.request, options.record, cancel);
  if (!options.gradescope.empty()) {
    write_file(options.gradescope, runner::gradescope_json(record));
  }
  if (options.is_json) {
    fmt::print("{}", runner::grade_json(record));
  } else {
    fmt::print("{}", runner::text_report(record, style_of_output()));
  }
  return exit_code_of(record);
}

}  // namespace

void add_grade(CLI::App& app, Action& action) {
  const auto options = std::make_shared<GradeOptions>();
  auto* command = app.add_subcommand("grade", "Score an exercise file");
  command->add_option("LAB", options->request.lab, "id of the lab, see labs")->required();
  command->add_option("FILE", options->file, "the exercise file")->required();
  command->add_flag("--json", options->is_json, "print JSON instead of text");
  command
      ->add_option(
          "--gradescope", options->gradescope,
          std::string("write Gradescope's results.json; without a name to ") + kGradescopeFile)
      ->expected(0, 1)
      ->default_str(kGradescopeFile);
  command->add_option("--profile", options->request.profile, "virtual GPU")->capture_default_str();
  command->add_option("--seed", options->request.seed, "of the inputs")->capture_default_str();
  command->add_option("--record", options->record, "write the run record to this file");
  command->callback([options, command, &action] {
    if (command->count("--gradescope") > 0 && options->gradescope.empty()) {
      options->gradescope = kGradescopeFile;
    }
    action = [options](const std::stop_token& cancel) { return grade(*options, cancel); };
  });
}

}  // namespace warpscope::cli
