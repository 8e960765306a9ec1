// What a wrong answer of this lab shows of the mistake behind it, as the end of a sentence. Each is
// said only where the mistake gives exactly that answer; empty otherwise.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "labs/atomics/cpu.h"

namespace warpscope::labs::atomics {

using Counts = std::vector<std::uint32_t>;

/// Bins as they are when the lanes of a warp that have the same key add what `added` says of such a
/// group: of the mask of its lanes.
template <typename Added>
Counts grouped_histogram(const Counts& keys, Counts bins, Added added) {
  constexpr std::size_t kLanes = 32;
  for (std::size_t first = 0; first < keys.size(); first += kLanes) {
    std::map<std::uint32_t, std::uint32_t> lanes_of_key;
    for (std::size_t i = first; i < std::min(first + kLanes, keys.size()); ++i)
      lanes_of_key[keys[i]] |= std::uint32_t{1} << (i - first);
    for (const auto& [key, lanes] : lanes_of_key) bins[key] += added(lanes);
  }
  return bins;
}

/// Of histogram_aggregated.
inline std::string groups_in_words(const Counts& keys, const Counts& before, const Counts& bins) {
  const auto count = [](std::uint32_t lanes) {
    return static_cast<std::uint32_t>(std::popcount(lanes));
  };
  if (bins == grouped_histogram(keys, before, [](std::uint32_t) { return 1U; }))
    return "; it is as if each group of lanes with the same key had counted 1, not its size";
  if (bins == grouped_histogram(keys, before,
                                [&](std::uint32_t lanes) { return count(lanes) * count(lanes); }))
    return "; it is as if every lane of a group had added the size of the group, and not one of "
           "them for all";
  // The lane behind the lowest one adds, where it is one of the group.
  const auto behind_lowest = [&](std::uint32_t lanes) {
    const std::uint32_t next = (lanes & (~lanes + 1)) << 1;
    return (lanes & next) != 0 ? count(lanes) : 0U;
  };
  if (bins == grouped_histogram(keys, before, behind_lowest))
    return std::string(
               "; it is as if the lane behind the lowest one of each group were to count: __ffs "
               "counts from 1, lanes count from 0") +
           (bins == before ? ", or as if no thread took the keys" : "");
  return {};
}

/// Where all bins from one on are as before the call.
inline std::string uncounted_bins_in_words(const Counts& before, const Counts& bins,
                                           const Counts& expected) {
  const auto first =
      static_cast<std::size_t>(std::ranges::mismatch(bins, expected).in1 - bins.begin());
  const auto wrong = static_cast<std::ptrdiff_t>(first);
  std::size_t grown = 0;
  for (std::size_t bin = first; bin < bins.size(); ++bin) grown += expected[bin] != before[bin];
  const bool is_rest_untouched =
      std::equal(bins.begin() + wrong, bins.end(), before.begin() + wrong);
  if (first == 0 || grown < 2 || !is_rest_untouched) return {};
  return fmt::format("; no key from {} on was counted", first);
}

/// Of histogram_private, which may count one range of bins after the other: where all ranges got
/// the counts of the first one, how long a range is. Bins without counts are no sign of that: at
/// least one has more of them than it should have.
inline std::string repeated_range_in_words(const Counts& before, const Counts& bins,
                                           const Counts& expected) {
  const auto first =
      static_cast<std::size_t>(std::ranges::mismatch(bins, expected).in1 - bins.begin());
  const auto is_repeated = [&](std::size_t range) {
    bool has_foreign_counts = false;
    for (std::size_t bin = range; bin < bins.size(); ++bin) {
      const std::uint32_t grown = bins[bin] - before[bin];
      if (grown != expected[bin % range] - before[bin % range]) return false;
      has_foreign_counts = has_foreign_counts || grown > expected[bin] - before[bin];
    }
    return has_foreign_counts;
  };
  for (std::size_t range = 2; range <= first; ++range) {
    if (!is_repeated(range)) continue;
    return fmt::format(
        "; from bins[{0}] on each bin got the count of the one {0} before it: of the keys of "
        "another range than the first its beginning is not subtracted",
        range);
  }
  return {};
}

/// The word of kLargest where atomicMax() compared bits: of floats below 0 those of int and
/// unsigned compare alike.
inline std::uint32_t largest_by_bits(std::uint32_t before, const Counts& in) {
  for (const std::uint32_t x : in)
    before = std::max(before, std::bit_cast<std::uint32_t>(float_of(x)));
  return before;
}

/// Behind the message about a word of combine(): what it is instead. `before`: what it was.
inline std::string combined_word_in_words(std::size_t word, std::uint32_t given,
                                          std::uint32_t before, const Counts& in) {
  if (given == before) return " (that is what it was before the call)";
  const auto counted = [&](std::uint32_t limit) {
    std::uint32_t value = before;
    for (std::size_t i = 0; i < in.size(); ++i) value = value >= limit ? 0 : value + 1;
    return value;
  };
  if (word == kInc && given == before + in.size())
    return " (it was counted up and never set back to 0)";
  for (const std::uint32_t limit : {kLimit - 1, kLimit + 1}) {
    if (word == kInc && given == counted(limit))
      return fmt::format(" (right for a largest value of {})", limit);
  }
  if (word == kLargest && given == largest_by_bits(before, in) && std::bit_cast<float>(given) < 0)
    return " (the smallest of the floats, as if the bits of floats below 0 were compared as whole "
           "numbers, which go the other way)";
  if (word == kLargest && std::ranges::any_of(in, [&](std::uint32_t x) {
        return std::bit_cast<std::uint32_t>(float_of(x)) == given;
      }))
    return " (the float of another number: a larger one was lost, as when nobody looks at what "
           "atomicCAS returned)";
  return {};
}

/// When all words are as if they had been 0 before the call: said of sums only, of which it is
/// sure.
inline bool are_sums_from_zero(const Counts& words, const Counts& before, const Counts& expected) {
  return before[kAdd] != 0 && before[kSub] != 0 && words[kAdd] == expected[kAdd] - before[kAdd] &&
         words[kSub] == expected[kSub] - before[kSub];
}

/// How often all numbers were combined with the words, where that is more than once: as often as
/// there are blocks which take all of them.
inline std::string blocks_in_words(const Counts& words, const Counts& before, const Counts& in) {
  constexpr std::uint32_t kMostBlocks = 1024;
  std::uint32_t sum = 0;
  for (const std::uint32_t x : in) sum += x;
  for (std::uint32_t times = 2; sum != 0 && times <= kMostBlocks; ++times) {
    if (words[kAdd] != before[kAdd] + times * sum || words[kSub] != before[kSub] - times * sum)
      continue;
    return fmt::format(
        "; it is as if all numbers had been combined {0} times, as when each of {0} blocks takes "
        "all of them",
        times);
  }
  return {};
}

/// Of sum_repeatable: `units` of 2^-13 would have been right.
inline std::string wrong_sum_in_words(std::span<const float> in, std::int64_t units, float given) {
  constexpr double kUnitsPerFloat = 8192;
  constexpr double kWord = 4294967296.0 / kUnitsPerFloat;  // 2^32 units
  const double off = double{given} - static_cast<double>(units) / kUnitsPerFloat;
  constexpr double kTwoWords = kWord * 4294967296.0;
  if (std::abs(off - kTwoWords) < kTwoWords * 1e-6)
    return ". That is 2^64 units too much: a sum below 0 was taken for an unsigned number";
  const double words = std::round(off / kWord);
  // Rounding to a float may hide a little.
  if (words != 0 && std::abs(words) < 1e6 && std::abs(off - words * kWord) < 1)
    return fmt::format(". That is {} times 2^32 units of 1/8192 {}: 32 bits are not enough",
                       std::abs(words), words > 0 ? "too much" : "too little");
  // Additions of floats may come to such a sum by chance, as far as their rounding goes.
  constexpr double kManyRoundings = 8;
  const double ulp = std::abs(static_cast<double>(std::nextafter(given, INFINITY)) - given);
  if (std::abs(off) <= kManyRoundings * std::sqrt(static_cast<double>(in.size())) * ulp / 2)
    return {};
  for (const double scale : {1.0, 256.0, 512.0, 1000.0, 1024.0, 2048.0, 4096.0}) {
    double sum = 0;
    for (const float value : in) sum += std::trunc(double{value} * scale);
    if (static_cast<float>(sum / scale) == given)
      return scale == 1
                 ? ". That is the sum of the numbers without what is behind their points"
                 : fmt::format(
                       ". That is the sum of the numbers cut off to multiples of 1/{:.0f}, as when "
                       "each is multiplied by {:.0f} and made a whole number. They are multiples "
                       "of 1/8192: with that unit nothing is cut off",
                       scale, scale);
  }
  return {};
}

}  // namespace warpscope::labs::atomics
