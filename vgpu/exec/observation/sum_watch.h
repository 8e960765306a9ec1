// What the sums of one line of a source have been like, in launches with checks: whether it adds up
// small numbers until they are too much for 32 bits with a sign.
//
// Code does not tell an int from an unsigned, and a sum of 32 bits from a hash. A line that begins
// with small numbers and then passes the end of an int adds something up; random words are large
// from the beginning.
#pragma once

#include <cstdint>

namespace warpscope::exec {

struct SumWatch {
  std::uint32_t small_sums = 0;  ///< as many as it takes to know that the line adds up
  bool has_large = false;        ///< before these there was one with a large operand
  bool is_told = false;          ///< that it passed the end

  /// A number that is no small one: an int has room for eight of them.
  static constexpr std::uint32_t kLarge = std::uint32_t{1} << 28;
  /// Of random words one in eight is small, so the chance of so many at first is below 10^-14.
  static constexpr std::uint32_t kFewestSmall = 16;

  /// Nothing more is to be learnt here.
  bool is_over() const { return is_told || has_large; }
  bool adds_up() const { return small_sums >= kFewestSmall; }
  /// Before the line adds up. `sums` of lanes that are not 0. `magnitudes`: all bits of them, of
  /// operands or what is added.
  void note(std::uint32_t sums, std::uint32_t magnitudes) {
    has_large = magnitudes >= kLarge;
    if (!has_large) small_sums += sums;
  }
};

}  // namespace warpscope::exec
