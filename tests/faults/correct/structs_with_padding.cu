// Correct: structures are copied whole; the bytes between their members were never written and mean
// nothing
#include <cuda_runtime.h>

#include <vector>

struct Particle {
  char kind;
  double mass;
  char flag;
};

__global__ void make(Particle* out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    out[i].kind = static_cast<char>('a' + i);
    out[i].mass = 0.5 * i;
    out[i].flag = 1;
  }
}

__global__ void copy(const Particle* in, Particle* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = in[n - 1 - i];
}

int main() {
  const int n = 20;
  std::vector<Particle> host(n);
  Particle *a, *b;
  cudaMalloc(&a, n * sizeof(Particle));
  cudaMalloc(&b, n * sizeof(Particle));
  make<<<1, 32>>>(a, n);
  copy<<<1, 32>>>(a, b, n);
  cudaMemcpy(host.data(), b, n * sizeof(Particle), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  for (int i = 0; i < n; ++i) {
    int j = n - 1 - i;
    if (host[i].kind != 'a' + j || host[i].mass != 0.5 * j || host[i].flag != 1) return 1;
  }
  return 0;
}
