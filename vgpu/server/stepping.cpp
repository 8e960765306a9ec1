#include "vgpu/server/stepping.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "record/kernel_name.h"
#include "vgpu/exec/execution/execution.h"
#include "vgpu/exec/execution/walk.h"
#include "vgpu/server/fault_findings.h"
#include "vgpu/server/stood_views.h"

namespace warpscope::device {
namespace {

constexpr std::size_t kMostSpans = 20'000;
/// What is kept of overwritten memory, for going back.
constexpr std::uint64_t kMostUndoBytes = std::uint64_t{512} << 20;

using Action = StepCommand::Action;
using End = exec::Walk::End;

/// With its template arguments or without them.
bool is_named(const std::string& kernel, const std::string& wanted) {
  const std::string name = record::short_kernel_name(kernel);
  return wanted.empty() || name == wanted || name.substr(0, name.find('<')) == wanted;
}

std::string warp_text(const StepCommand& command) {
  return "warp " + std::to_string(command.warp) + " of block " + std::to_string(command.block);
}

/// A sentence for a way that was not gone; empty: nothing is to be said.
std::string message_of(End end, const StepCommand& command) {
  if (end == End::there) return {};
  if (end == End::interrupted) return "It was stopped on the way.";
  if (end == End::over)
    return "The launch ended on the way, and it is not possible to go back in it.";
  switch (command.action) {
    case Action::instruction:
      return "No other instruction of " + warp_text(command) + " is executed.";
    case Action::line:
      return "No other line of " + warp_text(command) + " is executed.";
    case Action::instruction_back:
    case Action::line_back:
      return "There is nothing before this of " + warp_text(command) +
             " to which it is possible to go back.";
    case Action::to_line:
      return "Line " + std::to_string(command.line) + " is not executed any more" +
             (command.is_any_warp ? "." : " by " + warp_text(command) + ".");
    case Action::to_number:
      return "The launch has no such instruction to which it is possible to go.";
    default:
      return {};
  }
}

class Stepping {
 public:
  Stepping(DeviceState& device, exec::Execution& execution, const exec::Program& program,
           const record::Launch& launch)
      : device_(device),
        execution_(execution),
        walk_(execution, [this] { return device_.options.is_step_interrupted(); }),
        views_(execution, program.module()),
        launch_(launch) {}

  void run() {
    StepCommand first;
    if (const auto step = execution_.step()) {
      first.block = step->block;
      first.warp = step->warp;
    }
    tell(first, {}, {});
    while (const auto command = device_.options.wait_for_step()) {
      if (command->action == Action::leave) {
        // On the thread of the machine; whoever wants it to end stops the launch.
        execution_.advance(exec::at_end());
        Stood stood;
        stood.command_id = command->command_id;
        stood.is_left = stood.is_over = true;
        device_.options.log(stood);
        return;
      }
      obey(*command);
    }
    execution_.advance(exec::at_end());  // is_canceled ends it
  }

 private:
  void obey(StepCommand command) {
    exec::WarpHistory history;
    std::string message;
    try {
      message = message_of(go(command, history), command);
      if (message.empty()) message = what_ended_it();
    } catch (const std::exception& error) {
      message = error.what();
    }
    const auto at = execution_.step();
    if (at && command.action == Action::to_line && command.is_any_warp) {
      command.block = at->block;
      command.warp = at->warp;
    }
    tell(command, std::move(message), history);
  }

  End go(const StepCommand& command, exec::WarpHistory& history) {
    const exec::WarpNumber warp{command.block, command.warp};
    switch (command.action) {
      case Action::instruction:
        return walk_.instruction(warp);
      case Action::line:
        return walk_.line(warp);
      case Action::instruction_back:
        return walk_.instruction_back(warp);
      case Action::line_back:
        return walk_.line_back(warp);
      case Action::to_line:
        if (execution_.instructions_of_line(command.file, command.line).empty())
          throw std::runtime_error("The kernel has no instruction of line " +
                                   std::to_string(command.line) + ".");
        return walk_.to_line(command.file, command.line,
                             command.is_any_warp ? std::nullopt : std::optional(warp));
      case Action::to_number:
        return walk_.to(command.number);
      case Action::to_end:
        return walk_.end();
      case Action::to_fault:
        return to_fault();
      case Action::history:
        history = walk_.history(warp, kMostSpans);
        return End::there;
      default:
        return End::there;
    }
  }

  End to_fault() {
    const auto from = execution_.inspect().step;
    if (const End end = walk_.end(); end != End::there) return end;
    if (!execution_.result().fault) {
      walk_.to(from);
      throw std::runtime_error("This launch does not fail.");
    }
    fault_ = what_ended_it();
    const std::uint64_t last = execution_.inspect().step;
    return last == 0 ? End::there : walk_.to(last - 1);
  }

  /// What the launch failed by, if it has ended by that, or stands at it.
  std::string what_ended_it() {
    if (!fault_.empty()) return std::exchange(fault_, {});
    if (execution_.step()) return {};
    const exec::LaunchResult result = execution_.result();
    using Kind = exec::Fault::Kind;
    if (!result.fault || result.fault->kind == Kind::canceled) return {};
    const record::Finding finding = finding_of(*result.fault, device_.memory);
    return finding.title + ": " + finding.cause;
  }

  void tell(const StepCommand& command, std::string message, const exec::WarpHistory& history) {
    Stood stood;
    stood.command_id = command.command_id;
    stood.launch = launch_.id;
    stood.kernel = launch_.kernel;
    stood.grid = launch_.grid;
    stood.block_size = launch_.block;
    stood.message = std::move(message);
    views_.add(command, stood);
    StoodViews::add(history, stood);
    device_.options.log(stood);
  }

  DeviceState& device_;
  exec::Execution& execution_;
  exec::Walk walk_;
  StoodViews views_;
  const record::Launch& launch_;
  std::string fault_;  ///< to be told once
};

}  // namespace

bool is_stepped(const DeviceOptions& options, RunProgress& progress, const record::Launch& launch) {
  if (!options.steps || !options.wait_for_step || !is_named(launch.kernel, options.stepped_kernel))
    return false;
  // Without a name all count, also those that were refused: so a record's numbers fit.
  const std::uint64_t number = options.stepped_kernel.empty() ? launch.id - progress.first_launch_id
                                                              : progress.step_candidates++;
  return number == options.stepped_launch;
}

exec::LaunchResult run_stepped(DeviceState& device, const exec::Program& program,
                               const std::string& kernel,
                               const exec::LaunchConfiguration& configuration,
                               const exec::LaunchOptions& options, const record::Launch& launch) {
  exec::LaunchOptions own = options;
  own.most_undo_bytes = kMostUndoBytes;
  exec::Execution execution(program, kernel, configuration, device.memory, own);
  Stepping(device, execution, program, launch).run();
  return execution.result();
}

}  // namespace warpscope::device
