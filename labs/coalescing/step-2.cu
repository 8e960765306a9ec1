// step: add_one lets its warps begin on a line.
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

// One thread per element, counted from the line that holds data[offset], so
// that lane 0 of every warp begins on a line. The threads before the range
// have nothing to do.
__global__ void add_one_kernel(float* data, int offset, int count) {
  const int line = offset / kFloatsPerLine * kFloatsPerLine;
  const int i = line + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= offset && i < offset + count) data[i] += 1.0f;
}

// Task 3. The particles lie in device memory as they do on the host.
// Ask for each of the four loads: how many bytes of every sector does the
// kernel use?
// Choose another layout for the device, fill it in kinetic_energy(), and read
// it here.
__global__ void kinetic_energy_kernel(const Particle* particles, float* energy, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Particle& p = particles[i];
  energy[i] = 0.5f * p.mass * (p.vx * p.vx + p.vy * p.vy + p.vz * p.vz);
}

void scale_records(const float* in, float* out, int records, int fields, float factor) {
  const int elements = records * fields;
  if (elements == 0) return;
  scale_records_kernel<<<ceil_div(elements, kThreads), kThreads>>>(in, out, elements, factor);
  check(cudaGetLastError());
}

void add_one(float* data, int offset, int count) {
  if (count == 0) return;
  const int floats = offset % kFloatsPerLine + count;  // from the beginning of the line
  add_one_kernel<<<ceil_div(floats, kThreads), kThreads>>>(data, offset, count);
  check(cudaGetLastError());
}

void kinetic_energy(const Particle* host_particles, float* energy, int count) {
  if (count == 0) return;
  const size_t size_bytes = count * sizeof(Particle);
  Particle* particles = nullptr;
  check(cudaMalloc(&particles, size_bytes));
  check(cudaMemcpy(particles, host_particles, size_bytes, cudaMemcpyHostToDevice));
  kinetic_energy_kernel<<<ceil_div(count, kThreads), kThreads>>>(particles, energy, count);
  check(cudaGetLastError());
  check(cudaFree(particles));
}
