// mbarriers and bulk copies, each alone: cycles of one SM from asking to having seen the end.
// On the card: nvcc -std=c++17 -O3 -arch=sm_90 probes_mbarrier.cu && ./a.out
#include <cstdio>

#include "bulk_kernels.cuh"
#include "check.h"

namespace {

using namespace calibrate;  // NOLINT(google-build-using-namespace): its kernels

constexpr size_t kPoolBytes = size_t{3} << 30, kOthers = size_t{1} << 30;

long long* cycles;

double per_turn() {
  check(cudaDeviceSynchronize());
  long long taken = 0;
  check(cudaMemcpy(&taken, cycles, sizeof taken, cudaMemcpyDeviceToHost));
  return double(taken) / kTurns;
}

template <int kAhead>
void some_ahead(char* pool, int sms) {
  constexpr int kMostShared = 200 << 10;
  constexpr unsigned kNear = 64 << 10;
  check(cudaFuncSetAttribute(bring<kAhead>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             kMostShared));
  static size_t used = 0;
  for (const unsigned bytes : {16, 128, 512, 1024, 2048, 4096, 8192, 16384, 32768}) {
    if (bytes * kAhead > kMostShared) continue;
    for (int again = 0; again < 2; ++again)
      bring<kAhead><<<1, 32, bytes * kAhead>>>(pool, bytes, 1, bytes, kNear, cycles);
    std::printf("copies of %5u bytes, %d under way, of L2:       %8.1f cycles each\n", bytes,
                kAhead, per_turn());
    bring<kAhead>
        <<<1, 32, bytes * kAhead>>>(pool + kOthers + used, bytes, 1, 32768, 16U << 20, cycles);
    used = (used + (8 << 20)) % (kPoolBytes - kOthers - (32 << 20));
    std::printf("copies of %5u bytes, %d under way, of memory:   %8.1f cycles each\n", bytes,
                kAhead, per_turn());
  }
  for (const unsigned bytes : {16, 64, 128, 256, 512})
    for (const int pieces : {1, 4, 16, 32}) {
      for (int again = 0; again < 2; ++again)
        bring<kAhead><<<1, 32, bytes * pieces * kAhead>>>(pool, bytes, pieces, bytes * pieces,
                                                          kNear, cycles);
      std::printf(
          "%2d copies of %3u bytes for one wait, %d under way, of L2: %8.1f cycles a turn\n",
          pieces, bytes, kAhead, per_turn());
    }
  for (const unsigned bytes : {2048, 8192, 16384})
    if (bytes * kAhead <= kMostShared) {
      bring<kAhead><<<sms, 32, bytes * kAhead>>>(pool, bytes, 1, bytes, 2U << 20, cycles);
      std::printf("all SMs, copies of %5u bytes, %d under way:       %8.1f cycles each\n", bytes,
                  kAhead, per_turn());
    }
}

}  // namespace

int main() {
  char* pool;
  check(cudaMalloc(&pool, kPoolBytes));
  check(cudaMemset(pool, 0, kPoolBytes));
  check(cudaMalloc(&cycles, sizeof *cycles));
  for (const int threads : {32, 64, 128, 256, 512, 1024})
    for (const int all : {0, 1}) {
      for (int again = 0; again < 2; ++again) meet<<<1, threads>>>(all, cycles);
      std::printf("%2d warps meet, %s arrive:          %8.1f cycles a turn\n", threads / 32,
                  all ? "all lanes" : "one lane each", per_turn());
    }
  for (int again = 0; again < 2; ++again) ping_pong<<<1, 64>>>(cycles);
  std::printf("two warps by turns:                        %8.1f cycles a round trip\n", per_turn());
  int sms = 0;
  check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  some_ahead<1>(pool, sms);
  some_ahead<2>(pool, sms);
  some_ahead<4>(pool, sms);
  some_ahead<8>(pool, sms);
  check(cudaFuncSetAttribute(put<true>, cudaFuncAttributeMaxDynamicSharedMemorySize, 32768));
  check(cudaFuncSetAttribute(put<false>, cudaFuncAttributeMaxDynamicSharedMemorySize, 32768));
  for (const unsigned bytes : {16, 128, 1024, 4096, 16384}) {
    put<true><<<1, 32, 16384>>>(pool, bytes, 1 << 20, cycles);
    std::printf("stores of %5u bytes, until they are read:     %8.1f cycles each\n", bytes,
                per_turn());
    put<false><<<1, 32, 16384>>>(pool, bytes, 1 << 20, cycles);
    std::printf("stores of %5u bytes, until they are written:  %8.1f cycles each\n", bytes,
                per_turn());
  }
  for (const int by_barrier : {0, 1})
    for (const size_t step : {0, 512}) {
      for (int again = 0; again < 2; ++again)
        small_copies<<<1, 32>>>(pool, by_barrier, step, cycles);
      std::printf("cp.async of 512 bytes, %s, %s: %8.1f cycles each\n",
                  by_barrier ? "an arrival" : "waited for",
                  step ? "each elsewhere" : "always the same", per_turn());
    }
}
