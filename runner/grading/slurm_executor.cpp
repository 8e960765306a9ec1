#include "runner/grading/slurm_executor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

#include "base/files.h"
#include "base/shell_words.h"
#include "runner/process/run_to_end.h"

namespace warpscope::runner {
namespace {

using namespace std::chrono_literals;

/// Slurm's own limit of an array (MaxArraySize) is 1001 unless an administrator changed it.
constexpr std::size_t kMostTasks = 1000;
constexpr auto kTick = 500ms;
/// How often Slurm is asked which tasks are left: it serves a whole cluster.
constexpr auto kAskEvery = 5s;
constexpr auto kTimeLimitOfCommand = 60s;
constexpr std::uint64_t kMostOutput = 16 << 20;

FinishedProcess finished_command(const std::vector<std::string>& arguments) {
  const auto start = [&](int output) {
    SpawnOptions options;
    options.arguments = arguments;
    options.environment = environment_of_worker();
    options.descriptors = {{output, STDOUT_FILENO}, {output, STDERR_FILENO}};
    return ChildProcess::spawn(options);
  };
  return run_to_end(start, kTimeLimitOfCommand, kMostOutput, {});
}

/// The script of an array whose task n grades the n-th of `indices`.
std::string script_of(const std::vector<std::string>& command, const GradingFolder& folder,
                      std::span<const std::size_t> indices) {
  std::string text = "#!/bin/sh\nset -- ";
  for (const auto index : indices) text += fmt::format("{} ", index);
  text += "\nshift \"$SLURM_ARRAY_TASK_ID\"\nexec";
  for (const auto& word : command) text += " " + quoted_for_shell(word);
  return text + " " + quoted_for_shell(folder.path().string()) + " \"$1\"\n";
}

/// The job's number.
std::string submit(const std::vector<std::string>& options, const GradingFolder& folder,
                   const std::string& script, std::size_t tasks) {
  const auto file = folder.path() / "slurm-job.sh";
  write_file(file, script);
  std::vector<std::string> arguments{
      "sbatch",
      "--parsable",
      "--job-name=warpscope-grade",
      fmt::format("--array=0-{}", tasks - 1),
      "--output=" + (folder.path() / "logs/slurm-%A_%a.txt").string(),
      "--open-mode=append"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back(file.string());
  const auto finished = finished_command(arguments);
  auto number = finished.output.substr(0, finished.output.find_first_of(";\n"));
  const bool is_number =
      !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
  if (!finished.is_success() || !is_number) {
    throw std::runtime_error("Slurm did not take the jobs. sbatch says: " + finished.output);
  }
  return number;
}

/// Whether any task of a job is still waiting or running. A job that Slurm no longer knows is over.
bool is_under_way(const std::string& job) {
  const auto finished = finished_command({"squeue", "--noheader", "--jobs=" + job, "--format=%i"});
  return finished.is_success() && finished.output.find_first_of("0123456789") != std::string::npos;
}

/// Tells of the tasks whose results are there, and takes them off.
void tell_done(const GradingFolder& folder, const GradingPlan& plan, std::set<std::size_t>& left,
               const Executor::OnDone& on_done) {
  std::vector<std::size_t> done;
  for (const auto index : left) {
    if (folder.earlier_result(plan.submissions.at(index))) done.push_back(index);
  }
  for (const auto index : done) {
    left.erase(index);
    on_done(index, {});
  }
}

}  // namespace

void SlurmExecutor::run(const GradingFolder& folder, std::span<const std::size_t> indices,
                        const OnDone& on_done, const std::stop_token& cancel) {
  const auto plan = folder.load_plan();
  if (!plan) throw std::runtime_error(folder.path().string() + " holds no plan of a grading.");
  std::vector<std::string> jobs;
  for (std::size_t begin = 0; begin < indices.size(); begin += kMostTasks) {
    const auto part = indices.subspan(begin, std::min(kMostTasks, indices.size() - begin));
    jobs.push_back(submit(options_, folder, script_of(command_, folder, part), part.size()));
  }
  std::set<std::size_t> left(indices.begin(), indices.end());
  auto asked = std::chrono::steady_clock::now();
  while (!left.empty() && !cancel.stop_requested()) {
    std::this_thread::sleep_for(kTick);
    tell_done(folder, *plan, left, on_done);
    if (std::chrono::steady_clock::now() - asked < kAskEvery) continue;
    asked = std::chrono::steady_clock::now();
    if (std::ranges::any_of(jobs, is_under_way)) continue;
    tell_done(folder, *plan, left, on_done);  // what came while Slurm was asked
    for (const auto index : left) {
      on_done(index, fmt::format("Slurm's job ended without a result; its output is in {}.",
                                 (folder.path() / "logs").string()));
    }
    return;
  }
  if (cancel.stop_requested()) {
    for (const auto& job : jobs) finished_command({"scancel", job});
  }
}

}  // namespace warpscope::runner
