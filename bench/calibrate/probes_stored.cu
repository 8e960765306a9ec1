// How long a load of local memory takes after a store: a chain of a store and a load, whose value
// the next store has. The load is of the row that was stored just before, of one that was stored
// some turns before; all lanes store, or every second one. Rows are lines of 128 bytes, and lanes
// are in one or in rows of their own.
//   nvcc -O3 -std=c++17 -arch=sm_90 -o probes bench/calibrate/probes_stored.cu && ./probes
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kRows = 64, kTurns = 512;

__device__ int sink;

/// `behind`: how many turns ago the row was stored that is loaded; no compiler sees it. `storing`:
/// a bit for each lane that stores. `apart`: how many rows two lanes are from each other.
__global__ void stored(unsigned* cycles, int behind, unsigned storing, int apart) {
  int own[kRows];
  for (int k = 0; k < kRows; ++k) own[k] = k * apart;
  const int first = static_cast<int>(threadIdx.x % 32) * apart;
  const bool does_store = (storing >> threadIdx.x % 32 & 1) != 0;
  int sum = 0;
  __syncthreads();
  const long long begin = clock64();
  for (int turn = 0; turn < kTurns; ++turn) {
    const int at = (first + turn) % kRows;
    if (does_store) own[(at + (sum & 0x40000000)) % kRows] = sum + turn;
    sum = own[(at - behind + (sum & 0x40000000)) & (kRows - 1)] & 0xFFF;
  }
  const long long end = clock64();
  if (sum == -3) sink = sum;
  if (threadIdx.x == 0) *cycles = static_cast<unsigned>(end - begin);
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

void tell(unsigned* cycles, int behind, unsigned storing, int apart, int warps) {
  unsigned taken = 0;
  for (int again = 0; again < 2; ++again) {
    stored<<<1, warps * 32>>>(cycles, behind, storing, apart);
    check(cudaMemcpy(&taken, cycles, sizeof taken, cudaMemcpyDeviceToHost));
  }
  std::printf("%d warps, lanes %d rows apart, %s, load of the row of %d turns ago: %.1f cycles\n",
              warps, apart, storing == 0xFFFFFFFF ? "all store" : "every second stores", behind,
              static_cast<double>(taken) / kTurns);
}

}  // namespace

int main() {
  unsigned* cycles = nullptr;
  check(cudaMalloc(&cycles, sizeof *cycles));
  for (const int warps : {1, 4}) {
    for (const int apart : {0, 1, 2}) {
      for (const unsigned storing : {0xFFFFFFFF, 0x55555555u}) {
        for (const int behind : {0, 1, 2, 4, 8, 16, 40})
          tell(cycles, behind, storing, apart, warps);
      }
    }
  }
}
