#include "vgpu/timing/clock/front_end.h"

#include <algorithm>

namespace warpscope::timing {
FrontEnd::FrontEnd(const arch::ClockFigures::Fetch& figures, std::size_t code_lines)
    : first_line_(ticks_of(figures.first_line_cycles)),
      next_line_(ticks_of(figures.next_line_cycles)),
      lines_ahead_(figures.lines_ahead),
      there_(code_lines, kNever),
      constant_(ticks_of(figures.constant_cycles)),
      first_constant_(ticks_of(figures.first_constant_cycles)),
      word_(ticks_of(figures.constant_word_cycles)),
      parameter_line_(ticks_of(figures.parameter_line_cycles)),
      constant_line_(ticks_of(figures.constant_line_cycles)) {}

Ticks FrontEnd::fetch(std::uint32_t line, Ticks at) {
  Ticks& there = there_[line];
  if (there != kNever) return std::max(at, there);
  there = at + first_line_;
  // The lines behind one that was asked for are fetched as well.
  for (std::uint32_t ahead = 1; ahead <= std::min(lines_ahead_, line); ++ahead) {
    if (there_[line - ahead] == kNever) continue;
    there = std::min(there, std::max(at, there_[line - ahead] + next_line_ * ahead));
    break;
  }
  return there;
}

Ticks FrontEnd::constant_operand(std::uint32_t line, Ticks at) {
  constexpr std::uint32_t kLinesOfBank = (1U << 16) / 64;
  const Ticks takes = line < kLinesOfBank ? parameter_line_ : constant_line_;
  if (line >= operands_there_.size()) operands_there_.resize(line + 1, kNever);
  Ticks& there = operands_there_[line];
  if (there == kNever) there = at + takes;
  return std::max(at, there);
}

Ticks FrontEnd::constants(std::uint32_t words, Ticks at) {
  if (constants_there_ == kNever) constants_there_ = at + first_constant_;
  return port_.serve(std::max(at, constants_there_), (words - 1) * word_) + constant_;
}

}  // namespace warpscope::timing
