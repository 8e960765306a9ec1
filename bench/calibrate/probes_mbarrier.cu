// mbarriers and bulk copies, each alone: cycles of one SM from asking to having seen the end.
// On the card: nvcc -std=c++17 -O3 -arch=sm_90 probes_mbarrier.cu && ./a.out
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kTurns = 256;
constexpr size_t kPoolBytes = size_t{3} << 30, kOthers = size_t{1} << 30;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

__device__ unsigned shared_address(const void* of) {
  return static_cast<unsigned>(__cvta_generic_to_shared(of));
}
__device__ void init(std::uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count)
               : "memory");
}
__device__ void arrive(std::uint64_t* bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(bar)) : "memory");
}
__device__ void expect(std::uint64_t* bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)),
               "r"(bytes)
               : "memory");
}
__device__ void wait(std::uint64_t* bar, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@done bra over;\n"
      "bra again;\n"
      "over:\n}" ::"r"(shared_address(bar)),
      "r"(parity)
      : "memory");
}
__device__ void copy(void* to, const void* from, unsigned bytes, std::uint64_t* bar) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(bar))
      : "memory");
}
__device__ void store(void* to, const void* from, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(shared_address(from)), "r"(bytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// All threads of `warps` warps arrive (or one of each warp), and all wait.
__global__ void meet(int all_arrive, long long* cycles) {
  __shared__ std::uint64_t bar;
  const unsigned warps = blockDim.x / 32;
  if (threadIdx.x == 0) init(&bar, all_arrive ? blockDim.x : warps);
  __syncthreads();
  const long long begin = clock64();
  for (int turn = 0; turn < kTurns; ++turn) {
    if (all_arrive || threadIdx.x % 32 == 0) arrive(&bar);
    wait(&bar, turn & 1);
  }
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

/// Two warps by turns: a round trip.
__global__ void ping_pong(long long* cycles) {
  __shared__ std::uint64_t bars[2];
  const unsigned me = threadIdx.x / 32;
  if (threadIdx.x < 2) init(&bars[threadIdx.x], 1);
  __syncthreads();
  const long long begin = clock64();
  for (int turn = 0; turn < kTurns; ++turn) {
    if (me == 1) wait(&bars[0], turn & 1);
    if (threadIdx.x % 32 == 0) arrive(&bars[me]);
    if (me == 0) wait(&bars[1], turn & 1);
  }
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

/// `kAhead` rounds of `pieces` copies of `bytes` each are under way. `window`: a power of two.
template <int kAhead>
__global__ void bring(const char* from, unsigned bytes, int pieces, unsigned step, unsigned window,
                      long long* cycles) {
  extern __shared__ __align__(128) char ring[];
  __shared__ std::uint64_t full[kAhead];
  if (threadIdx.x == 0) {
    for (int i = 0; i < kAhead; ++i) init(&full[i], 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  from += blockIdx.x * size_t{window};
  const auto ask = [&](int turn) {
    std::uint64_t* bar = &full[turn % kAhead];
    expect(bar, bytes * pieces);
    for (int piece = 0; piece < pieces; ++piece)
      copy(ring + (turn % kAhead * pieces + piece) * bytes,
           from + ((turn * step + piece * bytes) & (window - 1)), bytes, bar);
  };
  const long long begin = clock64();
  for (int turn = 0; turn < kAhead; ++turn) ask(turn);
  for (int turn = 0; turn < kTurns; ++turn) {
    wait(&full[turn % kAhead], turn / kAhead & 1);
    if (turn + kAhead < kTurns) ask(turn + kAhead);
  }
  if (blockIdx.x == 0) *cycles = clock64() - begin;
}

/// Stores of `bytes`: until shared memory may be used again, or until they are in memory.
template <bool kOnlyRead>
__global__ void put(char* to, unsigned bytes, unsigned window, long long* cycles) {
  extern __shared__ __align__(128) char ring[];
  if (threadIdx.x != 0) return;
  const long long begin = clock64();
  for (int turn = 0; turn < kTurns; ++turn) {
    store(to + ((bytes * turn) & (window - 1)), ring, bytes);
    if (kOnlyRead)
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    else
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
  *cycles = clock64() - begin;
}

/// cp.async of 16 bytes a lane, whose end is an arrival, or is waited for by the thread.
__global__ void small_copies(const char* from, int by_barrier, size_t step, long long* cycles) {
  __shared__ __align__(128) char tile[512];
  __shared__ std::uint64_t bar;
  const unsigned lane = threadIdx.x;
  if (lane == 0) init(&bar, 32);
  __syncthreads();
  const long long begin = clock64();
  for (int turn = 0; turn < kTurns; ++turn) {
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(tile + lane * 16)),
        "l"(from + turn * step + lane * 16)
        : "memory");
    if (by_barrier) {
      asm volatile(
          "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&bar))
          : "memory");
      wait(&bar, turn & 1);
    } else {
      asm volatile("cp.async.wait_all;" ::: "memory");
    }
  }
  if (lane == 0) *cycles = clock64() - begin;
}

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
