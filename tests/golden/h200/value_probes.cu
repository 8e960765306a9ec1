// Atomics on shared memory that ptxas makes loops of compare-and-swap: how many turns such a loop
// takes depends on which lanes change their word. Each launch sets the words first, so that a
// profiler that runs it several times finds the same each time.
#include <cuda_fp16.h>

#include <vector>

#include "probe.h"

// What a probe's warp does: lane l updates word `element` with `operand`; all words hold `initial`.
struct Updates {
  probe::Lanes lanes;
  std::uint16_t operand[32];
  std::uint16_t initial;
};

// `o` is the lane's operand and `w` its word, both as T, which the words are.
#define KERNEL(name, T, convert, ...)                                                    \
  __global__ void name(const __grid_constant__ Updates updates, unsigned* out) {         \
    extern __shared__ __align__(128) unsigned char memory[];                             \
    auto* words = reinterpret_cast<T*>(memory);                                          \
    for (unsigned i = threadIdx.x; i < 256; i += 32) words[i] = convert(updates.initial); \
    __syncthreads();                                                                     \
    T* w = words + updates.lanes.element[threadIdx.x];                                   \
    const unsigned a = probe::shared_address(w);                                         \
    const T o = convert(updates.operand[threadIdx.x]);                                   \
    unsigned r = 0;                                                                      \
    if (probe::takes_part(updates.lanes)) { __VA_ARGS__ }                                \
    if (r == 12345u) *out = r + a;                                                       \
  }
using u64 = unsigned long long;
using s64 = long long;
using u16 = unsigned short;
#define RESULT(...) r = static_cast<unsigned>(__VA_ARGS__) + 1;
__device__ u64 bit(unsigned operand) { return 1ull << (operand * 5 % 64); }
__device__ u64 as_u64(unsigned operand) { return operand; }
__device__ s64 as_s64(unsigned operand) { return static_cast<s64>(operand) - 3; }
__device__ double as_f64(unsigned operand) { return operand; }
__device__ float as_f32(unsigned operand) { return operand; }
__device__ u16 as_u16(unsigned operand) { return static_cast<u16>(operand); }
// Of two halves only one may change.
__device__ __half2 as_half2(unsigned operand) {
  return __halves2half2(__ushort2half_rn(operand % 3), __ushort2half_rn(operand % 2));
}
// Of which ptxas does not know that it points into shared memory.
template <typename T>
__device__ T* choose(T* shared) {
  asm volatile("" : "+l"(shared));
  return shared;
}
#define ASM(text, type) asm volatile(text ";" ::"r"(a), type(o) : "memory");
KERNEL(red_or_64, u64, as_u64, ASM("red.shared.or.b64 [%0], %1", "l"))
KERNEL(atom_or_64, u64, as_u64, RESULT(atomicOr(w, bit(o))))
KERNEL(atom_and_64, u64, as_u64, RESULT(atomicAnd(w, o | 4)))
KERNEL(atom_xor_64, u64, as_u64, RESULT(atomicXor(w, o)))
KERNEL(red_max_u64, u64, as_u64, atomicMax(w, o);)
KERNEL(atom_max_u64, u64, as_u64, RESULT(atomicMax(w, o)))
KERNEL(atom_min_u64, u64, as_u64, RESULT(atomicMin(w, o)))
KERNEL(red_min_s64, s64, as_s64, atomicMin(w, o);)
KERNEL(atom_max_s64, s64, as_s64, RESULT(atomicMax(w, o)))
KERNEL(red_add_u64, u64, as_u64, atomicAdd(w, o);)
KERNEL(atom_add_f64, double, as_f64, RESULT(atomicAdd(w, o)))
KERNEL(red_add_f32, float, as_f32, atomicAdd(w, o);)
KERNEL(atom_add_f32, float, as_f32, RESULT(atomicAdd(w, o)))
KERNEL(red_add_half2, __half2, as_half2, atomicAdd(w, o);)
KERNEL(atom_add_f16, u16, as_u16, RESULT(__half_as_ushort(atomicAdd(reinterpret_cast<__half*>(w), __ushort2half_rn(o)))))
KERNEL(atom_cas_16, u16, as_u16, RESULT(atomicCAS(w, static_cast<u16>(updates.initial), o)))
KERNEL(atom_cas_64, u64, as_u64, RESULT(atomicCAS(w, static_cast<u64>(updates.initial), o)))
// With generic addresses; an atomic as the programming guide builds it from a compare-and-swap: the loop is the program's.
KERNEL(generic_add_f32, float, as_f32, float* p = choose(w); RESULT(atomicAdd(p, o)))
KERNEL(generic_max_u64, u64, as_u64, u64* p = choose(w); RESULT(atomicMax(p, o)))
KERNEL(own_max_f32, float, as_f32, int* words_of_bits = reinterpret_cast<int*>(w); int old = *words_of_bits, assumed;
       do { assumed = old; old = atomicCAS(words_of_bits, assumed, __float_as_int(fmaxf(o, __int_as_float(assumed)))); } while (assumed != old);)
KERNEL(own_mul_f64, double, as_f64, auto* bits = reinterpret_cast<u64*>(w); u64 old = *bits, assumed;
       do { assumed = old; old = atomicCAS(bits, assumed, __double_as_longlong(o * __longlong_as_double(assumed))); } while (assumed != old);)

// The same on global memory, which the host has set.
#define GLOBAL_KERNEL(name, ...)                                                                 \
  __global__ void name(const __grid_constant__ Updates updates, u16* words, unsigned* out) {     \
    u16* w = words + updates.lanes.element[threadIdx.x];                                         \
    const u16 o = updates.operand[threadIdx.x];                                                  \
    unsigned r = 0;                                                                              \
    if (probe::takes_part(updates.lanes)) { __VA_ARGS__ }                                        \
    if (r == 12345u) *out = r;                                                                   \
  }
GLOBAL_KERNEL(global_red_f16, atomicAdd(reinterpret_cast<__half*>(w), __ushort2half_rn(o));)
GLOBAL_KERNEL(global_atom_f16, RESULT(__half_as_ushort(atomicAdd(reinterpret_cast<__half*>(w), __ushort2half_rn(o)))))
GLOBAL_KERNEL(global_cas_16, RESULT(atomicCAS(w, static_cast<u16>(updates.initial), o)))

int main() {
  struct Shape {
    std::string name;
    Updates updates;
  };
  std::vector<Shape> shapes;
  const auto add = [&](const std::string& name, std::uint32_t mask, unsigned initial, auto element, auto operand) {
    Shape shape{name, {probe::lanes(mask, element), {}, static_cast<std::uint16_t>(initial)}};
    for (unsigned i = 0; i < 32; ++i) shape.updates.operand[i] = static_cast<std::uint16_t>(operand(i));
    shapes.push_back(shape);
  };
  const auto zero = [](unsigned) { return 0u; };
  const auto lane = [](unsigned i) { return i; };
  add("same_one", probe::kAll, 0, zero, [](unsigned) { return 1u; });
  add("same_nothing", probe::kAll, 0, zero, zero);
  add("same_rising", probe::kAll, 0, zero, lane);
  add("same_falling", probe::kAll, 5, zero, [](unsigned i) { return 31 - i; });
  add("pairs_rising", probe::kAll, 8, [](unsigned i) { return i / 2; }, lane);
  add("banks_rising", probe::kAll, 8, [](unsigned i) { return i % 4 * 32; }, lane);
  add("halves", probe::kAll, 9, [](unsigned i) { return i % 16; }, [](unsigned i) { return i * 7 % 32; });
  for (std::uint32_t seed = 100; seed < 106; ++seed) {
    probe::Random random(seed);
    const std::uint32_t mask = random.below(1 << 16) << 16 | random.below(1 << 16) | 1u;
    const unsigned words = 3u << (seed - 100), step = seed % 2 == 0 ? 1 : 16 / (seed - 100);
    std::uint32_t elements[32], operands[32];
    for (auto& element : elements) element = random.below(words) * step;
    for (auto& operand : operands) operand = random.below(4) == 0 ? random.below(40) : random.below(3);
    add("random" + std::to_string(seed), seed < 103 ? probe::kAll : mask, random.below(8),
        [&](unsigned i) { return elements[i] % 256; }, [&](unsigned i) { return operands[i]; });
  }
  auto* out = probe::zeros<unsigned>(256);
  probe::List list;
  const auto launch = [&](auto kernel, const char* name) {
    for (const Shape& shape : shapes)
      list.run(std::string(name) + "/" + shape.name, [&] { kernel<<<1, 32, 4096>>>(shape.updates, out); });
  };
#define LAUNCH(kernel) launch(kernel, #kernel);
  LAUNCH(red_or_64) LAUNCH(atom_or_64) LAUNCH(atom_and_64) LAUNCH(atom_xor_64) LAUNCH(red_max_u64) LAUNCH(atom_max_u64)
  LAUNCH(atom_min_u64) LAUNCH(red_min_s64) LAUNCH(atom_max_s64) LAUNCH(red_add_u64) LAUNCH(atom_add_f64) LAUNCH(red_add_f32)
  LAUNCH(atom_add_f32) LAUNCH(red_add_half2) LAUNCH(atom_add_f16) LAUNCH(atom_cas_16) LAUNCH(atom_cas_64) LAUNCH(own_max_f32)
  LAUNCH(own_mul_f64) LAUNCH(generic_add_f32) LAUNCH(generic_max_u64)
  auto* words = probe::zeros<u16>(1024);
  const auto launch_global = [&](auto kernel, const char* name) {
    for (const Shape& shape : shapes) {
      const std::vector<u16> host(256, shape.updates.initial);
      probe::check(cudaMemcpy(words, host.data(), 512, cudaMemcpyHostToDevice), "cudaMemcpy");
      list.run(std::string(name) + "/" + shape.name, [&] { kernel<<<1, 32>>>(shape.updates, words, out); });
    }
  };
#define LAUNCH_GLOBAL(kernel) launch_global(kernel, #kernel);
  LAUNCH_GLOBAL(global_red_f16) LAUNCH_GLOBAL(global_atom_f16) LAUNCH_GLOBAL(global_cas_16)
  list.finish();
}
