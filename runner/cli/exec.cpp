// warpscope exec
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include "base/files.h"
#include "base/short_words.h"
#include "device/options.h"
#include "record/kernel_name.h"
#include "runner/build/fetch_compiler.h"
#include "runner/build/source_program.h"
#include "runner/cli/commands.h"
#include "runner/cli/compile_source.h"
#include "runner/cli/device_option.h"
#include "runner/cli/exit_codes.h"
#include "runner/cli/lab_run.h"
#include "runner/cli/launch_line.h"
#include "runner/cli/outputs.h"
#include "runner/cli/whole_number.h"
#include "runner/findings/compile_errors.h"
#include "runner/report/launch_table.h"
#include "runner/report/text.h"
#include "runner/run/exec_program.h"
#include "runner/run/gpu_profile.h"
#include "runner/run/profiles.h"
#include "vgpu/protocol/message.h"

namespace warpscope::cli {
namespace {

struct ExecOptions {
  ExecOptions() {
    device.worker_threads =
        std::clamp(std::thread::hardware_concurrency(), 1u, device::kMostWorkerThreads);
  }
  std::vector<std::string> command, nvcc;
  std::string profile = runner::ExecRequest().profile, record, label;
  std::string cache_control;  ///< empty: not given
  device::Options device;
  bool is_quiet = false, counts_machine_code = false;
  bool shows_progress = false, hides_progress = false;
  bool reads_counters = true;
  std::optional<std::uint64_t> instruction_budget;
};
constexpr std::size_t kMostRows = 40;
/// With checks, unless the user says otherwise: about ten minutes of one launch.
constexpr std::uint64_t kBudgetOfChecks = std::uint64_t{1} << 34;
/// As shells report a program that a signal ended.
constexpr int kSignalBase = 128;

/// Which launches have no counts of machine code although they were asked for; empty: none.
std::string without_machine_code(const record::RunRecord& record) {
  std::set<std::string> kernels;
  for (const record::Launch& launch : record.launches) {
    if (!launch.machine_instructions) kernels.insert(record::short_kernel_name(launch.kernel));
  }
  if (kernels.empty()) return {};
  return fmt::format(
      "warpscope: Not all launches of {} have counts of machine code: ptxas refused their PTX, "
      "they did not end, or what their warps executed was too long to keep.\n",
      fmt::join(kernels, ", "));
}

/// Says what came of a run. Returns the exit code.
int told(const ExecOptions& options, const record::RunRecord& record) {
  if (!options.is_quiet) {
    fmt::print(stderr, "{}", runner::launch_table(record, kMostRows, "--record FILE keeps them"));
  }
  if (options.counts_machine_code) fmt::print(stderr, "{}", without_machine_code(record));
  // Who asks for the checks wants to hear of what they find.
  if (!options.is_quiet || options.device.checks) {
    fmt::print(stderr, "{}", runner::findings_text(record, {}));
  }
  if (record.outcome.kind == record::Outcome::Kind::tool_error) {
    fmt::print(stderr, "warpscope: {}\n", with_short_words(record.outcome.message));
    return kToolError;
  }
  if (record.outcome.kind == record::Outcome::Kind::canceled) return kCanceled;
  const bool is_crash = record.outcome.kind == record::Outcome::Kind::crashed;
  if ((record.outcome.exit_code == 0 || is_crash) && !record.outcome.message.empty()) {
    fmt::print(stderr, "warpscope: {}\n", with_short_words(record.outcome.message));
  }
  const int code = record.outcome.exit_code;
  return code < 0 ? kSignalBase - code : code;
}

/// What only a virtual GPU can do is refused on a real one, not left out without a word.
void expect_virtual(const ExecOptions& options) {
  const auto& device = options.device;
  const std::pair<bool, const char*> asked[] = {
      {device.checks, "memory checks (check, or --check)"},
      {device.tries_changes, "--explain"},
      {device.uses_clock, "--clock"},
      {device.models_l1, "--l1"},
      {device.keeps_requests, "--requests"},
      {options.counts_machine_code, "--machine-code"},
      {device.sample_blocks != 0, "--blocks"},
      {device.schedule != 0, "--schedule"},
      {options.instruction_budget.has_value(), "--budget"},
  };
  for (const auto& [is_asked, what] : asked) {
    if (is_asked) {
      throw UsageError(fmt::format("Only a virtual GPU has {}: leave it out, or --device {}.", what,
                                   options.profile));
    }
  }
}

int exec(ExecOptions options, const std::stop_token& cancel) {
  if (runner::gpu_index(options.profile)) expect_virtual(options);
  if (!options.reads_counters && !runner::gpu_index(options.profile))
    throw UsageError(
        "--no-counters is for a real GPU: a virtual one counts without taking longer.");
  options.device.uses_clock |= options.device.tries_changes;
  if (!options.cache_control.empty() && !options.device.uses_clock)
    throw UsageError("--cache-control needs --clock or --explain.");
  expect_writable(options.record);
  auto installation = runner::Installation::discover();
  check_profile(installation, options.profile);
  runner::ExecRequest request;
  request.program = options.command.front();
  request.arguments.assign(options.command.begin() + 1, options.command.end());
  request.profile = options.profile;
  request.label = options.label;
  request.reads_counters = options.reads_counters;
  request.options = options.device;
  request.options.flushes_caches = options.cache_control == "all";
  request.options.instruction_budget =
      options.instruction_budget.value_or(options.device.checks ? kBudgetOfChecks : 0);
  if (runner::is_cuda_source(request.program)) {
    if (const auto failed = compile_source(options.nvcc, installation, request, cancel)) {
      Outputs outputs;
      outputs.add(options.record, [&] { record::save(*failed, options.record); });
      return outputs.exit_code(exit_code_of(*failed));
    }
  } else if (!options.nvcc.empty()) {
    throw UsageError("--nvcc is for a source, but " + request.program + " does not end in .cu.");
  }
  if (options.counts_machine_code || options.device.uses_clock) {
    request.options.ptxas =
        assembler(installation, options.device.uses_clock ? "--clock" : "--machine-code", cancel);
    request.options.cubins_folder = installation.cubins_folder().string();
  }
  if (!options.is_quiet) {
    fmt::print(stderr, "{}", runner::profile_line(installation, options.profile));
  }
  const auto way = options.hides_progress ? LaunchLine::Way::none
                                          : way_of_errors(options.shows_progress, options.is_quiet);
  std::optional<LaunchLine> line;
  if (way != LaunchLine::Way::none) {
    line.emplace(way, write_errors, width_of_errors);
    request.on_progress = [&](const auto& progress) { line->show(progress); };
  }
  record::RunRecord record;
  try {
    record = runner::exec_program(installation, request, cancel);
  } catch (const runner::NoProgram& error) {
    throw UsageError(error.what());
  }
  line.reset();
  Outputs outputs;
  outputs.add(options.record, [&] { record::save(record, options.record); });
  return outputs.exit_code(told(options, record));
}
/// For the help text; nothing where the installation is not found, which running will tell.
std::string profile_list() {
  std::string text = "Profiles:\n";
  try {
    for (const auto& profile : runner::profiles(runner::Installation::discover())) {
      if (arch::refusal(profile)) continue;
      text += fmt::format("  {:<10} {}: {}\n", profile.name, profile.title,
                          runner::scale_text(profile));
    }
  } catch (const std::runtime_error& error) {
    text += fmt::format("  {}\n", error.what());
  }
  return text + "\n";
}

}  // namespace

namespace {

/// `exec` and `check`, which differ in one default.
void add_command(CLI::App& app, Action& action, const std::string& name, const std::string& help,
                 bool checks) {
  const auto options = std::make_shared<ExecOptions>();
  options->device.checks = checks;
  auto* command = app.add_subcommand(name, help);
  command
      ->add_option("--nvcc", options->nvcc,
                   "options for nvcc when it compiles FILE.cu, and further sources; in quotes when "
                   "it is more than one word; may be given again")
      ->allow_extra_args(false);
  command->add_option("--profile", options->profile, "virtual GPU; they are listed below")
      ->capture_default_str();
  add_device_option(*command, options->profile);
  command->add_flag("!--no-counters", options->reads_counters,
                    "on a real GPU: only times, of kernels that run side by side as without us");
  command->add_option("--record", options->record, "write the run record to this file");
  command->add_option("--label", options->label,
                      "what the run is called in reports and in the viewer; the program's name "
                      "unless given");
  command
      ->add_option(
          "--workers", options->device.worker_threads,
          "threads that run a kernel's blocks; what a program computes, counts and reports "
          "does not depend on it")
      ->check(CLI::Range(1u, device::kMostWorkerThreads))
      ->capture_default_str();
  command
      ->add_option("--devices", options->device.device_count,
                   "GPUs that the program finds: virtual ones of this kind, with peer access, or "
                   "of the machine, from the one that --device names on")
      ->check(CLI::Range(1u, device::kMostDevices))
      ->capture_default_str();
  command->add_flag("--l1", options->device.models_l1,
                    "count hits and misses of loads in the L1 caches; takes longer, and one thread "
                    "runs a kernel's blocks");
  command->add_flag("--machine-code", options->counts_machine_code,
                    "count the instructions of machine code that warps issue, from what ptxas "
                    "makes of the program's PTX; takes longer");
  command->add_flag("--clock", options->device.uses_clock,
                    "time launches by the instructions of machine code that their warps issue, "
                    "instead of an estimate from what was counted; takes longer");
  command->add_flag("--explain", options->device.tries_changes,
                    "--clock, and each launch is timed again without each of its costs, for "
                    "explain; takes up to ten times as long");
  command->add_flag("--requests", options->device.keeps_requests,
                    "keep a sample of each line's requests to global and shared memory in the "
                    "record, for the viewer's pane Access");
  command
      ->add_option(
          "--cache-control", options->cache_control,
          "with --clock or --explain: none, the usual one, leaves in L2 what operations before a "
          "launch have used, as a GPU does; all empties it, as Nsight Compute does unless it is "
          "told "
          "not to")
      ->check(CLI::IsMember({"all", "none"}));
  if (!checks)
    command->add_flag("--check", options->device.checks,
                      "look for races and for reads of memory that nothing has written, and name "
                      "their lines; takes longer, and one thread runs a kernel's blocks");
  command
      ->add_option("--budget", options->instruction_budget,
                   "warp instructions that a launch may execute before it is stopped; 0 is no "
                   "limit. With checks there is one of 17 thousand million unless given")
      ->check(whole_number());
  command
      ->add_option("--blocks", options->device.sample_blocks,
                   "run only so many blocks of each launch, spread evenly over its grid, as a "
                   "sample: numbers are of these, and results are wrong; launches whose blocks may "
                   "wait for each other run whole")
      ->check(whole_number())
      ->check(CLI::Range(std::uint64_t{1}, device::kMostSampleBlocks));
  command
      ->add_option("--schedule", options->device.schedule,
                   "a number: blocks and warps get their turns in another order, so that a race "
                   "shows in the answer; 0 is the usual order")
      ->check(whole_number());
  auto* progress = command->add_flag(
      "--progress", options->shows_progress,
      "show how far a launch has come that runs for more than a second, also where standard error "
      "is no terminal; on a terminal it is a line that vanishes, and comes unasked");
  command->add_flag("--no-progress", options->hides_progress, "never show that")
      ->excludes(progress);
  command->add_flag(
      "-q,--quiet", options->is_quiet,
      "print neither the virtual GPU nor the table of launches; findings only with --check");
  command->footer([] {
    return profile_list() +
           "Returns the program's exit code, or 3 when FILE.cu does not compile. A program's code "
           "must "
           "hold PTX\n(nvcc does that unless told otherwise), and it must be linked with nvcc "
           "-cudart "
           "shared:\n`warpscope env` prints what makes nvcc, make and CMake do so.";
  });
  // From the program's name on, nothing is ours.
  command->prefix_command();
  command->callback([options, command, &action] {
    options->command = command->remaining();
    if (options->command.empty()) throw CLI::RequiredError("PROGRAM or FILE.cu");
    options->device.interleaves = options->device.schedule != 0;
    action = [options](const std::stop_token& cancel) { return exec(*options, cancel); };
  });
}

}  // namespace

void add_exec(CLI::App& app, Action& action) {
  add_command(app, action, "exec",
              "Run any CUDA program, or compile and run FILE.cu: exec [OPTIONS] PROGRAM|FILE.cu "
              "[ARGUMENTS]",
              false);
  add_command(app, action, "check",
              "The same with exec --check: name races and reads of memory that nothing has written",
              true);
}

}  // namespace warpscope::cli
