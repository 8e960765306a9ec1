// warpscope predict
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "runner/cli/commands.h"
#include "runner/cli/device_option.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/line_input.h"
#include "runner/cli/outputs.h"
#include "runner/cli/whole_number.h"
#include "runner/exercise/lab_progress.h"
#include "runner/lab/lab_description.h"
#include "runner/lab/prediction_answers.h"
#include "runner/prediction_runs.h"
#include "runner/report/predictions.h"

namespace warpscope::cli {
namespace {

using Questions = std::vector<runner::PredictionQuestion>;

struct PredictOptions {
  runner::RunRequest request;
  std::optional<std::uint32_t> task;
  std::string file, record;
  std::vector<std::string> answers;  ///< "ID=VALUE"
  bool is_list = false;
};

std::string task_name(std::uint32_t task) {
  return task == 0 ? "0 (before the first run)" : std::to_string(task);
}

/// Those of the task; without one those before the first run, or of the first task that has some.
Questions questions_of(const runner::LabDescription& lab, std::optional<std::uint32_t> wanted) {
  std::set<std::uint32_t> tasks;
  for (const auto& question : lab.predictions) tasks.insert(question.task);
  if (tasks.empty()) throw UsageError("This lab asks for no predictions.");
  const auto task = wanted.value_or(*tasks.begin());
  Questions chosen;
  std::ranges::copy_if(lab.predictions, std::back_inserter(chosen),
                       [&](const auto& question) { return question.task == task; });
  if (!chosen.empty()) return chosen;
  std::string known;
  for (const auto other : tasks) known += (known.empty() ? "" : ", ") + task_name(other);
  throw UsageError(
      fmt::format("Task {} asks for no predictions; these tasks do: {}.", task_name(task), known));
}

/// What to write, below the question.
std::string form_of(const runner::PredictionQuestion& question, const runner::LabDescription& lab) {
  if (question.kind == runner::QuestionKind::number)
    return fmt::format("  a number ({})\n", question.unit);
  std::string text;
  if (question.kind == runner::QuestionKind::choice) {
    for (std::size_t i = 0; i < question.options.size(); ++i)
      text += fmt::format("  {}. {}\n", i + 1, question.options[i].text);
    return text;
  }
  const auto sweep = std::ranges::find(lab.sweeps, question.sweep, &record::Sweep::id);
  for (const double x : question.points) text += " " + number_text(x);
  return fmt::format("  {} numbers ({}), for {}:{}\n", question.points.size(), question.unit,
                     sweep->x_label, text);
}

/// Where the next questions belong.
void print_task(std::uint32_t task) {
  fmt::print("{}\n", task == 0 ? "Before the first run:" : fmt::format("Task {}:", task));
}

/// Of which program the answer is: "step-1" says nothing to who has not met the ladder.
std::string program_text(const std::string& program) {
  if (program == "starter") return {};
  return fmt::format(
      "  of the lab's {}{}; --file asks your own file instead\n", program,
      program.starts_with("step-") ? ", with tasks solved on the way to the reference" : "");
}

void print_question(const runner::PredictionQuestion& question, const runner::LabDescription& lab) {
  fmt::print("\n{} [{}]\n{}{}", question.question, question.id, program_text(question.program),
             form_of(question, lab));
}

/// All questions of the lab, or of a task.
void print_questions(const runner::LabDescription& lab, std::optional<std::uint32_t> wanted) {
  auto questions = wanted ? questions_of(lab, wanted) : lab.predictions;
  if (questions.empty()) throw UsageError("This lab asks for no predictions.");
  std::ranges::stable_sort(questions, {}, &runner::PredictionQuestion::task);
  std::optional<std::uint32_t> last;
  for (const auto& question : questions) {
    if (last != question.task) {
      if (last) fmt::print("\n");
      print_task(question.task);
    }
    last = question.task;
    print_question(question, lab);
  }
}

/// Answers of the command line. Throws UsageError.
std::vector<runner::GivenPrediction> answers_of(const PredictOptions& options,
                                                const Questions& questions) {
  std::vector<runner::GivenPrediction> given;
  std::set<std::string> answered;
  for (const auto& answer : options.answers) {
    const auto id = answer.substr(0, answer.find('='));
    const auto question = std::ranges::find(questions, id, &runner::PredictionQuestion::id);
    if (question == questions.end() || id.size() == answer.size()) {
      std::string known;
      for (const auto& each : questions) known += (known.empty() ? "" : ", ") + each.id;
      throw UsageError(
          fmt::format("\"{}\" is no ID=VALUE with one of these ids: {}.", answer, known));
    }
    if (!answered.insert(id).second) throw UsageError(id + " is answered twice.");
    try {
      given.push_back(runner::parse_prediction(*question, answer.substr(id.size() + 1)));
    } catch (const std::runtime_error& error) {
      throw UsageError(fmt::format("{}: {}", id, error.what()));
    }
  }
  return given;
}

/// Asks until the answer can be read; an empty line, the end of the input and Ctrl-C give none.
std::vector<runner::GivenPrediction> ask(const Questions& questions,
                                         const runner::LabDescription& lab,
                                         const std::stop_token& cancel) {
  std::vector<runner::GivenPrediction> given;
  LineInput input;
  print_task(questions.front().task);
  fmt::print("Write each prediction down; an empty line leaves one out.\n");
  for (const auto& question : questions) {
    print_question(question, lab);
    while (true) {
      fmt::print("> ");
      const auto line = input.next(cancel);
      if (!line) {
        fmt::print("\n");
        return given;
      }
      if (line->empty()) break;
      try {
        given.push_back(runner::parse_prediction(question, *line));
        break;
      } catch (const std::runtime_error& error) {
        fmt::print("{}\n", error.what());
      }
    }
  }
  return given;
}

/// The answers by the program whose run has the true values. A file of one's own stands for all of
/// them.
std::vector<runner::PredictionRun> runs_of(const Questions& questions,
                                           const std::vector<runner::GivenPrediction>& given,
                                           bool has_file) {
  if (has_file) return {{"student", given}};
  return runner::by_program(questions, given);
}

/// Sets what is run: a program of the lab, which must be here and may be seen.
void choose_program(const runner::Installation& installation, const runner::LabInfo& lab,
                    const runner::PredictionRun& run, runner::RunRequest& request) {
  if (run.program != "starter") expect_reference_shown(installation, lab);
  try {
    runner::set_program(lab.folder, run, request);
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{} Run your own file with --file.", error.what()));
  }
}

/// Why answers are not kept: only those count that were given first, before a run showed it.
std::string not_kept(const std::filesystem::path& folder,
                     const std::vector<runner::GivenPrediction>& given) {
  const auto progress = runner::load_progress(folder);
  std::string text;
  for (const auto& answer : given) {
    if (!progress) break;
    const char* why = progress->prediction(answer.id) != nullptr ? "you have answered it before"
                      : progress->is_told(answer.id)             ? "a run has shown it before"
                                                                 : nullptr;
    if (why != nullptr) text += fmt::format("  {} is not kept: {}.\n", answer.id, why);
  }
  return text;
}

int predict(PredictOptions options, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  const auto info = chosen_lab(installation, options.request.lab);
  const auto lab = runner::load_lab(info.folder / "lab.toml");
  if (options.is_list) {
    print_questions(lab, options.task);
    return 0;
  }
  const auto questions = questions_of(lab, options.task);
  expect_writable(options.record);
  const auto given =
      options.answers.empty() ? ask(questions, lab, cancel) : answers_of(options, questions);
  if (cancel.stop_requested()) return kCanceled;
  if (given.empty()) {
    fmt::print("Nothing was predicted, so nothing is run.\n");
    return 0;
  }
  const auto runs = runs_of(questions, given, !options.file.empty());
  if (runs.size() > 1 && !options.record.empty())
    throw UsageError(
        "These predictions are about several programs, so there is no one record; "
        "answer those about one of them, or leave --record out.");
  options.request.lab = info.given;
  options.request.workers = 0;
  const auto folder = options.file.empty() ? installation.exercises / info.id
                                           : std::filesystem::absolute(options.file).parent_path();
  const auto notes = not_kept(folder, given);
  Outputs outputs;
  for (const auto& run : runs) {
    auto request = options.request;
    if (options.file.empty()) {
      choose_program(installation, info, run, request);
    } else {
      request.predictions = run.given;
      request.file = options.file;
      request.own.root = std::filesystem::absolute(options.file).parent_path();
    }
    const auto record = run_with_progress(installation, request, cancel);
    if (!record.predictions) {
      fmt::print(stderr, "warpscope: {}: {}\n{}", request.file.string(), record.outcome.message,
                 record.outcome.compiler_output);
      return exit_code_of(record);
    }
    fmt::print("\n{}:{}", run.program, runner::predictions_text(record));
    // A file of one's own has its progress beside it, and that was noted with the run.
    const auto problem = options.file.empty()
                             ? runner::note_predictions(folder, info.id, *record.predictions)
                             : std::string();
    if (!problem.empty()) fmt::print(stderr, "warpscope: {}\n", problem);
    outputs.add(options.record, [&] { record::save(record, options.record); });
  }
  fmt::print("{}", notes);
  return outputs.exit_code(0);
}

}  // namespace

void add_predict(CLI::App& app, Action& action) {
  const auto options = std::make_shared<PredictOptions>();
  auto* command = app.add_subcommand(
      "predict", "Ask for the predictions of a lab's handout, run, and show by how much they miss");
  command->add_option("LAB", options->request.lab, "id of the lab, see labs")->required();
  command
      ->add_option("--task", options->task,
                   "those of this task; unless given those before the first run, or of the first "
                   "task that has some")
      ->check(CLI::Range(0, 99));
  command->add_option("--file", options->file,
                      "an exercise file of yours that is run instead of the lab's own program");
  command->add_option("--answer", options->answers,
                      "ID=VALUE: answers a question, and no other is asked; may be given again");
  command->add_flag("--list", options->is_list,
                    "print the questions, of all tasks unless one is given, and run nothing");
  command->add_option("--profile", options->request.profile, "virtual GPU")->capture_default_str();
  add_device_option(*command, options->request.profile);
  command->add_option("--seed", options->request.seed, "of the inputs")
      ->check(whole_number())
      ->capture_default_str();
  command->add_option("--record", options->record, "write the run record to this file");
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) { return predict(*options, cancel); };
  });
}

}  // namespace warpscope::cli
