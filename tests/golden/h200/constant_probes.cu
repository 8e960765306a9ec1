// Loads of constant memory: one access of one warp. The pattern comes through global memory, so
// that the measured load is the only one of constants whose address depends on the lane.
#include <vector>

#include "probe.h"

using probe::Lanes;
using probe::Pattern;

struct Table {
  unsigned words[4096];
};
__constant__ Table table;

// Each kernel: KERNEL(name, statement with `e` the lane's element and `r` the sum of what was read).
#define KERNEL(name, ...)                                                                            \
  __global__ void name(const unsigned* elements, unsigned mask, unsigned* out) {                     \
    const unsigned e = elements[threadIdx.x];                                                        \
    unsigned r = 0;                                                                                  \
    if ((mask >> threadIdx.x & 1u) != 0) { __VA_ARGS__ }                                             \
    if (r == 12345u) *out = r;                                                                       \
  }
#define CONSTANT_ADDRESS(bytes) (__cvta_generic_to_constant(&table) + std::uint64_t{e} * (bytes))
KERNEL(c_none, r = e;)
KERNEL(c_ld_1, asm volatile("ld.const.u8 %0, [%1];" : "=r"(r) : "l"(CONSTANT_ADDRESS(1))); r *= 823;)
KERNEL(c_ld_2, asm volatile("{ .reg .u16 h; ld.const.u16 h, [%1]; cvt.u32.u16 %0, h; }" : "=r"(r) : "l"(CONSTANT_ADDRESS(2)));)
KERNEL(c_ld_4, asm volatile("ld.const.u32 %0, [%1];" : "=r"(r) : "l"(CONSTANT_ADDRESS(4)));)
KERNEL(c_ld_8, unsigned s; asm volatile("ld.const.v2.u32 {%0, %1}, [%2];" : "=r"(r), "=r"(s) : "l"(CONSTANT_ADDRESS(8))); r += s;)
KERNEL(c_ld_16, unsigned s, t, u; asm volatile("ld.const.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r), "=r"(s), "=r"(t), "=r"(u) : "l"(CONSTANT_ADDRESS(16))); r += s + t + u;)
// Four bytes at eight-byte steps: words of pairs.
KERNEL(c_ld_4_step_8, asm volatile("ld.const.u32 %0, [%1];" : "=r"(r) : "l"(CONSTANT_ADDRESS(8)));)
KERNEL(c_twice, unsigned s; asm volatile("ld.const.u32 %0, [%2]; ld.const.u32 %1, [%2+4];" : "=r"(r), "=r"(s) : "l"(CONSTANT_ADDRESS(4))); r += s;)
// As C++ has it.
KERNEL(c_plain, r = table.words[e];)
KERNEL(c_uniform, r = e - e + table.words[mask & 15u];)
KERNEL(c_fixed, r = e - e + table.words[7] + table.words[100];)
__global__ void c_parameter(const unsigned* elements, unsigned mask, unsigned* out, const __grid_constant__ Lanes lanes) {
  const unsigned e = elements[threadIdx.x] & 15u;
  unsigned r = 0;
  if ((mask >> threadIdx.x & 1u) != 0) r = reinterpret_cast<const unsigned*>(lanes.element)[e];
  if (r == 12345u) *out = r;
}
// Sixteen turns of a filter whose weights are constants: each turn one word for all lanes.
__global__ void c_filter(const unsigned* elements, unsigned mask, unsigned* out) {
  unsigned sum = 0;
  for (unsigned i = 0; i < mask % 64; ++i) sum += elements[threadIdx.x + i] * table.words[i];
  if (sum == 12345u) *out = sum;
}

int main() {
  std::vector<Pattern> patterns;
  const auto add = [&](const char* name, std::uint32_t mask, auto element) { probe::add(patterns, name, mask, element); };
  add("lane5", 1u << 5, [](unsigned i) { return i; });
  add("same", probe::kAll, [](unsigned) { return 3u; });
  add("unit", probe::kAll, [](unsigned i) { return i; });
  add("pair", probe::kAll, [](unsigned i) { return i / 2; });
  add("quad", probe::kAll, [](unsigned i) { return i / 4; });
  add("mod8", probe::kAll, [](unsigned i) { return i % 8; });
  add("reverse", probe::kAll, [](unsigned i) { return 31 - i; });
  add("stride4", probe::kAll, [](unsigned i) { return 4 * i; });
  add("stride16", probe::kAll, [](unsigned i) { return 16 * i; });
  add("two_far", probe::kAll, [](unsigned i) { return i % 2 * 900; });
  add("first17", 0x1ffff, [](unsigned i) { return i; });
  add("even", 0x55555555, [](unsigned i) { return i; });
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    probe::Random random(seed);
    const std::uint32_t mask = random.below(1 << 16) << 16 | random.below(1 << 16);
    patterns.push_back({"random" + std::to_string(seed),
                        probe::lanes(mask | 1, [&](unsigned) { return random.below(24 << seed); })});
  }
  const std::size_t row = 1024;
  auto* elements = probe::zeros<unsigned>(patterns.size() * row);
  auto* out = probe::zeros<unsigned>(256);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    unsigned values[32];
    for (int lane = 0; lane < 32; ++lane) values[lane] = patterns[i].lanes.element[lane];
    probe::check(cudaMemcpy(elements + i * (row / 4), values, sizeof values, cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  probe::List list;
  const auto launch = [&](auto kernel, const char* name) {
    list.run(name, patterns, [&](const Pattern& p) {
      kernel<<<1, 32>>>(elements + (&p - patterns.data()) * (row / 4), p.lanes.mask, out);
    });
  };
#define LAUNCH(kernel) launch(kernel, #kernel)
  LAUNCH(c_none);
  LAUNCH(c_ld_4);
  LAUNCH(c_ld_8);
  LAUNCH(c_ld_16);
  LAUNCH(c_ld_1);
  LAUNCH(c_ld_2);
  LAUNCH(c_ld_4_step_8);
  LAUNCH(c_twice);
  LAUNCH(c_plain);
  LAUNCH(c_uniform);
  LAUNCH(c_fixed);
  LAUNCH(c_filter);
  list.run("c_parameter", patterns, [&](const Pattern& p) {
    c_parameter<<<1, 32>>>(elements + (&p - patterns.data()) * (row / 4), p.lanes.mask, out, p.lanes);
  });
  list.finish();
}
