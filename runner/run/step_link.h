// Between a run that stops in front of a launch and whoever steps through that: a terminal or a
// pane. All of it from any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/pipes.h"
#include "device/options.h"
#include "device/steps.h"
#include "record/record.h"

namespace warpscope::runner {

/// Which launch is stepped through.
struct StepTarget {
  std::string case_name;     ///< of a lab; empty: the first that has such a launch
  std::uint64_t launch = 0;  ///< of those of the case (without cases, of the program), from 0
  std::string kernel;        ///< only launches of the kernel of that name count; empty: all

  /// What the device is told of it: it steps, and does nothing that does not go with that.
  void set(device::Options& options) const;
};

class StepLink {
 public:
  /// `on_change` is called by the run's thread when there is something new; may be empty.
  explicit StepLink(StepTarget target, std::function<void()> on_change = {});
  const StepTarget& target() const { return target_; }

  /// For who steps. Gives the number by which the answer is known.
  std::uint64_t send(device::StepCommand command);
  /// The newest; nullptr as long as the launch has not begun.
  std::shared_ptr<const device::Stood> stood() const;
  /// The newest with a warp's history; nullptr when nobody has asked for one.
  std::shared_ptr<const device::Stood> history() const;
  /// Whether what was sent last has no answer yet.
  bool is_busy() const;
  /// Waits for the answer to a command, or with 0 for the launch's begin; nullptr where the run has
  /// ended before it, is canceled, or so much time has passed.
  std::shared_ptr<const device::Stood> wait_for(
      std::uint64_t command, const std::stop_token& cancel,
      std::chrono::seconds longest = std::chrono::hours(24)) const;
  bool has_ended() const;
  /// What came of the run, once it has ended; may be empty.
  std::string end_text() const;
  /// The source of that name; nothing where it is not known.
  std::optional<std::string> source(const std::string& file) const;

  /// Whoever had the run done says that it has ended, and what came of it.
  void end(std::string text);

  /// For the run: readable when something was sent.
  int fd() const { return wake_.read_end.get(); }
  std::vector<device::StepCommand> take();
  /// What its source files are called, and their texts; before the launch.
  using NameOf = std::function<std::string(const std::string& compiled)>;
  void set_sources(NameOf name_of, std::vector<record::SourceFile> sources);
  void tell(device::Stood stood);

 private:
  void name(record::SourceLine& where);

  StepTarget target_;
  std::function<void()> on_change_;
  Pipe wake_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::uint64_t last_command_ = 0, last_answer_ = 0;
  std::vector<device::StepCommand> commands_;
  std::shared_ptr<const device::Stood> stood_, history_;
  bool has_ended_ = false;
  std::string end_text_;
  NameOf name_of_;
  std::vector<record::SourceFile> sources_;
  std::map<std::string, std::string> compiled_;  ///< by name, as far as they were told
};

}  // namespace warpscope::runner
