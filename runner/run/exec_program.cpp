#include "runner/run/exec_program.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/findings/rules.h"
#include "runner/installation/version.h"
#include "runner/run/device_sessions.h"
#include "runner/run/embedded_sources.h"
#include "runner/run/gpu_profile.h"
#include "runner/run/missing_libraries.h"
#include "runner/run/unfinished_case.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

const std::string kNvtxVariable = "NVTX_INJECTION64_PATH=";
constexpr int kTick_ms = 50;
constexpr auto kExecFarewell = std::chrono::seconds(5);
constexpr std::uint64_t kProgramBytes = std::uint64_t{1} << 30;

fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    std::error_code error;
    if (!fs::exists(name, error)) throw NoProgram("There is no program " + name + ".");
    return fs::absolute(name).lexically_normal();
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    auto candidate = fs::path(folder) / name;
    std::error_code error;
    if (fs::is_regular_file(candidate, error) && ::access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  throw NoProgram("There is no program " + name + " in PATH; a program in this folder is ./" +
                  name + ".");
}

/// Those of LD_LIBRARY_PATH.
std::vector<fs::path> library_folders() {
  const char* path = std::getenv("LD_LIBRARY_PATH");
  std::istringstream folders(path != nullptr ? path : "");
  std::vector<fs::path> result;
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.empty()) result.emplace_back(folder);
  }
  return result;
}

/// Ours, with the libraries of the device first. `device` is the variable that leads to it.
std::vector<std::string> environment(const device::ProgramSide& side, const fs::path& stand_ins,
                                     const std::string& device) {
  const auto name_of = [](const std::string& text) { return text.substr(0, text.find('=') + 1); };
  // Those of a `warpscope exec` around us, and what the device says otherwise.
  std::vector<std::string> others{std::string(device::kDescriptorVariable) + "=",
                                  std::string(device::kSocketVariable) + "=", kNvtxVariable};
  for (const auto& ours : side.environment) others.push_back(name_of(ours));
  const std::string prefix = "LD_LIBRARY_PATH=";
  std::string libraries = prefix + device::library_path(side);
  if (!stand_ins.empty()) libraries += ":" + stand_ins.string();
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (text.starts_with(prefix)) {
      libraries += ":" + text.substr(prefix.size());
    } else if (std::ranges::find(others, name_of(text)) == others.end()) {
      result.push_back(text);
    }
  }
  for (const auto& folder : side.library_folders) {
    // By NVTX's own way: its headers load what this names, where a program uses them.
    if (const auto tool = folder / "libwarpscope-nvtx.so"; fs::exists(tool))
      result.push_back(kNvtxVariable + tool.string());
  }
  result.insert(result.end(), side.environment.begin(), side.environment.end());
  result.push_back(libraries);
  result.push_back(device);
  return result;
}

record::RunRecord begin_record(const ExecRequest& request, const fs::path& program) {
  record::RunRecord record;
  record.created = fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  record.producer.version = kVersion;
  record.device.id = device_name(request.profile);
  record.device.name = request.profile;
  if (gpu_index(request.profile)) {
    record.producer.driver = gpu_driver();
    record.device.counters = record.device.times = record::Provenance::measured;
  }
  record.program.label = !request.label.empty()   ? request.label
                         : request.source.empty() ? program.filename().string()
                                                  : fs::path(request.source).stem().string();
  record.outcome.is_output_kept = false;
  record.program.path = request.source.empty() ? request.program : request.source;
  record.program.compile_options = request.compile_options;
  record.outcome.compiler_output = request.compiler_output;
  record.program.sha256 = sha256(read_file(program, kProgramBytes));
  return record;
}

ChildProcess start(const ExecRequest& request, const fs::path& program, const fs::path& stand_ins,
                   const DeviceSessions& devices) {
  SpawnOptions options;
  options.arguments = {program.string()};
  options.arguments.insert(options.arguments.end(), request.arguments.begin(),
                           request.arguments.end());
  options.environment = environment(devices.program_side(), stand_ins, devices.variable());
  options.has_own_session = false;
  UniqueFd no_input;
  if (request.steps != nullptr) {
    no_input = UniqueFd(::memfd_create("warpscope-no-input", MFD_CLOEXEC));
    options.descriptors.emplace_back(no_input.get(), STDIN_FILENO);
  }
  try {
    return ChildProcess::spawn(options);
  } catch (const std::runtime_error& reason) {
    throw NoProgram(reason.what());
  }
}

void set_outcome(const Exit& exit, bool is_canceled, bool has_checks, record::RunRecord& record) {
  auto& outcome = record.outcome;
  outcome.exit_code = exit.is_signal ? -exit.code : exit.code;
  if (is_canceled) {
    outcome.kind = record::Outcome::Kind::canceled;
    outcome.message = "The run was canceled.";
  } else if (exit.is_signal) {
    outcome.kind = record::Outcome::Kind::crashed;
    outcome.message = "The program ended with " + describe(exit) + ".";
    const bool is_of_memory = exit.code == SIGSEGV || exit.code == SIGBUS;
    if (is_of_memory && !has_checks)
      outcome.message +=
          " With --check it is said where, and whether the memory was the device's, or was freed.";
  } else if (!exit.is_success()) {
    outcome.message = "The program ended with " + describe(exit) + ".";
  }
}

}  // namespace

std::string reason_it_cannot_run(const std::string& program, const ElfLibraries& libraries,
                                 const std::string& command) {
  bool has_runtime = false;
  for (const auto& library : libraries.needed) {
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
      "The CUDA runtime is linked into {} statically, so the virtual GPU cannot take its place. "
      "Build "
      "it again from clean after `eval \"$({} env)\"`; a build that names cudart_static itself "
      "must name cudart instead.",
      program, command);
}

record::RunRecord exec_program(const Installation& installation, const ExecRequest& request,
                               const std::stop_token& cancel) {
  const auto program_path = find_program(request.program);
  const auto libraries = elf_libraries(program_path);
  const bool is_real = gpu_index(request.profile).has_value();
  if (const auto reason =
          reason_it_cannot_run(program_path.string(), libraries, installation.command());
      !is_real && !reason.empty()) {
    throw std::runtime_error(reason);
  }
  if (is_real && request.steps != nullptr)
    throw std::runtime_error("Only a virtual GPU can be stepped through.");
  auto record = begin_record(request, program_path);
  const auto begin = Clock::now();
  DeviceSettings settings{device_name(request.profile), request.options};
  settings.options.compares_orders = settings.options.watches_host = request.options.checks;
  settings.options.reads_counters = is_real && request.reads_counters;
  settings.options.tells_progress = static_cast<bool>(request.on_progress);
  if (request.steps != nullptr) request.steps->target().set(settings.options);
  DeviceSessions devices(installation, settings, request.on_progress, request.steps);
  // A real GPU's machine has them, or the program says what it lacks.
  const MissingLibraries missing(
      is_real ? ElfLibraries{}
              : elf_libraries_of_all(program_path, library_folders(), is_missing_library));
  auto program = start(request, program_path, missing.folder(), devices);
  std::optional<Exit> exit;
  auto deadline = Clock::time_point::max();
  while (!exit || (!devices.is_finished() && Clock::now() < deadline)) {
    devices.poll_once(exit ? -1 : program.exit_fd(), kTick_ms);
    if (exit) continue;
    if (cancel.stop_requested()) {
      devices.stop_launches();
      program.kill();
    }
    exit = program.try_wait();
    if (exit) {
      deadline = Clock::now() + kExecFarewell;
      devices.stop_listening();
    }
  }
  record.host_timings.run_s = std::chrono::duration<double>(Clock::now() - begin).count();
  set_outcome(*exit, cancel.stop_requested(), request.options.checks, record);
  const auto trouble = devices.trouble();
  if (!trouble.empty() && !cancel.stop_requested()) {
    record.outcome.kind = record::Outcome::Kind::tool_error;
    record.outcome.message = trouble;
  } else if (devices.in_use() > 0 && exit->is_success()) {
    record.outcome.message =
        "A program that was started still used the virtual GPU when the one that started it ended; "
        "the record ends there. Wait for it, as `wait` does in a shell.";
  }
  devices.move_to(record, exit->is_success());
  embed_sources(record, {fs::current_path(), program_path.parent_path(),
                         fs::path(request.source).parent_path()});
  drop_canceled_launches(record);
  apply_rules(record);
  return record;
}

}  // namespace warpscope::runner
