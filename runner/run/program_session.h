// One device and one program under test that talks to it. Cases are set one by one; a case that
// does not end well ends the session.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/pipes.h"
#include "runner/lab/lab_description.h"
#include "runner/process/streams.h"
#include "runner/process/used_time.h"
#include "runner/run/case_exchange.h"
#include "runner/run/event_collector.h"
#include "runner/run/launch_progress.h"
#include "runner/run/open_device.h"
#include "runner/run/step_link.h"
#include "runner/sandbox/sandbox.h"

namespace warpscope::runner {

using Clock = std::chrono::steady_clock;

/// What became of a case.
struct CaseEnd {
  enum class Kind : std::uint8_t {
    answered,     ///< with outputs
    failed,       ///< the driver reported an error
    ended_early,  ///< the program ended, crashed or sent what is no answer
    timed_out,
    canceled,
    device_lost,  ///< the tool's own failure
  };
  Kind kind = Kind::answered;
  Answer answer;
  std::string message;    ///< a sentence unless answered
  bool is_crash = false;  ///< ended early, by a signal
  /// Ended early, because it sent something that is no answer: how the program ends then is a race
  /// of it with who ends it.
  bool is_no_answer = false;
};

class ProgramSession {
 public:
  struct Setup {
    const Installation& installation;
    const Sandbox& sandbox;
    std::filesystem::path program;
    std::string profile;
    LabLimits limits;
    std::uint32_t worker_threads = 1;    ///< of each device
    std::uint32_t sessions_at_once = 1;  ///< that share the cases out, at most
    MemoryChecks memory_checks{};
    bool uses_clock = false;         ///< needs Installation::ptxas()
    OnLaunchProgress on_progress{};  ///< told by the sessions' threads; may be empty
    bool tries_changes = false;      ///< with uses_clock
    bool keeps_requests = false;
    std::uint64_t watch_seed = 0;  ///< of what the memory checks watch in part
    /// Blocks and warps interleave by each case's schedule; nothing is told but errors.
    bool is_in_other_order = false;
    /// Bits of record::Mechanism; with any, nothing is told but errors.
    std::uint32_t left_out = 0;
    device::Measuring measuring = device::Measuring::all;
    StepLink* steps = nullptr;  ///< the launch that it names is stepped through
  };
  /// Starts both; `copy_engines`: instead of the profile's. Throws std::runtime_error when that
  /// fails. `events` outlives this.
  ProgramSession(const Setup& setup, EventCollector& events,
                 std::optional<std::uint32_t> copy_engines = {});

  /// Sets a case and waits for what becomes of it; `limit` is in used_time.h's measure, of the
  /// program and its device together.
  CaseEnd run_case(const judge::Case& set, std::uint32_t index, Clock::duration limit,
                   const std::stop_token& cancel);
  /// How much of its limit the last case has used.
  Clock::duration used() const { return used_ ? used_->used() : Clock::duration::zero(); }
  /// Lets the program end, or ends it, and collects the device's last events.
  void finish(bool must_kill);

  /// See device::Link; `with_shared`: once finish() has returned.
  std::vector<std::vector<std::byte>> returned_arrays(bool with_shared) const {
    return device_->returned_arrays(with_shared);
  }
  std::string output() const { return output_.text(); }
  std::optional<Exit> program_exit() const { return program_exit_; }

 private:
  enum class Wait : std::uint8_t {
    done,
    program_ended,
    too_many_threads,
    disconnected,  ///< the program closed its connection to the device
    timed_out,
    canceled,
    device_lost
  };
  CaseEnd run_once(const judge::Case& set, std::uint32_t index, const std::stop_token& cancel);
  /// Whether the program has written an answer before it had a case.
  bool has_answered_unasked() const;
  /// Until the device has acknowledged this.
  Wait wait_until_told(std::uint64_t command, const std::stop_token& cancel);
  Wait wait_until(const std::function<bool()>& is_done, const std::stop_token& cancel);
  void poll_once(Clock::time_point deadline);
  /// What the device's clock needs is not what the program uses.
  void note(const device::LaunchTiming& timing);
  CaseEnd read_answer(const judge::Case& set, std::uint64_t nonce, const std::stop_token& cancel);
  CaseEnd end_of(Wait wait);
  /// The device is gone: because the program is, or because the program hung up, or by itself.
  Wait why_device_is_gone();

  struct Channels {
    SocketPair cases;
    Pipe answers, output;
  };
  ProgramSession(const Setup& setup, EventCollector& events,
                 std::optional<std::uint32_t> copy_engines, Channels channels);
  ChildProcess start_program(const Setup& setup, Channels& channels);

  const Sandbox& sandbox_;
  MemoryChecks memory_checks_;
  device::Measuring measuring_;
  OnLaunchProgress on_progress_;
  StepLink* steps_;
  ToldProgress progress_;
  EventCollector& events_;
  std::unique_ptr<device::Link> device_;
  ChildProcess program_;
  InputFeeder cases_;
  BoundedReader answers_;
  OutputCollector output_;
  std::optional<Exit> program_exit_;
  std::uint64_t last_command_ = 0;
  std::uint64_t thread_limit_ = 0;
  Clock::time_point next_look_;  ///< at the program's threads, and at what it has used
  std::optional<UsedTime> used_;
  Clock::duration limit_{};
  bool has_too_many_threads_ = false;
};

}  // namespace warpscope::runner
