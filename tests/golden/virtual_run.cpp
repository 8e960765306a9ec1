#include "tests/golden/virtual_run.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <stdexcept>

#include "runner/process/run_to_end.h"

namespace warpscope {

record::RunRecord run_on_virtual_gpu(const std::string& program,
                                     const std::vector<std::string>& exec_options) {
  const auto path = std::filesystem::path(program + "_record.json");
  std::filesystem::remove(path);
  runner::SpawnOptions options;
  options.arguments = {std::string(WARPSCOPE_BINARY_DIR) + "/bin/warpscope",
                       "exec",
                       "-q",
                       "--profile",
                       "h200",
                       "--record",
                       path.string()};
  options.arguments.insert(options.arguments.end(), exec_options.begin(), exec_options.end());
  options.arguments.push_back(program);
  for (char** variable = environ; *variable != nullptr; ++variable)
    options.environment.emplace_back(*variable);
  const auto start = [&](int output_fd) {
    options.descriptors = {{output_fd, 1}, {output_fd, 2}};
    return runner::ChildProcess::spawn(options);
  };
  const runner::FinishedProcess finished =
      runner::run_to_end(start, std::chrono::minutes(5), 1 << 20, {});
  if (!finished.is_success())
    throw std::runtime_error(runner::describe(finished.exit) + "\n" + finished.output);
  return record::load(path);
}

std::uint64_t counter(const record::Launch& launch, std::string_view metric) {
  const auto found = launch.counters.find(metric);
  return found == launch.counters.end() ? 0 : found->second;
}

}  // namespace warpscope
