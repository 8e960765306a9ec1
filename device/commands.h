// What the trusted side tells a device: JSON lines on the control socket, one command each.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "device/match_by.h"
#include "device/options.h"
#include "device/steps.h"

namespace warpscope::device {

/// The first command, and only the first; the answer is Started.
struct Start {
  Options options;
};

/// The launches and copies that come belong to this case; the answer is Acknowledged.
struct BeginCase {
  std::uint64_t command_id = 0;
  std::uint32_t case_index = 0;
  bool is_checked = true;      ///< its launches, where the device checks any
  std::uint32_t schedule = 0;  ///< another order of blocks and warps; 0: as the device was told
  /// Inputs that are exchanged, see match_by.h: one behind the other they lie in the file
  /// that the device was given for them, what is shown and then what is held.
  struct Exchanged {
    std::uint64_t bytes = 0;  ///< of each of the two
    MatchBy match_by = MatchBy::whole;
  };
  std::vector<Exchanged> exchanged{};
  bool is_counted = false;  ///< of a device that measures: this run reads counters
  bool is_cold = false;  ///< of one too: the L2 cache holds nothing of the run at its first kernel
};
/// The largest that a command may name: of all of them together, both arrays of each.
inline constexpr std::uint64_t kMostExchangedBytes = std::uint64_t{1} << 32;

/// Of a device that measures: the program has answered, and what its run did is told now. The
/// answer is Acknowledged, behind it.
struct EndRun {
  std::uint64_t command_id = 0;
};

/// The launch that runs ends now: record::Launch::is_stopped, and the program gets
/// cudaErrorLaunchTimeout. Where none runs, nothing happens. The answer is Acknowledged, behind the
/// launch's LaunchEnded. It is heard while a launch runs; a BeginCase that comes meanwhile waits
/// for the launch's end.
struct Stop {
  std::uint64_t command_id = 0;
};

/// The end of a launch of which LaunchProgressed was told has been heard and shown. The device
/// waits for it, a second at most, before the program learns that the launch has ended, so that a
/// line that shows progress is gone before the program writes on. There is no answer.
struct Noticed {};

using Command = std::variant<Start, BeginCase, EndRun, Stop, Noticed, StepCommand>;

std::string to_json_line(const Command& command);    ///< without the newline
Command command_from_json(const std::string& line);  ///< throws record::RecordError

}  // namespace warpscope::device
