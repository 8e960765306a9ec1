// warpscope watch
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

#include "base/file_watch.h"
#include "runner/cli/commands.h"
#include "runner/cli/device_option.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/terminal.h"
#include "runner/cli/whole_number.h"
#include "runner/cli/working_folder.h"
#include "runner/lab/lab_description.h"
#include "runner/report/changes.h"
#include "runner/report/text.h"

namespace warpscope::cli {
namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(100);

struct WatchOptions {
  runner::RunRequest request;
  std::string folder;
};

/// Returns when the file was saved and its writer has finished, or when the user cancels.
void wait_for_save(const FileWatch& watch, const std::stop_token& cancel) {
  std::optional<FileStamp> last;
  while (!cancel.stop_requested()) {
    const auto now = stamp_of(watch.file());
    if (watch.has_changed() && now && now == last) return;
    last = now;
    std::this_thread::sleep_for(kPollInterval);
  }
}

bool has_compiled(const record::RunRecord& record) {
  return record.outcome.kind != record::Outcome::Kind::compile_error &&
         record.outcome.kind != record::Outcome::Kind::tool_error;
}

int watch(WatchOptions options, const std::stop_token& cancel) {
  const auto installation = runner::Installation::discover();
  const auto found = chosen_lab(installation, options.request.lab);
  options.request.lab = found.given;
  const auto lab = runner::load_lab(found.folder / "lab.toml");
  const auto folder = working_folder(installation, found.id, options.folder);
  check_begun(installation, found.id, folder);
  options.request.file = folder / "exercise.cu";
  options.request.own.root = std::filesystem::absolute(folder);
  options.request.workers = 0;
  FileWatch file(options.request.file);
  std::optional<record::RunRecord> before;
  while (true) {
    file.remember();
    auto record = run_with_progress(installation, options.request, cancel);
    if (cancel.stop_requested()) return kCanceled;
    const bool is_comparable = before && has_compiled(record);
    fmt::print("{}\n", is_comparable ? runner::changes_text(lab, *before, record, style_of_output())
                                     : runner::text_report(record, style_of_output()));
    fmt::print("Waiting for {} to be saved; Ctrl-C ends this.\n", options.request.file.string());
    std::fflush(stdout);
    if (has_compiled(record)) before = std::move(record);
    wait_for_save(file, cancel);
    if (cancel.stop_requested()) return kCanceled;
  }
}

}  // namespace

void add_watch(CLI::App& app, Action& action) {
  const auto options = std::make_shared<WatchOptions>();
  auto* command =
      app.add_subcommand("watch", "Run again at each save and print what changed; Ctrl-C ends it");
  command->add_option("LAB", options->request.lab, "id of the lab, see labs")->required();
  command->add_option("FOLDER", options->folder, "your working copy; exercises/LAB unless given");
  command->add_option("--profile", options->request.profile, "virtual GPU")->capture_default_str();
  add_device_option(*command, options->request.profile);
  command->add_option("--seed", options->request.seed, "of the inputs")
      ->check(whole_number())
      ->capture_default_str();
  command->callback([options, &action] {
    action = [options](const std::stop_token& cancel) { return watch(*options, cancel); };
  });
}

}  // namespace warpscope::cli
