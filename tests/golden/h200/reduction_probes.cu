// Sectors of reductions and atomics on global memory: one access of one warp, over one to sixteen
// lines, with lanes that share words.
#include <vector>

#include "probe.h"

using probe::Lanes;
using probe::Pattern;

#define KERNEL(name, bytes, ...)                                                             \
  __global__ void name(const __grid_constant__ Lanes lanes, unsigned char* memory, unsigned* out) { \
    const unsigned char* a = memory + lanes.element[threadIdx.x] * (bytes);                  \
    unsigned r = 0;                                                                          \
    if (probe::takes_part(lanes)) asm volatile(__VA_ARGS__);                                 \
    if (r == 12345u) *out = r;                                                               \
  }
KERNEL(red_add, 4, "red.global.add.u32 [%0], %1;" ::"l"(a), "r"(threadIdx.x))
KERNEL(red_one, 4, "red.global.add.u32 [%0], 1;" ::"l"(a))
KERNEL(red_f32, 4, "red.global.add.f32 [%0], 0f3F800000;" ::"l"(a))
KERNEL(red_u64, 8, "red.global.add.u64 [%0], 1;" ::"l"(a))
KERNEL(red_f16x2, 4, "red.global.add.noftz.f16x2 [%0], %1;" ::"l"(a), "r"(0x3c003c00u))
KERNEL(red_bf16x2, 4, "red.global.add.noftz.bf16x2 [%0], %1;" ::"l"(a), "r"(0x3f803f80u))
KERNEL(red_v2_f32, 8, "red.global.add.v2.f32 [%0], {%1, %1};" ::"l"(a), "f"(1.0f))
KERNEL(red_v4_f32, 16, "red.global.add.v4.f32 [%0], {%1, %1, %1, %1};" ::"l"(a), "f"(1.0f))
KERNEL(atom_add, 4, "atom.global.add.u32 %0, [%1], %2;" : "=r"(r) : "l"(a), "r"(threadIdx.x))
KERNEL(atom_cas, 4, "atom.global.cas.b32 %0, [%1], 0, %2;" : "=r"(r) : "l"(a), "r"(threadIdx.x))
KERNEL(atom_f16x2, 4, "atom.global.add.noftz.f16x2 %0, [%1], %2;" : "=r"(r) : "l"(a), "r"(0x3c003c00u))

// `words` different words in each of `count` lines, met at random.
Pattern few(std::uint32_t seed, std::uint32_t active, std::uint32_t count, std::uint32_t words) {
  probe::Random random(seed);
  std::uint16_t choice[64];
  for (std::uint32_t i = 0; i < count * words; ++i)
    choice[i] = static_cast<std::uint16_t>(i / words * 32 + random.below(32));
  std::uint32_t mask = 0;
  for (std::uint32_t lanes = 0; lanes < active;) {
    const std::uint32_t bit = 1u << random.below(32);
    if ((mask & bit) != 0) continue;
    mask |= bit;
    ++lanes;
  }
  return {"few" + std::to_string(active) + "_" + std::to_string(count) + "x" + std::to_string(words) +
              "_" + std::to_string(seed),
          probe::lanes(mask, [&](unsigned) { return choice[random.below(count * words)]; })};
}

Pattern random(std::uint32_t seed, std::uint32_t lines) {
  probe::Random random(seed);
  return {"random" + std::to_string(lines) + "_" + std::to_string(seed),
          probe::lanes(probe::kAll, [&](unsigned) { return random.below(32 * lines); })};
}

template <typename F>
Pattern shaped(const char* name, F element) {
  return {name, probe::lanes(probe::kAll, element)};
}

std::vector<Pattern> shapes() {
  return {
      shaped("two_lines_alternating", [](unsigned i) { return i % 2 * 32; }),
      shaped("two_lines_in_halves", [](unsigned i) { return i / 16 * 32; }),
      shaped("four_lines_alternating", [](unsigned i) { return i % 4 * 32; }),
      shaped("eight_lines_alternating", [](unsigned i) { return i % 8 * 32; }),
      shaped("sixteen_lines_alternating", [](unsigned i) { return i % 16 * 32; }),
      shaped("eight_lines_in_fours", [](unsigned i) { return i / 4 * 32; }),
      shaped("sixteen_lines_in_pairs", [](unsigned i) { return i / 2 * 32; }),
      shaped("lines_alone", [](unsigned i) { return i * 32; }),
      shaped("pair_apart_8", [](unsigned i) { return (i == 8 ? 0 : i) * 32; }),
      shaped("pair_apart_12", [](unsigned i) { return (i == 12 ? 0 : i) * 32; }),
      shaped("pair_apart_16", [](unsigned i) { return (i == 16 ? 0 : i) * 32; }),
      shaped("pair_apart_24", [](unsigned i) { return (i == 24 ? 0 : i) * 32; }),
      shaped("pair_apart_31", [](unsigned i) { return (i == 31 ? 0 : i) * 32; }),
      shaped("neighbours_apart_16", [](unsigned i) { return i == 16 ? 1u : i * 32; }),
      shaped("neighbours_apart_31", [](unsigned i) { return i == 31 ? 1u : i * 32; }),
      shaped("sectors_of_four_lines", [](unsigned i) { return i % 4 * 32 + i / 4 % 4 * 8; }),
      shaped("pairs_across_two_lines", [](unsigned i) { return i % 2 * 32 + i / 4; }),
      shaped("twice_two_lines", [](unsigned i) { return i % 16 * 4; }),
      shaped("twice_four_lines", [](unsigned i) { return i % 16 * 8; }),
      shaped("twice_eight_lines", [](unsigned i) { return i % 16 * 16; }),
      shaped("one_word_in_line_0", [](unsigned i) { return i < 8 ? 0 : 32 + i; }),
      shaped("one_word_in_line_1", [](unsigned i) { return i < 24 ? i : 32; }),
      shaped("one_word_between", [](unsigned i) { return i % 4 == 0 ? 64 : i; }),
      shaped("second_of_each_line_again", [](unsigned i) { return i / 4 * 32 + (i % 4 == 3 ? 1 : i % 4); }),
  };
}

int main() {
  auto* memory = probe::zeros(1 << 20);
  auto* out = probe::zeros<unsigned>(256);
  probe::List list;
  const auto launch = [&](auto kernel, const char* name, const Pattern& p) {
    list.run(std::string(name) + "/" + p.name, [&] {
      probe::print_lanes(p.lanes);
      kernel<<<1, 32>>>(p.lanes, memory, out);
    });
  };
#define LAUNCH(kernel, pattern) launch(kernel, #kernel, pattern)
  std::vector<Pattern> random_bytes;
  for (std::uint32_t seed = 0; seed < 24; ++seed) random_bytes.push_back(random(seed, 8));
  for (const Pattern& p : shapes()) LAUNCH(red_add, p);
  for (const Pattern& p : random_bytes) LAUNCH(red_add, p);
  for (const std::uint32_t lines : {1u, 2u, 3u, 4u, 16u, 64u})
    for (std::uint32_t seed = 100; seed < 108; ++seed) LAUNCH(red_add, random(seed, lines));
  std::uint32_t seed = 1000;
  for (const std::uint32_t active : {3u, 4u, 5u, 6u, 8u, 12u, 20u, 32u})
    for (const std::uint32_t lines : {1u, 2u, 4u})
      for (int repeat = 0; repeat < 4; ++repeat) LAUNCH(red_add, few(seed++, active, lines, 3));
  for (std::uint32_t repeat = 0; repeat < 8; ++repeat) {
    LAUNCH(red_one, random_bytes[repeat]);
    LAUNCH(red_f32, random_bytes[repeat]);
    LAUNCH(red_f16x2, random_bytes[repeat]);
    LAUNCH(red_bf16x2, random_bytes[repeat]);
    LAUNCH(red_u64, random_bytes[repeat]);
    LAUNCH(red_v2_f32, random_bytes[repeat]);
    LAUNCH(red_v4_f32, random_bytes[repeat]);
    LAUNCH(atom_add, random_bytes[repeat]);
    LAUNCH(atom_cas, random_bytes[repeat]);
    LAUNCH(atom_f16x2, random_bytes[repeat]);
  }
  for (const Pattern& p : shapes()) {
    LAUNCH(red_u64, p);
    LAUNCH(atom_add, p);
    LAUNCH(red_v4_f32, p);
  }
  list.finish();
}
