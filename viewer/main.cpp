// warpscope-viewer: the viewer's program.
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/freed_memory.h"
#include "runner/build/fetch_compiler.h"
#include "runner/exercise/lab_progress.h"
#include "runner/run/gpu_profile.h"
#include "runner/run/open_device.h"
#include "runner/run/profiles.h"
#include "runner/run_lab.h"
#include "runner/run_source.h"
#include "viewer/app/first_look.h"
#include "viewer/app/interactive.h"
#include "viewer/app/options.h"
#include "viewer/app/panes.h"
#include "viewer/graphics/window.h"
#include "viewer/model/editor.h"
#include "viewer/model/open_target.h"

namespace {

using namespace warpscope;
using namespace warpscope::viewer;

bool has_display() {
  return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

/// Who has opened a record first may have no compiler yet.
runner::Installation with_compiler(runner::Installation installation,
                                   const std::stop_token& cancel) {
  runner::provide_compiler(installation, cancel);
  return installation;
}

/// Labs and the means to run them. A saved record can be shown without.
Services make_services(const Options& options, bool has_window) {
  Services services;
  if (has_window) {
    services.wake = Window::wake;
    services.open_in_editor = open_in_editor;
  }
  const bool is_record = !options.record.empty() || is_record_name(options.what);
  runner::Installation installation;
  try {
    installation = runner::Installation::discover();
    if (!is_record) runner::provide_compiler(installation, {});
    services.labs = runner::labs(installation);
  } catch (const std::exception&) {
    if (!is_record) throw;
    return services;
  }
  services.exercises_folder =
      options.exercises.empty() ? installation.exercises : options.exercises;
  const auto usual = runner::RunRequest{}.profile;
  const auto profile =
      options.device.empty() ? usual : runner::profile_of_device(options.device, usual);
  runner::running_profile(installation, profile);  // a device that is not there is told now
  services.run_lab = [installation, profile](
                         runner::RunRequest request,
                         const std::function<void(const runner::Progress&)>& on_progress,
                         std::stop_token cancel) {
    request.profile = profile;
    request.measures_sweeps = request.steps == nullptr;
    const auto ready = with_compiler(installation, cancel);
    auto record = runner::run_lab(ready, request, on_progress, std::move(cancel));
    if (request.steps != nullptr) return record;  // no case of it counts
    if (const auto problem = runner::note_run(request.file, record); !problem.empty()) {
      std::cerr << "warpscope-viewer: " << problem << "\n";
    }
    return record;
  };
  const auto program_profile = options.device.empty() ? runner::ExecRequest{}.profile : profile;
  services.run_program = [installation, program_profile](
                             const runner::RunRequest& request,
                             const std::function<void(const runner::Progress&)>& on_progress,
                             const std::stop_token& cancel) {
    runner::ExecRequest exec;
    exec.program = request.file.string();
    exec.label = request.label;
    exec.steps = request.steps;
    exec.profile = program_profile;
    exec.options.worker_threads =
        std::clamp(std::thread::hardware_concurrency(), 1U, device::kMostWorkerThreads);
    exec.options.keeps_requests = !runner::gpu_index(program_profile);
    return runner::run_source(with_compiler(installation, cancel), std::move(exec), on_progress,
                              cancel);
  };
  return services;
}

void start(Session& session, const Options& options, bool has_window) {
  if (!options.class_results.empty()) {
    session.open_class(options.class_results);
    if (session.class_view() == nullptr) throw std::runtime_error(session.problem());
  }
  if (!options.record.empty()) {
    session.open_records(options.record, options.reference_record);
    return;
  }
  if (options.what.empty()) {
    session.open_lab(options.lab, options.file);
  } else {
    if (!session.open(options.what)) throw std::runtime_error(session.problem());
  }
  if (has_window) {
    session.begin();
  } else {
    session.run_shown_sides();  // pictures of a run are what was asked for
  }
  if (options.shows_reference) session.show_reference();
}

void show(Options options) {
  if (!options.pane.empty()) options.pane = pane_id(options.pane);  // before anything is run
  if (options.off_screen_folder.empty() && !has_display()) {
    options.off_screen_folder = std::filesystem::path("build") / "first-look";
  }
  if (!options.off_screen_folder.empty()) {
    Session session(make_services(options, false));
    start(session, options, false);
    write_first_look(session, options, std::cout, std::cerr);
    return;
  }
  const Window window("Warpscope", options.width, options.height);
  Session session(make_services(options, true));
  start(session, options, true);
  run_in_window(window, session, options);
}

}  // namespace

int main(int argc, char** argv) {
  warpscope::keep_freed_memory();
  const auto parsed = parse_options(argc, argv);
  if (parsed.exit_code) return *parsed.exit_code;
  try {
    show(parsed.options);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << "warpscope-viewer: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
