// cudaDMASequential and CudaDMASequential at many points.
#include "cudaDMA.h"
#include "cudaDMAv2.h"
#include "strided_points.h"

namespace points {

template <int ALIGNMENT, bool IS_SPECIALISED, Way WAY = Way::execute, bool IS_GLOBAL = false>
struct Subject {
  static constexpr int kAlignment = ALIGNMENT;
  static constexpr bool kSpecialised = IS_SPECIALISED, kIsOne = true, kIsGlobal = IS_GLOBAL;
  static constexpr Fixed kFixed{};
  static void adjust(Point&) {}
  template <typename Object>
  static __device__ void move(Object& object, const int*, const char* from, char* to) {
    transfer<WAY, IS_GLOBAL>(object, to, from);
  }
};

// Version 1.
template <int A, Way WAY = Way::execute>
struct Three : Subject<A, true, WAY> {  // arguments of the constructor
  static __device__ auto make(const Point& p) {
    return cudaDMASequential<true, A>(1, p.dma_threads, kComputeThreads, kComputeThreads, p.bytes);
  }
};
template <int A, int BYTES>
struct Two : Subject<A, true> {
  static constexpr Fixed kFixed{BYTES};
  static __device__ auto make(const Point& p) {
    return cudaDMASequential<true, A, BYTES>(2, p.dma_threads, kComputeThreads, kComputeThreads);
  }
};
template <int A, int BYTES, int THREADS, Way WAY = Way::execute>
struct One : Subject<A, true, WAY> {
  static constexpr Fixed kFixed{BYTES, THREADS};
  static __device__ auto make(const Point&) {
    return cudaDMASequential<true, A, BYTES, THREADS>(3, kComputeThreads, kComputeThreads);
  }
};
template <int A>
struct BlockThree : Subject<A, false> {
  static __device__ auto make(const Point& p) { return cudaDMASequential<false, A>(p.bytes); }
};
template <int A, int BYTES>
struct BlockTwo : Subject<A, false, Way::no_sync> {
  static constexpr Fixed kFixed{BYTES};
  static __device__ auto make(const Point&) { return cudaDMASequential<false, A, BYTES>(); }
};
template <int A, int BYTES, int THREADS>
struct BlockOne : Subject<A, false> {
  static constexpr Fixed kFixed{BYTES, THREADS};
  static __device__ auto make(const Point&) {
    return cudaDMASequential<false, A, BYTES, THREADS>();
  }
};
struct Of2011 : Subject<16, true> {
  static void adjust(Point& p) {
    if (p.bytes > 64 * p.dma_threads) p.bytes = 64 * p.dma_threads;
  }
  static __device__ auto make(const Point& p) {
    return cudaDMASequential<64, 16>(1, p.dma_threads, kComputeThreads, kComputeThreads, p.bytes);
  }
};

// Version 2.
template <int A, int BYTES_PER_THREAD, Way WAY, bool IS_GLOBAL>
struct NewThree : Subject<A, true, WAY, IS_GLOBAL> {
  static __device__ auto make(const Point& p) {
    return CudaDMASequential<true, A, BYTES_PER_THREAD>(1, p.dma_threads, kComputeThreads,
                                                        kComputeThreads, p.bytes);
  }
};
template <int A, int BYTES_PER_THREAD, int BYTES>
struct NewTwo : Subject<A, true> {
  static constexpr Fixed kFixed{BYTES};
  static __device__ auto make(const Point& p) {
    return CudaDMASequential<true, A, BYTES_PER_THREAD, BYTES>(7, p.dma_threads, kComputeThreads,
                                                               kComputeThreads);
  }
};
template <int A, int BYTES_PER_THREAD, int BYTES, int THREADS, Way WAY, bool IS_GLOBAL>
struct NewOne : Subject<A, true, WAY, IS_GLOBAL> {
  static constexpr Fixed kFixed{BYTES, THREADS};
  static __device__ auto make(const Point&) {
    return CudaDMASequential<true, A, BYTES_PER_THREAD, BYTES, THREADS>(1, kComputeThreads,
                                                                        kComputeThreads);
  }
};
// Some of the block's threads.
template <int A, Way WAY>
struct NewBlockThree : Subject<A, false, WAY> {
  static void adjust(Point& p) {
    p.first_dma_thread = 32 * (p.bytes / 4 % 3);
    p.dma_threads = 32 * (1 + p.bytes / 4 % 2);
  }
  static __device__ auto make(const Point& p) {
    return CudaDMASequential<false, A>(p.bytes, p.dma_threads, p.first_dma_thread);
  }
};
template <int A, int BYTES_PER_THREAD, int BYTES, int THREADS>
struct NewBlockOne : Subject<A, false, Way::two_phase> {
  static constexpr Fixed kFixed{BYTES, THREADS};
  static void adjust(Point& p) { p.first_dma_thread = 32; }
  static __device__ auto make(const Point& p) {
    return CudaDMASequential<false, A, BYTES_PER_THREAD, BYTES, THREADS>(p.first_dma_thread);
  }
};

void run_version_1(Bench& bench) {
  run_strided<Three<4>>(bench, "<true, 4>", 120);
  run_strided<Three<8, Way::strict>>(bench, "<true, 8>", 120);
  run_strided<Three<16>>(bench, "<true, 16>", 120);
  run_strided<Three<16, Way::two_phase>>(bench, "<true, 16> two-phase", 60);
  run_strided<Two<4, 1024>>(bench, "<true, 4, 1024>", 12);
  run_strided<Two<8, 3004>>(bench, "<true, 8, 3004>", 12);
  run_strided<Two<16, 11980>>(bench, "<true, 16, 11980>", 12);
  run_strided<One<4, 516, 32>>(bench, "<true, 4, 516, 32>", 8);
  run_strided<One<8, 12, 64>>(bench, "<true, 8, 12, 64>", 8);
  run_strided<One<8, 2052, 64, Way::strict>>(bench, "<true, 8, 2052, 64>", 8);
  run_strided<One<16, 2048, 32>>(bench, "<true, 16, 2048, 32>", 8);
  run_strided<One<16, 4, 32>>(bench, "<true, 16, 4, 32>", 8);
  run_strided<One<16, 10236, 96>>(bench, "<true, 16, 10236, 96>", 8);
  run_strided<One<16, 8192, 128, Way::two_phase>>(bench, "<true, 16, 8192, 128>", 8);
  for (const int threads : {1, 32, 33, 100, 256}) {
    run_strided<BlockThree<4>>(bench, "<false, 4>", 40, threads);
    run_strided<BlockThree<8>>(bench, "<false, 8>", 40, threads);
    run_strided<BlockThree<16>>(bench, "<false, 16>", 40, threads);
    run_strided<BlockTwo<8, 2052>>(bench, "<false, 8, 2052>", 4, threads);
    run_strided<BlockTwo<16, 5000>>(bench, "<false, 16, 5000>", 4, threads);
  }
  // TOTAL_THREADS of a block that has more.
  run_strided<BlockOne<16, 4096, 64>>(bench, "<false, 16, 4096, 64>", 8, 128);
  run_strided<BlockOne<4, 4, 96>>(bench, "<false, 4, 4, 96>", 8, 96);
  run_strided<Of2011>(bench, "<64, 16>", 60);
}

void run_version_2(Bench& bench) {
  run_strided<NewThree<4, 4, Way::execute, false>>(bench, "<true, 4, 4>", 100);
  run_strided<NewThree<4, 64, Way::two_phase, true>>(bench, "<true, 4, 64> global", 100);
  run_strided<NewThree<8, 24, Way::strict, false>>(bench, "<true, 8, 24>", 100);
  run_strided<NewThree<8, 32, Way::execute, true>>(bench, "<true, 8, 32> global", 100);
  run_strided<NewThree<16, 16, Way::two_phase, false>>(bench, "<true, 16, 16>", 100);
  run_strided<NewThree<16, 128, Way::execute, true>>(bench, "<true, 16, 128> global", 100);
  run_strided<NewTwo<4, 12, 2500>>(bench, "<true, 4, 12, 2500>", 10);
  run_strided<NewTwo<16, 112, 9000>>(bench, "<true, 16, 112, 9000>", 10);
  run_strided<NewOne<8, 40, 5000, 64, Way::two_phase, true>>(bench, "<true, 8, 40, 5000, 64>", 8);
  run_strided<NewOne<16, 128, 4096, 32, Way::execute, false>>(bench, "<true, 16, 128, 4096, 32>",
                                                              8);
  for (const int threads : {160, 192}) {
    run_strided<NewBlockThree<4, Way::two_phase>>(bench, "<false, 4> of some", 40, threads);
    run_strided<NewBlockThree<16, Way::no_sync>>(bench, "<false, 16> of some", 40, threads);
    run_strided<NewBlockOne<8, 16, 3000, 64>>(bench, "<false, 8, 16, 3000, 64>", 8, threads);
  }
}

}  // namespace points

int main() {
  points::Bench bench;
  points::run_version_1(bench);
  points::run_version_2(bench);
  return bench.finish();
}
