#include "runner/grading/local_executor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <list>
#include <stdexcept>

#include "base/files.h"
#include "base/unique_fd.h"
#include "runner/process/child_process.h"

namespace warpscope::runner {
namespace {

constexpr int kTickMs = 200;
constexpr mode_t kMode = 0600;

struct Worker {
  std::size_t index = 0;
  std::filesystem::path log;
  ChildProcess process;
};

Worker start(std::vector<std::string> command, const GradingFolder& folder, const GradingPlan& plan,
             std::size_t index) {
  auto log = folder.log_file(plan.submissions.at(index));
  const UniqueFd output(
      ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, kMode));
  if (output.get() < 0) throw std::runtime_error("Cannot write " + log.string() + ".");
  SpawnOptions options;
  options.arguments = std::move(command);
  options.arguments.push_back(folder.path().string());
  options.arguments.push_back(std::to_string(index));
  options.environment = environment_of_worker();
  options.descriptors = {{output.get(), STDOUT_FILENO}, {output.get(), STDERR_FILENO}};
  return {index, std::move(log), ChildProcess::spawn(options)};
}

/// Why a worker left no result, with the last line that it wrote; empty when it did what it should.
std::string problem_of(const Worker& worker, const Exit& exit) {
  if (exit.is_success()) return {};
  constexpr std::uint64_t kMostBytes = 1 << 20;
  std::string last;
  try {
    last = read_file(worker.log, kMostBytes);
  } catch (const std::runtime_error&) {
    // Without its words.
  }
  while (!last.empty() && last.back() == '\n') last.pop_back();
  if (const auto line = last.rfind('\n'); line != std::string::npos) last.erase(0, line + 1);
  return fmt::format("The process that graded it ended with {}{}{}", describe(exit),
                     last.empty() ? "." : ": ", last);
}

void wait_for_any(const std::list<Worker>& workers) {
  std::vector<pollfd> ends;
  for (const auto& worker : workers) ends.push_back({worker.process.exit_fd(), POLLIN, 0});
  ::poll(ends.data(), ends.size(), kTickMs);
}

/// Asks the workers to end, so that they clean up behind them; who does not is killed with its
/// ChildProcess.
void end_all(std::list<Worker>& workers) {
  for (const auto& worker : workers) ::kill(worker.process.pid(), SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!workers.empty() && std::chrono::steady_clock::now() < deadline) {
    wait_for_any(workers);
    std::erase_if(workers, [](Worker& worker) { return worker.process.try_wait().has_value(); });
  }
}

}  // namespace

void LocalExecutor::run(const GradingFolder& folder, std::span<const std::size_t> indices,
                        const OnDone& on_done, const std::stop_token& cancel) {
  const auto plan = folder.load_plan();
  if (!plan) throw std::runtime_error(folder.path().string() + " holds no plan of a grading.");
  std::list<Worker> workers;
  auto next = indices.begin();
  while (!cancel.stop_requested() && (next != indices.end() || !workers.empty())) {
    while (next != indices.end() && workers.size() < processes_) {
      workers.push_back(start(command_, folder, *plan, *next++));
    }
    wait_for_any(workers);
    for (auto worker = workers.begin(); worker != workers.end();) {
      const auto exit = worker->process.try_wait();
      if (!exit) {
        ++worker;
        continue;
      }
      on_done(worker->index, problem_of(*worker, *exit));
      worker = workers.erase(worker);
    }
  }
  end_all(workers);
}

}  // namespace warpscope::runner
