// warpscope course: for instructors.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/temporary_folder.h"
#include "runner/build/fetch_compiler.h"
#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/grade_class.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/terminal.h"
#include "runner/data_lab/data_lab.h"
#include "runner/grading/plagiarism_export.h"
#include "runner/lab/lab_description.h"
#include "runner/lab/prediction_answers.h"
#include "runner/lab/rungs.h"
#include "runner/report/table.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;
using record::RunRecord;

/// What is wrong with the reference's run; empty when nothing is.
std::string problem_of_reference(const RunRecord& record) {
  if (!record.score) return "the reference has no score: " + record.outcome.message;
  if (record.score->points < record.score->max_points) {
    const auto lost = std::ranges::find_if(record.score->checks, [](const record::Check& check) {
      return check.points < check.max_points;
    });
    return fmt::format("the reference loses points in {}: {}", lost->id, lost->reason);
  }
  for (const auto& finding : record.findings) {
    if (finding.severity == record::Finding::Severity::information) continue;
    return fmt::format("the reference has the finding {}", finding.id);
  }
  return {};
}

std::string problem_of_starter(const RunRecord& record) {
  using Kind = record::Outcome::Kind;
  if (record.outcome.kind == Kind::compile_error) return "the starter does not compile";
  if (!record.score) return "the starter has no score: " + record.outcome.message;
  if (record.score->points >= record.score->max_points) return "the starter has full marks";
  return {};
}

std::string points_text(const RunRecord& record) {
  return record.score ? fmt::format("{:g} of {:g}", record.score->points, record.score->max_points)
                      : std::string("-");
}

class CourseCheck {
 public:
  CourseCheck(const runner::Installation& installation, const std::stop_token& cancel)
      : installation_(installation), cancel_(cancel) {}

  void check(const std::string& lab) {
    problems_.clear();
    std::string reference = "-";
    std::string starter = "-";
    try {
      const auto info = runner::find_lab(installation_, lab);
      const auto data = runner::load_data_lab(info.folder);
      for (const std::string_view file : {"handout.md", "starter.cu", "exercise.h", "driver.cu"}) {
        const bool is_made = data && (file == "exercise.h" || file == "driver.cu");
        if (!is_made && !fs::exists(info.folder / file)) {
          problems_.push_back(fmt::format("no {}", file));
        }
      }
      if (!info.deck.empty() && !fs::exists(info.deck)) problems_.emplace_back("no deck");
      starter = graded(info, "starter.cu", problem_of_starter);
      if (fs::exists(info.folder / "reference.cu")) {
        reference = graded(info, "reference.cu", problem_of_reference);
        runner::rungs_of(info.folder);
      } else {
        problems_.emplace_back(data && data->answers.empty()
                                   ? "no reference.cu, which has the answers"
                                   : "no reference.cu (grading works without it)");
      }
    } catch (const std::exception& error) {
      problems_.emplace_back(error.what());
    }
    has_problem_ |= !problems_.empty();
    table_.add_row(
        {lab, starter, reference,
         problems_.empty() ? std::string("none") : fmt::format("{}", fmt::join(problems_, "; "))});
  }

  std::string text() const { return table_.text(); }
  bool has_problem() const { return has_problem_; }

 private:
  std::string graded(const runner::LabInfo& info, const char* file,
                     std::string (*problem_of)(const RunRecord&)) {
    if (!fs::exists(info.folder / file)) return "-";
    runner::RunRequest request;
    request.lab = info.given;
    request.file = info.folder / file;
    request.seed = 1;
    ProgressLine line;
    const auto record = runner::run_lab(
        installation_, request, [&](const auto& progress) { line.show(progress); }, cancel_);
    if (auto problem = problem_of(record); !problem.empty()) {
      problems_.push_back(std::move(problem));
    }
    check_predictions(info, fs::path(file).stem().string(), record);
    return points_text(record);
  }

  /// Those about this program must have a true value.
  void check_predictions(const runner::LabInfo& info, const std::string& program,
                         const RunRecord& record) {
    if (!record.score) return;
    for (const auto& question : runner::load_lab(info.folder / "lab.toml").predictions) {
      if (question.program != program) continue;
      const auto truth = runner::true_values(question, record);
      const bool is_known = std::ranges::all_of(truth, [&](const auto& value) {
        const bool is_choice = question.kind == runner::QuestionKind::choice;
        return value && (!is_choice || runner::option_for(question, *value) != nullptr);
      });
      if (!is_known)
        problems_.push_back(fmt::format("no true value for the prediction {}", question.id));
    }
  }

  const runner::Installation& installation_;
  const std::stop_token& cancel_;
  runner::TextTable table_{{{"lab"}, {"starter"}, {"reference"}, {"problems"}}};
  std::vector<std::string> problems_;
  bool has_problem_ = false;
};

int check_labs(std::vector<std::string> labs, const std::stop_token& cancel) {
  auto installation = runner::Installation::discover();
  if (labs.empty()) {
    for (const auto& part : runner::load_course(installation.root / "labs" / "course.toml")) {
      labs.insert(labs.end(), part.labs.begin(), part.labs.end());
    }
  } else {
    for (const auto& lab : labs) chosen_lab(installation, lab);
  }
  runner::provide_compiler(installation, cancel);
  CourseCheck check(installation, cancel);
  for (const auto& lab : labs) {
    if (cancel.stop_requested()) return kCanceled;
    check.check(lab);
  }
  fmt::print("{}", check.text());
  return check.has_problem() ? kPointsLost : 0;
}

struct SourcesOptions {
  std::string lab, out;
  std::vector<std::string> paths;
};

int export_sources(const SourcesOptions& options) {
  const auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, options.lab);
  try {
    const std::vector<fs::path> paths(options.paths.begin(), options.paths.end());
    const TemporaryFolder unpacked("sources");
    const auto submissions =
        runner::find_submissions(paths, {unpacked.path() / "files", functions_of(lab.folder)});
    const auto count =
        runner::export_for_comparison(options.out, submissions, lab.folder / "starter.cu");
    fmt::print("{} submissions are in {}/submissions, what everybody was given in {}/base.\n",
               count, options.out, options.out);
    fmt::print("  jplag -l cpp -p cu -bc {0}/base {0}/submissions\n", options.out);
    fmt::print("  moss -l cc -b {0}/base/exercise.cu -d {0}/submissions/*/exercise.cu\n",
               options.out);
    return 0;
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

void add_course(CLI::App& app, Action& action) {
  auto* course = app.add_subcommand("course", "For instructors: check labs, compare submissions");
  course->require_subcommand(1);
  const auto labs = std::make_shared<std::vector<std::string>>();
  auto* check = course->add_subcommand(
      "check", "Run starter and reference of all labs, and say what is wrong with a lab");
  check->add_option("LAB", *labs, "only these");
  check->callback([labs, &action] {
    action = [labs](const std::stop_token& cancel) { return check_labs(*labs, cancel); };
  });
  const auto options = std::make_shared<SourcesOptions>();
  auto* sources = course->add_subcommand(
      "sources", "Copy submissions into the folders that JPlag and MOSS compare");
  sources->add_option("LAB", options->lab, "id of the lab")->required();
  sources->add_option("FILE", options->paths, "files and folders of a class, as for grade")
      ->required();
  sources->add_option("--out", options->out, "a new folder")->required();
  sources->callback([options, &action] {
    action = [options](const std::stop_token&) { return export_sources(*options); };
  });
}

}  // namespace warpscope::cli
