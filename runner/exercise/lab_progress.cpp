#include "runner/exercise/lab_progress.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "base/files.h"
#include "base/short_words.h"
#include "base/unique_fd.h"
#include "record/json_value.h"
#include "runner/exercise/handout_parts.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostProgressBytes = 1 << 20;
constexpr std::size_t kMostChecks = 200;
constexpr std::uint32_t kMostTasks = 99;
constexpr std::uint32_t kMostHints = 99;
constexpr std::uint32_t kMostQuestions = 99;
constexpr std::uint32_t kMostLines = 1'000'000'000;
constexpr std::string_view kByVersion = "version", kByChoice = "choice";
constexpr mode_t kMode = 0644;

double points_at(const record::JsonView& value) {
  const double points = value.as_double();
  if (points < 0) value.fail("must not be negative");
  return points;
}

/// Calls `read` with each element of an array that need not be there.
template <class Read>
void for_each(const record::JsonView& document, std::string_view name, std::size_t most,
              Read&& read) {
  const auto list = document.find(name);
  if (!list) return;
  for (std::size_t i = 0; i < std::min(list->array_size(), most); ++i) read(list->at(i));
}

/// Nothing for a program that compiled.
std::optional<std::uint32_t> compile_error_line(const record::RunRecord& record) {
  if (record.outcome.kind != record::Outcome::Kind::compile_error) return std::nullopt;
  for (const auto& finding : record.findings) {
    if (finding.where) return finding.where->line;
  }
  return 0;
}

/// What earlier versions did not keep.
void read_later_parts(const record::JsonView& document, LabProgress& progress) {
  if (const auto line = document.find("compile_error_line"))
    progress.compile_error_line = static_cast<std::uint32_t>(line->as_unsigned(kMostLines));
  for_each(document, "last_points", kMostChecks, [&](const record::JsonView& check) {
    // Rows of penalties have negative points.
    progress.last_points.push_back({check.at("id").as_string(), check.at("points").as_double(),
                                    points_at(check.at("max_points"))});
  });
  for_each(document, "predictions", kMostChecks, [&](const record::JsonView& prediction) {
    progress.predictions.push_back(record::prediction_from_json(prediction));
  });
  for_each(document, "told", kMostChecks, [&](const record::JsonView& answer) {
    progress.told.push_back(record::prediction_from_json(answer));
  });
  for_each(document, "explanations", kMostQuestions, [&](const record::JsonView& item) {
    const auto number = static_cast<std::uint32_t>(item.at("number").as_unsigned(kMostQuestions));
    progress.explanations[number] = first_bytes(item.at("text").as_string(), kMostOfExplanation);
  });
  for_each(document, "shown_tasks", kMostTasks, [&](const record::JsonView& item) {
    const auto by = item.at("by");
    const auto word = by.as_string();
    if (word != kByVersion && word != kByChoice) by.fail("must be \"version\" or \"choice\"");
    progress.shown_tasks[item.at("task").as_string()] =
        word == kByVersion ? ShownBy::version : ShownBy::choice;
  });
}

LabProgress read(const record::JsonView& document) {
  LabProgress progress;
  progress.lab = document.at("lab").as_string();
  progress.runs = document.at("runs").as_unsigned();
  progress.best_points = points_at(document.at("best_points"));
  progress.max_points = points_at(document.at("max_points"));
  const auto checks = document.at("lost_checks");
  for (std::size_t i = 0; i < std::min(checks.array_size(), kMostChecks); ++i) {
    progress.lost_checks.push_back(checks.at(i).as_string());
  }
  const auto hints = document.at("opened_hints");
  for (std::size_t i = 0; i < std::min<std::size_t>(hints.array_size(), kMostTasks); ++i) {
    const auto task = static_cast<std::uint32_t>(hints.at(i).at("task").as_unsigned(kMostTasks));
    progress.opened_hints[task] =
        static_cast<std::uint32_t>(hints.at(i).at("opened").as_unsigned(kMostHints));
  }
  read_later_parts(document, progress);
  return progress;
}

std::string text_of(const LabProgress& progress) {
  nlohmann::json document = {{"lab", progress.lab},
                             {"runs", progress.runs},
                             {"best_points", progress.best_points},
                             {"max_points", progress.max_points},
                             {"lost_checks", progress.lost_checks},
                             {"opened_hints", nlohmann::json::array()}};
  for (const auto& [task, opened] : progress.opened_hints) {
    document["opened_hints"].push_back({{"task", task}, {"opened", opened}});
  }
  for (const auto& check : progress.last_points) {
    document["last_points"].push_back(
        {{"id", check.id}, {"points", check.points}, {"max_points", check.max_points}});
  }
  for (const auto& prediction : progress.predictions)
    document["predictions"].push_back(record::to_json_value(prediction));
  for (const auto& answer : progress.told)
    document["told"].push_back(record::to_json_value(answer));
  if (progress.compile_error_line) document["compile_error_line"] = *progress.compile_error_line;
  for (const auto& [number, text] : progress.explanations)
    document["explanations"].push_back({{"number", number}, {"text", text}});
  for (const auto& [task, by] : progress.shown_tasks) {
    document["shown_tasks"].push_back(
        {{"task", task}, {"by", by == ShownBy::version ? kByVersion : kByChoice}});
  }
  return record::to_text(document, 2) + "\n";
}

[[noreturn]] void fail(const fs::path& file) {
  throw std::runtime_error("Cannot write " + file.string() + ": " + std::strerror(errno) + ".");
}

/// Progress of this lab beside the exercise. One that cannot be understood begins anew.
std::optional<LabProgress> progress_of(const fs::path& folder, const std::string& lab) {
  if (!has_progress_file(folder)) return std::nullopt;
  auto progress = load_progress(folder);
  if (!progress) {
    progress.emplace();
    progress->lab = lab;
  }
  if (progress->lab != lab) return std::nullopt;
  return progress;
}

/// What is in it may be worth more than what comes now.
void move_aside(const fs::path& folder) {
  const auto file = folder / kProgressFile, aside = folder / kBrokenProgressFile;
  if (::rename(file.c_str(), aside.c_str()) == 0) return;
  throw std::runtime_error(file.string() + " cannot be understood, and not be moved to " +
                           aside.string() + ": " + std::strerror(errno) + ".");
}

bool has_truth(const record::Prediction& prediction) { return prediction.miss.has_value(); }

}  // namespace

const record::Prediction* LabProgress::prediction(std::string_view id) const {
  const auto found = std::ranges::find(predictions, id, &record::Prediction::id);
  return found == predictions.end() ? nullptr : &*found;
}

bool LabProgress::is_told(std::string_view id) const {
  return std::ranges::find(told, id, &record::Prediction::id) != told.end();
}

bool has_progress_file(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(folder / kProgressFile, error));
}

std::optional<LabProgress> load_progress(const fs::path& folder) {
  if (!has_progress_file(folder)) return std::nullopt;
  try {
    const auto document = record::parse_json(read_file(folder / kProgressFile, kMostProgressBytes));
    return read(record::JsonView(document));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void save_progress(const fs::path& folder, const LabProgress& progress) {
  const auto file = folder / kProgressFile;
  // A name that nobody can have put a link at.
  std::string name = file.string() + ".XXXXXX";
  const UniqueFd created(::mkostemp(name.data(), O_CLOEXEC));
  if (created.get() < 0) fail(file);
  const auto text = text_of(progress);
  const bool is_written =
      ::write(created.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fchmod(created.get(), kMode) == 0 && ::rename(name.c_str(), file.c_str()) == 0;
  if (is_written) return;
  const int reason = errno;
  ::unlink(name.c_str());
  errno = reason;
  fail(file);
}

void begin_progress(const fs::path& folder, const std::string& lab) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(folder / kProgressFile, error))) return;
  LabProgress progress;
  progress.lab = lab;
  try {
    save_progress(folder, progress);
  } catch (const std::runtime_error&) {
    // A student may work in a folder that only the editor writes; runs work without.
  }
}

std::string progress_in_words(const fs::path& folder, const std::string& lab) {
  const auto progress = progress_of(folder, lab);
  std::error_code error;
  if (!progress) return fs::exists(folder / "exercise.cu", error) ? "begun" : kNotBegun;
  if (progress->max_points == 0) return "begun";
  return fmt::format("best score {:g} of {:g}", progress->best_points, progress->max_points);
}

void change_progress(const fs::path& folder, const std::string& lab,
                     const std::function<void(LabProgress&)>& change) {
  // Runs end in threads of their own, and the command line may be at work beside the window.
  const UniqueFd lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.is_open()) ::flock(lock.get(), LOCK_EX);
  const auto found = load_progress(folder);
  if (!found && has_progress_file(folder)) move_aside(folder);
  auto progress = found.value_or(LabProgress());
  if (progress.lab.empty()) progress.lab = lab;
  if (progress.lab != lab) {
    throw std::runtime_error(
        fmt::format("{} is a working copy of {}.", folder.string(), progress.lab));
  }
  change(progress);
  save_progress(folder, progress);
}

std::string note_progress(const fs::path& folder, const std::string& lab,
                          const std::function<void(LabProgress&)>& change) {
  if (!progress_of(folder, lab)) return {};
  try {
    change_progress(folder, lab, change);
  } catch (const std::exception& error) {
    return std::string("Your progress was not kept. ") + error.what();
  }
  return {};
}

void add_told(LabProgress& progress, const std::vector<record::Prediction>& told) {
  for (const auto& answer : told) {
    if (progress.prediction(answer.id) != nullptr) continue;
    if (!progress.is_told(answer.id)) progress.told.push_back(answer);
  }
}

void add_predictions(LabProgress& progress, const std::vector<record::Prediction>& predictions) {
  for (const auto& given : predictions) {
    const auto kept = std::ranges::find(progress.predictions, given.id, &record::Prediction::id);
    if (kept == progress.predictions.end()) {
      if (!progress.is_told(given.id)) progress.predictions.push_back(given);
      continue;
    }
    const bool is_same =
        kept->choice == given.choice &&
        std::ranges::equal(kept->values, given.values, {}, &record::Prediction::Value::predicted,
                           &record::Prediction::Value::predicted);
    if (is_same && !has_truth(*kept)) *kept = given;
  }
}

std::string note_run(const fs::path& exercise, const record::RunRecord& record) {
  if (!record.score) return {};
  return note_progress(exercise.parent_path(), record.lab, [&](LabProgress& progress) {
    ++progress.runs;
    progress.max_points = record.score->max_points;
    progress.best_points = std::max(progress.best_points, record.score->points);
    progress.compile_error_line = compile_error_line(record);
    progress.lost_checks.clear();
    progress.last_points.clear();
    for (const auto& check : record.score->checks) {
      if (check.points < check.max_points) progress.lost_checks.push_back(check.id);
      progress.last_points.push_back({check.id, check.points, check.max_points});
    }
    if (record.predictions) add_predictions(progress, *record.predictions);
  });
}

std::string note_predictions(const fs::path& folder, const std::string& lab,
                             const std::vector<record::Prediction>& predictions) {
  return note_progress(folder, lab,
                       [&](LabProgress& progress) { add_predictions(progress, predictions); });
}

std::vector<record::OpenedHints> opened_hints(const fs::path& exercise, const std::string& lab) {
  std::vector<record::OpenedHints> opened;
  const auto progress = progress_of(exercise.parent_path(), lab);
  if (!progress) return opened;
  for (const auto& [task, count] : progress->opened_hints) {
    if (count > 0) opened.push_back({task, count});
  }
  return opened;
}

void add_progress(const fs::path& exercise, const std::string& lab, const fs::path& lab_folder,
                  record::RunRecord& record) {
  record.opened_hints = opened_hints(exercise, lab);
  const auto progress = progress_of(exercise.parent_path(), lab);
  if (!progress || progress->explanations.empty()) return;
  std::vector<std::string> questions;
  try {
    questions = explain_questions(read_file(lab_folder / "handout.md"));
  } catch (const std::exception&) {
    return;  // without its question an answer says little
  }
  for (const auto& [number, text] : progress->explanations) {
    if (number == 0 || number > questions.size() || text.empty()) continue;
    record.explanations.push_back({number, questions[number - 1], text});
  }
}

}  // namespace warpscope::runner
