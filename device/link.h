// A device as the trusted side has it, whichever it is: events in, commands out. The virtual GPU is
// the first (runner/run/virtual_device.h).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/unique_fd.h"
#include "device/events.h"
#include "device/match_by.h"
#include "device/program_side.h"
#include "device/steps.h"
#include "record/record.h"

namespace warpscope::device {

/// An input and its stand-in, which the program's host is shown; both have as many bytes. Where the
/// stand-in comes to the device, it holds the input.
struct ExchangedInput {
  std::span<const std::byte> shown, held;
  MatchBy match_by = MatchBy::whole;
};

/// What a case is to a device.
/// What a device that measures does with a case; any other device tells what it always does.
enum class Measuring : std::uint8_t {
  nothing,     ///< it is run once
  cold_times,  ///< it is repeated, with a cold L2 cache each time
  all          ///< it is repeated, warm and cold, and counters are those of a run before
};

struct CaseStart {
  std::uint32_t index = 0;
  bool is_checked = true;      ///< its launches, where the device checks any
  std::uint32_t schedule = 0;  ///< another order of blocks and warps; 0: as the options say
  std::vector<ExchangedInput> exchanged;  ///< only for a device that exchanges inputs
  Measuring measuring = Measuring::all;
};

class Link {
 public:
  virtual ~Link() = default;
  Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  /// What the device can tell and be told, from its Started on; before that nothing.
  virtual const std::optional<record::Capabilities>& capabilities() const = 0;
  /// What the program's process gets besides.
  virtual const ProgramSide& program_side() const = 0;
  /// The program's end of the connection, to be passed on once.
  virtual UniqueFd take_program_end() = 0;
  /// Readable (poll) when on_ready() has something to do.
  virtual int fd() const = 0;
  /// The process whose time is the program's as well; -1: none.
  virtual pid_t pid() const = 0;
  /// Nothing more comes of it.
  virtual bool is_closed() const = 0;
  /// Reads what came. A line that is no event closes the connection.
  virtual std::vector<Event> on_ready() = 0;
  /// Tells which case the coming launches belong to; the answer is an Acknowledged with this id.
  /// Nothing comes where the device has ended meanwhile; what it said before is still to be read.
  /// Throws std::system_error when there is no room for the inputs.
  virtual void begin_case(std::uint64_t command_id, const CaseStart& start) = 0;
  /// Of a device that measures: the program has answered the case's run. What the run did comes
  /// now, then an Acknowledged with this id, and then wants_another_run() is known. False: there is
  /// nothing to wait for.
  virtual bool end_run(std::uint64_t /*command_id*/) { return false; }
  /// The case is to be run once more, by another begin_case(): warm-up, repeats, counters.
  virtual bool wants_another_run() const { return false; }
  /// The launch that runs ends, and its record says so; the answer is an Acknowledged with this id.
  /// False, and nothing happens, where the device cannot (Capabilities::can_stop).
  virtual bool stop_launch(std::uint64_t command_id) = 0;
  /// For a launch that stands still, where the device was told that it `steps`; otherwise nothing
  /// happens.
  virtual void step(const StepCommand& /*command*/) {}
  /// The end of a launch was heard and shown of which LaunchProgressed was told: see Noticed.
  virtual void notice() = 0;
  /// What the program had of the device in the last case: copies, in their order, and
  /// `with_shared`, once the device has ended, memory that both see.
  virtual std::vector<std::vector<std::byte>> returned_arrays(bool with_shared) const = 0;
  /// Why the connection was closed, in words, with what the device printed.
  virtual std::string trouble() = 0;
};

}  // namespace warpscope::device
