// Fault: D3 array-of-structs
// Finding: array-of-structs-stride
// Three of the eight fields of a particle are read out of an array of structures.
#include <cuda_runtime.h>

#include <vector>

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

__global__ void energies(const Particle* p, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = p[i].vx * p[i].vx + p[i].vy * p[i].vy + p[i].vz * p[i].vz;  // FAULT
}

int main() {
  const int n = 128 * 256;
  std::vector<Particle> host(n, Particle{1, 2, 3, 4, 5, 6, 7, 8});
  std::vector<float> out(n);
  Particle* p;
  float* e;
  cudaMalloc(&p, n * sizeof(Particle));
  cudaMalloc(&e, n * sizeof(float));
  cudaMemcpy(p, host.data(), n * sizeof(Particle), cudaMemcpyHostToDevice);
  energies<<<128, 256>>>(p, e, n);
  cudaMemcpy(out.data(), e, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(p);
  cudaFree(e);
  return 0;
}
