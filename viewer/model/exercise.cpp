#include "viewer/model/exercise.h"

#include <stdexcept>
#include <system_error>

namespace warpscope::viewer {
namespace fs = std::filesystem;

fs::path working_copy(const runner::LabInfo& lab, const fs::path& folder) {
  fs::path file = folder / lab.id / "exercise.cu";
  const fs::path starter = lab.folder / "starter.cu";
  std::error_code error;
  if (fs::exists(file, error)) return file;
  fs::create_directories(file.parent_path(), error);
  // Without an option to overwrite, so that a file made in between stays.
  if (!error) fs::copy_file(starter, file, fs::copy_options::skip_existing, error);
  if (error) {
    throw std::runtime_error("Cannot copy " + starter.string() + " to " + file.string() + " (" +
                             error.message() +
                             "). Make that folder writable, or name your own file with --file.");
  }
  return file;
}

}  // namespace warpscope::viewer
