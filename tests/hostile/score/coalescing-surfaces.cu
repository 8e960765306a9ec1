// tries: the starter's walk by surfaces, and a copy for each particle, as nodes of a graph
// lab: coalescing
// exit: 1
// points: 55
// denied: scale-records-traffic no-errors
#include "exercise.h"

constexpr int kThreads = 256;
__global__ void scale_records_kernel(cudaSurfaceObject_t s, int records, int fields, float factor,
                                     int width) {
  const int record = blockIdx.x * blockDim.x + threadIdx.x;
  if (record >= records) return;
  for (int f = 0; f < fields; ++f) {
    const int i = record * fields + f;
    float v;
    surf2Dread(&v, s, i % width * 4, i / width);
    surf2Dwrite(v * factor, s, i % width * 4, i / width);
  }
}

__global__ void plain_kernel(const float* in, float* out, int elements, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < elements) out[i] = in[i] * factor;
}

void scale_records(const float* in, float* out, int records, int fields, float factor) {
  const int elements = records * fields, width = 1024;
  if (elements == 0) return;
  if (elements % width) {
    plain_kernel<<<ceil_div(elements, kThreads), kThreads>>>(in, out, elements, factor);
    return check(cudaGetLastError());
  }
  cudaArray_t array;
  const cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
  check(cudaMallocArray(&array, &d, width, elements / width, cudaArraySurfaceLoadStore));
  check(cudaMemcpy2DToArray(array, 0, 0, in, 4 * width, 4 * width, elements / width,
                            cudaMemcpyDeviceToDevice));
  cudaResourceDesc r{};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  cudaSurfaceObject_t s;
  check(cudaCreateSurfaceObject(&s, &r));
  scale_records_kernel<<<ceil_div(records, kThreads), kThreads>>>(s, records, fields, factor,
                                                                  width);
  check(cudaMemcpy2DFromArray(out, 4 * width, array, 0, 0, 4 * width, elements / width,
                              cudaMemcpyDeviceToDevice));
  check(cudaDeviceSynchronize());
  check(cudaDestroySurfaceObject(s));
  check(cudaFreeArray(array));
}

__global__ void kinetic_energy_kernel(const float4* four, float* energy, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float4 p = four[i];
  energy[i] = 0.5f * p.w * (p.x * p.x + p.y * p.y + p.z * p.z);
}

void kinetic_energy(const Particle* host_particles, float* energy, int count) {
  if (count == 0) return;
  float4* four = nullptr;
  check(cudaMalloc(&four, count * sizeof(float4)));
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  check(cudaGraphCreate(&graph, 0));
  for (int i = 0; i < count; ++i) {
    cudaGraphNode_t node;
    check(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, four + i, &host_particles[i].vx, 16,
                                   cudaMemcpyHostToDevice));
  }
  check(cudaGraphInstantiate(&ready, graph, 0));
  check(cudaGraphLaunch(ready, 0));
  kinetic_energy_kernel<<<ceil_div(count, kThreads), kThreads>>>(four, energy, count);
  check(cudaDeviceSynchronize());
  check(cudaGraphExecDestroy(ready));
  check(cudaGraphDestroy(graph));
  check(cudaFree(four));
}

__global__ void add_one_kernel(float* data, int offset, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[offset + i] += 1.0f;
}

void add_one(float* data, int offset, int count) {
  if (count == 0) return;
  add_one_kernel<<<ceil_div(count, kThreads), kThreads>>>(data, offset, count);
  check(cudaGetLastError());
}
