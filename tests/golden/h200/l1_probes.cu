// Hits in L1: sequences of two or three accesses of one warp, each waiting for the one before; then
// sweeps over footprints, and launches of several warps and blocks.
#include <vector>

#include "probe.h"

using probe::Lanes;

// Two patterns of the same lanes: `a` and `b` are the addresses of a lane's elements of 4 bytes.
struct Two {
  Lanes first;
  std::uint16_t second[32];
};

// STEP waits: what was read is 0, and added to the next address.
#define KERNEL(name, ...)                                                                              \
  __global__ void name(const __grid_constant__ Two two, unsigned char* memory, unsigned* out) {        \
    extern __shared__ __align__(16) unsigned char tile[];                                              \
    const unsigned char* a = memory + two.first.element[threadIdx.x] * 4;                              \
    const unsigned char* b = memory + two.second[threadIdx.x] * 4;                                     \
    const unsigned char* c = memory + (1 << 18);                                                       \
    const unsigned s = probe::shared_address(tile) + threadIdx.x * 16;                                 \
    unsigned r = 0;                                                                                    \
    if (probe::takes_part(two.first)) { __VA_ARGS__ }                                                  \
    if (r == 12345u) *out = r + s + c[0];                                                              \
  }
#define LOAD(form, from)                                                                               \
  asm volatile("ld." form ".u32 %0, [%1];" : "=r"(r) : "l"(from + r) : "memory");
#define LOAD_V4(from)                                                                                  \
  { unsigned x, y, z; asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(r), "=r"(x), "=r"(y), "=r"(z) : "l"(reinterpret_cast<const unsigned char*>(reinterpret_cast<std::uintptr_t>(from) & ~std::uintptr_t{15}) + r) : "memory"); r += x + y + z; }
#define STORE(form, to) asm volatile("st." form ".u32 [%0], %1;" ::"l"(to + r), "r"(0) : "memory");
#define STORE_BYTE(to) asm volatile("st.global.u8 [%0], %1;" ::"l"(to + r), "r"(0) : "memory");
#define REDUCE(to) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(to + r), "r"(0) : "memory");
#define ATOMIC(to) asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(r) : "l"(to + r) : "memory");
#define COPY(bytes, cache, from)                                                                       \
  asm volatile("cp.async." cache ".shared.global [%0], [%1], %2; cp.async.wait_all;" ::"r"(s), "l"(reinterpret_cast<const unsigned char*>(reinterpret_cast<std::uintptr_t>(from + r) & ~std::uintptr_t{bytes - 1})), "n"(bytes) : "memory"); \
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(r) : "r"(s) : "memory");
#define DO(text) asm volatile(text ::: "memory");

KERNEL(ld_ld, LOAD("global", a) LOAD("global", b))
KERNEL(ca_ca, LOAD("global.ca", a) LOAD("global.ca", b))
KERNEL(ca_cg, LOAD("global.ca", a) LOAD("global.cg", b))
KERNEL(cg_ca, LOAD("global.cg", a) LOAD("global.ca", b))
KERNEL(cg_cg, LOAD("global.cg", a) LOAD("global.cg", b))
KERNEL(cs_ld, LOAD("global.cs", a) LOAD("global", b))
KERNEL(ld_cs, LOAD("global", a) LOAD("global.cs", b))
KERNEL(lu_ld, LOAD("global.lu", a) LOAD("global", b))
KERNEL(ld_lu_ld, LOAD("global", a) LOAD("global.lu", b) LOAD("global", a))
KERNEL(cv_ld, LOAD("global.cv", a) LOAD("global", b))
KERNEL(ld_cv, LOAD("global", a) LOAD("global.cv", b))
KERNEL(volatile_volatile, LOAD("volatile.global", a) LOAD("volatile.global", b))
KERNEL(volatile_ld, LOAD("volatile.global", a) LOAD("global", b))
KERNEL(ld_volatile, LOAD("global", a) LOAD("volatile.global", b))
KERNEL(ld_volatile_ld, LOAD("global", a) LOAD("volatile.global", b) LOAD("global", a))
KERNEL(nc_ld, LOAD("global.nc", a) LOAD("global", b))
KERNEL(ld_nc, LOAD("global", a) LOAD("global.nc", b))
KERNEL(nc_nc, LOAD("global.nc", a) LOAD("global.nc", b))
KERNEL(relaxed_cta_ld, LOAD("relaxed.cta.global", a) LOAD("global", b))
KERNEL(ld_relaxed_cta, LOAD("global", a) LOAD("relaxed.cta.global", b))
KERNEL(relaxed_gpu_ld, LOAD("relaxed.gpu.global", a) LOAD("global", b))
KERNEL(ld_relaxed_gpu, LOAD("global", a) LOAD("relaxed.gpu.global", b))
KERNEL(ld_relaxed_sys, LOAD("global", a) LOAD("relaxed.sys.global", b))
KERNEL(ld_acquire_cta, LOAD("global", a) LOAD("acquire.cta.global", b) LOAD("global", a))
KERNEL(ld_acquire_gpu, LOAD("global", a) LOAD("acquire.gpu.global", b) LOAD("global", a))
KERNEL(ld_acquire_other, LOAD("global", a) LOAD("acquire.gpu.global", c) LOAD("global", b))
KERNEL(ld_fence_cta_ld, LOAD("global", a) DO("fence.acq_rel.cta;") LOAD("global", b))
KERNEL(ld_fence_gpu_ld, LOAD("global", a) DO("fence.acq_rel.gpu;") LOAD("global", b))
KERNEL(ld_fence_sys_ld, LOAD("global", a) DO("fence.acq_rel.sys;") LOAD("global", b))
KERNEL(ld_fence_sc_ld, LOAD("global", a) DO("fence.sc.gpu;") LOAD("global", b))
KERNEL(ld_membar_cta_ld, LOAD("global", a) DO("membar.cta;") LOAD("global", b))
KERNEL(ld_membar_gl_ld, LOAD("global", a) DO("membar.gl;") LOAD("global", b))
KERNEL(ld_st_ld, LOAD("global", a) STORE("global", b) LOAD("global", a))
KERNEL(ld_st_ld_b, LOAD("global", a) STORE("global", b) LOAD("global", b))
KERNEL(st_ld, STORE("global", a) LOAD("global", b))
KERNEL(st_st, STORE("global", a) STORE("global", b))
KERNEL(ld_st, LOAD("global", a) STORE("global", b))
KERNEL(st_byte_ld, STORE_BYTE(a) LOAD("global", b))
KERNEL(ld_st_byte_ld, LOAD("global", a) STORE_BYTE(b) LOAD("global", a))
KERNEL(st_ld_ld, STORE("global", a) LOAD("global", b) LOAD("global", b))
KERNEL(st_cg_ld, STORE("global.cg", a) LOAD("global", b))
KERNEL(st_cs_ld, STORE("global.cs", a) LOAD("global", b))
KERNEL(st_wt_ld, STORE("global.wt", a) LOAD("global", b))
KERNEL(ld_st_volatile_ld, LOAD("global", a) STORE("volatile.global", b) LOAD("global", a))
KERNEL(ld_st_release_ld, LOAD("global", a) STORE("release.gpu.global", b) LOAD("global", a))
KERNEL(ld_red_ld, LOAD("global", a) REDUCE(b) LOAD("global", a))
KERNEL(ld_atom_ld, LOAD("global", a) ATOMIC(b) LOAD("global", a))
KERNEL(red_ld, REDUCE(a) LOAD("global", b))
KERNEL(atom_ld, ATOMIC(a) LOAD("global", b))
KERNEL(no_allocate_ld, LOAD("global.L1::no_allocate", a) LOAD("global", b))
KERNEL(ld_no_allocate, LOAD("global", a) LOAD("global.L1::no_allocate", b))
KERNEL(no_allocate_twice, LOAD("global.L1::no_allocate", a) LOAD("global.L1::no_allocate", b))
KERNEL(nc_no_allocate_twice, LOAD("global.nc.L1::no_allocate", a) LOAD("global.nc.L1::no_allocate", b))
KERNEL(evict_first_ld, LOAD("global.L1::evict_first", a) LOAD("global", b))
KERNEL(evict_last_ld, LOAD("global.L1::evict_last", a) LOAD("global", b))
KERNEL(unchanged_ld, LOAD("global.L1::evict_unchanged", a) LOAD("global", b))
KERNEL(prefetch_ld, asm volatile("prefetch.global.L1 [%0];" ::"l"(a) : "memory"); LOAD("global", b))
KERNEL(prefetch_l2_ld, asm volatile("prefetch.global.L2 [%0];" ::"l"(a) : "memory"); LOAD("global", b))
KERNEL(prefetch_size_ld, LOAD("global.L2::128B", a) LOAD("global", b))
KERNEL(ld_copy_4_ld, LOAD("global", a) COPY(4, "ca", b) LOAD("global", a))
KERNEL(copy_4_ld, COPY(4, "ca", a) LOAD("global", b))
KERNEL(copy_16_ld, COPY(16, "cg", a) LOAD("global", b))
KERNEL(copy_16_ca_ld, COPY(16, "ca", a) LOAD("global", b))
KERNEL(ld_copy_16_ld, LOAD("global", a) COPY(16, "cg", b) LOAD("global", a))
KERNEL(v4_ld, LOAD_V4(a) LOAD("global", b))
KERNEL(ld_v4, LOAD("global", a) LOAD_V4(b))
KERNEL(v4_v4, LOAD_V4(a) LOAD_V4(b))

// One warp reads `bytes` in steps of `step` per lane and access, `turns` times.
__global__ void sweep(const unsigned char* memory, unsigned bytes, unsigned step, unsigned turns, unsigned* out) {
  unsigned r = 0;
  for (unsigned turn = 0; turn < turns; ++turn)
    for (unsigned i = threadIdx.x * step; i < bytes; i += 32 * step)
      asm volatile("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(memory + i + r) : "memory");
  if (r == 12345u) *out = r;
}
// The same with stores first.
__global__ void sweep_stored(unsigned char* memory, unsigned bytes, unsigned step, unsigned turns, unsigned* out) {
  unsigned r = 0;
  for (unsigned i = threadIdx.x * step; i < bytes; i += 32 * step)
    asm volatile("st.global.u32 [%0], %1;" ::"l"(memory + i), "r"(0) : "memory");
  for (unsigned turn = 0; turn < turns; ++turn)
    for (unsigned i = threadIdx.x * step; i < bytes; i += 32 * step)
      asm volatile("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(memory + i + r) : "memory");
  if (r == 12345u) *out = r;
}

// Local memory: each lane writes and reads an array that only a run-time index reaches.
__global__ void local_twice(unsigned count, unsigned turns, unsigned* out) {
  volatile unsigned array[256];
  unsigned r = 0;
  for (unsigned i = 0; i < count; ++i) array[i] = threadIdx.x - threadIdx.x;
  for (unsigned turn = 0; turn < turns; ++turn)
    for (unsigned i = 0; i < count; ++i) r += array[i];
  if (r == 12345u) *out = r;
}

// Ordinary kernels of many warps, for the error that is left where timing decides.
__global__ void many_same(const float* in, float* out, unsigned count) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) sum += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void many_stencil(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  out[i] = in[i - 1] + in[i] + in[i + 1];
}
__global__ void many_columns(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (unsigned y = 0; y < n; ++y) sum += in[x * n + y];
  out[x] = sum;
}
__global__ void many_product(const float* a, const float* b, float* c, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (unsigned k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

int main() {
  struct Shape {
    const char* name;
    Two two;
  };
  std::vector<Shape> shapes;
  const auto add = [&](const char* name, std::uint32_t mask, auto first, auto second) {
    Shape shape{name, {probe::lanes(mask, first), {}}};
    for (unsigned lane = 0; lane < 32; ++lane) shape.two.second[lane] = static_cast<std::uint16_t>(second(lane));
    shapes.push_back(shape);
  };
  add("unit_again", probe::kAll, [](unsigned i) { return i; }, [](unsigned i) { return i; });
  add("unit_shifted", probe::kAll, [](unsigned i) { return i; }, [](unsigned i) { return i + 20; });
  add("other_sectors_of_lines", probe::kAll, [](unsigned i) { return i * 32; }, [](unsigned i) { return i * 32 + 8 * (i % 2); });
  probe::Random random(7);
  add("random", 0x7fffbffd, [&](unsigned) { return random.below(256); }, [&](unsigned) { return random.below(256); });

  constexpr std::size_t kBytes = 8 << 20;
  auto* memory = probe::zeros(kBytes);
  auto* out = probe::zeros<unsigned>(kBytes);
  probe::List list;
  const auto launch = [&](auto kernel, const char* name) {
    for (const Shape& shape : shapes)
      list.run(std::string(name) + "/" + shape.name, [&] { kernel<<<1, 32, 512>>>(shape.two, memory, out); });
  };
#define LAUNCH(kernel) launch(kernel, #kernel);
  LAUNCH(ld_ld) LAUNCH(ca_ca) LAUNCH(ca_cg) LAUNCH(cg_ca) LAUNCH(cg_cg) LAUNCH(ld_st_ld) LAUNCH(ld_st_ld_b)
  LAUNCH(st_ld) LAUNCH(st_st) LAUNCH(ld_st) LAUNCH(st_byte_ld) LAUNCH(ld_st_byte_ld) LAUNCH(st_ld_ld)
  LAUNCH(volatile_volatile) LAUNCH(volatile_ld) LAUNCH(ld_volatile) LAUNCH(ld_volatile_ld)
  LAUNCH(nc_ld) LAUNCH(ld_nc) LAUNCH(nc_nc) LAUNCH(ld_red_ld) LAUNCH(ld_atom_ld) LAUNCH(red_ld) LAUNCH(atom_ld)
  LAUNCH(ld_fence_cta_ld) LAUNCH(ld_fence_gpu_ld) LAUNCH(ld_fence_sys_ld) LAUNCH(ld_fence_sc_ld)
  LAUNCH(ld_membar_cta_ld) LAUNCH(ld_membar_gl_ld)
  LAUNCH(no_allocate_ld) LAUNCH(ld_no_allocate) LAUNCH(no_allocate_twice) LAUNCH(nc_no_allocate_twice)

  const auto sweeps = [&](auto kernel, const char* name, unsigned kilobytes, unsigned step, unsigned shared) {
    probe::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared), name);
    list.run(std::string(name) + "/" + std::to_string(kilobytes) + "K_step" + std::to_string(step) + "_shared" +
                 std::to_string(shared / 1024),
             [&] { kernel<<<1, 32, shared>>>(memory, kilobytes << 10, step, 2, out); });
  };
  for (const unsigned kilobytes : {32u, 96u, 128u, 160u, 192u, 208u, 216u, 224u, 232u, 240u, 248u, 256u, 288u, 384u})
    sweeps(sweep, "sweep", kilobytes, 4, 0);
  for (const unsigned kilobytes : {96u, 192u, 240u, 256u, 384u, 1024u}) sweeps(sweep, "sweep", kilobytes, 128, 0);
  for (const unsigned kilobytes : {32u, 64u, 96u, 112u, 128u, 160u}) sweeps(sweep, "sweep", kilobytes, 4, 100 << 10);
  for (const unsigned kilobytes : {8u, 16u, 24u, 28u, 32u}) sweeps(sweep, "sweep", kilobytes, 4, 200 << 10);
  for (const unsigned kilobytes : {32u, 192u}) sweeps(sweep_stored, "sweep_stored", kilobytes, 4, 0);
  for (const unsigned count : {4u, 64u, 256u})
    list.run("local_twice/" + std::to_string(count), [&] { local_twice<<<1, 32>>>(count, 2, out); });
  float *in = reinterpret_cast<float*>(memory), *result = reinterpret_cast<float*>(out);
  for (const unsigned blocks : {1u, 2u, 4u, 132u, 264u, 1056u})
    for (const unsigned threads : {64u, 256u})
      list.run("many_same/" + std::to_string(blocks) + "x" + std::to_string(threads),
               [&] { many_same<<<blocks, threads>>>(in, result, 4096); });
  for (const unsigned blocks : {1u, 132u, 2048u})
    list.run("many_stencil/" + std::to_string(blocks), [&] { many_stencil<<<blocks, 256>>>(in, result); });
  for (const unsigned blocks : {1u, 16u})
    list.run("many_columns/" + std::to_string(blocks), [&] { many_columns<<<blocks, 128>>>(in, result, 256); });
  for (const unsigned n : {64u, 256u})
    list.run("many_product/" + std::to_string(n),
             [&] { many_product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, in + n * n, result, n); });

  LAUNCH(cs_ld) LAUNCH(ld_cs) LAUNCH(lu_ld) LAUNCH(ld_lu_ld) LAUNCH(cv_ld) LAUNCH(ld_cv)
  LAUNCH(relaxed_cta_ld) LAUNCH(ld_relaxed_cta) LAUNCH(relaxed_gpu_ld) LAUNCH(ld_relaxed_gpu) LAUNCH(ld_relaxed_sys)
  LAUNCH(ld_acquire_cta) LAUNCH(ld_acquire_gpu) LAUNCH(ld_acquire_other)
  LAUNCH(st_cg_ld) LAUNCH(st_cs_ld) LAUNCH(st_wt_ld) LAUNCH(ld_st_volatile_ld) LAUNCH(ld_st_release_ld)
  LAUNCH(evict_first_ld) LAUNCH(evict_last_ld) LAUNCH(unchanged_ld)
  LAUNCH(prefetch_ld) LAUNCH(prefetch_l2_ld) LAUNCH(prefetch_size_ld)
  LAUNCH(ld_copy_4_ld) LAUNCH(copy_4_ld) LAUNCH(copy_16_ld) LAUNCH(copy_16_ca_ld) LAUNCH(ld_copy_16_ld)
  LAUNCH(v4_ld) LAUNCH(ld_v4) LAUNCH(v4_v4)
  // Is it the same each time?
  for (int repeat = 0; repeat < 4; ++repeat) sweeps(sweep, "sweep", 224, 4, 0);
  for (int repeat = 0; repeat < 4; ++repeat) sweeps(sweep, "sweep", 24, 4, 200 << 10);
  list.finish();
}
