// What local memory costs whose lanes are in different rows: stores, loads and both by turns, by
// how many lanes are in a row together. A row is a line of 128 bytes, of which each lane has a
// word; eight lanes that are in a row together store a whole sector, fewer a part of one.
//   nvcc -O3 -std=c++17 -arch=sm_90 -o probes bench/calibrate/probes_local.cu && ./probes
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kRows = 32, kTurns = 512;

__device__ int sink;

enum class Does { stores, loads, both };

/// Every row has been stored before the clock is read.
template <Does kDoes>
__global__ void rows(unsigned* cycles, int together) {
  volatile int own[kRows];
  for (int k = 0; k < kRows; ++k) own[k] = k;
  int at = threadIdx.x % 32 / together * 5 % kRows, sum = 0;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 4
  for (int turn = 0; turn < kTurns; ++turn) {
    if (kDoes != Does::loads) own[at] = sum + turn;
    if (kDoes != Does::stores) sum += own[at];
    at = (at + 1) % kRows;
  }
  __syncthreads();
  const long long end = clock64();
  if (sum == -3) sink = sum;
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = static_cast<unsigned>(end - begin);
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <Does kDoes>
void tell(const char* what, unsigned* cycles) {
  for (const int blocks : {1, 132}) {
    for (const int warps : {1, 4, 16}) {
      for (const int together : {32, 16, 8, 4, 2, 1}) {
        unsigned taken = 0;
        for (int again = 0; again < 2; ++again) {
          rows<kDoes><<<blocks, warps * 32>>>(cycles, together);
          check(cudaMemcpy(&taken, cycles, sizeof taken, cudaMemcpyDeviceToHost));
        }
        std::printf("%s, %d blocks of %d warps, %d lanes together: %.1f cycles a turn\n", what,
                    blocks, warps, together, static_cast<double>(taken) / kTurns);
      }
    }
  }
}

}  // namespace

int main() {
  unsigned* cycles = nullptr;
  check(cudaMalloc(&cycles, sizeof *cycles));
  tell<Does::stores>("local stores", cycles);
  tell<Does::loads>("local loads", cycles);
  tell<Does::both>("local store and load of it", cycles);
}
