#include "viewer/model/open_target.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "runner/build/source_program.h"
#include "runner/exercise/lab_progress.h"

namespace warpscope::viewer {
namespace {

namespace fs = std::filesystem;

constexpr const char *kExercise = "exercise.cu", *kStarterFile = "starter.cu";

/// As a shell would read it.
fs::path path_of(const std::string& text) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && (text == "~" || text.starts_with("~/"))) return home + text.substr(1);
  return text;
}

bool has_lab(std::span<const runner::LabInfo> labs, std::string_view id) {
  return std::ranges::find(labs, id, &runner::LabInfo::id) != labs.end();
}

[[noreturn]] void refuse_missing(std::span<const runner::LabInfo> labs, const std::string& what) {
  std::string message = "There is neither a lab nor a file " + what + ".";
  if (!labs.empty()) message += " The labs are:";
  for (const auto& lab : labs) message += " " + lab.id;
  throw std::runtime_error(message + (labs.empty() ? "" : "."));
}

/// The lab of a working copy; nothing of another folder.
std::optional<std::string> lab_of_working_copy(std::span<const runner::LabInfo> labs,
                                               const fs::path& folder) {
  if (!runner::has_progress_file(folder)) return std::nullopt;
  const auto file = (folder / runner::kProgressFile).string();
  const auto progress = runner::load_progress(folder);
  if (!progress || progress->lab.empty())
    throw std::runtime_error(file + " cannot be understood: it should name the lab.");
  if (!has_lab(labs, progress->lab)) {
    throw std::runtime_error(file + " names the lab " + progress->lab +
                             ", which is not installed.");
  }
  return progress->lab;
}

/// The lab whose own folder it is.
std::optional<std::string> lab_in_folder(std::span<const runner::LabInfo> labs,
                                         const fs::path& folder) {
  std::error_code error;
  for (const auto& lab : labs) {
    if (fs::equivalent(lab.folder, folder, error)) return lab.id;
  }
  return std::nullopt;
}

OpenTarget working_copy(std::span<const runner::LabInfo> labs, const fs::path& folder) {
  const auto lab = lab_of_working_copy(labs, folder);
  if (!lab) {
    throw std::runtime_error(folder.string() + " is no working copy of a lab: it has no " +
                             runner::kProgressFile + ". Open a file in it.");
  }
  std::error_code error;
  if (!fs::is_regular_file(folder / kExercise, error))
    throw std::runtime_error("There is no " + std::string(kExercise) + " in " + folder.string() +
                             ".");
  return {OpenTarget::Kind::lab, *lab, folder / kExercise};
}

}  // namespace

bool is_record_name(const fs::path& file) {
  return file.extension() == ".json" && file.filename() != runner::kProgressFile;
}

OpenTarget open_target(std::span<const runner::LabInfo> labs, const std::string& what) {
  if (has_lab(labs, what)) return {OpenTarget::Kind::lab, what, {}};
  std::error_code error;
  const auto given = path_of(what);
  if (what.empty() || !fs::exists(given, error)) refuse_missing(labs, what);
  const auto file = fs::absolute(given).lexically_normal();
  if (fs::is_directory(file, error))
    return working_copy(labs, file.has_filename() ? file : file.parent_path());
  if (!fs::is_regular_file(file, error)) throw std::runtime_error(what + " is not a regular file.");
  if (is_record_name(file)) return {OpenTarget::Kind::record, {}, file};
  if (file.filename() == runner::kProgressFile) return working_copy(labs, file.parent_path());
  if (!runner::is_cuda_source(file)) {
    throw std::runtime_error(what +
                             " cannot be opened: it is no lab, no CUDA source (its name would end "
                             "in .cu) and no run record (.json).");
  }
  // A lab's own files are never a student's: what is edited would be in each later working copy.
  if (const auto lab = lab_in_folder(labs, file.parent_path())) {
    if (file.filename() == kStarterFile) return {OpenTarget::Kind::lab, *lab, {}};
    throw std::runtime_error(
        what + " is a file of the lab " + *lab +
        " itself. Copy it elsewhere to work on it, or open it with --lab and --file.");
  }
  if (const auto lab = lab_of_working_copy(labs, file.parent_path()))
    return {OpenTarget::Kind::lab, *lab, file};
  return {OpenTarget::Kind::program, {}, file};
}

std::vector<std::string> completions(std::span<const runner::LabInfo> labs,
                                     const std::string& text) {
  std::vector<std::string> found;
  for (const auto& lab : labs) {
    if (lab.id.starts_with(text)) found.push_back(lab.id);
  }
  const auto slash = text.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : text.substr(0, slash + 1);
  const std::string begin = text.substr(folder.size());
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : path_of(folder), error), end;
       !error && entry != end; entry.increment(error)) {
    std::error_code gone;
    const auto name = entry->path().filename().string();
    const bool is_hidden = name.starts_with('.') && !begin.starts_with('.');
    if (is_hidden || !name.starts_with(begin)) continue;
    const bool is_folder = entry->is_directory(gone);
    const bool is_wanted =
        is_folder || runner::is_cuda_source(name) || entry->path().extension() == ".json";
    if (is_wanted) files.push_back(folder + name + (is_folder ? "/" : ""));
  }
  std::ranges::sort(files);
  found.insert(found.end(), files.begin(), files.end());
  return found;
}

}  // namespace warpscope::viewer
