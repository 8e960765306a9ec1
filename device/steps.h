// Stepping through a launch from the trusted side: what it asks of a launch that stands still, and
// how such a launch looks. Only a virtual GPU can do it.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "record/json_view.h"
#include "record/record.h"

namespace warpscope::device {

/// What a launch that stands still is to do. The answer is a Stood with the same id.
struct StepCommand {
  enum class Action : std::uint8_t {
    look,              ///< nothing
    instruction,       ///< the warp's next instruction
    line,              ///< its next instruction of another line
    instruction_back,  ///< its instruction before
    line_back,         ///< where it came to this line, or to the one before
    to_line,           ///< the next time that a warp comes to `line`
    to_number,         ///< the instruction number `number` of the launch
    to_end,            ///< the launch's end
    to_fault,          ///< the instruction at which the launch fails
    history,           ///< what the warp does in all of the launch; it stands where it stood
    interrupt,         ///< heard while another one is under way, which then stops; no answer
    leave              ///< the launch runs on to its end, and the program goes on
  };
  std::uint64_t command_id = 0;
  Action action = Action::look;
  std::uint64_t block = 0;  ///< the warp that is followed
  std::uint32_t warp = 0;
  bool is_any_warp = false;  ///< of to_line
  std::string file;          ///< of to_line: the end of a path
  std::uint32_t line = 0;
  std::uint64_t number = 0;
  bool shows_registers = false, shows_shared = false;
};

/// Where lanes are.
struct StoodPlace {
  record::SourceLine where;       ///< line 0: not known
  std::uint32_t instruction = 0;  ///< number in the kernel
  std::string ptx;                ///< its text
};

/// Lanes of a warp that are at one place.
struct StoodGroup {
  enum class State : std::uint8_t {
    running,          ///< its instruction is executed next
    ready,            ///< can go on when it is its turn
    at_barrier,       ///< waits at a barrier of the block
    at_sync,          ///< waits for other lanes of its warp
    at_mbarrier,      ///< waits for a phase of an mbarrier to end
    at_reconvergence  ///< waits where lanes that parted meet, or a function returns
  };
  State state = State::ready;
  std::uint32_t lanes = 0;
  std::uint32_t enabled = 0;  ///< of these, those that pass the instruction's guard
  StoodPlace place;
  std::vector<record::SourceLine> calls;  ///< that it is in, innermost first
  std::uint32_t barrier = 0;              ///< its number; 16: the cluster's
  std::uint32_t barrier_threads = 0;      ///< for how many threads it is; 0: all of the block
  std::uint32_t awaited = 0;              ///< lanes
  std::uint32_t mbarrier_offset = 0;      ///< in shared memory
};

struct StoodWarp {
  enum class State : std::uint8_t { not_begun, begun, exited };
  State state = State::begun;
  std::uint32_t exited = 0;  ///< lanes that have ended, or never were
  std::vector<StoodGroup> groups;
};

struct StoodRegister {
  std::string name;         ///< of the PTX
  std::string type;         ///< of the PTX: "f32"
  std::uint32_t lanes = 0;  ///< of the followed warp that have it: those in its function
  bool is_kept = true;      ///< false: its value is nowhere
  std::array<std::uint64_t, 32> values{};
  std::vector<std::uint32_t> set_at;  ///< lines of `file` that set it
  std::string file;
  bool is_read_elsewhere = false;  ///< by an instruction of another line
  std::uint32_t parameter = 0;     ///< it always holds this one of the kernel, from 1; 0: none
  std::string special;             ///< or this special register: "tid.x"
};

/// What a warp did on one line with the same lanes, one instruction after the other.
struct StoodSpan {
  std::uint64_t first = 0, count = 0;  ///< in instructions of the launch; of the warp
  std::uint32_t lanes = 0;
  record::SourceLine where;
};

struct StoodLine {
  record::SourceLine where;
  std::uint64_t instructions = 0, lanes = 0;
};

/// A launch that stands still, as somebody sees it who follows one warp.
struct Stood {
  std::uint64_t command_id = 0;  ///< 0: it has come to the launch that was asked for
  std::uint32_t launch = 0;      ///< record::Launch::id
  std::string kernel;            ///< demangled
  record::Dim3 grid, block_size;
  bool is_over = false;          ///< the launch has ended
  bool is_left = false;          ///< and the program goes on
  std::string message;           ///< a sentence, if there is something to say
  std::uint64_t number = 0;      ///< warp instructions that have been executed
  std::uint64_t earliest = 0;    ///< to which it can go back
  std::string why_not_back;      ///< a sentence; empty: it can
  std::uint64_t next_block = 0;  ///< whose instruction is the next one
  std::uint32_t next_warp = 0, next_lanes = 0;
  StoodPlace next;
  std::vector<std::uint64_t> blocks;  ///< that have begun and not ended
  std::uint64_t block = 0;            ///< the one that is looked at
  record::Dim3 block_index;
  bool is_block_here = false;    ///< it is one of these
  std::vector<StoodWarp> warps;  ///< of that block, by number
  std::uint32_t warp = 0;        ///< the one that is followed
  std::vector<StoodRegister> registers;
  std::vector<std::uint32_t> shared;  ///< words of that block's shared memory
  bool is_shared_cut = false;         ///< it has more
  std::string output;                 ///< the end of what printf wrote in this launch
  std::vector<StoodSpan> spans;       ///< of history
  std::vector<StoodLine> lines;
  bool is_history_whole = false;
};

nlohmann::json to_json_value(const StepCommand& command);
nlohmann::json to_json_value(const Stood& stood);
/// Both throw record::RecordError.
StepCommand step_command_from_json(const record::JsonView& view);
Stood stood_from_json(const record::JsonView& view);

}  // namespace warpscope::device
