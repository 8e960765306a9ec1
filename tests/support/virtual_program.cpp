#include "tests/support/virtual_program.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>

#include "runner/process/run_to_end.h"

namespace warpscope {

std::vector<const record::Launch*> VirtualRun::launches(std::string_view kernel) const {
  std::vector<const record::Launch*> found;
  for (const record::Launch& launch : record.launches) {
    const std::string_view name = launch.kernel;
    if (name.starts_with(kernel) && (name.size() == kernel.size() || name[kernel.size()] == '('))
      found.push_back(&launch);
  }
  return found;
}

const record::Launch& VirtualRun::launch(std::string_view kernel) const {
  const auto found = launches(kernel);
  if (found.size() != 1) {
    throw std::runtime_error(std::to_string(found.size()) + " launches of " + std::string(kernel) +
                             "\n" + output);
  }
  return *found.front();
}

VirtualRun run_virtually(const std::string& program, const std::vector<std::string>& arguments,
                         const std::vector<std::string>& exec_options) {
  // The process is part of the name: tests may run beside each other.
  const std::filesystem::path path = program + "_record_" + std::to_string(getpid()) + ".json";
  std::filesystem::remove(path);
  runner::SpawnOptions options;
  options.arguments = {std::string(WARPSCOPE_BINARY_DIR) + "/bin/warpscope", "exec", "--quiet",
                       "--record", path.string()};
  const auto append = [&](const std::vector<std::string>& more) {
    options.arguments.insert(options.arguments.end(), more.begin(), more.end());
  };
  if (std::ranges::find(exec_options, "--profile") == exec_options.end())
    append({"--profile", "h200"});
  append(exec_options);
  append({program});
  append(arguments);
  for (char** variable = environ; *variable != nullptr; ++variable)
    options.environment.emplace_back(*variable);
  const auto start = [&](int output_fd) {
    options.descriptors = {{output_fd, 1}, {output_fd, 2}};
    return runner::ChildProcess::spawn(options);
  };
  const runner::FinishedProcess finished =
      runner::run_to_end(start, std::chrono::minutes(5), 1 << 20, {});
  if (!std::filesystem::exists(path))
    throw std::runtime_error(runner::describe(finished.exit) + "\n" + finished.output);
  VirtualRun run;
  run.output = finished.output;
  run.record = record::load(path);
  run.exit_code = run.record.outcome.exit_code;
  std::filesystem::remove(path);
  std::filesystem::remove(record::timelines_path(path));
  return run;
}

std::uint64_t counter_of(const record::Launch& launch, std::string_view metric) {
  const auto found = launch.counters.find(metric);
  if (found == launch.counters.end()) throw std::runtime_error("no counter " + std::string(metric));
  return found->second;
}

std::uint64_t counter_or_zero(const record::Launch& launch, std::string_view metric) {
  const auto found = launch.counters.find(metric);
  return found == launch.counters.end() ? 0 : found->second;
}

}  // namespace warpscope
