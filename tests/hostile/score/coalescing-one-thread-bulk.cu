// tries: blocks of one thread, which bring 2 KiB by a bulk copy, add, and bring them back
// lab: coalescing
// exit: 1
// points: 90
// denied: add-one-width
#include <algorithm>
#include <vector>

#include "exercise.h"

constexpr int kThreads = 256;
constexpr int kFloatsPerLine = 32;  // a cache line has 128 bytes

// One thread per element. To which record an element belongs does not matter
// to the answer, so it need not matter to the mapping either: lane k touches
// element k of its warp's 128 bytes, and a request takes 4 sectors whatever
// `fields` is.
__global__ void scale_records_kernel(const float* in, float* out, int elements, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= elements) return;
  out[i] = in[i] * factor;
}

// One thread per aligned group of four floats. The first group is the first
// of the line that holds data[offset], so lane 0 of every warp begins on a
// line and a 16-byte access per lane is legal. Groups that lie wholly inside
// the range move as one float4; the two at its ends, at most, go float by
// float; those before the range have nothing to do.
__global__ void add_one_kernel(float* data, int begin, int offset, int end) {
  __shared__ alignas(16) float tile[512];
  __shared__ unsigned long long bar;
  const int first = begin + 512 * blockIdx.x, n = min(512, end - first) / 4 * 4;
  const unsigned m = __cvta_generic_to_shared(&bar), t = __cvta_generic_to_shared(tile);
  if (blockIdx.x == 0)
    for (int i = offset; i < min(begin, end); ++i) data[i] += 1.0f;
  if (n > 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(m));
    asm volatile("fence.proxy.async.shared::cta;");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(m), "r"(4 * n));
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(t),
        "l"(data + first), "r"(4 * n), "r"(m));
    int done = 0;
    while (!done)
      asm volatile(
          "{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.b32 %0,1,0,p;}"
          : "=r"(done)
          : "r"(m)
          : "memory");
#pragma unroll 8
    for (int k = 0; k < n; ++k) tile[k] += 1.0f;
    asm volatile("fence.proxy.async.shared::cta;");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(data + first),
                 "r"(t), "r"(4 * n)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    for (int i = first + n; i < min(end, first + 512); ++i) data[i] += 1.0f;
  } else
    for (int i = first; i < min(end, first + 512); ++i) data[i] += 1.0f;
}
void add_one(float* data, int offset, int count) {
  if (count == 0) return;
  const int begin = (offset + 3) / 4 * 4;
  add_one_kernel<<<std::max(1, ceil_div(offset + count - begin, 512)), 1>>>(data, begin, offset,
                                                                            offset + count);
  check(cudaGetLastError());
}

// Structure of arrays: one array per field that the kernel reads, so that
// each load of a warp takes 32 neighbouring floats. `pitch` is the distance
// between the arrays, in floats.
__global__ void kinetic_energy_kernel(const float* columns, int pitch, float* energy, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float vx = columns[i];
  const float vy = columns[pitch + i];
  const float vz = columns[2 * pitch + i];
  const float mass = columns[3 * pitch + i];
  energy[i] = 0.5f * mass * (vx * vx + vy * vy + vz * vz);
}

void scale_records(const float* in, float* out, int records, int fields, float factor) {
  const int elements = records * fields;
  if (elements == 0) return;
  scale_records_kernel<<<ceil_div(elements, kThreads), kThreads>>>(in, out, elements, factor);
  check(cudaGetLastError());
}

// (add_one)

void kinetic_energy(const Particle* host_particles, float* energy, int count) {
  if (count == 0) return;
  // Every array begins on a line, also when `count` is no multiple of 32.
  // Fields that the kernel does not read are not uploaded.
  const int pitch = ceil_div(count, kFloatsPerLine) * kFloatsPerLine;
  std::vector<float> columns(4 * static_cast<size_t>(pitch));
  for (int i = 0; i < count; ++i) {
    columns[i] = host_particles[i].vx;
    columns[pitch + i] = host_particles[i].vy;
    columns[2 * pitch + i] = host_particles[i].vz;
    columns[3 * pitch + i] = host_particles[i].mass;
  }
  const size_t size_bytes = columns.size() * sizeof(float);
  float* device_columns = nullptr;
  check(cudaMalloc(&device_columns, size_bytes));
  check(cudaMemcpy(device_columns, columns.data(), size_bytes, cudaMemcpyHostToDevice));
  kinetic_energy_kernel<<<ceil_div(count, kThreads), kThreads>>>(device_columns, pitch, energy,
                                                                 count);
  check(cudaGetLastError());
  check(cudaFree(device_columns));
}
