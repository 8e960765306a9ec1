#include "viewer/app/first_look.h"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include "viewer/app/result_table.h"
#include "viewer/app/stage.h"
#include "viewer/graphics/off_screen.h"

namespace warpscope::viewer {
namespace {
namespace fs = std::filesystem;

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error("Cannot make the folder " + folder.string() + " (" + error.message() +
                             "). Name another one with --off-screen.");
  }
}

/// One line per stage of a run.
void wait_for_runs(Session& session, std::ostream& log) {
  std::array<std::string, 2> stages;
  while (session.is_running()) {
    for (const Side side : kSides) {
      const auto* job = session.attempt(side).job();
      if (job == nullptr) continue;
      const std::string stage = job->progress().stage;
      if (stage == stages[index(side)]) continue;
      stages[index(side)] = stage;
      log << side_name(side) << ": " << stage << std::endl;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    session.update(std::chrono::steady_clock::now());
  }
}

/// The first finding of the student's run is the place to look at.
void select_first_finding(Session& session) {
  const auto* record = session.record(Side::student);
  if (record == nullptr) return;
  const auto found = std::ranges::find_if(
      record->findings, [](const auto& finding) { return finding.where.has_value(); });
  if (found != record->findings.end()) session.selection().jump_to(Side::student, *found->where);
}

}  // namespace

void write_first_look(Session& session, const Options& options, std::ostream& out,
                      std::ostream& log) {
  const fs::path& folder = options.off_screen_folder;
  make_folder(folder);
  wait_for_runs(session, log);
  const OffScreenContext context;
  Stage stage(session, options.width, options.height, options.theme, options.scale.value_or(1.0F));
  select_first_finding(session);
  stage.settle();
  if (!options.pane.empty()) stage.shell().show_pane(options.pane);
  stage.settle();
  const auto save = [&](const Image& image, const std::string& file_name) {
    write_png(image, folder / file_name);
    out << (folder / file_name).string() << "\n";
  };
  save(stage.picture(), "viewer.png");
  for (const auto& pane : stage.shell().panes()) {
    if (!pane->is_shown(session)) continue;
    save(stage.picture_of(pane->id()), "pane-" + std::string(pane->id()) + ".png");
  }
  for (const auto& file : write_reports(session, folder)) out << file.string() << "\n";
  out << "\n" << result_table(session);
}

}  // namespace warpscope::viewer
