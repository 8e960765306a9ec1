// warpscope exec
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"
#include "runner/report/text.h"
#include "runner/run/exec_program.h"
#include "vgpu/protocol/message.h"

namespace warpscope::cli {
namespace {

constexpr std::uint32_t kMostWorkers = 64;

struct ExecOptions {
  std::vector<std::string> command;
  std::string profile = "mini", record;
  std::uint32_t worker_threads = std::clamp(std::thread::hardware_concurrency(), 1u, kMostWorkers);
  std::uint32_t device_count = 1;
  bool models_l1 = false, is_quiet = false;
};
constexpr std::size_t kMostRows = 40;
/// As shells report a program that a signal ended.
constexpr int kSignalBase = 128;

int exec(const ExecOptions& options, const std::stop_token& cancel) {
  runner::ExecRequest request;
  request.program = options.command.front();
  request.arguments.assign(options.command.begin() + 1, options.command.end());
  request.profile = options.profile;
  request.worker_threads = options.worker_threads;
  request.device_count = options.device_count;
  request.models_l1 = options.models_l1;
  const auto record = runner::exec_program(runner::Installation::discover(), request, cancel);
  if (!options.record.empty()) record::save(record, options.record);
  if (!options.is_quiet) {
    fmt::print(stderr, "{}{}", runner::launch_table(record, kMostRows),
               runner::findings_text(record, {}));
  }
  if (record.outcome.kind == record::Outcome::Kind::tool_error) {
    fmt::print(stderr, "warpscope: {}\n", record.outcome.message);
    return kToolError;
  }
  if (record.outcome.kind == record::Outcome::Kind::canceled) return kCanceled;
  const int code = record.outcome.exit_code;
  return code < 0 ? kSignalBase - code : code;
}

}  // namespace

void add_exec(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ExecOptions>();
  auto* command = app.add_subcommand(
      "exec", "Run any CUDA program on the virtual GPU: exec [OPTIONS] PROGRAM [ARGUMENTS]");
  command->add_option("--profile", options->profile, "virtual GPU")->capture_default_str();
  command->add_option("--record", options->record, "write the run record to this file");
  command
      ->add_option(
          "--workers", options->worker_threads,
          "threads that run a kernel's blocks; what a program computes, counts and reports "
          "does not depend on it")
      ->check(CLI::Range(1u, kMostWorkers))
      ->capture_default_str();
  command
      ->add_option("--devices", options->device_count,
                   "virtual GPUs that the program finds, each of this kind, with peer access")
      ->check(CLI::Range(1u, device::kMostDevices))
      ->capture_default_str();
  command->add_flag("--l1", options->models_l1,
                    "count hits and misses of loads in the L1 caches; takes longer, and one thread "
                    "runs a kernel's blocks");
  command->add_flag("-q,--quiet", options->is_quiet, "print no table of launches");
  command->footer(
      "Returns the program's exit code. Its code must hold PTX (nvcc does that unless "
      "told otherwise),\nand it must be linked with nvcc -cudart shared.");
  // From the program's name on, nothing is ours.
  command->prefix_command();
  command->callback([options, command, &action] {
    options->command = command->remaining();
    if (options->command.empty()) throw CLI::RequiredError("PROGRAM");
    action = [options](const std::stop_token& cancel) { return exec(*options, cancel); };
  });
}

}  // namespace warpscope::cli
