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
#include "labs/know-your-gpu/judge/shapes.h"

namespace warpscope::labs::know_your_gpu {

inline constexpr int kRegistersOfAnAddition = 32;  // at most: too few to limit anything

inline constexpr std::array kDeviceNumbers{"devices",           "sms",
                                           "copy_engines",      "warp_threads",
                                           "threads_per_block", "threads_per_sm",
                                           "registers_per_sm",  "shared_bytes_per_sm"};

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
               32, 2048, 65536, 233472, 1024, 64,   16, 10240};
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

inline judge::Opinion examine_resident_blocks_of_add(const judge::Case& set, int blocks,
                                                     const Ints& limits) {
  const Sm sm{limits[0], limits[1], limits[1] * kRegistersOfAnAddition, limits[2], limits[3]};
  const Block block{parameter(set, "threads"), kRegistersOfAnAddition,
                    parameter(set, "shared_bytes")};
  const auto room = room_for(sm, block);
  const auto limiter = std::ranges::min_element(room) - room.begin();
  return opinion_on_residents(sm, block, blocks, static_cast<int>(limiter));
}

}  // namespace warpscope::labs::know_your_gpu
