#include "runner/exercise/working_copy.h"

#include <stdexcept>
#include <system_error>

#include "runner/exercise/lab_progress.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& from, const fs::path& to, const std::error_code& error) {
  throw std::runtime_error("Cannot copy " + from.string() + " to " + to.string() + " (" +
                           error.message() +
                           "). Make that folder writable, or choose another one.");
}

/// True when there was nothing to keep.
bool copy_new(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(to, error))) return false;
  // Without an option to overwrite, so that a file made in between stays.
  const bool is_new = fs::copy_file(from, to, fs::copy_options::skip_existing, error);
  if (error) fail(from, to, error);
  return is_new;
}

bool is_for_reading(const fs::path& file) {
  return file.extension() == ".h" || file.extension() == ".cuh" || file.filename() == "handout.md";
}

}  // namespace

WorkingCopy make_working_copy(const fs::path& lab_folder, const fs::path& folder) {
  const fs::path starter = lab_folder / "starter.cu";
  WorkingCopy copy{folder / "exercise.cu", false};
  std::error_code error;
  if (!fs::exists(copy.file, error)) {
    fs::create_directories(folder, error);
    if (error) fail(starter, copy.file, error);
    copy.is_new = copy_new(starter, copy.file);
    for (const auto& entry : fs::directory_iterator(lab_folder)) {
      if (is_for_reading(entry.path())) copy_new(entry.path(), folder / entry.path().filename());
    }
  }
  begin_progress(folder, lab_folder.filename().string());
  return copy;
}

}  // namespace warpscope::runner
