#include "runner/grading/submission.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "base/sha256.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExercise = "exercise.cu";
constexpr const char* kSuffix = ".cu";
constexpr std::size_t kMostNameBytes = 120;

bool is_regular(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error));
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!is_hidden(entry->path())) entries.push_back(entry->path());
  }
  if (error) {
    throw std::runtime_error("Cannot read the folder " + folder.string() + ": " + error.message() +
                             ".");
  }
  std::ranges::sort(entries);
  return entries;
}

/// What is wrong with a path that stands for a submission and is no regular file; empty for one.
std::string problem_of(const fs::path& path) {
  std::error_code error;
  const auto type = fs::symlink_status(path, error).type();
  switch (type) {
    case fs::file_type::regular:
      return {};
    case fs::file_type::symlink:
      return "It is a symbolic link; only regular files are graded.";
    default:
      return "It is not a regular file.";
  }
}

Submission of_file(std::string name, const fs::path& file) {
  Submission submission;
  submission.name = std::move(name);
  submission.problem = problem_of(file);
  if (submission.problem.empty()) submission.file = file;
  return submission;
}

/// A student's folder.
Submission of_folder(const fs::path& folder) {
  auto name = folder.filename().string();
  std::vector<fs::path> sources;
  try {
    for (const auto& entry : entries_of(folder)) {
      if (entry.filename() == kExercise) return of_file(std::move(name), entry);
      if (entry.extension() == kSuffix) sources.push_back(entry);
    }
  } catch (const std::runtime_error& error) {
    return {std::move(name), {}, error.what(), {}};
  }
  if (sources.size() == 1) return of_file(std::move(name), sources.front());
  return {std::move(name),
          {},
          sources.empty() ? "The folder holds no .cu file."
                          : fmt::format("The folder holds {} .cu files and none is called {}.",
                                        sources.size(), kExercise),
          {}};
}

void add_entries(const fs::path& folder, std::vector<Submission>& submissions) {
  for (const auto& entry : entries_of(folder)) {
    std::error_code error;
    if (fs::is_directory(fs::symlink_status(entry, error))) {
      submissions.push_back(of_folder(entry));
    } else if (entry.extension() == kSuffix) {
      submissions.push_back(of_file(entry.stem().string(), entry));
    } else if (fs::is_symlink(fs::symlink_status(entry, error))) {
      submissions.push_back(of_file(entry.filename().string(), entry));
    }
  }
}

void make_names_distinct(std::vector<Submission>& submissions) {
  std::set<std::string> taken;
  for (auto& submission : submissions) {
    const auto name = submission.name;
    for (int number = 2; !taken.insert(file_name_for(submission.name)).second; ++number) {
      submission.name = fmt::format("{} ({})", name, number);
    }
  }
}

}  // namespace

Submission submission_in(const fs::path& folder) { return of_folder(folder); }

std::string file_name_for(const std::string& name) {
  constexpr unsigned char kDelete = 0x7f;
  auto result = name.substr(0, kMostNameBytes);
  for (char& letter : result) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < ' ' || code == kDelete || letter == '/') letter = '_';
  }
  if (result.empty() || result.front() == '.') result.insert(0, "_");
  // Names may differ only behind the limit.
  if (name.size() > kMostNameBytes) {
    constexpr std::size_t kDigits = 8;
    result += "-" + sha256(name).substr(0, kDigits);
  }
  return result;
}

std::vector<Submission> find_submissions(std::span<const fs::path> paths) {
  std::vector<Submission> submissions;
  for (const auto& path : paths) {
    std::error_code error;
    const auto clean = path.filename().empty() ? path.parent_path() : path;
    const auto status = fs::symlink_status(clean, error);
    if (!fs::exists(status)) {
      throw std::runtime_error("There is no file or folder " + path.string() + ".");
    }
    if (!fs::is_directory(status)) {
      submissions.push_back(of_file(clean.stem().string(), clean));
    } else if (is_regular(clean / kExercise)) {
      submissions.push_back(of_folder(fs::absolute(clean).lexically_normal()));
    } else {
      add_entries(clean, submissions);
    }
  }
  make_names_distinct(submissions);
  return submissions;
}

}  // namespace warpscope::runner
