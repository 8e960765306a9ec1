// cudaDMAStrided and CudaDMAStrided at many points.
#include "cudaDMA.h"
#include "cudaDMAv2.h"
#include "strided_points.h"

namespace points {

constexpr int kC = kComputeThreads;

template <int ALIGNMENT, bool IS_SPECIALISED, Way WAY = Way::execute, bool IS_GLOBAL = false>
struct Subject {
  static constexpr int kAlignment = ALIGNMENT;
  static constexpr bool kSpecialised = IS_SPECIALISED, kIsOne = false, kIsGlobal = IS_GLOBAL;
  static constexpr Fixed kFixed{};
  static void adjust(Point&) {}
  template <typename Object>
  static __device__ void move(Object& object, const int*, const char* from, char* to) {
    transfer<WAY, IS_GLOBAL>(object, to, from);
  }
};

// Version 1, with and without destination stride. The number says how many template arguments of
// the pattern there are.
template <int A, Way WAY = Way::execute>
struct V1With0 : Subject<A, true, WAY> {
  static __device__ auto make(const Point& p) {
    return cudaDMAStrided<true, A>(1, p.dma_threads, kC, kC, p.bytes, p.count, p.src_stride,
                                   p.dst_stride);
  }
};
template <int A>
struct V1With0Dense : Subject<A, true> {
  static void adjust(Point& p) {
    p.bytes = round_up(p.bytes, A);
    p.dst_stride = p.bytes;
  }
  static __device__ auto make(const Point& p) {
    return cudaDMAStrided<true, A>(1, p.dma_threads, kC, kC, p.bytes, p.count, p.src_stride);
  }
};
template <int A, int BYTES>
struct V1With1 : Subject<A, true> {
  static constexpr Fixed kFixed{BYTES};
  static __device__ auto make(const Point& p) {
    return cudaDMAStrided<true, A, BYTES>(1, p.dma_threads, kC, kC, p.count, p.src_stride,
                                          p.dst_stride);
  }
};
template <int A, int BYTES, int THREADS>
struct V1With2Dense : Subject<A, true> {
  static constexpr Fixed kFixed{BYTES, THREADS};
  static void adjust(Point& p) { p.dst_stride = BYTES; }
  static __device__ auto make(const Point& p) {
    return cudaDMAStrided<true, A, BYTES, THREADS>(1, kC, kC, p.count, p.src_stride);
  }
};
template <int A, int BYTES, int THREADS, int COUNT, Way WAY = Way::execute>
struct V1With3 : Subject<A, true, WAY> {
  static constexpr Fixed kFixed{BYTES, THREADS, COUNT};
  static __device__ auto make(const Point& p) {
    return cudaDMAStrided<true, A, BYTES, THREADS, COUNT>(1, kC, kC, p.src_stride, p.dst_stride);
  }
};
template <int A>
struct V1BlockWith0 : Subject<A, false> {
  static __device__ auto make(const Point& p) {
    return cudaDMAStrided<false, A>(p.bytes, p.count, p.src_stride, p.dst_stride);
  }
};
template <int A, int BYTES>
struct V1BlockWith1 : Subject<A, false, Way::no_sync> {
  static constexpr Fixed kFixed{BYTES};
  static __device__ auto make(const Point& p) {
    return cudaDMAStrided<false, A, BYTES>(p.count, p.src_stride, p.dst_stride);
  }
};
template <int A, int BYTES, int THREADS>
struct V1BlockWith2 : Subject<A, false, Way::two_phase> {
  static constexpr Fixed kFixed{BYTES, THREADS};
  static __device__ auto make(const Point& p) {
    return cudaDMAStrided<false, A, BYTES, THREADS>(p.count, p.src_stride, p.dst_stride);
  }
};
template <int A, int BYTES, int THREADS, int COUNT>
struct V1BlockWith3Dense : Subject<A, false> {
  static constexpr Fixed kFixed{BYTES, THREADS, COUNT};
  static void adjust(Point& p) { p.dst_stride = BYTES; }
  static __device__ auto make(const Point& p) {
    return cudaDMAStrided<false, A, BYTES, THREADS, COUNT>(p.src_stride);
  }
};

// Version 2; without destination stride it is that of the source.
template <int A, int REGISTERS, Way WAY, bool IS_GLOBAL>
struct V2With0 : Subject<A, true, WAY, IS_GLOBAL> {
  static __device__ auto make(const Point& p) {
    return CudaDMAStrided<true, A, REGISTERS>(1, p.dma_threads, kC, kC, p.bytes, p.count,
                                              p.src_stride, p.dst_stride);
  }
};
template <int A>
struct V2With0SameStride : Subject<A, true> {
  static void adjust(Point& p) { p.src_stride = p.dst_stride; }
  static __device__ auto make(const Point& p) {
    return CudaDMAStrided<true, A>(1, p.dma_threads, kC, kC, p.bytes, p.count, p.src_stride);
  }
};
template <int A, int REGISTERS, int BYTES, int THREADS, int COUNT, Way WAY>
struct V2With3 : Subject<A, true, WAY, true> {
  static constexpr Fixed kFixed{BYTES, THREADS, COUNT};
  static __device__ auto make(const Point& p) {
    return CudaDMAStrided<true, A, REGISTERS, BYTES, THREADS, COUNT>(1, kC, kC, p.src_stride,
                                                                     p.dst_stride);
  }
};
template <int A>
struct V2BlockWith0 : Subject<A, false, Way::two_phase> {
  static void adjust(Point& p) {
    p.first_dma_thread = 32 * (p.bytes / 4 % 3);
    p.dma_threads = 32 * (1 + p.bytes / 4 % 2);
  }
  static __device__ auto make(const Point& p) {
    return CudaDMAStrided<false, A>(p.bytes, p.count, p.src_stride, p.dst_stride, p.dma_threads,
                                    p.first_dma_thread);
  }
};
template <int A, int REGISTERS, int BYTES, int THREADS, int COUNT>
struct V2BlockWith3 : Subject<A, false> {
  static constexpr Fixed kFixed{BYTES, THREADS, COUNT};
  static void adjust(Point& p) { p.first_dma_thread = 64; }
  static __device__ auto make(const Point& p) {
    return CudaDMAStrided<false, A, REGISTERS, BYTES, THREADS, COUNT>(p.src_stride, p.dst_stride,
                                                                      p.first_dma_thread);
  }
};

void run_version_1(Bench& bench) {
  run_strided<V1With0<4>>(bench, "<true, 4>", 200);
  run_strided<V1With0<8, Way::strict>>(bench, "<true, 8>", 200);
  run_strided<V1With0<16>>(bench, "<true, 16>", 200);
  run_strided<V1With0Dense<16>>(bench, "<true, 16> dense", 50);
  run_strided<V1With1<4, 420>>(bench, "<true, 4, 420>", 40);
  run_strided<V1With1<16, 1028>>(bench, "<true, 16, 1028>", 40);
  run_strided<V1With2Dense<8, 264, 96>>(bench, "<true, 8, 264, 96>", 40);
  run_strided<V1With3<4, 20, 64, 33>>(bench, "<true, 4, 20, 64, 33>", 20);
  run_strided<V1With3<16, 64, 32, 32, Way::strict>>(bench, "<true, 16, 64, 32, 32>", 20);
  run_strided<V1With3<16, 2052, 64, 5>>(bench, "<true, 16, 2052, 64, 5>", 20);
  run_strided<V1With3<8, 4096, 32, 2, Way::two_phase>>(bench, "<true, 8, 4096, 32, 2>", 20);
  for (const int threads : {1, 50, 64, 256}) {
    run_strided<V1BlockWith0<4>>(bench, "<false, 4>", 40, threads);
    run_strided<V1BlockWith0<16>>(bench, "<false, 16>", 40, threads);
    run_strided<V1BlockWith1<8, 76>>(bench, "<false, 8, 76>", 10, threads);
  }
  run_strided<V1BlockWith2<16, 96, 64>>(bench, "<false, 16, 96, 64>", 20, 128);
  run_strided<V1BlockWith3Dense<8, 48, 96, 100>>(bench, "<false, 8, 48, 96, 100>", 20, 96);
}

void run_version_2(Bench& bench) {
  run_strided<V2With0<4, 4, Way::execute, true>>(bench, "<true, 4, 4>", 100);
  run_strided<V2With0<4, 40, Way::two_phase, false>>(bench, "<true, 4, 40>", 100);
  run_strided<V2With0<8, 24, Way::execute, false>>(bench, "<true, 8, 24>", 100);
  run_strided<V2With0<16, 16, Way::strict, true>>(bench, "<true, 16, 16>", 100);
  run_strided<V2With0<16, 128, Way::two_phase, true>>(bench, "<true, 16, 128>", 100);
  run_strided<V2With0SameStride<8>>(bench, "<true, 8> same stride", 50);
  run_strided<V2With3<4, 4, 420, 416, 20, Way::execute>>(bench, "<true, 4, 4, 420, 416, 20>", 20);
  run_strided<V2With3<16, 112, 48, 64, 100, Way::two_phase>>(bench, "<true, 16, 112, 48, 64, 100>",
                                                             20);
  for (const int threads : {160, 192}) {
    run_strided<V2BlockWith0<4>>(bench, "<false, 4> of some", 40, threads);
    run_strided<V2BlockWith0<16>>(bench, "<false, 16> of some", 40, threads);
    run_strided<V2BlockWith3<8, 48, 200, 64, 30>>(bench, "<false, 8, 48, 200, 64, 30>", 20,
                                                  threads);
  }
}

}  // namespace points

int main() {
  points::Bench bench;
  points::run_version_1(bench);
  points::run_version_2(bench);
  return bench.finish();
}
