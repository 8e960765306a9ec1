// Opinions on decode() and pack(), whose lanes ask each other.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/new_case.h"
#include "labs/shuffle-reduction/cpu.h"
#include "labs/shuffle-reduction/judge/sums.h"
#include "labs/shuffle-reduction/judge/words.h"

namespace warpscope::labs::shuffle_reduction {

inline constexpr std::uint32_t kAllBits =
    0xFFFFFFFF;  // of a group: every number is above the limit

inline judge::Opinion examine_decode(const judge::Case& set,
                                     const std::vector<std::uint32_t>& out) {
  const auto codes = set.inputs.at("codes").as<std::uint32_t>();
  const auto table = set.inputs.at("table").as<std::uint32_t>();
  std::vector<std::uint32_t> right(out.size());
  decode_on_cpu(table, codes, right);
  judge::Opinion opinion = compare("out", out, right);
  if (opinion.is_correct) return opinion;
  const auto wrong = static_cast<std::size_t>(std::ranges::mismatch(out, right).in1 - out.begin());
  opinion.message += fmt::format(". The first one has code {}", codes[wrong]);
  const std::size_t in_last_group = out.size() % 32;
  // What __shfl_sync gives with its value and its lane swapped, from a lane that is there.
  std::size_t codes_of_others = 0;
  bool is_missing_lane = true;
  for (std::size_t i = wrong; i < out.size(); ++i) {
    if (out[i] == right[i]) continue;
    const std::size_t other = i / 32 * 32 + table[i % 32] % 32;
    codes_of_others += other < codes.size() && out[i] == codes[other] ? 1 : 0;
    is_missing_lane &= i >= out.size() - in_last_group && codes[i] >= in_last_group && out[i] == 0;
  }
  if (codes_of_others > 1) {
    opinion.message +=
        ". Wrong numbers are codes of other lanes: __shfl_sync takes the value first, and then the "
        "lane that is asked";
  } else if (is_missing_lane) {
    opinion.message += fmt::format(
        " and lies in the last group, which has {}: lane {}, which keeps that entry, has no code "
        "of its own. ",
        in_last_group == 1 ? "one code" : fmt::format("{} codes", in_last_group), codes[wrong]);
    // From one group it cannot be told whether another lane was asked.
    opinion.message += in_last_group == out.size()
                           ? "Was it asked (the value comes first, and then the lane), and was it "
                             "there when it was asked?"
                           : "Was it there when it was asked?";
  }
  return opinion;
}

/// What bits that are wrong show; the last group may have fewer numbers.
inline std::string bits_in_words(std::span<const std::uint32_t> in, std::uint32_t limit,
                                 std::span<const std::uint32_t> bits,
                                 std::span<const std::uint32_t> right) {
  const auto in_last_group = static_cast<std::uint32_t>(in.size() % 32);
  const bool are_others_right =
      std::ranges::equal(bits.first(bits.size() - 1), right.first(right.size() - 1));
  if (in_last_group != 0 && are_others_right &&
      bits.back() == (right.back() | kAllBits << in_last_group)) {
    return fmt::format(
        ": the last group has {} numbers, and the bits behind them are set: lanes without a number "
        "voted yes",
        in_last_group);
  }
  return comparison_in_words(in, limit, bits);
}

/// Groups at the end that nobody wrote: a grid that is too small, for instance. Kinds tell, since
/// all bits of a group may be set.
inline void add_unwritten_rest(judge::Opinion& opinion, const std::vector<std::uint32_t>& kinds,
                               const std::vector<std::uint32_t>& right) {
  const judge::Opinion other = opinion_on(
      {.elements = elements_of(kinds, right), .name = "bits and kinds", .element_bytes = 8},
      [](std::size_t) { return std::string(); });
  opinion.finding = other.finding;
  opinion.cause = other.cause;
  opinion.rest = other.rest;
}

inline judge::Opinion examine_pack(const judge::Case& set, const Outputs& outputs) {
  const auto in = input<std::uint32_t>(set, "in");
  const auto bits = outputs.at("bits").as<std::uint32_t>();
  const auto kinds = outputs.at("kinds").as<std::uint32_t>();
  std::vector<std::uint32_t> right_bits(bits.size());
  std::vector<std::uint32_t> right_kinds(bits.size());
  const auto limit = static_cast<std::uint32_t>(set.parameters.at("limit"));
  pack_on_cpu(in, limit, right_bits, right_kinds);
  for (std::size_t group = 0; group < bits.size(); ++group) {
    if (bits[group] == right_bits[group]) continue;
    judge::Opinion opinion;
    opinion.message = fmt::format("bits[{}] is {:#010x}, expected {:#010x}", group, bits[group],
                                  right_bits[group]);
    const std::size_t in_last_group = in.size() % 32;
    if (in_last_group != 0 && bits[group] == kAllBits &&
        right_bits[group] == kAllBits >> (32 - in_last_group)) {
      opinion.message += ": the last group has fewer numbers";
    } else {
      opinion.message += bits_in_words(in, limit, bits, right_bits);
    }
    add_unwritten_rest(opinion, kinds, right_kinds);
    return opinion;
  }
  judge::Opinion opinion = compare("kinds", kinds, right_kinds);
  if (in.size() % 32 != 0 && kinds.back() == 1 && right_kinds.back() == 2) {
    opinion.message += ". The last group has fewer numbers: how did lanes without one vote?";
  }
  return opinion;
}

}  // namespace warpscope::labs::shuffle_reduction
