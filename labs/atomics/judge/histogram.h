// Opinions on histograms: what counts are missing, or too many.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>

#include "labs/atomics/cpu.h"
#include "labs/atomics/judge/words.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs::atomics {

/// The number of keys without which the first or the last ones explain what is missing: they were
/// skipped. Otherwise nothing.
inline std::string skipped_keys(const Counts& keys, const Counts& before, const Counts& bins,
                                std::size_t missing) {
  if (missing == 0 || missing >= keys.size()) return {};
  const auto counted = [&](std::size_t first, std::size_t count) {
    Counts expected = before;
    histogram_on_cpu(keys.data() + first, static_cast<int>(count), expected.data());
    return bins == expected;
  };
  const auto rest = keys.size() - missing;
  constexpr std::size_t kLanes = 32;
  if (rest == kLanes && counted(0, rest))
    return "; only the first 32 keys were counted, those of one warp";
  const auto sentence = [&](const char* which) {
    return missing == 1
               ? fmt::format("; it is as if the {} key were not there", which)
               : fmt::format("; it is as if the {} {} keys were not there", which, missing);
  };
  if (counted(0, rest)) return sentence("last");
  if (counted(missing, rest)) return sentence("first");
  return {};
}

/// Two threads that read the same count and add to it leave one count too few, but never none: each
/// bin with keys has grown, and at most by its keys.
inline bool are_updates_lost(const Counts& keys, const Counts& before, const Counts& bins) {
  Counts wanted(bins.size());
  histogram_on_cpu(keys.data(), static_cast<int>(keys.size()), wanted.data());
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    const std::uint32_t grown = bins[bin] - before[bin];
    if (grown > wanted[bin] || (wanted[bin] > 0 && grown == 0)) return false;
  }
  return true;
}

/// How many counts `bins` lack of those expected, all together. A bin below 0 lacks more than it
/// should hold: differences are taken bin by bin, as numbers with a sign.
inline std::int64_t missing_counts(const Counts& bins, const Counts& expected) {
  return std::transform_reduce(
      expected.begin(), expected.end(), bins.begin(), std::int64_t{0}, std::plus<>{},
      [](std::uint32_t wanted, std::uint32_t given) {
        return static_cast<std::int64_t>(static_cast<std::int32_t>(wanted - given));
      });
}

/// Whether the bins are as if all had been 0 before the call.
inline bool is_from_zero(const Counts& before, const Counts& bins, const Counts& expected) {
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    if (bins[bin] != expected[bin] - before[bin]) return false;
  }
  return true;
}

inline std::string groups_of(const judge::Case& set, const Counts& keys, const Counts& before,
                             const Counts& bins) {
  if (set.task != "histogram_aggregated") return {};
  return groups_in_words(keys, before, bins);
}

inline judge::Opinion examine_histogram(const judge::Case& set, const Counts& bins) {
  const Counts keys = input<std::uint32_t>(set, "keys");
  const Counts before = input<std::uint32_t>(set, "bins");
  Counts expected = before;
  histogram_on_cpu(keys.data(), static_cast<int>(keys.size()), expected.data());
  judge::Opinion opinion;
  const auto wrong = std::ranges::mismatch(bins, expected);
  opinion.is_correct = wrong.in1 == bins.end();
  if (opinion.is_correct) return opinion;
  opinion.first_wrong = {"bins", static_cast<std::uint64_t>(wrong.in1 - bins.begin())};
  opinion.message =
      fmt::format("bins[{}] is {}, expected {}", wrong.in1 - bins.begin(), *wrong.in1, *wrong.in2);
  const std::int64_t missing = missing_counts(bins, expected);
  const auto repeated = set.task == "histogram_private"
                            ? repeated_range_in_words(before, bins, expected)
                            : std::string();
  if (!repeated.empty()) {
    opinion.message += repeated;
    return opinion;
  }
  const auto count = static_cast<std::int64_t>(keys.size());
  if (missing > count && is_from_zero(before, bins, expected)) {
    opinion.message += "; what bins held before the call is gone as well";
  } else if (missing > count) {
    opinion.message +=
        fmt::format("; together the bins hold {} less than before the call", missing - count);
  } else if (missing > 0) {
    opinion.message += fmt::format("; {} of {} counts were lost", missing, keys.size());
    auto skipped = skipped_keys(keys, before, bins, static_cast<std::size_t>(missing));
    if (skipped.empty()) skipped = uncounted_bins_in_words(before, bins, expected);
    if (skipped.empty()) skipped = groups_of(set, keys, before, bins);
    opinion.message += skipped;
    if (skipped.empty() && are_updates_lost(keys, before, bins)) {
      opinion.finding = "lost-updates";
      opinion.cause = fmt::format(
          "{} of {} counts were lost in {}: threads with the same key load the same count, and "
          "each stores it plus 1.",
          missing, keys.size(), set.name);
    }
  } else if (missing < 0) {
    opinion.message += fmt::format("; {} counts too many for {} keys", -missing, keys.size()) +
                       groups_of(set, keys, before, bins);
  }
  return opinion;
}

}  // namespace warpscope::labs::atomics
