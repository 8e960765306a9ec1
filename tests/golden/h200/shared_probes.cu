// Shared memory: matrices (ldmatrix, stmatrix, wmma), atomics on halves and doubles, and wide
// accesses with random masks and shared addresses; and structures whose size is no power of two.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <vector>

#include "probe.h"

using probe::Lanes;
using probe::Pattern;

#define KERNEL(name, bytes, ...)                                                      \
  __global__ void name(const __grid_constant__ Lanes lanes, unsigned* out) {          \
    extern __shared__ __align__(128) unsigned char memory[];                          \
    const unsigned a = probe::shared_address(memory) + lanes.element[threadIdx.x] * (bytes); \
    unsigned r0 = 0, r1 = 0, r2 = 0, r3 = 0;                                          \
    unsigned long long d = 0;                                                         \
    if (probe::takes_part(lanes)) asm volatile(__VA_ARGS__);                          \
    if (r0 + r1 + r2 + r3 + d == 12345u) *out = r0;                                   \
  }
KERNEL(ldmatrix_1, 16, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r0) : "r"(a))
KERNEL(ldmatrix_2, 16, "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(a))
KERNEL(ldmatrix_4, 16, "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(a))
KERNEL(ldmatrix_4_trans, 16, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(a))
KERNEL(stmatrix_1, 16, "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(a), "r"(threadIdx.x))
KERNEL(stmatrix_2, 16, "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %1};" ::"r"(a), "r"(threadIdx.x))
KERNEL(stmatrix_4, 16, "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(a), "r"(threadIdx.x))
KERNEL(stmatrix_4_trans, 16, "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(a), "r"(threadIdx.x))
KERNEL(atom_f16x2, 4, "atom.shared.add.noftz.f16x2 %0, [%1], %2;" : "=r"(r0) : "r"(a), "r"(0x3c003c00u))
KERNEL(red_f16x2, 4, "red.shared.add.noftz.f16x2 [%0], %1;" ::"r"(a), "r"(0x3c003c00u))
KERNEL(atom_bf16x2, 4, "atom.shared.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(r0) : "r"(a), "r"(0x3f803f80u))
KERNEL(atom_f16, 2, "{ .reg .b16 h, o; mov.b16 o, 15360; atom.shared.add.noftz.f16 h, [%1], o; cvt.u32.u16 %0, h; }" : "=r"(r0) : "r"(a))
KERNEL(atom_f64, 8, "{ .reg .f64 f; atom.shared.add.f64 f, [%1], 0d3FF0000000000000; mov.b64 %0, f; }" : "=l"(d) : "r"(a))
KERNEL(red_f32, 4, "red.shared.add.f32 [%0], 0f3F800000;" ::"r"(a))
KERNEL(atom_exch_64, 8, "atom.shared.exch.b64 %0, [%1], %0;" : "+l"(d) : "r"(a))
KERNEL(atom_cas_64, 8, "atom.shared.cas.b64 %0, [%1], 0, 1;" : "=l"(d) : "r"(a))
KERNEL(atom_cas_16, 2, "{ .reg .b16 h, z, o; mov.b16 z, 0; mov.b16 o, 1; atom.shared.cas.b16 h, [%1], z, o; cvt.u32.u16 %0, h; }" : "=r"(r0) : "r"(a))
KERNEL(atom_max_64, 8, "atom.shared.max.u64 %0, [%1], 1;" : "=l"(d) : "r"(a))
KERNEL(atom_or_64, 8, "atom.shared.or.b64 %0, [%1], 1;" : "=l"(d) : "r"(a))
KERNEL(red_dec, 4, "red.shared.dec.u32 [%0], 7;" ::"r"(a))
KERNEL(ld_8, 8, "ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(a))
KERNEL(ld_16, 16, "ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(a))
KERNEL(st_8, 8, "st.shared.v2.u32 [%0], {%1, %1};" ::"r"(a), "r"(threadIdx.x))
KERNEL(st_16, 16, "st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(a), "r"(threadIdx.x))
KERNEL(st_2, 2, "st.shared.u16 [%0], %1;" ::"r"(a), "h"(static_cast<unsigned short>(threadIdx.x)))

// wmma: factors and accumulators in shared memory, rows `pitch` elements apart.
namespace wm = nvcuda::wmma;
template <typename Fragment, typename Element>
__device__ void load_factor(unsigned pitch, unsigned* out) {
  extern __shared__ __align__(128) unsigned char memory[];
  Fragment fragment;
  wm::load_matrix_sync(fragment, reinterpret_cast<Element*>(memory), pitch);
  unsigned sum = 0;
  for (int i = 0; i < fragment.num_elements; ++i) sum += static_cast<float>(fragment.x[i]) > 3.0f ? 1u : 0u;
  if (sum == 12345u) *out = sum;
}
#define WMMA_LOAD(name, element, ...)                       \
  __global__ void name(unsigned pitch, unsigned* out) {     \
    load_factor<wm::fragment<__VA_ARGS__>, element>(pitch, out); \
  }
WMMA_LOAD(wmma_a_row, __half, wm::matrix_a, 16, 16, 16, __half, wm::row_major)
WMMA_LOAD(wmma_a_col, __half, wm::matrix_a, 16, 16, 16, __half, wm::col_major)
WMMA_LOAD(wmma_b_row, __half, wm::matrix_b, 16, 16, 16, __half, wm::row_major)
WMMA_LOAD(wmma_b_col, __half, wm::matrix_b, 16, 16, 16, __half, wm::col_major)
WMMA_LOAD(wmma_a_row_bf16, __nv_bfloat16, wm::matrix_a, 16, 16, 16, __nv_bfloat16, wm::row_major)
WMMA_LOAD(wmma_a_row_32x8, __half, wm::matrix_a, 32, 8, 16, __half, wm::row_major)
WMMA_LOAD(wmma_b_col_32x8, __half, wm::matrix_b, 32, 8, 16, __half, wm::col_major)
template <typename T>
__global__ void wmma_store(unsigned pitch, unsigned* out) {
  extern __shared__ __align__(128) unsigned char memory[];
  wm::fragment<wm::accumulator, 16, 16, 16, T> fragment;
  wm::fill_fragment(fragment, static_cast<T>(1.0f));
  wm::store_matrix_sync(reinterpret_cast<T*>(memory), fragment, pitch, wm::mem_row_major);
  if (pitch == 12345u) *out = memory[0];
}
template <typename T>
__global__ void wmma_load(unsigned pitch, unsigned* out) {
  extern __shared__ __align__(128) unsigned char memory[];
  wm::fragment<wm::accumulator, 16, 16, 16, T> fragment;
  wm::load_matrix_sync(fragment, reinterpret_cast<T*>(memory), pitch, wm::mem_row_major);
  unsigned sum = 0;
  for (int i = 0; i < fragment.num_elements; ++i) sum += static_cast<float>(fragment.x[i]) > 3.0f ? 1u : 0u;
  if (sum == 12345u) *out = sum;
}
__global__ void wmma_global(const __half* in, unsigned pitch, unsigned* out) {
  wm::fragment<wm::matrix_a, 16, 16, 16, __half, wm::row_major> fragment;
  wm::load_matrix_sync(fragment, in, pitch);
  unsigned sum = 0;
  for (int i = 0; i < fragment.num_elements; ++i) sum += static_cast<float>(fragment.x[i]) > 3.0f ? 1u : 0u;
  if (sum == 12345u) *out = sum;
}

// Structures as C++ has them: fields one by one, from an aligned start and from one that is not.
template <int kWords>
struct Fields {
  unsigned field[kWords];
};
template <int kWords>
__global__ void fields(const unsigned char* memory, unsigned start, unsigned* out) {
  const auto* in = reinterpret_cast<const Fields<kWords>*>(memory + start);
  unsigned sum = 0;
#pragma unroll
  for (int k = 0; k < kWords; ++k) sum += *const_cast<const volatile unsigned*>(&in[threadIdx.x].field[k]);
  if (sum == 12345u) *out = sum;
}
struct __attribute__((packed)) Odd {
  unsigned char tag;
  unsigned short half;
  unsigned short other;
};
__global__ void packed_fields(const unsigned char* memory, unsigned start, unsigned* out) {
  const auto* in = reinterpret_cast<const Odd*>(memory + start);
  unsigned sum = *const_cast<const volatile unsigned char*>(&in[threadIdx.x].tag);
  if (sum == 12345u) *out = sum;
}
__global__ void stored_fields(unsigned char* memory, unsigned start, unsigned* out) {
  auto* to = reinterpret_cast<Fields<5>*>(memory + start);
#pragma unroll
  for (int k = 0; k < 5; ++k) *const_cast<volatile unsigned*>(&to[threadIdx.x].field[k]) = k;
  if (start == 12345u) *out = 1;
}

int main() {
  std::vector<Pattern> patterns, wide, matrices;
  using probe::add;
  add(patterns, "same", probe::kAll, [](unsigned) { return 0u; });
  add(patterns, "unit", probe::kAll, [](unsigned i) { return i; });
  add(patterns, "pair", probe::kAll, [](unsigned i) { return i / 2; });
  add(patterns, "mod8", probe::kAll, [](unsigned i) { return i % 8; });
  add(patterns, "stride2", probe::kAll, [](unsigned i) { return 2 * i; });
  add(patterns, "two32", probe::kAll, [](unsigned i) { return i % 2 * 32; });
  add(patterns, "first17", 0x1ffff, [](unsigned i) { return i; });
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    probe::Random random(seed);
    const std::uint32_t mask = random.below(1 << 16) << 16 | random.below(1 << 16);
    patterns.push_back({"random" + std::to_string(seed),
                        probe::lanes(seed < 2 ? mask | 1 : probe::kAll, [&](unsigned) { return random.below(16 << seed); })});
  }
  for (std::uint32_t seed = 20; seed < 44; ++seed) {  // lanes in pairs, most of them with one address
    probe::Random random(seed);
    const std::uint32_t mask = random.below(1 << 16) << 16 | random.below(1 << 16) | 1 << seed % 32;
    std::uint32_t shared_by[32];
    for (auto& element : shared_by) element = random.below(64);
    const std::uint32_t partner = seed % 2 + 1, broken = seed % 3 == 0 ? random.below(32) : 99;
    wide.push_back({"partner" + std::to_string(partner) + (broken < 32 ? "_broken_" : "_") + std::to_string(seed),
                    probe::lanes(seed % 4 == 0 ? probe::kAll : mask, [&](unsigned i) {
                      return i == broken ? random.below(64) : shared_by[i & ~partner];
                    })});
  }
  add(matrices, "rows_16", probe::kAll, [](unsigned i) { return i; });
  add(matrices, "rows_32", probe::kAll, [](unsigned i) { return 2 * i; });
  add(matrices, "rows_48", probe::kAll, [](unsigned i) { return 3 * i; });
  add(matrices, "rows_64", probe::kAll, [](unsigned i) { return 4 * i; });
  add(matrices, "rows_80", probe::kAll, [](unsigned i) { return 5 * i; });
  add(matrices, "rows_128", probe::kAll, [](unsigned i) { return 8 * i; });
  add(matrices, "rows_144", probe::kAll, [](unsigned i) { return 9 * i; });
  add(matrices, "same", probe::kAll, [](unsigned) { return 0u; });
  add(matrices, "swizzled", probe::kAll, [](unsigned i) { return i * 8 + (i ^ i / 8) % 8; });
  add(matrices, "pairs", probe::kAll, [](unsigned i) { return i / 2; });
  add(matrices, "random", probe::kAll, [r = probe::Random(3)](unsigned) mutable { return r.below(256); });
  add(matrices, "random_rows", probe::kAll, [r = probe::Random(4)](unsigned i) mutable { return 8 * (i % 8) + r.below(8); });

  auto* out = probe::zeros<unsigned>(256);
  auto* memory = probe::zeros(1 << 16);
  probe::List list;
  const auto launch = [&](auto kernel, const char* name, const std::vector<Pattern>& shapes) {
    list.run(name, shapes, [&](const Pattern& p) { kernel<<<1, 32, 16384>>>(p.lanes, out); });
  };
#define LAUNCH(kernel, shapes) launch(kernel, #kernel, shapes);
  LAUNCH(ldmatrix_1, matrices) LAUNCH(ldmatrix_2, matrices) LAUNCH(ldmatrix_4, matrices) LAUNCH(ldmatrix_4_trans, matrices)
  LAUNCH(stmatrix_1, matrices) LAUNCH(stmatrix_2, matrices) LAUNCH(stmatrix_4, matrices) LAUNCH(stmatrix_4_trans, matrices)
  LAUNCH(atom_f16x2, patterns) LAUNCH(red_f16x2, patterns) LAUNCH(atom_bf16x2, patterns) LAUNCH(atom_f16, patterns)
  LAUNCH(atom_f64, patterns) LAUNCH(red_f32, patterns) LAUNCH(atom_exch_64, patterns) LAUNCH(atom_cas_64, patterns)
  const auto matrix = [&](auto kernel, const char* name) {
    for (const unsigned pitch : {16u, 24u, 32u, 40u, 64u, 72u})
      list.run(std::string(name) + "/pitch" + std::to_string(pitch), [&] { kernel<<<1, 32, 16384>>>(pitch, out); });
  };
  matrix(wmma_a_row, "wmma_a_row");
  matrix(wmma_a_col, "wmma_a_col");
  matrix(wmma_b_row, "wmma_b_row");
  matrix(wmma_b_col, "wmma_b_col");
  matrix(wmma_store<float>, "wmma_store_f32");
  matrix(wmma_store<__half>, "wmma_store_f16");
  matrix(wmma_load<float>, "wmma_load_f32");
  matrix(wmma_load<__half>, "wmma_load_f16");
  LAUNCH(ld_16, wide) LAUNCH(ld_8, wide) LAUNCH(st_16, wide)
  const auto structure = [&](auto kernel, const char* name) {
    for (const unsigned start : {0u, 4u, 20u, 100u, 124u})
      list.run(std::string(name) + "/start" + std::to_string(start), [&] { kernel<<<1, 32>>>(memory, start, out); });
  };
  structure(fields<3>, "fields3");
  structure(fields<5>, "fields5");
  structure(fields<7>, "fields7");
  structure(fields<9>, "fields9");
  structure(packed_fields, "packed_fields");
  structure(stored_fields, "stored_fields5");
  matrix(wmma_a_row_bf16, "wmma_a_row_bf16");
  matrix(wmma_a_row_32x8, "wmma_a_row_32x8");
  matrix(wmma_b_col_32x8, "wmma_b_col_32x8");
  for (const unsigned pitch : {16u, 24u, 64u, 72u})
    list.run("wmma_global/pitch" + std::to_string(pitch),
             [&] { wmma_global<<<1, 32>>>(reinterpret_cast<const __half*>(memory), pitch, out); });
  LAUNCH(atom_cas_16, patterns) LAUNCH(atom_max_64, patterns) LAUNCH(atom_or_64, patterns) LAUNCH(red_dec, patterns)
  LAUNCH(st_8, wide) LAUNCH(st_2, patterns)
  list.finish();
}
