#include "runner/cli/working_folder.h"

#include <fmt/format.h>

#include "runner/cli/commands.h"
#include "runner/exercise/lab_progress.h"

namespace warpscope::cli {
namespace fs = std::filesystem;

fs::path working_folder(const runner::Installation& installation, const std::string& lab,
                        const std::string& named) {
  if (!named.empty()) return named;
  const auto here = runner::load_progress(".");
  if (here && here->lab == lab) return ".";
  return installation.exercises / lab;
}

std::string command_from_here(const runner::Installation& installation) {
  std::error_code error;
  const auto here = fs::proximate(".", installation.root, error).native();
  if (installation.is_installed || error || here == ".") return installation.command();
  const auto run = installation.root / "run";
  return here.starts_with("..") ? run.string() : fs::proximate(run).string();
}

fs::path exercise_in(const fs::path& folder) {
  std::error_code error;
  const auto file = folder / "exercise.cu";
  return fs::is_regular_file(file, error) ? file : fs::path();
}

void check_begun(const runner::Installation& installation, const std::string& lab,
                 const fs::path& folder) {
  if (!exercise_in(folder).empty()) return;
  throw UsageError(fmt::format("There is no {}. Begin with: {} start {}",
                               (folder / "exercise.cu").string(), command_from_here(installation),
                               lab));
}

}  // namespace warpscope::cli
