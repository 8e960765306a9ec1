// Cases and answers of the tasks about what a device has room for.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/judge/occupancy.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs::occupancy {

using Ints = std::vector<std::int32_t>;
using Chances = Inputs<Chance>;

inline constexpr int kShapes = 24;  // that the seed makes
inline constexpr int kMostThreads = 1024;

inline constexpr std::array kDeviceNumbers{"devices",           "sms",
                                           "copy_engines",      "warp_threads",
                                           "threads_per_block", "threads_per_sm",
                                           "registers_per_sm",  "shared_bytes_per_sm"};

inline judge::Case ask_device_case(const std::string& label) {
  return NewCase("ask_device", label)
      .output<std::int32_t>("answer", kDeviceNumbers.size())
      .output<std::int32_t>("asked", kDeviceNumbers.size());
}

inline judge::Opinion examine_device(const Ints& answer, const Ints& asked) {
  return opinion_on_rows(answer, asked, [&](std::size_t i) {
    return fmt::format("{} is {}, but the runtime says {}", kDeviceNumbers.at(i), answer[i],
                       asked[i]);
  });
}

/// Devices that exist and others, and blocks with all kinds of needs.
inline judge::Case resident_blocks_case(Chances& random) {
  // An H100, an A10 and a T4, and then whatever the seed says.
  Ints numbers{32, 2048, 65536, 233472, 1024, 256,  32, 0,      //
               16, 1536, 65536, 102400, 1024, 256,  64, 16384,  //
               16, 1024, 65536, 65536,  0,    32,   40, 0,      //
               32, 2048, 65536, 233472, 1024, 1024, 65, 0,      //
               16, 1024, 65536, 65536,  0,    256,  16, 0,      //
               32, 2048, 65536, 233472, 1024, 65,   16, 0,      //
               32, 2048, 65536, 233472, 1024, 64,   16, 10240,  //
               32, 2048, 65536, 233472, 1024, 256,  41, 0};
  for (int i = 0; i < kShapes; ++i) {
    const int warps = random.from_to(32, 64);
    numbers.insert(numbers.end(), {random.from_to(8, 32), 32 * warps, 8192 * random.from_to(4, 8),
                                   1024 * random.from_to(48, 228), 1024 * random.from_to(0, 1),
                                   random.from_to(1, kMostThreads), random.from_to(16, 80),
                                   random.from_to(0, 3) == 0 ? 0 : random.from_to(0, 64) * 512});
  }
  return NewCase("resident_blocks", "many")
      .input("numbers", numbers)
      .output<std::int32_t>("blocks", numbers.size() / 8)
      .output<std::int32_t>("limiters", numbers.size() / 8);
}

inline judge::Opinion examine_resident_blocks(const judge::Case& set, const Ints& blocks,
                                              const Ints& limiters) {
  const auto numbers = input<std::int32_t>(set, "numbers");
  judge::Opinion opinion;
  opinion.is_correct = true;
  for (std::size_t i = 0; i < blocks.size() && opinion.is_correct; ++i) {
    const auto of = std::span(numbers).subspan(8 * i, 8);
    opinion = opinion_on_residents({of[0], of[1], of[2], of[3], of[4]}, {of[5], of[6], of[7]},
                                   blocks[i], limiters[i]);
  }
  return opinion;
}

/// Memories near those that there are, and others.
inline judge::Case warps_to_hide_case(Chances& random) {
  Ints numbers{800, 37, 8, 800, 37, 32, 800, 37, 16, 1, 1, 1, 320, 10, 100, 321, 10, 100};
  for (int i = 0; i < kShapes; ++i) {
    numbers.insert(numbers.end(),
                   {random.from_to(100, 1500), random.from_to(4, 64), random.from_to(1, 64)});
  }
  return NewCase("warps_to_hide", "many")
      .input("numbers", numbers)
      .output<std::int32_t>("warps", numbers.size() / 3);
}

inline judge::Opinion examine_warps_to_hide(const judge::Case& set, const Ints& warps) {
  const auto numbers = input<std::int32_t>(set, "numbers");
  Ints expected;
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    const int bytes = numbers[i] * numbers[i + 1], of_warp = 32 * numbers[i + 2];
    expected.push_back(bytes / of_warp + (bytes % of_warp != 0 ? 1 : 0));
  }
  return opinion_on_rows(warps, expected, [&](std::size_t i) {
    return fmt::format("warps_to_hide({}, {}, {}) is {}, expected {}", numbers[3 * i],
                       numbers[3 * i + 1], numbers[3 * i + 2], warps[i], expected[i]);
  });
}

inline judge::Case waves_of_case(Chances& random) {
  Ints numbers{72, 8, 8, 64, 8, 8, 65, 8, 8, 1, 8, 8, 528, 4, 132, 529, 4, 132};
  for (int i = 0; i < kShapes; ++i) {
    numbers.insert(numbers.end(),
                   {random.from_to(1, 5000), random.from_to(1, 32), random.from_to(1, 144)});
  }
  return NewCase("waves_of", "many")
      .input("numbers", numbers)
      .output<std::int32_t>("waves", 2 * numbers.size() / 3);
}

/// `waves`: waves and the blocks of the last one, by turns.
inline judge::Opinion examine_waves_of(const judge::Case& set, const Ints& waves) {
  const auto numbers = input<std::int32_t>(set, "numbers");
  Ints expected;
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    const int blocks = numbers[i], places = numbers[i + 1] * numbers[i + 2];
    const int full = (blocks - 1) / places;
    expected.insert(expected.end(), {full + 1, blocks - full * places});
  }
  return opinion_on_rows(waves, expected, [&](std::size_t i) {
    const auto row = i / 2;
    return fmt::format(
        "{} blocks, {} on each of {} SMs: {} wave{} with {} blocks in the last one, "
        "you say {} and {}",
        numbers[3 * row], numbers[3 * row + 1], numbers[3 * row + 2], expected[2 * row],
        expected[2 * row] == 1 ? "" : "s", expected[2 * row + 1], waves[2 * row],
        waves[2 * row + 1]);
  });
}

}  // namespace warpscope::labs::occupancy
