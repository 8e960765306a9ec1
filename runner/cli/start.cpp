// warpscope start
#include <fmt/format.h>

#include <memory>

#include "runner/cli/commands.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/working_folder.h"
#include "runner/exercise/working_copy.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

struct StartOptions {
  std::string lab, folder;
};

/// As one would type it here.
std::string short_path(const fs::path& path) {
  std::error_code error;
  const auto relative = fs::proximate(path, error);
  return error || relative.native().starts_with("..") ? path.string() : relative.string();
}

int start(const StartOptions& options) {
  const auto installation = runner::Installation::discover();
  const auto lab = chosen_lab(installation, options.lab);
  const auto folder = working_folder(installation, lab.id, options.folder);
  const auto copy = runner::make_working_copy(lab.folder, folder);
  const auto file = short_path(copy.file);
  fmt::print("{} {}\n", file,
             copy.is_new ? "is yours to change." : "was there already and stays as it is.");
  const std::string where = options.folder.empty() ? "" : " " + short_path(folder);
  const auto command = command_from_here(installation);
  const auto line = [&](const char* name, const std::string& rest, const char* what) {
    fmt::print("  {:<50} # {}\n", fmt::format("{} {} {}{}", command, name, lab.given, rest), what);
  };
  fmt::print("\nRead {} and:\n", short_path(folder / "handout.md"));
  line("predict", options.folder.empty() ? "" : " --file " + file,
       "write down what you expect, before the first run");
  line("grade", " " + file, "points, findings and counters");
  line("watch", where, "the same at each save");
  line("hint", where, "the next hint");
  return 0;
}

}  // namespace

void add_start(CLI::App& app, Action& action) {
  const auto options = std::make_shared<StartOptions>();
  auto* command = app.add_subcommand("start", "Make a working copy of a lab's exercise");
  command->add_option("LAB", options->lab, "id of the lab, see labs")->required();
  command->add_option("FOLDER", options->folder, "where; exercises/LAB unless given");
  command->callback([options, &action] {
    action = [options](const std::stop_token&) { return start(*options); };
  });
}

}  // namespace warpscope::cli
