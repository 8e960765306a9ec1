// Chains of loads of 32, 64 and 128 bits out of L1 and shared memory, of one lane to a whole warp:
// the first word is added to the next address, and the others are used beside the chain (ptxas
// leaves out words of a vector that nobody uses). Cycles of a step.
//   nvcc -O3 -std=c++17 -arch=sm_90 -o probes bench/calibrate/probes_widths.cu && ./probes
#include <cstdio>
#include <cstdlib>

namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// Twice, of which the second counts. All words are 0.
template <int kWords, int kSteps, bool kShared>
__global__ void chain(unsigned* cycles, unsigned* sink, const unsigned* from) {
  __shared__ __align__(16) unsigned tile[32 * 4];
  for (unsigned i = threadIdx.x; i < 32 * 4; i += blockDim.x) tile[i] = 0;
  const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned x = 0, others = 0, taken = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    const unsigned begin = clock();
#pragma unroll
    for (int i = 0; i < kSteps; ++i) {
      unsigned a = 0, b = 0, c = 0;
      const unsigned* at = from + threadIdx.x * kWords + x;
      const unsigned place = shared + threadIdx.x * kWords * 4 + x;
      if constexpr (kShared) {
        if constexpr (kWords == 1)
          asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(place));
        else if constexpr (kWords == 2)
          asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(a) : "r"(place));
        else
          asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                       : "=r"(x), "=r"(a), "=r"(b), "=r"(c)
                       : "r"(place));
      } else {
        if constexpr (kWords == 1)
          asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(x) : "l"(at));
        else if constexpr (kWords == 2)
          asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(a) : "l"(at));
        else
          asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                       : "=r"(x), "=r"(a), "=r"(b), "=r"(c)
                       : "l"(at));
      }
      others ^= a ^ b ^ c;
    }
    taken = clock() - begin;
  }
  if (x == 1 || others != 0) *sink = x;
  if (threadIdx.x == 0) *cycles = taken;
}

unsigned *cycles, *sink, *words;

template <int kWords, bool kShared>
void tell(int lanes) {
  constexpr int kShort = 32, kLong = 96;
  unsigned few = 0, many = 0;
  for (int again = 0; again < 2; ++again) {
    chain<kWords, kShort, kShared><<<1, lanes>>>(cycles, sink, words);
    check(cudaMemcpy(&few, cycles, sizeof few, cudaMemcpyDeviceToHost));
    chain<kWords, kLong, kShared><<<1, lanes>>>(cycles, sink, words);
    check(cudaMemcpy(&many, cycles, sizeof many, cudaMemcpyDeviceToHost));
  }
  std::printf("%s %d bits %d lanes %.3f\n", kShared ? "shared" : "L1", 32 * kWords, lanes,
              (many - few) / double(kLong - kShort));
}

}  // namespace

int main() {
  constexpr int kBytes = 1 << 20;
  check(cudaMalloc(&cycles, sizeof *cycles));
  check(cudaMalloc(&sink, sizeof *sink));
  check(cudaMalloc(&words, kBytes));
  check(cudaMemset(words, 0, kBytes));
  for (const int lanes : {1, 8, 16, 32}) {
    tell<1, false>(lanes), tell<2, false>(lanes), tell<4, false>(lanes);
    tell<1, true>(lanes), tell<2, true>(lanes), tell<4, true>(lanes);
  }
}
