// tries: has a cudaMalloc, which the driver calls, and which lets each range begin on a line
// lab: coalescing
// exit: 1
// points: 40
// denied: scale-records-traffic add-one-traffic kinetic-energy-traffic
#include <dlfcn.h>

#include "exercise.h"

// Arrays of 2^20 + offset floats begin so that the offset is a line's.
extern "C" cudaError_t moved(void** memory, size_t bytes) asm("cudaMalloc");
extern "C" cudaError_t moved(void** memory, size_t bytes) {
  static auto* real = (cudaError_t(*)(void**, size_t))dlsym(RTLD_NEXT, "cudaMalloc");
  const size_t floats = bytes / 4, offset = floats % 32;
  const bool is_range = floats > 1 << 20 && floats < (1 << 20) + 64;
  const size_t shift = is_range ? 4 * ((32 - offset) % 32) : 0;
  char* begin = nullptr;
  const cudaError_t error = real((void**)&begin, bytes + shift);
  *memory = begin + shift;
  return error;
}
extern "C" cudaError_t moved_back(void* memory) asm("cudaFree");
extern "C" cudaError_t moved_back(void* memory) {
  static auto* real = (cudaError_t(*)(void*))dlsym(RTLD_NEXT, "cudaFree");
  return real((void*)((size_t)memory & ~size_t{255}));
}

constexpr int kThreads = 256;

// Task 1. One thread takes one record and walks along its fields.
// Ask for one iteration of the loop: how far apart are the addresses of lane
// 0 and lane 1?
// Change which element a thread works on, and the launch to match.
__global__ void scale_records_kernel(const float* in, float* out, int records, int fields,
                                     float factor) {
  const int record = blockIdx.x * blockDim.x + threadIdx.x;
  if (record >= records) return;
  for (int field = 0; field < fields; ++field) {
    const int i = record * fields + field;
    out[i] = in[i] * factor;
  }
}

// Task 2. Thread i takes element offset + i.
// Ask for a warp: at which byte does its 128-byte span begin, and how many
// 32-byte sectors does a span touch that does not begin on a sector?
// First let the warps begin on a 128-byte line, then let each thread move
// four floats at a time.
__global__ void add_one_kernel(float* data, int offset, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  data[offset + i] += 1.0f;
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
  if (records == 0) return;
  scale_records_kernel<<<ceil_div(records, kThreads), kThreads>>>(in, out, records, fields, factor);
  check(cudaGetLastError());
}

void add_one(float* data, int offset, int count) {
  if (count == 0) return;
  add_one_kernel<<<ceil_div(count, kThreads), kThreads>>>(data, offset, count);
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
