// What a device tells the trusted side (never the program) while a program runs: JSON lines on the
// control socket, one event each. The runner builds the run record from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "device/operation_flow.h"
#include "device/steps.h"
#include "record/record.h"
#include "vgpu/protocol/host_calls.h"

namespace warpscope::device {

/// First event: which GPU it is.
struct Started {
  record::Device device;
};
/// How far a launch has come that runs for long: not in its first second, and then a few times in
/// each. Told where Options::tells_progress. No part of the record.
struct LaunchProgressed {
  std::uint32_t launch = 0;           ///< record::Launch::id, of the LaunchEnded that comes
  std::string kernel;                 ///< demangled, with parameter types
  std::uint64_t blocks = 0;           ///< that are to run
  std::uint64_t finished_blocks = 0;  ///< fewer than before, where some are run again
  std::uint64_t instructions = 0;     ///< of warps, that were executed
  double running_s = 0;               ///< of the device's process, since the launch began
};
/// The launch that runs has been executed, and the clock begins to issue its machine code, or has
/// done so. This is the device's own work, of which the program's time limits count a tenth. Told
/// where Options::uses_clock. No part of the record.
struct LaunchTiming {
  bool is_over = false;
};
/// A launch ended (or was refused); its `case_index` is what the runner set last.
struct LaunchEnded {
  record::Launch launch;   ///< without its ranges
  std::uint32_t site = 0;  ///< of host_calls.h, from where the program asked for it; 0: not known
  OperationFlow flow{};
  std::vector<std::uint32_t> ranges{};  ///< around it, by the numbers of RangeTold
  /// What the clock kept of it over time, as record::to_slice() has it; empty: nothing.
  std::string timeline{};
};
struct TransferEnded {
  record::Transfer transfer;  ///< the same
  std::uint32_t site = 0;
  OperationFlow flow{};
  std::vector<std::uint32_t> ranges{};
};
/// A range of the program's, before the first operation that was asked for in it.
struct RangeTold {
  HostRange range;
};
/// Marks of the program's; `time_s` is when, on the device's clock.
struct MarksTold {
  std::vector<HostMark> marks;
  std::uint64_t left_out = 0;
  double time_s = 0;
};
/// A call of the runtime, by the numbers of host_calls.h; 0 where there is none.
struct HostCall {
  std::uint32_t mistake = 0;
  std::uint32_t site = 0;
  bool is_crash = false;  ///< the program ends by it
};
/// Of a device that measures: the counters that its launches have, or why they have none or some of
/// them not. Told once the GPU was asked.
struct CountersTold {
  std::vector<std::string> names;  ///< Nsight Compute's
  std::string reason;              ///< a sentence; empty: there is nothing to say
};
/// Something the device itself diagnoses: faults, invalid launches, unknown runtime calls.
struct Diagnosed {
  record::Finding finding;
  std::optional<HostCall> call{};  ///< that the program made, of findings about the host's side
};
/// From where the program calls the runtime; the runner looks the lines up.
struct SiteTold {
  HostSite site;
};
/// What the program did after a call that failed.
struct Reacted {
  HostReaction reaction;
};
/// The program's connection closed; no more events follow.
struct Finished {
  bool is_orderly = false;
};
/// Answer to a command of the runner.
struct Acknowledged {
  std::uint64_t command_id = 0;
};

using Event =
    std::variant<Started, LaunchProgressed, LaunchTiming, LaunchEnded, TransferEnded, CountersTold,
                 Diagnosed, SiteTold, RangeTold, MarksTold, Reacted, Finished, Acknowledged, Stood>;

std::string to_json_line(const Event& event);    ///< without the newline
Event event_from_json(const std::string& line);  ///< throws record::RecordError

}  // namespace warpscope::device
