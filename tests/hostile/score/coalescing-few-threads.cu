// tries: one warp in every kernel, or one after the other in many launches
// lab: coalescing
// exit: 1
// points: 40
// denied: scale-records-traffic add-one-traffic add-one-width kinetic-energy-traffic
#include "exercise.h"

__global__ void scale(const float* in, float* out, int first, int end, float factor) {
  for (int i = first + threadIdx.x; i < end; i += 32) out[i] = in[i] * factor;
}

void scale_records(const float* in, float* out, int records, int fields, float factor) {
  constexpr int kPart = 1 << 15;
  for (int first = 0; first < records * fields; first += kPart)
    scale<<<1, 32>>>(in, out, first, min(first + kPart, records * fields), factor);
  check(cudaGetLastError());
}

__global__ void add(float* data, int offset, int count) {
  const int line = offset / 32 * 32, end = offset + count;
  for (int group = line + 4 * threadIdx.x; group < end; group += 128) {
    if (group >= offset && group + 4 <= end) {
      auto* four = reinterpret_cast<float4*>(data + group);
      const float4 v = *four;
      *four = make_float4(v.x + 1, v.y + 1, v.z + 1, v.w + 1);
    } else {
      for (int i = max(group, offset); i < min(group + 4, end); ++i) data[i] += 1;
    }
  }
}

void add_one(float* data, int offset, int count) {
  if (count == 0) return;
  add<<<1, 32>>>(data, offset, count);
  check(cudaGetLastError());
}

__global__ void energies(const float4* p, float* energy, int count) {
  for (int i = threadIdx.x; i < count; i += 32)
    energy[i] = 0.5f * p[i].w * (p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z);
}

void kinetic_energy(const Particle* host, float* energy, int count) {
  if (count == 0) return;
  float4* p = nullptr;
  check(cudaMalloc(&p, sizeof *p * count));
  check(cudaMemcpy2D(p, sizeof *p, &host->vx, sizeof *host, sizeof *p, count,
                     cudaMemcpyHostToDevice));
  energies<<<1, 32>>>(p, energy, count);
  check(cudaGetLastError());
  check(cudaFree(p));
}
