#include "runner/cli/grade_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <random>
#include <thread>

#include "base/error_sentence.h"
#include "base/files.h"
#include "runner/build/fetch_compiler.h"
#include "runner/cli/class_progress.h"
#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/outputs.h"
#include "runner/conditions.h"
#include "runner/grading/class_results.h"
#include "runner/grading/feedback.h"
#include "runner/grading/import_forms.h"
#include "runner/grading/local_executor.h"
#include "runner/grading/roster.h"
#include "runner/grading/slurm_executor.h"
#include "runner/grading/statistics.h"
#include "runner/intake/source_choice.h"
#include "runner/lab/programs.h"
#include "runner/run/gpu_profile.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;
using runner::ClassRow;

constexpr const char* kStandardOutput = "-";

/// To dates that have none. Throws UsageError for a zone that is none.
void add_time_zone(const std::string& zone, std::vector<runner::Submission>& submissions) {
  if (zone.empty()) return;
  if (!runner::parse_time("2026-11-20T12:00:00" + zone))
    throw UsageError("--time-zone takes a zone such as +01:00 or Z, not " + zone + ".");
  constexpr std::size_t kDate = 10;
  for (auto& submission : submissions) {
    auto& time = submission.student.submitted;
    if (time.size() > kDate && time.find_first_of("Z+-", kDate) == std::string::npos &&
        runner::parse_time(time + zone))
      time += zone;
  }
}

std::vector<runner::Submission> submissions_of(const ClassOptions& options,
                                               const runner::Intake& intake) {
  try {
    const std::vector<fs::path> paths(options.paths.begin(), options.paths.end());
    std::error_code error;
    fs::remove_all(intake.unpacked, error);
    auto submissions = runner::find_submissions(paths, intake);
    if (!options.roster.empty()) {
      submissions = runner::with_students(
          std::move(submissions), runner::parse_roster(read_file(options.roster), options.roster));
    }
    add_time_zone(options.time_zone, submissions);
    if (submissions.empty()) throw UsageError("There is nothing to grade: no .cu file was found.");
    return submissions;
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

runner::GradingPlan plan_of(const ClassOptions& options, const runner::LabInfo& lab,
                            const runner::GradingFolder& folder) {
  const auto earlier = folder.load_plan();
  if (earlier && earlier->lab != lab.given) {
    throw UsageError(
        fmt::format("{} holds the results of the lab {}; choose another folder with "
                    "--results.",
                    folder.path().string(), earlier->lab));
  }
  runner::GradingPlan plan;
  plan.lab = lab.given;
  plan.profile = options.profile;
  plan.seed = options.seed ? *options.seed : earlier ? earlier->seed : secret_seed();
  plan.keeps_records = options.keeps_records;
  plan.allows_weak_sandbox = options.allows_weak_sandbox;
  if (!options.feedback.empty()) plan.feedback = fs::absolute(options.feedback);
  if (const auto rules = rules_file(lab, options.rules); !rules.empty())
    plan.rules = fs::absolute(rules);
  plan.submissions =
      submissions_of(options, {folder.path() / "unpacked", functions_of(lab.folder)});
  for (auto& submission : plan.submissions) {
    if (!submission.file.empty()) submission.file = fs::absolute(submission.file);
    if (!submission.root.empty()) submission.root = fs::absolute(submission.root);
  }
  return plan;
}

bool is_our_fault(const ClassRow& row) {
  return row.summary && row.summary->outcome == record::Outcome::Kind::tool_error;
}

std::optional<runner::RowSummary> summary_of(const std::optional<runner::GradingResult>& result) {
  return result ? std::optional(runner::summary_of(result->record)) : std::nullopt;
}

/// The rows before anything is graded, and what is still to be graded.
struct Start {
  std::vector<ClassRow> rows;
  std::vector<std::size_t> to_grade;
};

bool has_feedback(const runner::GradingPlan& plan, const runner::Submission& submission) {
  return plan.feedback.empty() ||
         fs::exists(plan.feedback / runner::file_name_for(submission.name) / "feedback.html");
}

Start start_of(const runner::GradingPlan& plan, const runner::GradingFolder& folder,
               bool is_again) {
  Start start;
  for (std::size_t i = 0; i < plan.submissions.size(); ++i) {
    ClassRow row;
    row.submission = plan.submissions[i];
    row.problem = row.submission.problem;
    if (row.problem.empty()) {
      const auto key = runner::key_of(plan, row.submission);
      if (key && !is_again) row.summary = summary_of(folder.load_result(row.submission, *key));
      // What failed through no fault of the student's deserves another try.
      const bool is_kept = row.summary && !is_our_fault(row) &&
                           has_feedback(plan, row.submission) &&
                           (!plan.keeps_records || fs::exists(folder.record_file(row.submission)));
      if (!is_kept) {
        if (const auto earlier = folder.earlier_result(row.submission);
            earlier && earlier->record.score) {
          row.earlier_points = earlier->record.score->points;
        }
        row.summary.reset();
        start.to_grade.push_back(i);
      }
    } else if (!plan.feedback.empty()) {
      runner::write_feedback_of_none(plan.feedback, row.submission);
    }
    start.rows.push_back(std::move(row));
  }
  return start;
}

void take_result(const runner::GradingPlan& plan, const runner::GradingFolder& folder,
                 const std::string& problem, ClassRow& row) {
  const auto key = runner::key_of(plan, row.submission);
  if (key) row.summary = summary_of(folder.load_result(row.submission, *key));
  if (row.summary) {
    row.problem = problem;
    row.is_our_fault = is_our_fault(row);
    return;
  }
  row.is_our_fault = key.has_value();
  row.problem = !key              ? "The file cannot be read."
                : problem.empty() ? "The file changed while it was graded; grade again."
                                  : problem;
}

runner::ImportTarget import_target(const ClassOptions& options) {
  return {options.roster.empty() ? std::string() : read_file(options.roster), options.assignment};
}

std::string gradebook(const ClassOptions& options, const runner::ClassResults& results) {
  if (options.csv_form == "nbgrader") return runner::gradebook_csv(results);
  const auto target = import_target(options);
  return options.csv_form == "canvas" ? runner::canvas_csv(results, target)
                                      : runner::moodle_csv(results, target);
}

void print_results(const ClassOptions& options, const runner::ClassResults& results) {
  if (options.csv == kStandardOutput) {
    fmt::print("{}", gradebook(options, results));
  } else if (options.is_json) {
    runner::write_class_json(results, std::cout);
  } else {
    fmt::print("{}", runner::class_table(results));
  }
}

void write_outputs(const ClassOptions& options, const runner::ClassResults& results,
                   Outputs& outputs) {
  if (options.csv != kStandardOutput) {
    outputs.add(options.csv, [&] { replace_file(options.csv, gradebook(options, results)); });
  }
  outputs.add(options.junit, [&] {
    replace_file(options.junit, [&](std::ostream& to) { runner::write_junit_xml(results, to); });
  });
  for (const auto& file : options.statistics) {
    outputs.add(file, [&] {
      const auto statistics = runner::statistics_of(results);
      replace_file(file, file.ends_with(".csv") ? runner::statistics_csv(statistics)
                                                : runner::statistics_html(results, statistics));
    });
  }
}

/// Before hours of grading.
void expect_outputs_writable(const ClassOptions& options) {
  for (const auto& file : {options.csv, options.junit}) expect_writable(file);
  for (const auto& file : options.statistics) {
    if (!file.ends_with(".csv") && !file.ends_with(".html")) {
      throw UsageError("--statistics takes a name that ends in .csv or .html, not " + file + ".");
    }
    expect_writable(file);
  }
  if (options.feedback.empty()) return;
  std::error_code error;
  fs::create_directories(options.feedback, error);
  if (error) {
    throw UsageError(
        fmt::format("Cannot make the folder {}: {}.", options.feedback, error.message()));
  }
  expect_writable((fs::path(options.feedback) / "feedback.txt").string());
}

std::unique_ptr<runner::Executor> make_executor(const ClassOptions& options) {
  const std::vector<std::string> worker{fs::read_symlink("/proc/self/exe").string(), kGradeOne};
  if (options.executor == "slurm") {
    return std::make_unique<runner::SlurmExecutor>(worker, options.slurm_options);
  }
  const auto processes =
      options.processes > 0 ? options.processes : std::max(1U, std::thread::hardware_concurrency());
  return std::make_unique<runner::LocalExecutor>(worker, processes);
}

runner::GradingFolder results_folder(const ClassOptions& options, const runner::LabInfo& lab) {
  const auto path = fs::absolute(options.results.empty() ? fs::path("grades") / lab.id
                                                         : fs::path(options.results));
  try {
    runner::GradingFolder folder(path);
    for (const char* file : {"grading.json", "results/new", "logs/new"}) {
      expect_writable((path / file).string());
    }
    folder.remove_unfinished();
    return folder;
  } catch (const std::runtime_error& error) {
    throw UsageError(error_sentence(error));
  }
}

/// Of what is graded, but whose record or report could not be written. Returns whether there is
/// any.
bool tell_unwritten(const runner::ClassResults& results) {
  bool has_any = false;
  for (const auto& row : results.rows) {
    if (!row.summary || row.problem.empty()) continue;
    has_any = true;
    fmt::print(stderr, "warpscope: {}: {}\n", runner::file_name_for(row.submission.name),
               row.problem);
  }
  return has_any;
}

/// What was left out, renamed or could not be unpacked.
void tell_notes(const runner::ClassResults& results) {
  for (const auto& row : results.rows) {
    if (row.submission.note.empty()) continue;
    fmt::print(stderr, "warpscope: {}: {}\n", runner::file_name_for(row.submission.name),
               row.submission.note);
  }
}

}  // namespace

std::set<std::string> functions_of(const fs::path& lab_folder) {
  try {
    return runner::function_names(runner::lab_program(lab_folder, "starter").text);
  } catch (const std::runtime_error&) {
    return {};  // a lab without a starter
  }
}

std::uint64_t secret_seed() {
  std::random_device source;
  constexpr unsigned kBitsOfOne = 32;
  return (static_cast<std::uint64_t>(source()) << kBitsOfOne) | source();
}

int grade_class(const ClassOptions& given, const std::stop_token& cancel) {
  if (runner::gpu_index(given.profile)) {
    throw UsageError(
        "A class is graded on a virtual GPU: what a real one tells comes out of the submission's "
        "own process, and two at a time would disturb each other. One file can be graded there.");
  }
  expect_outputs_writable(given);
  auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, given.lab);
  auto options = given;
  if (options.assignment.empty()) options.assignment = lab.title;
  check_profile(installation, options.profile);
  const auto rules = checked_rules(lab, rules_file(lab, options.rules));
  runner::provide_compiler(installation, cancel);
  const auto folder = results_folder(options, lab);
  auto plan = plan_of(options, lab, folder);
  plan.conditions = runner::conditions_of(installation, lab, {plan.profile, plan.seed, plan.rules});
  folder.save_plan(plan);

  auto start = start_of(plan, folder, options.is_again);
  runner::ClassResults results{
      lab.id, plan.seed, std::move(start.rows), rules.late,
      [&folder](const runner::Submission& one) { return folder.earlier_result(one); }};
  const auto kept = std::ranges::count_if(
      results.rows, [](const ClassRow& row) { return row.summary.has_value(); });
  ClassProgress progress(start.to_grade.size(), static_cast<std::size_t>(kept));
  for (const auto index : start.to_grade) folder.remove_result(plan.submissions[index]);
  make_executor(options)->run(
      folder, start.to_grade,
      [&](std::size_t index, const std::string& problem) {
        take_result(plan, folder, problem, results.rows[index]);
        progress.show(results.rows[index]);
      },
      cancel);
  progress.end();
  const bool lacks_outputs = tell_unwritten(results);
  tell_notes(results);
  if (cancel.stop_requested()) {
    fmt::print(stderr,
               "warpscope: stopped. What is graded is kept in {}; the same command goes on.\n",
               folder.path().string());
    return kCanceled;
  }
  print_results(options, results);
  Outputs outputs;
  write_outputs(options, results, outputs);
  return outputs.exit_code(
      lacks_outputs || std::ranges::any_of(results.rows, &ClassRow::is_our_fault) ? kToolError
                                                                                  : kFullMarks);
}

}  // namespace warpscope::cli
