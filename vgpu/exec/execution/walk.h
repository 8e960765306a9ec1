// Ways through an execution that somebody asks for who follows one warp: its next line, the line
// before, and all that it has done and will do.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/exec/execution/execution.h"

namespace warpscope::exec {

struct WarpNumber {
  std::uint64_t block = 0;  ///< in the grid
  std::uint32_t warp = 0;   ///< in the block
  bool operator==(const WarpNumber&) const = default;
};

/// What a warp executed one instruction after the other on one line with the same lanes.
struct WarpSpan {
  std::uint64_t first = 0;  ///< Step::number of the first of them
  std::uint64_t count = 0;  ///< of instructions
  std::uint32_t lanes = 0;
  SourceLine where;
  bool operator==(const WarpSpan&) const = default;
};

struct LaneUse {
  std::uint64_t instructions = 0;
  std::uint64_t lanes = 0;  ///< of all of them together
  bool operator==(const LaneUse&) const = default;
};

struct WarpHistory {
  std::vector<WarpSpan> spans;          ///< the first ones, in their order
  std::map<SourceLine, LaneUse> lines;  ///< of all spans, also those left out
  bool is_whole = false;                ///< no span was left out, and all of the launch was seen
};

class Walk {
 public:
  enum class End : std::uint8_t {
    there,        ///< where it was asked for
    not_reached,  ///< the launch ends, or begins, before: it stands where it stood
    over,         ///< the same, but it cannot go back: the launch has ended
    interrupted   ///< it stands somewhere on the way
  };

  /// `is_interrupted` is asked on the machine's thread, every few thousand instructions.
  Walk(Execution& execution, std::function<bool()> is_interrupted)
      : execution_(execution), is_interrupted_(std::move(is_interrupted)) {}

  /// To the warp's next instruction.
  End instruction(const WarpNumber& of);
  /// To its next instruction of another line.
  End line(const WarpNumber& of);
  /// To its instruction before.
  End instruction_back(const WarpNumber& of);
  /// To where it came to the present line; from there, to where it came to the line before.
  End line_back(const WarpNumber& of);
  /// To the next time that a warp comes to the line; `of`: this warp only.
  End to_line(std::string_view file, std::uint32_t line, const std::optional<WarpNumber>& of);
  /// To the instruction with this number.
  End to(std::uint64_t number);
  /// To the end of the launch.
  End end();

  /// Of the whole launch; it stands where it stood, unless interrupted() or it cannot go back
  /// (then the history is empty). At most so many spans.
  WarpHistory history(const WarpNumber& of, std::size_t most_spans);

 private:
  End advance(const Until& until);
  End go_back(std::uint64_t number);
  bool is_time_to_stop();
  /// Steps of the warp from `begin` on and before the present one, which it leaves.
  std::vector<Step> steps_since(std::uint64_t begin, const WarpNumber& of);
  /// The step of the warp before `number` that `choose` finds among those so far.
  using Choose = std::function<std::optional<std::uint64_t>(const std::vector<Step>&, bool is_all)>;
  End back(const WarpNumber& of, const Choose& choose);
  const SourceLine& where(std::uint32_t instruction);

  Execution& execution_;
  std::function<bool()> is_interrupted_;
  std::uint32_t steps_since_question_ = 0;
  bool was_interrupted_ = false;
  std::map<std::uint32_t, SourceLine> places_;
};

}  // namespace warpscope::exec
