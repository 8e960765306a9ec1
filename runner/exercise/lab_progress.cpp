#include "runner/exercise/lab_progress.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "base/files.h"
#include "base/unique_fd.h"
#include "record/json_value.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostProgressBytes = 64 << 10;
constexpr std::size_t kMostChecks = 200;
constexpr std::uint32_t kMostTasks = 99;
constexpr std::uint32_t kMostHints = 99;
constexpr mode_t kMode = 0644;

/// A link could lead anywhere, and a pipe would never end.
bool has_progress_file(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(folder / kProgressFile, error));
}

double points_at(const record::JsonView& value) {
  const double points = value.as_double();
  if (points < 0) value.fail("must not be negative");
  return points;
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

}  // namespace

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

std::string note_run(const fs::path& exercise, const record::RunRecord& record) {
  if (!record.score) return {};
  const auto folder = exercise.parent_path();
  auto progress = progress_of(folder, record.lab);
  if (!progress) return {};
  ++progress->runs;
  progress->max_points = record.score->max_points;
  progress->best_points = std::max(progress->best_points, record.score->points);
  progress->lost_checks.clear();
  for (const auto& check : record.score->checks) {
    if (check.points < check.max_points) progress->lost_checks.push_back(check.id);
  }
  try {
    save_progress(folder, *progress);
  } catch (const std::exception& error) {
    return std::string("Your progress was not kept. ") + error.what();
  }
  return {};
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

}  // namespace warpscope::runner
