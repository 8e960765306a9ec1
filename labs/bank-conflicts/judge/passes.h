// Cases and answers of passes(): what one load of a warp takes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs::bank_conflicts {

inline constexpr int kLanes = 32;
inline constexpr int kWordBytes = 4;

/// Addresses of a warp's lanes, lane 0 first.
using Warp = std::array<std::int32_t, kLanes>;

template <typename AddressOf>
Warp warp_of(AddressOf address_of) {
  Warp warp{};
  for (int lane = 0; lane < kLanes; ++lane) {
    warp[static_cast<std::size_t>(lane)] = address_of(lane);
  }
  return warp;
}

/// Passes of each phase of one load: rule R2 of docs/reference/counters.md. `is_kept`: as if what a
/// phase has counted were still there in the next one.
inline std::vector<int> passes_of_phases(std::span<const std::int32_t> addresses, int bytes,
                                         bool is_kept = false) {
  const int words = bytes / kWordBytes;
  const auto lanes_per_phase = static_cast<std::size_t>(kLanes / words);
  std::vector<int> passes;
  std::array<std::set<int>, 32> banks;
  for (std::size_t phase = 0; phase < addresses.size(); phase += lanes_per_phase) {
    if (!is_kept) banks = {};
    for (const int address : addresses.subspan(phase, lanes_per_phase)) {
      for (int word = address / kWordBytes; word < address / kWordBytes + words; ++word) {
        banks[static_cast<std::size_t>(word) % banks.size()].insert(word);
      }
    }
    const auto most =
        std::ranges::max_element(banks, {}, [](const auto& bank) { return bank.size(); })->size();
    passes.push_back(static_cast<int>(most));
  }
  return passes;
}

inline int passes_of(std::span<const std::int32_t> addresses, int bytes) {
  const auto phases = passes_of_phases(addresses, bytes);
  return std::accumulate(phases.begin(), phases.end(), 0);
}

/// What was counted instead of the passes of all phases, as the end of a sentence.
inline std::string phases_in_words(const judge::Case& set,
                                   const std::vector<std::int32_t>& counts) {
  const auto addresses = input<std::int32_t>(set, "addresses");
  const auto bytes = parameter(set, "bytes");
  if (bytes == kWordBytes) return {};
  const auto is_count_of = [&](auto of_phases, bool is_kept = false) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto warp = std::span(addresses).subspan(i * kLanes, kLanes);
      const auto phases = passes_of_phases(warp, bytes, is_kept);
      if (counts[i] != of_phases(phases)) return false;
    }
    return true;
  };
  using Phases = std::vector<int>;
  const auto sentence = [&](const char* which) {
    return fmt::format("; it is as if only {} of its {} phases were counted: their passes add up",
                       which, bytes / kWordBytes);
  };
  if (is_count_of([](const Phases& phases) { return phases.back(); })) return sentence("the last");
  if (is_count_of([](const Phases& phases) { return phases.front(); }))
    return sentence("the first");
  if (is_count_of([](const Phases& phases) { return std::ranges::max(phases); }))
    return sentence("the longest");
  const auto sum = [](const Phases& phases) {
    return std::accumulate(phases.begin(), phases.end(), 0);
  };
  if (is_count_of(sum, true))
    return "; it is as if what one phase had counted were still there in the next one: each begins "
           "with counters of 0";
  return {};
}

inline judge::Case passes_case(const std::string& label, int bytes,
                               const std::vector<Warp>& warps) {
  std::vector<std::int32_t> addresses;
  for (const auto& warp : warps) addresses.insert(addresses.end(), warp.begin(), warp.end());
  return NewCase("passes", label)
      .parameter("bytes", bytes)
      .input("addresses", addresses)
      .output<std::int32_t>("passes", warps.size());
}

/// Lane i at element i * stride, from a base that differs.
inline judge::Case strides_case(Inputs<Chance32>& random, const std::string& label, int bytes) {
  std::vector<Warp> warps;
  for (int stride = 1; stride <= 33; ++stride) {
    const auto base = static_cast<int>(random.remainder(64));
    warps.push_back(warp_of([&](int lane) { return bytes * (base + lane * stride); }));
  }
  return passes_case(label, bytes, warps);
}

/// Each element once, in any order, out of a few banks or many.
inline judge::Case scattered_case(Inputs<Chance32>& random, const std::string& label, int bytes) {
  std::vector<Warp> warps;
  for (const std::size_t elements : {32U, 48U, 96U, 256U, 1024U}) {
    std::vector<int> indices(elements);
    std::iota(indices.begin(), indices.end(), 0);
    for (std::size_t i = 0; i < kLanes; ++i) {
      std::swap(indices[i], indices[i + random.remainder(elements - i)]);
    }
    warps.push_back(
        warp_of([&](int lane) { return bytes * indices[static_cast<std::size_t>(lane)]; }));
  }
  return passes_case(label, bytes, warps);
}

inline judge::Case broadcast_case(Inputs<Chance32>& random) {
  const auto word = static_cast<int>(random.remainder(512));
  std::vector<Warp> warps;
  for (const int sharers : {32, 16, 8, 4, 2}) {
    for (const int stride : {1, 2, 32, 33}) {
      warps.push_back(
          warp_of([&](int lane) { return kWordBytes * (word + lane / sharers * stride); }));
      warps.push_back(warp_of(
          [&](int lane) { return kWordBytes * (word + lane % (kLanes / sharers) * stride); }));
    }
  }
  return passes_case("4-bytes-shared", kWordBytes, warps);
}

inline judge::Opinion examine_passes(const judge::Case& set,
                                     const std::vector<std::int32_t>& counts) {
  const auto addresses = input<std::int32_t>(set, "addresses");
  const auto bytes = parameter(set, "bytes");
  const auto warp_of_count = [&](std::size_t i) {
    return std::span(addresses).subspan(i * kLanes, kLanes);
  };
  std::vector<std::int32_t> expected;
  for (std::size_t i = 0; i < counts.size(); ++i)
    expected.push_back(passes_of(warp_of_count(i), bytes));
  auto opinion = opinion_on_answers(counts, expected, [&](std::size_t i) {
    const auto warp = warp_of_count(i);
    return fmt::format(
        "lanes of {} bytes at addresses {}, {}, {}, {} … {} take {} {}, and passes() says {}",
        bytes, warp[0], warp[1], warp[2], warp[3], warp.back(), expected[i],
        expected[i] == 1 ? "pass" : "passes", counts[i]);
  });
  if (!opinion.is_correct) opinion.message += phases_in_words(set, counts);
  return opinion;
}

}  // namespace warpscope::labs::bank_conflicts
