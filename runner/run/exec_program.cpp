#include "runner/run/exec_program.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/findings/rules.h"
#include "runner/installation/version.h"
#include "runner/run/device_link.h"
#include "runner/run/event_collector.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kExecDeviceFd = 3;
constexpr int kTick_ms = 50;
constexpr auto kExecFarewell = std::chrono::seconds(5);
constexpr std::uint64_t kProgramBytes = std::uint64_t{1} << 30;

fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (!fs::exists(name)) throw std::runtime_error("There is no program " + name + ".");
    return fs::absolute(name).lexically_normal();
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    auto candidate = fs::path(folder) / name;
    if (fs::is_regular_file(candidate) && ::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  throw std::runtime_error("There is no program " + name +
                           " in PATH; a program in this folder is ./" + name + ".");
}

/// Ours, with our libcudart first.
std::vector<std::string> environment(const fs::path& cudart_folder) {
  const std::string prefix = "LD_LIBRARY_PATH=";
  std::string libraries = prefix + cudart_folder.string();
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (text.starts_with(prefix)) {
      libraries += ":" + text.substr(prefix.size());
    } else {
      result.push_back(text);
    }
  }
  result.push_back(libraries);
  result.push_back("WARPSCOPE_DEVICE_FD=" + std::to_string(kExecDeviceFd));
  return result;
}

record::RunRecord begin_record(const ExecRequest& request, const fs::path& program) {
  record::RunRecord record;
  record.created = fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  record.producer.version = kVersion;
  record.device.id = "virtual:" + request.profile;
  record.device.name = request.profile;
  record.program.label = program.filename().string();
  record.program.path = request.program;
  record.program.sha256 = sha256(read_file(program, kProgramBytes));
  return record;
}

ChildProcess start(const Installation& installation, const ExecRequest& request,
                   const fs::path& program, DeviceLink& device) {
  const auto device_end = device.take_program_end();
  SpawnOptions options;
  options.arguments = {program.string()};
  options.arguments.insert(options.arguments.end(), request.arguments.begin(),
                           request.arguments.end());
  options.environment = environment(installation.cudart_folder);
  options.descriptors = {{device_end.get(), kExecDeviceFd}};
  options.has_own_session = false;
  return ChildProcess::spawn(options);
}

/// Whether it is one of the toolkit's libraries that bring their own kernels and talk to a GPU's
/// driver themselves.
bool holds_machine_code(std::string_view library) {
  constexpr std::array<std::string_view, 8> kLibraries{"libcublas", "libcudnn",    "libcufft",
                                                       "libcurand", "libcusolver", "libcusparse",
                                                       "libnccl",   "libnpp"};
  return std::any_of(kLibraries.begin(), kLibraries.end(),
                     [&](std::string_view name) { return library.starts_with(name); });
}

void set_outcome(const Exit& exit, bool is_canceled, record::RunRecord& record) {
  auto& outcome = record.outcome;
  outcome.exit_code = exit.is_signal ? -exit.code : exit.code;
  if (is_canceled) {
    outcome.kind = record::Outcome::Kind::canceled;
    outcome.message = "The run was canceled.";
  } else if (exit.is_signal) {
    outcome.kind = record::Outcome::Kind::crashed;
    outcome.message = "The program ended with " + describe(exit) + ".";
  } else if (!exit.is_success()) {
    outcome.message = "The program ended with " + describe(exit) + ".";
  }
}

}  // namespace

std::string reason_it_cannot_run(const std::string& program, const ElfLibraries& libraries) {
  constexpr std::string_view kDriver = "libcuda.so";
  bool has_runtime = false;
  for (const auto& library : libraries.needed) {
    if (library.starts_with(kDriver)) {
      return fmt::format(
          "{} calls the CUDA driver API ({}), which the virtual GPU does not have: it offers the "
          "runtime API, libcudart.so.13 and libcudart.so.12.",
          program, library);
    }
    if (holds_machine_code(library)) {
      return fmt::format(
          "{} needs {}, whose kernels are machine code for real GPUs; the virtual GPU runs what "
          "nvcc compiled to PTX.",
          program, library);
    }
    if (library == "libcudart.so.13" || library == "libcudart.so.12") {
      has_runtime = true;
    } else if (library.starts_with("libcudart.so")) {
      return fmt::format(
          "{} needs {}, but the virtual GPU offers libcudart.so.13 and libcudart.so.12; compile it "
          "with nvcc of CUDA 13 or 12.",
          program, library);
    }
  }
  if (has_runtime || !libraries.has_cuda_code) return {};
  return fmt::format(
      "{} has the CUDA runtime linked in; compile it with nvcc -cudart shared, so that the virtual "
      "GPU can take the runtime's place.",
      program);
}

record::RunRecord exec_program(const Installation& installation, const ExecRequest& request,
                               const std::stop_token& cancel) {
  const auto program_path = find_program(request.program);
  const auto libraries = elf_libraries(program_path);
  if (const auto reason = reason_it_cannot_run(program_path.string(), libraries); !reason.empty()) {
    throw std::runtime_error(reason);
  }
  auto record = begin_record(request, program_path);
  const auto begin = Clock::now();
  DeviceLink device(installation, {request.profile, 0, request.worker_threads, request.device_count,
                                   request.models_l1});
  auto program = start(installation, request, program_path, device);
  EventCollector events;
  std::optional<Exit> exit;
  auto deadline = Clock::time_point::max();
  while (!exit || (!events.is_finished() && !device.is_closed() && Clock::now() < deadline)) {
    std::array<pollfd, 2> watched{pollfd{device.is_closed() ? -1 : device.fd(), POLLIN, 0},
                                  pollfd{exit ? -1 : program.exit_fd(), POLLIN, 0}};
    ::poll(watched.data(), watched.size(), kTick_ms);
    if (watched[0].revents != 0) {
      for (const auto& event : device.on_ready()) events.add(event);
    }
    if (!exit && cancel.stop_requested()) program.kill();
    if (!exit) {
      exit = program.try_wait();
      if (exit) deadline = Clock::now() + kExecFarewell;
    }
  }
  const bool is_device_lost = !events.is_finished();
  record.host_timings.run_s = std::chrono::duration<double>(Clock::now() - begin).count();
  events.move_to(record);
  set_outcome(*exit, cancel.stop_requested(), record);
  if (is_device_lost && !cancel.stop_requested()) {
    record.outcome.kind = record::Outcome::Kind::tool_error;
    record.outcome.message = device.trouble();
  }
  apply_rules(record);
  return record;
}

}  // namespace warpscope::runner
