// A run of which a launch is stepped through, in a background thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "device/steps.h"
#include "runner/run/step_link.h"
#include "runner/run_lab.h"
#include "viewer/model/run_job.h"

namespace warpscope::viewer {

class StepJob {
 public:
  /// `first`: where to go once the launch stands, of what it is then; may be empty. `wake` is
  /// called from the thread when there is something to draw.
  using First = std::function<device::StepCommand(const device::Stood& begun)>;
  StepJob(const RunLab& run_lab, runner::RunRequest request, runner::StepTarget target, First first,
          const std::function<void()>& wake);
  StepJob(const StepJob&) = delete;
  StepJob& operator=(const StepJob&) = delete;
  /// Cancels the run and waits for it.
  ~StepJob();

  /// Sends the first command when its time has come, and follows the warp that a command came to.
  /// True when there is something new.
  bool update();

  /// What was told last; null as long as the launch has not begun.
  const std::shared_ptr<const device::Stood>& stood() const { return stood_; }
  /// Of the followed warp; null where it was not asked for, or of another one.
  std::shared_ptr<const device::Stood> history() const;
  /// A command is under way.
  bool is_busy() const { return link_.is_busy(); }
  /// The run has ended.
  bool has_ended() const { return link_.has_ended(); }
  /// What is to be said before the launch stands, while it does not, and when the run has ended.
  std::string state_text() const;
  std::optional<std::string> source(const std::string& file) const { return link_.source(file); }
  const runner::StepTarget& target() const { return link_.target(); }

  /// The warp that is followed.
  std::uint64_t block() const { return block_; }
  std::uint32_t warp() const { return warp_; }
  void follow(std::uint64_t block, std::uint32_t warp);
  /// Has the launch do that, as the followed warp; nothing where it has ended or is busy.
  void go(device::StepCommand::Action action);
  void go(device::StepCommand command);
  void run_to(const record::SourceLine& where, bool is_any_warp);
  /// Stops what is under way.
  void interrupt();
  /// The launch and the program run on to their end.
  void leave();

 private:
  First first_;
  runner::StepLink link_;
  std::shared_ptr<const device::Stood> stood_;
  std::uint64_t block_ = 0;
  std::uint32_t warp_ = 0;
  bool knows_end_ = false;
  std::jthread thread_;  ///< last, so that it ends before what it uses
};

}  // namespace warpscope::viewer
