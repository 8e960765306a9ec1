// Which lanes are together after branches, loops, returns and calls: prints __activemask() of lane
// groups. The same program runs on a GPU and on the virtual GPU.
#include <cstdio>

#define AFTER(index) masks[(index) * 32 + lane] = __activemask()
constexpr int kProbes = 12;

__device__ __noinline__ unsigned early(unsigned lane, unsigned x) {
  if (lane % 4 == 0) return x + 1;
  if (lane % 4 == 1) {
    x *= 3;
    for (unsigned i = 0; i < lane; ++i) x ^= x << 3;
    return x;
  }
  return x * 7;
}

__global__ void probe(unsigned* masks, volatile unsigned* data) {
  const unsigned lane = threadIdx.x;
  // If and else.
  if (lane < 7) data[lane] = lane; else data[lane] = data[lane] * 3 + 1;
  AFTER(0);
  // Nested.
  if (lane & 1) { if (lane & 2) data[lane] += 5; else data[lane] ^= 9; data[lane] += 1; }
  AFTER(1);
  // A loop that lanes leave one after the other.
  for (unsigned i = 0; i < lane; ++i) data[lane] += i;
  AFTER(2);
  // Break out of a loop from inside an if.
  for (unsigned i = 0; i < 40; ++i) { if (data[lane] % 5 == 0 || i > lane) break; data[lane] += 3; }
  AFTER(3);
  // A switch.
  switch (lane % 5) {
    case 0: data[lane] += 1; break;
    case 1: data[lane] *= 2; break;
    case 2: data[lane] ^= 3;  // falls through
    case 3: data[lane] -= 4; break;
    default: break;
  }
  AFTER(4);
  // A call whose lanes return early.
  data[lane] += early(lane, data[lane]);
  AFTER(5);
  // Some lanes return from the kernel inside a branch.
  if (lane < 16) {
    if (lane < 4) { data[lane] = 77; return; }
    data[lane] += 2;
    AFTER(6);
  }
  AFTER(7);
  // Return in a loop.
  for (unsigned i = 0; i < 8; ++i) { if (lane == 20 + i) return; data[lane] += 1; }
  AFTER(8);
  // Short-circuit conditions.
  if ((data[lane] & 1) && (lane & 2) && data[lane] > 3) data[lane] += 11;
  AFTER(9);
  // continue.
  for (unsigned i = 0; i < 6; ++i) { if ((lane + i) % 3 == 0) continue; data[lane] += i; }
  AFTER(10);
  // goto over a join.
  if (lane == 9) goto out;
  if (lane & 1) data[lane] += 1; else data[lane] += 2;
  AFTER(11);
out:
  data[lane] += 1;
}

int main() {
  unsigned* masks = nullptr;
  unsigned* data = nullptr;
  cudaMalloc(&masks, kProbes * 32 * sizeof(unsigned));
  cudaMalloc(&data, 32 * sizeof(unsigned));
  cudaMemset(masks, 0, kProbes * 32 * sizeof(unsigned));
  cudaMemset(data, 0, 32 * sizeof(unsigned));
  probe<<<1, 32>>>(masks, data);
  unsigned host[kProbes * 32];
  if (cudaMemcpy(host, masks, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int p = 0; p < kProbes; ++p) {
    std::printf("%d:", p);
    for (int lane = 0; lane < 32; ++lane) std::printf(" %x", host[p * 32 + lane]);
    std::printf("\n");
  }
}
