// Instructions and constants on their way to the sub-cores of an SM, which begins without any.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/clock_figures.h"
#include "vgpu/timing/clock/server.h"

namespace warpscope::timing {

class FrontEnd {
 public:
  /// `code_lines`: of 128 bytes, of the kernel.
  FrontEnd(const arch::ClockFigures::Fetch& figures, std::size_t code_lines);
  /// When the SM has the line of code that a warp comes to at this time.
  Ticks fetch(std::uint32_t line, Ticks at);
  /// When the SM has a line of constants that is an operand.
  Ticks constant_operand(std::uint32_t line, Ticks at);
  /// When an LDC of so many different words has its result.
  Ticks constants(std::uint32_t words, Ticks at);

 private:
  Ticks first_line_, next_line_;
  std::uint32_t lines_ahead_;
  std::vector<Ticks> there_;  ///< by line of code; kNever: not asked for
  Ticks constant_, first_constant_, word_;
  Ticks constants_there_ = kNever;
  Ticks parameter_line_, constant_line_;
  std::vector<Ticks> operands_there_;  ///< by line of constants; kNever: not asked for
  Server port_;
};

}  // namespace warpscope::timing
