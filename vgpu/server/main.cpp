// warpscope-device-avx2 and -avx512: the process that is the virtual GPU of one run. The runner
// starts it through warpscope-device.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdint>
#include <iostream>
#include <string>

#include "base/freed_memory.h"
#include "vgpu/protocol/message.h"
#include "vgpu/server/device_process.h"

namespace {

using warpscope::UniqueFd;

constexpr int kUsageError = 2;

/// An inherited descriptor, not passed on; throws when it is not open.
UniqueFd inherited(int fd, const char* option) {
  if (fd < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) {
    throw std::runtime_error(std::string(option) + " names descriptor " + std::to_string(fd) +
                             ", which is not open");
  }
  return UniqueFd(fd);
}

}  // namespace

int main(int argc, char** argv) {
  warpscope::keep_freed_memory();
  CLI::App app("The virtual GPU of one run; started by warpscope, not by hand.");
  std::string profile;
  int client_fd = -1;
  int control_fd = -1;
  int inputs_fd = -1, returned_fd = -1;
  std::uint64_t instruction_budget = 0;
  std::uint32_t worker_threads = 1;
  app.add_option("--profile", profile, "TOML file of the GPU to simulate")->required();
  app.add_option("--client-fd", client_fd, "socket to the program")->required();
  app.add_option("--control-fd", control_fd, "socket to the runner")->required();
  app.add_option("--inputs-fd", inputs_fd, "file with inputs that the runner has exchanged");
  app.add_option("--returned-fd", returned_fd, "file for what the program gets of the device then");
  app.add_option("--instruction-budget", instruction_budget,
                 "warp instructions that a launch may execute; 0 is no limit");
  app.add_option("--workers", worker_threads, "threads that run a launch's blocks")
      ->check(CLI::Range(1u, 64u));
  std::uint32_t device_count = 1;
  app.add_option("--devices", device_count, "virtual GPUs, all of the same kind")
      ->check(CLI::Range(1u, warpscope::device::kMostDevices));
  bool models_l1 = false;
  app.add_flag("--l1", models_l1, "count hits in L1; then one thread runs a launch's blocks");
  bool checks = false;
  app.add_flag("--check", checks,
               "look for races and for memory that nobody has written; then one thread runs a "
               "launch's blocks");
  std::uint64_t most_checked_threads = 0, most_checked_accesses = 0;
  app.add_option("--check-threads", most_checked_threads,
                 "launches with more threads are not checked; 0: no limit");
  app.add_option("--check-accesses", most_checked_accesses,
                 "accesses of warps in each case at which the checks look; 0: no limit");
  bool compares_orders = false;
  app.add_flag(
      "--compare-orders", compares_orders,
      "with --check: run launches that may depend on it in other orders of blocks as well, "
      "and say what of it comes to the host");
  std::uint64_t schedule = 0;
  app.add_option("--schedule", schedule,
                 "another order in which blocks and warps get their turns; 0: the usual one");
  bool watches_host = false;
  app.add_flag("--watch-host", watches_host,
               "tell of the program's mistakes outside of kernels, as its runtime sees them");
  bool follows_data = false;
  app.add_flag("--follow-data", follows_data,
               "tell of each launch and copy which others wrote what it reads");
  std::uint32_t copy_engines = 0;
  app.add_option("--copy-engines", copy_engines, "instead of the profile's")
      ->check(CLI::Range(1u, 8u));
  int vector_bits = 0;
  app.add_option("--vector-bits", vector_bits,
                 "256 or 512; warpscope-device reads it, the widest there is when not given")
      ->check(CLI::IsMember({256, 512}));
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    std::cerr << "warpscope-device: " << error.what() << ".\n";
    return kUsageError;
  }
  try {
    warpscope::device::ProcessOptions options;
    options.profile = warpscope::arch::load_profile(profile);
    if (copy_engines != 0) options.profile.copy_engines = copy_engines;
    options.device_count = device_count;
    options.instruction_budget = instruction_budget;
    options.worker_threads = worker_threads;
    options.models_l1 = models_l1;
    options.checks = checks;
    options.most_checked_threads = most_checked_threads;
    options.most_checked_accesses = most_checked_accesses;
    options.compares_orders = checks && compares_orders;
    options.schedule = schedule;
    options.watches_host = watches_host;
    options.follows_data = follows_data;
    options.client = inherited(client_fd, "--client-fd");
    options.control = inherited(control_fd, "--control-fd");
    if (inputs_fd >= 0) options.inputs = inherited(inputs_fd, "--inputs-fd");
    if (returned_fd >= 0) options.returned = inherited(returned_fd, "--returned-fd");
    std::signal(SIGPIPE, SIG_IGN);
    warpscope::device::serve(std::move(options));
    return 0;
  } catch (const warpscope::arch::ProfileError& error) {
    std::cerr << "warpscope-device: " << error.what() << "\n";
    return kUsageError;
  } catch (const std::exception& error) {
    std::cerr << "warpscope-device: " << error.what() << ".\n";
    return kUsageError;
  }
}
