// warpscope grade
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "runner/cli/commands.h"
#include "runner/cli/device_option.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/grade_class.h"
#include "runner/cli/harness_outputs.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/outputs.h"
#include "runner/cli/terminal.h"
#include "runner/cli/whole_number.h"
#include "runner/cli/working_folder.h"
#include "runner/grading/submission.h"
#include "runner/report/grade_json.h"
#include "runner/report/gradescope.h"
#include "runner/report/text.h"

namespace warpscope::cli {
namespace {

struct GradeOptions {
  ClassOptions many;  ///< those for one file use its lab, profile, seed and JSON as well
  std::string record;
  HarnessOptions harness;
  bool is_without_checks = false;
};
bool is_zip(const std::filesystem::path& path) {
  return path.extension() == ".zip" || path.extension() == ".ZIP";
}

/// A harness that ends us when its time is over finds something in any case: what the cases that
/// had ended came to, without points.
class GradescopeSoFar {
 public:
  explicit GradescopeSoFar(std::string file) : file_(std::move(file)) {
    partial_.outcome.kind = record::Outcome::Kind::timed_out;
    partial_.outcome.message =
        "The grading did not come to an end; the machine was too slow or was stopped. Below are "
        "the cases that had ended.";
    write();
  }
  void add(const runner::EndedCase& ended) {
    using Verdict = record::Case::Verdict;
    auto& item = partial_.cases.emplace_back();
    item.name = ended.name;
    item.verdict = ended.is_correct ? Verdict::correct : Verdict::wrong;
    item.message = ended.message;
    write();
  }

 private:
  /// Whether the last word can be written is told there.
  void write() const {
    if (file_.empty()) return;
    try {
      replace_file(file_, runner::gradescope_json(partial_));
    } catch (const std::runtime_error&) {
      // The grading goes on.
    }
  }

  std::string file_;
  record::RunRecord partial_;
};

/// The file to grade and where its headers are, or those of the folder or zip file which is the
/// submission; then `unpacked` is made. Where there is none, the systems that asked get the reason.
runner::Submission submission_of(const GradeOptions& options, const std::filesystem::path& lab,
                                 std::optional<TemporaryFolder>& unpacked) {
  const std::filesystem::path path = options.many.paths.front();
  runner::Submission submission;
  std::error_code error;
  if (std::filesystem::is_directory(path, error) || is_zip(path)) {
    unpacked.emplace("grade");
    submission = runner::submission_in(path, {unpacked->path() / "files", functions_of(lab)});
  } else {
    submission.file = path;
    submission.problem = reason_not_to_read(path);
  }
  if (submission.problem.empty()) return submission;
  write_harness_reason(options.harness, submission.problem);
  throw UsageError(submission.problem);
}

int grade_file(const GradeOptions& options, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  runner::RunRequest request;
  const auto lab = chosen_lab(installation, options.many.lab);
  request.rules = rules_file(lab, options.many.rules);
  const auto rules = checked_rules(lab, request.rules);
  request.lab = lab.given;
  std::optional<TemporaryFolder> unpacked;
  const auto submission = submission_of(options, lab.folder, unpacked);
  request.file = submission.file;
  request.known_as = submission.known_as;
  // Beside a file that was named there may be those of other people.
  request.own =
      submission.root.empty()
          ? runner::OwnFolder{std::filesystem::absolute(request.file).parent_path(), false}
          : runner::OwnFolder{submission.root, true};
  request.profile = options.many.profile;
  request.seed = options.many.seed ? *options.many.seed : secret_seed();
  request.allows_weak_sandbox = options.many.allows_weak_sandbox;
  request.has_checks = !options.is_without_checks;
  request.has_stand_ins = true;
  request.has_other_orders = true;
  expect_writable(options.record);
  GradescopeSoFar so_far(options.harness.gradescope);
  auto record = run_with_progress(installation, request, cancel,
                                  [&](const auto& ended) { so_far.add(ended); });
  if (options.many.is_json) {
    fmt::print("{}", runner::grade_json(record));
  } else if (!options.harness.is_coderunner) {
    fmt::print("{}", runner::text_report(record, style_of_output()));
  }
  Outputs outputs;
  write_harness_outputs(options.harness, record, rules, outputs);
  outputs.add(options.record, [&] { record::save(record, options.record); });
  return outputs.exit_code(exit_code_of(record));
}

/// Gradescope, Autolab and others hand one submission over, which may be a folder or a zip file.
bool is_of_one(const GradeOptions& options) {
  return options.many.paths.size() == 1 && options.harness.has_any();
}

/// Whether something was asked for that only several submissions have.
bool has_class_options(const ClassOptions& options) {
  return !options.results.empty() || !options.roster.empty() || !options.feedback.empty() ||
         !options.csv.empty() || !options.junit.empty() || !options.statistics.empty();
}

/// Whether it was, or there are several.
bool is_of_class(const ClassOptions& options) {
  std::error_code error;
  return options.paths.size() > 1 || std::filesystem::is_directory(options.paths.front(), error) ||
         is_zip(options.paths.front()) || has_class_options(options);
}

/// Where a step of GitHub Actions leaves its outputs.
std::string output_of_actions() {
  const char* file = std::getenv("GITHUB_OUTPUT");
  if (file == nullptr || *file == '\0')
    throw UsageError("--classroom needs a file: GITHUB_OUTPUT is not set.");
  return file;
}

/// Of a student who names no file.
std::string own_exercise(const GradeOptions& options) {
  if (options.harness.has_any()) throw UsageError("FILE is needed: the submission.");
  if (has_class_options(options.many) || options.many.keeps_records || options.many.is_again)
    throw UsageError("FILE is needed: the files and folders of the class.");
  const auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, options.many.lab);
  const auto folder = working_folder(installation, lab.id, {});
  check_begun(installation, lab.id, folder);
  return exercise_in(folder).string();
}

int grade(GradeOptions options, const std::stop_token& cancel) {
  if (options.many.paths.empty()) options.many.paths.push_back(own_exercise(options));
  if (is_of_one(options) || !is_of_class(options.many)) return grade_file(options, cancel);
  if (options.harness.has_any() || !options.record.empty() || options.is_without_checks) {
    throw UsageError(
        "--gradescope, --autolab, --prairielearn, --classroom, --coderunner, --record and "
        "--without-checks are for one file; a class has --json, --csv, --junit, --feedback and "
        "--records.");
  }
  return grade_class(options.many, cancel);
}

void add_options_for_class(CLI::App& command, ClassOptions& options) {
  const char* const group = "For a class";
  command
      .add_option("--results", options.results,
                  "folder in which results are kept, so that the same command goes on where it was "
                  "stopped; grades/LAB unless you say")
      ->group(group);
  command.add_option("--roster", options.roster, "CSV with student_id and more: whose is what")
      ->group(group);
  command.add_option("--feedback", options.feedback, "folder for a report to each student")
      ->group(group);
  command.add_option("--csv", options.csv, "write the gradebook; - is standard output")
      ->group(group);
  command
      .add_option("--csv-for", options.csv_form,
                  "who imports it: nbgrader, canvas or moodle; the roster may be what the system "
                  "exports")
      ->check(CLI::IsMember({"nbgrader", "canvas", "moodle"}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--assignment", options.assignment,
                  "its title in Canvas; the lab's title unless you say")
      ->group(group);
  command
      .add_option("--time-zone", options.time_zone,
                  "of dates without one, as Moodle and Blackboard write them, e.g. +01:00")
      ->group(group);
  command.add_option("--junit", options.junit, "write JUnit's XML")->group(group);
  command
      .add_option("--statistics", options.statistics,
                  "write the distribution of points and the most frequent findings, as a page "
                  "(.html) or a table (.csv); may be given again")
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--processes", options.processes,
                  "graded at the same time; as many as there are cores unless you say")
      ->check(CLI::Range(1U, 1024U))
      ->group(group);
  command.add_option("--executor", options.executor, "where: local, or slurm for a cluster")
      ->check(CLI::IsMember({"local", "slurm"}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--slurm", options.slurm_options,
                  "an option for sbatch, e.g. --slurm=--partition=short; may be given again")
      ->allow_extra_args(false)
      ->group(group);
  command.add_flag("--records", options.keeps_records, "keep the run record of each submission")
      ->group(group);
  command.add_flag("--again", options.is_again, "grade also what has a kept result")->group(group);
}

}  // namespace

void add_grade(CLI::App& app, Action& action) {
  const auto options = std::make_shared<GradeOptions>();
  auto& many = options->many;
  auto* command = app.add_subcommand("grade", "Score an exercise file, or those of a class");
  command
      ->add_option("LAB", many.lab,
                   "id of the lab, see labs; or the path of a lab whose judge is data")
      ->required();
  command->add_option("FILE", many.paths,
                      "the exercise file, your exercise.cu unless given; or files and folders of a "
                      "class");
  command->add_flag("--json", many.is_json, "print JSON instead of text");
  command
      ->add_option(
          "--gradescope", options->harness.gradescope,
          std::string("write Gradescope's results.json; without a name to ") + kGradescopeFile)
      ->expected(0, 1)
      ->default_str(kGradescopeFile);
  command
      ->add_option(
          "--prairielearn", options->harness.prairielearn,
          std::string("write PrairieLearn's results.json; without a name to ") + kPrairielearnFile)
      ->expected(0, 1)
      ->default_str(kPrairielearnFile);
  command
      ->add_option("--classroom", options->harness.classroom,
                   "append the points for GitHub Classroom's reporter; without a name to "
                   "$GITHUB_OUTPUT")
      ->expected(0, 1);
  command->add_flag("--coderunner", options->harness.is_coderunner,
                    "print what a template grader of CodeRunner prints, and nothing else");
  command->add_flag("--autolab", options->harness.is_autolab,
                    "end with the line that Autolab reads");
  command->add_option("--profile", many.profile, "virtual GPU")->capture_default_str();
  add_device_option(*command, many.profile);
  command->add_option("--seed", many.seed, "of the inputs; a secret one unless you say")
      ->check(whole_number());
  command->add_option("--rules", many.rules,
                      "an instructor's file: other points and bounds, banned names, lateness");
  command->add_option("--record", options->record, "write the run record to this file");
  command->add_flag("--allow-weak-sandbox", many.allows_weak_sandbox,
                    "grade even where neither bubblewrap nor Landlock works: the submission can "
                    "then read what you can read");
  command->add_flag("--without-checks", options->is_without_checks,
                    "watch no launch, whatever lab.toml says: for measuring what the memory checks "
                    "cost");
  add_options_for_class(*command, many);
  command->callback([options, command, &action] {
    auto& harness = options->harness;
    if (command->count("--gradescope") > 0 && harness.gradescope.empty())
      harness.gradescope = kGradescopeFile;
    if (command->count("--prairielearn") > 0 && harness.prairielearn.empty())
      harness.prairielearn = kPrairielearnFile;
    if (command->count("--classroom") > 0 && harness.classroom.empty())
      harness.classroom = output_of_actions();
    action = [options](const std::stop_token& cancel) { return grade(*options, cancel); };
  });
}

}  // namespace warpscope::cli
