// Sets of lanes to try: all, each one alone, halves, every other, and random ones.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/kernels/cases.h"

inline std::vector<std::uint32_t> masks() {
  std::vector<std::uint32_t> result{0xffff'ffffU, 0x0000'ffffU, 0xffff'0000U,
                                    0x5555'5555U, 0xaaaa'aaaaU, 0x8000'0001U,
                                    0x7fff'ffffU, 0xffff'fffeU, 0x0001'8000U};
  for (int lane = 0; lane < 32; ++lane) result.push_back(1U << lane);
  Random random(3);
  for (int i = 0; i < 60; ++i) {
    const auto mask = static_cast<std::uint32_t>(
        i % 2 == 0 ? random.bits() : random.bits() & random.bits() & random.bits());
    result.push_back(mask == 0 ? 4U : mask);
  }
  return result;
}
