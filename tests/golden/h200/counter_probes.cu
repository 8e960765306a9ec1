// One warp does one access, in many shapes: what the hardware counts for it settles a counting rule.
// counter_probes.sh reads the counters on a GPU; counter_probes_test.cpp compares the virtual GPU's.
//
// Launches come in the order of main(): for each kernel all patterns. A pattern gives each lane's
// element; the access is as many bytes wide as the kernel says. Inline PTX keeps the compiler from
// choosing another access.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct Pattern {
  const char* name;
  std::uint32_t mask;
  unsigned char element[32];
};

template <typename F>
Pattern pattern(const char* name, std::uint32_t mask, F element) {
  Pattern result{name, mask, {}};
  for (unsigned lane = 0; lane < 32; ++lane) result.element[lane] = static_cast<unsigned char>(element(lane));
  return result;
}

struct Lanes {
  std::uint32_t mask;
  unsigned char element[32];
};

__device__ bool takes_part(const Lanes& lanes) { return (lanes.mask >> threadIdx.x & 1u) != 0; }
__device__ unsigned element(const Lanes& lanes) { return lanes.element[threadIdx.x]; }

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// Each kernel: KERNEL(name, bytes of an element, statement with `a` the address of the element).
#define SHARED_KERNEL(name, bytes, ...)                                        \
  __global__ void name(Lanes lanes, unsigned* out) {                           \
    extern __shared__ __align__(16) unsigned char memory[];                    \
    const unsigned a = shared_address(memory) + element(lanes) * (bytes);      \
    unsigned r0 = 0, r1 = 0, r2 = 0, r3 = 0;                                   \
    unsigned long long d = 0;                                                  \
    if (takes_part(lanes)) asm volatile(__VA_ARGS__);                          \
    if (r0 + r1 + r2 + r3 + d == 12345u) *out = r0;                            \
  }
#define GLOBAL_KERNEL(name, bytes, ...)                                        \
  __global__ void name(Lanes lanes, unsigned char* memory, unsigned* out) {    \
    const unsigned char* a = memory + element(lanes) * (bytes);                \
    unsigned r0 = 0, r1 = 0, r2 = 0, r3 = 0;                                   \
    unsigned long long d = 0;                                                  \
    if (takes_part(lanes)) asm volatile(__VA_ARGS__);                          \
    if (r0 + r1 + r2 + r3 + d == 12345u) *out = r0;                            \
  }

SHARED_KERNEL(s_ld_1, 1, "ld.shared.u8 %0, [%1];" : "=r"(r0) : "r"(a))
SHARED_KERNEL(s_ld_2, 2, "{ .reg .u16 h; ld.shared.u16 h, [%1]; cvt.u32.u16 %0, h; }" : "=r"(r0) : "r"(a))
SHARED_KERNEL(s_ld_4, 4, "ld.shared.u32 %0, [%1];" : "=r"(r0) : "r"(a))
SHARED_KERNEL(s_ld_8, 8, "ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(a))
SHARED_KERNEL(s_ld_16, 16, "ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(a))
SHARED_KERNEL(s_st_1, 1, "st.shared.u8 [%0], %1;" ::"r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_st_4, 4, "st.shared.u32 [%0], %1;" ::"r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_st_8, 8, "st.shared.v2.u32 [%0], {%1, %1};" ::"r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_st_16, 16, "st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_red_add, 4, "red.shared.add.u32 [%0], 1;" ::"r"(a))
SHARED_KERNEL(s_red_add_lane, 4, "red.shared.add.u32 [%0], %1;" ::"r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_atom_add, 4, "atom.shared.add.u32 %0, [%1], %2;" : "=r"(r0) : "r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_atom_inc, 4, "atom.shared.inc.u32 %0, [%1], 100;" : "=r"(r0) : "r"(a))
SHARED_KERNEL(s_atom_min, 4, "atom.shared.min.s32 %0, [%1], %2;" : "=r"(r0) : "r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_atom_or, 4, "atom.shared.or.b32 %0, [%1], %2;" : "=r"(r0) : "r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_atom_exch, 4, "atom.shared.exch.b32 %0, [%1], %2;" : "=r"(r0) : "r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_atom_cas, 4, "atom.shared.cas.b32 %0, [%1], 0, %2;" : "=r"(r0) : "r"(a), "r"(threadIdx.x))
SHARED_KERNEL(s_atom_add_f32, 4, "{ .reg .f32 f; atom.shared.add.f32 f, [%1], 0f3F800000; mov.b32 %0, f; }" : "=r"(r0) : "r"(a))
SHARED_KERNEL(s_atom_add_u64, 8, "atom.shared.add.u64 %0, [%1], 1;" : "=l"(d) : "r"(a))
GLOBAL_KERNEL(g_ld_1, 1, "ld.global.u8 %0, [%1];" : "=r"(r0) : "l"(a))
GLOBAL_KERNEL(g_ld_4, 4, "ld.global.u32 %0, [%1];" : "=r"(r0) : "l"(a))
GLOBAL_KERNEL(g_ld_8, 8, "ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "l"(a))
GLOBAL_KERNEL(g_ld_16, 16, "ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "l"(a))
GLOBAL_KERNEL(g_ld_nc, 4, "ld.global.nc.u32 %0, [%1];" : "=r"(r0) : "l"(a))
GLOBAL_KERNEL(g_ld_cg, 4, "ld.global.cg.u32 %0, [%1];" : "=r"(r0) : "l"(a))
GLOBAL_KERNEL(g_ld_volatile, 4, "ld.volatile.global.u32 %0, [%1];" : "=r"(r0) : "l"(a))
GLOBAL_KERNEL(g_ld_twice, 4, "ld.global.ca.u32 %0, [%2]; membar.cta; ld.global.ca.u32 %1, [%2];" : "=r"(r0), "=r"(r1) : "l"(a))
GLOBAL_KERNEL(g_st_1, 1, "st.global.u8 [%0], %1;" ::"l"(a), "r"(threadIdx.x))
GLOBAL_KERNEL(g_st_4, 4, "st.global.u32 [%0], %1;" ::"l"(a), "r"(threadIdx.x))
GLOBAL_KERNEL(g_st_16, 16, "st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(a), "r"(threadIdx.x))
GLOBAL_KERNEL(g_red_add, 4, "red.global.add.u32 [%0], %1;" ::"l"(a), "r"(threadIdx.x))
GLOBAL_KERNEL(g_red_max, 4, "red.global.max.s32 [%0], %1;" ::"l"(a), "r"(threadIdx.x))
GLOBAL_KERNEL(g_red_add_f32, 4, "red.global.add.f32 [%0], 0f3F800000;" ::"l"(a))
GLOBAL_KERNEL(g_red_add_u64, 8, "red.global.add.u64 [%0], 1;" ::"l"(a))
GLOBAL_KERNEL(g_red_add_f64, 8, "red.global.add.f64 [%0], 0d3FF0000000000000;" ::"l"(a))
GLOBAL_KERNEL(g_atom_add, 4, "atom.global.add.u32 %0, [%1], %2;" : "=r"(r0) : "l"(a), "r"(threadIdx.x))
GLOBAL_KERNEL(g_atom_cas, 4, "atom.global.cas.b32 %0, [%1], 0, %2;" : "=r"(r0) : "l"(a), "r"(threadIdx.x))
GLOBAL_KERNEL(g_atom_exch, 4, "atom.global.exch.b32 %0, [%1], %2;" : "=r"(r0) : "l"(a), "r"(threadIdx.x))
GLOBAL_KERNEL(g_atom_add_u64, 8, "atom.global.add.u64 %0, [%1], 1;" : "=l"(d) : "l"(a))

#define ASYNC_KERNEL(name, bytes, cache)                                                            \
  __global__ void name(Lanes lanes, unsigned char* memory, unsigned* out) {                         \
    extern __shared__ __align__(16) unsigned char tile[];                                           \
    const unsigned to = shared_address(tile) + threadIdx.x * (bytes);                               \
    const unsigned char* a = memory + element(lanes) * (bytes);                                     \
    if (takes_part(lanes))                                                                          \
      asm volatile("cp.async." cache ".shared.global [%0], [%1], %2;" ::"r"(to), "l"(a), "n"(bytes)); \
    asm volatile("cp.async.wait_all;");                                                             \
    if (tile[threadIdx.x] == 250) *out = 1;                                                         \
  }
ASYNC_KERNEL(cp_async_4, 4, "ca")
ASYNC_KERNEL(cp_async_8, 8, "ca")
ASYNC_KERNEL(cp_async_16, 16, "cg")

// Local memory: an array that only a run-time index reaches.
template <typename T>
__global__ void l_access(Lanes lanes, unsigned* out) {
  volatile T array[64];
  if (takes_part(lanes)) array[element(lanes) & 63] = static_cast<T>(threadIdx.x);
  if (takes_part(lanes) && array[(element(lanes) + 1) & 63] == static_cast<T>(12345)) *out = 1;
}

__constant__ unsigned table[256];
__global__ void c_ld(Lanes lanes, unsigned* out) {
  unsigned r0 = 0;
  if (takes_part(lanes)) r0 = table[element(lanes)];
  if (r0 == 12345) *out = 1;
}

// A structure of three floats, element by element, and through an unaligned start.
struct Triple { float x, y, z; };
__global__ void g_triple(Lanes lanes, unsigned char* memory, unsigned* out) {
  Triple t{};
  if (takes_part(lanes)) t = reinterpret_cast<const Triple*>(memory + 4)[element(lanes)];
  if (t.x + t.y + t.z == 12345.0f) *out = 1;
}

void check(cudaError_t error, const char* name) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", name, cudaGetErrorString(error));
  std::exit(1);
}

int main() {
  constexpr std::uint32_t kAll = 0xffffffff;
  const Pattern patterns[] = {
      pattern("same", kAll, [](unsigned) { return 0u; }),
      pattern("unit", kAll, [](unsigned i) { return i; }),
      pattern("pair", kAll, [](unsigned i) { return i / 2; }),
      pattern("quad", kAll, [](unsigned i) { return i / 4; }),
      pattern("mod8", kAll, [](unsigned i) { return i % 8; }),
      pattern("mod16", kAll, [](unsigned i) { return i % 16; }),
      pattern("reverse", kAll, [](unsigned i) { return 31 - i; }),
      pattern("stride2", kAll, [](unsigned i) { return 2 * i; }),
      pattern("stride8", kAll, [](unsigned i) { return 8 * i % 256; }),
      pattern("two32", kAll, [](unsigned i) { return i % 2 * 32; }),
      pattern("hash", kAll, [](unsigned i) { return (i * 2654435761u >> 8) % 64; }),
      pattern("first17", 0x1ffff, [](unsigned i) { return i; }),
      pattern("even", 0x55555555, [](unsigned i) { return i; }),
      pattern("middle", 0x00ffff00, [](unsigned i) { return i; }),
      pattern("lane5", 1u << 5, [](unsigned i) { return i; }),
      pattern("twos_far", kAll, [](unsigned i) { return i / 2 * 16; }),
  };
  unsigned char* memory = nullptr;
  unsigned* out = nullptr;
  check(cudaMalloc(&memory, 1 << 16), "cudaMalloc");
  check(cudaMalloc(&out, 256), "cudaMalloc");
  check(cudaMemset(memory, 0, 1 << 16), "cudaMemset");
  const auto shared = [&](auto kernel) {
    for (const Pattern& p : patterns) {
      Lanes lanes{p.mask, {}};
      for (int i = 0; i < 32; ++i) lanes.element[i] = p.element[i];
      kernel<<<1, 32, 8192>>>(lanes, out);
      check(cudaGetLastError(), p.name);
    }
  };
  const auto global = [&](auto kernel) {
    for (const Pattern& p : patterns) {
      Lanes lanes{p.mask, {}};
      for (int i = 0; i < 32; ++i) lanes.element[i] = p.element[i];
      kernel<<<1, 32, 8192>>>(lanes, memory, out);
      check(cudaGetLastError(), p.name);
    }
  };
  for (auto kernel : {s_ld_1, s_ld_2, s_ld_4, s_ld_8, s_ld_16, s_st_1, s_st_4, s_st_8, s_st_16, s_red_add,
                      s_red_add_lane, s_atom_add, s_atom_inc, s_atom_min, s_atom_or, s_atom_exch, s_atom_cas,
                      s_atom_add_f32, s_atom_add_u64})
    shared(kernel);
  for (auto kernel : {g_ld_1, g_ld_4, g_ld_8, g_ld_16, g_ld_nc, g_ld_cg, g_ld_volatile, g_ld_twice, g_st_1, g_st_4,
                      g_st_16, g_red_add, g_red_max, g_red_add_f32, g_red_add_u64, g_red_add_f64, g_atom_add,
                      g_atom_cas, g_atom_exch, g_atom_add_u64, cp_async_4, cp_async_8, cp_async_16, g_triple})
    global(kernel);
  for (auto kernel : {l_access<unsigned>, l_access<double>, l_access<unsigned char>, c_ld}) shared(kernel);
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  std::printf("done\n");
}
