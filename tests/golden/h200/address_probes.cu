// What earlier probe programs left open: vector loads of which a part is used, structures as C++
// has them, generic addresses, local memory in all widths, copies with partial masks, atomics of
// other widths, and reductions whose lines lie far apart.
#include <cuda_fp16.h>

#include <vector>

#include "probe.h"

using probe::Lanes;
using probe::Pattern;

#define KERNEL(name, ...)                                                                            \
  __global__ void name(const __grid_constant__ Lanes lanes, unsigned char* memory, unsigned* out) {   \
    extern __shared__ __align__(128) unsigned char tile[];                                            \
    __align__(16) unsigned char own[1024];                                                            \
    const unsigned e = lanes.element[threadIdx.x];                                                    \
    const unsigned s = probe::shared_address(tile);                                                   \
    const unsigned l = static_cast<unsigned>(__cvta_generic_to_local(own));                           \
    unsigned r0 = 0, r1 = 0, r2 = 0, r3 = 0;                                                          \
    unsigned long long d = 0, f = 0;                                                                  \
    if (probe::takes_part(lanes)) { __VA_ARGS__ }                                                     \
    if (r0 + r1 * 3 + r2 * 5 + r3 * 7 + d + f == 12345u) *out = r0 + l + s + own[0] + memory[0] + e;  \
  }
#define GLOBAL(bytes) (memory + e * (bytes))
#define SHARED(bytes) (s + e * (bytes))
#define LOCAL(bytes) (l + e % (1024 / (bytes)) * (bytes))
#define ONE "=r"(r0)
#define TWO "=r"(r0), "=r"(r1)
#define FOUR "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)

// Narrow and wide accesses with masks and shared addresses.
KERNEL(g_ld_1, asm volatile("ld.global.u8 %0, [%1];" : ONE : "l"(GLOBAL(1))); r0 *= 823;)
KERNEL(g_ld_2, asm volatile("{ .reg .u16 h; ld.global.u16 h, [%1]; cvt.u32.u16 %0, h; }" : ONE : "l"(GLOBAL(2)));)
KERNEL(g_ld_8, asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : TWO : "l"(GLOBAL(8)));)
KERNEL(g_ld_16, asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : FOUR : "l"(GLOBAL(16)));)
KERNEL(g_ld_v4_u16, asm volatile("{ .reg .u16 h<4>; ld.global.v4.u16 {h0, h1, h2, h3}, [%4]; cvt.u32.u16 %0, h0; cvt.u32.u16 %1, h1; cvt.u32.u16 %2, h2; cvt.u32.u16 %3, h3; }" : FOUR : "l"(GLOBAL(8)));)
KERNEL(g_st_2, asm volatile("st.global.u16 [%0], %1;" ::"l"(GLOBAL(2)), "h"(static_cast<unsigned short>(e)));)
KERNEL(g_st_8, asm volatile("st.global.v2.u32 [%0], {%1, %1};" ::"l"(GLOBAL(8)), "r"(e));)
KERNEL(g_st_16, asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(GLOBAL(16)), "r"(e));)
KERNEL(s_ld_1, asm volatile("ld.shared.u8 %0, [%1];" : ONE : "r"(SHARED(1))); r0 *= 823;)
KERNEL(s_ld_v4_u8, asm volatile("{ .reg .u16 h<4>; ld.shared.v4.u8 {h0, h1, h2, h3}, [%4]; cvt.u32.u16 %0, h0; cvt.u32.u16 %1, h1; cvt.u32.u16 %2, h2; cvt.u32.u16 %3, h3; }" : FOUR : "r"(SHARED(4))); r0 *= 823; r1 *= 977; r2 *= 821; r3 *= 1009;)
KERNEL(s_ld_v4_u16, asm volatile("{ .reg .u16 h<4>; ld.shared.v4.u16 {h0, h1, h2, h3}, [%4]; cvt.u32.u16 %0, h0; cvt.u32.u16 %1, h1; cvt.u32.u16 %2, h2; cvt.u32.u16 %3, h3; }" : FOUR : "r"(SHARED(8)));)
KERNEL(l_ld_2, asm volatile("{ .reg .u16 h; ld.local.u16 h, [%1]; cvt.u32.u16 %0, h; }" : ONE : "r"(LOCAL(2)));)
KERNEL(l_ld_8, asm volatile("ld.local.v2.u32 {%0, %1}, [%2];" : TWO : "r"(LOCAL(8)));)
KERNEL(l_ld_16, asm volatile("ld.local.v4.u32 {%0, %1, %2, %3}, [%4];" : FOUR : "r"(LOCAL(16)));)
KERNEL(l_st_1, asm volatile("st.local.u8 [%0], %1;" ::"r"(LOCAL(1)), "r"(e));)
KERNEL(l_st_8, asm volatile("st.local.v2.u32 [%0], {%1, %1};" ::"r"(LOCAL(8)), "r"(e));)
KERNEL(l_st_16, asm volatile("st.local.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(LOCAL(16)), "r"(e));)
// Generic addresses: all lanes in one space, or every other one in another.
KERNEL(generic_ld_global, asm volatile("ld.u32 %0, [%1];" : ONE : "l"(GLOBAL(4)));)
KERNEL(generic_ld_shared, asm volatile("ld.u32 %0, [%1];" : ONE : "l"(tile + e * 4));)
KERNEL(generic_ld_local, asm volatile("ld.u32 %0, [%1];" : ONE : "l"(own + e % 256 * 4));)
KERNEL(generic_ld_mixed, const unsigned char* p = e % 2 == 0 ? tile + e * 4 : memory + e * 4; asm volatile("ld.u32 %0, [%1];" : ONE : "l"(p));)
KERNEL(generic_ld_16_mixed, const unsigned char* p = e % 2 == 0 ? tile + e * 16 : memory + e * 16; asm volatile("ld.v4.u32 {%0, %1, %2, %3}, [%4];" : FOUR : "l"(p));)
KERNEL(generic_st_mixed, unsigned char* p = e % 2 == 0 ? tile + e * 4 : memory + e * 4; asm volatile("st.u32 [%0], %1;" ::"l"(p), "r"(e) : "memory");)
KERNEL(generic_atom_global, asm volatile("atom.add.u32 %0, [%1], %2;" : ONE : "l"(GLOBAL(4)), "r"(e));)
KERNEL(generic_atom_shared, asm volatile("atom.add.u32 %0, [%1], %2;" : ONE : "l"(tile + e * 4), "r"(e));)
KERNEL(generic_red_mixed, unsigned char* p = e % 2 == 0 ? tile + e * 4 : memory + e * 4; asm volatile("red.add.u32 [%0], %1;" ::"l"(p), "r"(e) : "memory");)
// Asynchronous copies.
#define COPY(name, bytes, cache, source)                                                             \
  KERNEL(name, asm volatile("cp.async." cache ".shared.global [%0], [%1], %2" source "; cp.async.wait_all;" ::"r"(s + threadIdx.x * 16), "l"(GLOBAL(bytes)), "n"(bytes), "r"(e % (bytes + 1)) : "memory"); r0 = tile[threadIdx.x * 16];)
COPY(copy_4, 4, "ca", "")
COPY(copy_8, 8, "ca", "")
COPY(copy_16_ca, 16, "ca", "")
COPY(copy_16_cg, 16, "cg", "")
COPY(copy_16_cg_part, 16, "cg", ", %3")
COPY(copy_8_part, 8, "ca", ", %3")
// Atomics of other widths on global memory.
#define HALF "{ .reg .b16 h, o; mov.b16 o, 15360; "
KERNEL(red_f16, asm volatile(HALF "red.global.add.noftz.f16 [%0], o; }" ::"l"(GLOBAL(2)));)
KERNEL(atom_f16, asm volatile(HALF "atom.global.add.noftz.f16 h, [%1], o; cvt.u32.u16 %0, h; }" : ONE : "l"(GLOBAL(2)));)
KERNEL(atom_cas_16, asm volatile(HALF "mov.b16 h, 0; atom.global.cas.b16 h, [%1], h, o; cvt.u32.u16 %0, h; }" : ONE : "l"(GLOBAL(2)));)
KERNEL(atom_exch_64, asm volatile("atom.global.exch.b64 %0, [%1], %2;" : "=l"(d) : "l"(GLOBAL(8)), "l"(7ull));)
KERNEL(atom_cas_64, asm volatile("atom.global.cas.b64 %0, [%1], 0, %2;" : "=l"(d) : "l"(GLOBAL(8)), "l"(7ull));)
KERNEL(atom_exch_128, asm volatile("{ .reg .b128 x, y; mov.b128 x, {%3, %3}; atom.global.exch.b128 y, [%2], x; mov.b128 {%0, %1}, y; }" : "=l"(d), "=l"(f) : "l"(GLOBAL(16)), "l"(7ull));)
KERNEL(atom_f64, asm volatile("{ .reg .f64 f; atom.global.add.f64 f, [%1], 0d3FF0000000000000; mov.b64 %0, f; }" : "=l"(d) : "l"(GLOBAL(8)));)
KERNEL(atom_v4_f32, asm volatile("{ .reg .f32 f<4>; atom.global.add.v4.f32 {f0, f1, f2, f3}, [%1], {%2, %2, %2, %2}; mov.b32 %0, f0; }" : ONE : "l"(GLOBAL(16)), "f"(1.0f));)
KERNEL(red_min_u64, asm volatile("red.global.min.u64 [%0], %1;" ::"l"(GLOBAL(8)), "l"(1ull * e));)
KERNEL(red_and, asm volatile("red.global.and.b32 [%0], %1;" ::"l"(GLOBAL(4)), "r"(e));)

// A vector of which the words in kUsed are used.
template <int kUsed>
__device__ unsigned used_words(uint4 v) {
  return (kUsed & 1 ? v.x : 0) + (kUsed & 2 ? v.y * 3 : 0) + (kUsed & 4 ? v.z * 5 : 0) + (kUsed & 8 ? v.w * 7 : 0);
}
template <int kUsed>
__global__ void part_global(const uint4* in, unsigned* out) {
  const unsigned sum = used_words<kUsed>(in[threadIdx.x]);
  if (sum == 12345u) *out = sum;
}
template <int kUsed>
__global__ void part_shared(const uint4*, unsigned* out) {
  extern __shared__ uint4 rows[];
  const unsigned sum = used_words<kUsed>(rows[threadIdx.x]);
  if (sum == 12345u) *out = sum;
}
// The same for eight halves (kUsed: a bit for each) and four bytes.
template <int kUsed>
__global__ void part_halves(const ushort4* in, unsigned* out) {
  const ushort4 v = in[threadIdx.x];
  const unsigned sum = (kUsed & 1 ? v.x : 0) + (kUsed & 2 ? v.y * 3 : 0) + (kUsed & 4 ? v.z * 5 : 0) + (kUsed & 8 ? v.w * 7 : 0);
  if (sum == 12345u) *out = sum;
}
template <int kUsed>
__global__ void part_doubles(const ulonglong2* in, unsigned* out) {
  const ulonglong2 v = in[threadIdx.x];
  const unsigned long long sum = (kUsed & 1 ? v.x : 0) + (kUsed & 2 ? v.y * 3 : 0);
  if (sum == 12345u) *out = 1;
}

// Structures of kWords words with the alignment of kAlign bytes, read and written as a whole.
template <int kWords, int kAlign>
struct alignas(kAlign) Block {
  unsigned word[kWords];
};
struct __attribute__((packed)) Packed {
  unsigned char tag;
  unsigned short half;
  unsigned word;
};
template <typename T>
__global__ void copy_structures(const unsigned char* in, unsigned char* to) {
  reinterpret_cast<T*>(to)[threadIdx.x] = reinterpret_cast<const T*>(in)[threadIdx.x];
}

// Reductions over lines that differ in high bits of their number.
struct Far {
  std::uint32_t element[32];
};
__global__ void red_far(const __grid_constant__ Far far, unsigned* memory) {
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(memory + far.element[threadIdx.x]), "r"(threadIdx.x));
}

// The last warp of a block is not full; the others are.
__global__ void tail_of_block(const unsigned* in, unsigned* to) {
  extern __shared__ unsigned words[];
  const unsigned i = threadIdx.y * blockDim.x + threadIdx.x;
  words[i * 2] = in[i * 3];
  __syncthreads();
  to[i] = words[(i + 5) % (blockDim.x * blockDim.y) * 2];
}

int main() {
  std::vector<Pattern> patterns;
  probe::add(patterns, "unit", probe::kAll, [](unsigned i) { return i; });
  probe::add(patterns, "mod8", probe::kAll, [](unsigned i) { return i % 8; });
  probe::add(patterns, "stride3_even", 0x55555555, [](unsigned i) { return 3 * i; });
  for (std::uint32_t seed = 60; seed < 64; ++seed) {
    probe::Random random(seed);
    const std::uint32_t mask = random.below(1 << 16) << 16 | random.below(1 << 16);
    probe::add(patterns, "random" + std::to_string(seed), seed % 2 == 0 ? mask | 1 : probe::kAll,
               [&](unsigned) { return random.below(seed < 62 ? 48 : 250); });
  }
  constexpr std::size_t kFarBytes = 64 << 20;
  auto* memory = probe::zeros(2 * kFarBytes);
  auto* out = probe::zeros<unsigned>(1 << 16);
  memory += (kFarBytes - reinterpret_cast<std::uintptr_t>(memory) % kFarBytes) % kFarBytes;
  probe::List list;
  const auto launch = [&](auto kernel, const char* name) {
    list.run(name, patterns, [&](const Pattern& p) { kernel<<<1, 32, 8192>>>(p.lanes, memory, out); });
  };
#define LAUNCH(kernel) launch(kernel, #kernel);
  const auto part = [&](auto kernel, auto* in, const char* name, int used) {
    list.run(std::string(name) + "/used" + std::to_string(used), [&] { kernel<<<1, 32, 8192>>>(in, out); });
  };
  const auto* vectors = reinterpret_cast<const uint4*>(memory);
#define PART(used) part(part_global<used>, vectors, "part_global", used); part(part_shared<used>, vectors, "part_shared", used);
  PART(1) PART(2) PART(3) PART(4) PART(5) PART(6) PART(7) PART(8) PART(9) PART(10) PART(11) PART(12) PART(13) PART(14) PART(15)
#define PART_HALVES(used) part(part_halves<used>, reinterpret_cast<const ushort4*>(memory), "part_halves", used);
  PART_HALVES(1) PART_HALVES(2) PART_HALVES(3) PART_HALVES(5) PART_HALVES(6) PART_HALVES(7) PART_HALVES(9) PART_HALVES(12) PART_HALVES(14) PART_HALVES(15)
#define PART_DOUBLES(used) part(part_doubles<used>, reinterpret_cast<const ulonglong2*>(memory), "part_doubles", used);
  PART_DOUBLES(1) PART_DOUBLES(2) PART_DOUBLES(3)
  const auto copy = [&](auto kernel, const char* name, unsigned bytes) {
    for (const unsigned start : {0u, bytes, 5 * bytes})
      list.run(std::string(name) + "/start" + std::to_string(start),
               [&] { kernel<<<1, 32>>>(memory + start, reinterpret_cast<unsigned char*>(out) + start); });
  };
  copy(copy_structures<Block<3, 4>>, "structure_3x4", 4);
  copy(copy_structures<Block<6, 8>>, "structure_6x8", 8);
  copy(copy_structures<Block<9, 4>>, "structure_9x4", 4);
  copy(copy_structures<Block<8, 16>>, "structure_8x16", 16);
  copy(copy_structures<Block<12, 16>>, "structure_12x16", 16);
  copy(copy_structures<Packed>, "structure_packed", 1);
  for (const unsigned bit : {6u, 7u, 8u, 9u, 10u, 11u, 12u, 13u, 14u, 15u, 16u, 17u, 18u})
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      probe::Random random(bit * 4 + seed);
      Far far;
      for (auto& element : far.element)
        element = (random.below(2) << bit | random.below(4)) * 32 + random.below(3) * 11;
      list.run("red_far/bit" + std::to_string(bit) + "_" + std::to_string(seed),
               [&] { red_far<<<1, 32>>>(far, reinterpret_cast<unsigned*>(memory)); });
    }
  LAUNCH(generic_ld_global) LAUNCH(generic_ld_shared) LAUNCH(generic_ld_local) LAUNCH(generic_ld_mixed) LAUNCH(generic_ld_16_mixed)
  LAUNCH(generic_st_mixed) LAUNCH(generic_atom_global) LAUNCH(generic_atom_shared) LAUNCH(generic_red_mixed)
  LAUNCH(l_ld_2) LAUNCH(l_ld_8) LAUNCH(l_ld_16) LAUNCH(l_st_1) LAUNCH(l_st_8) LAUNCH(l_st_16)
  LAUNCH(copy_4) LAUNCH(copy_8) LAUNCH(copy_16_ca) LAUNCH(copy_16_cg) LAUNCH(copy_16_cg_part) LAUNCH(copy_8_part)
  LAUNCH(red_f16) LAUNCH(atom_f16) LAUNCH(atom_cas_16) LAUNCH(atom_exch_64) LAUNCH(atom_cas_64) LAUNCH(atom_exch_128)
  LAUNCH(atom_f64) LAUNCH(atom_v4_f32) LAUNCH(red_min_u64) LAUNCH(red_and)
  LAUNCH(s_ld_1) LAUNCH(s_ld_v4_u8) LAUNCH(s_ld_v4_u16) LAUNCH(g_ld_1) LAUNCH(g_ld_2) LAUNCH(g_ld_8) LAUNCH(g_ld_16)
  LAUNCH(g_ld_v4_u16) LAUNCH(g_st_2) LAUNCH(g_st_8) LAUNCH(g_st_16)
  for (const unsigned threads : {32u, 40u, 63u, 200u})
    list.run("tail_of_block/" + std::to_string(threads), [&] {
      tail_of_block<<<2, dim3(threads / 2 + threads % 2, 2), 8192>>>(reinterpret_cast<const unsigned*>(memory), out);
    });
  list.finish();
}
