// cudaDMAIndirect and CudaDMAIndirect, gather and scatter, at many points.
#include <algorithm>

#include "cudaDMA.h"
#include "cudaDMAv2.h"
#include "points.h"

namespace points {

constexpr int kC = kComputeThreads;

struct Fixed {
  int bytes = 0, threads = 0, count = 0;
};

template <bool IS_GATHER, int ALIGNMENT, bool IS_SPECIALISED, Way WAY = Way::execute,
          bool IS_GLOBAL = false>
struct Subject {
  static constexpr bool kGather = IS_GATHER, kSpecialised = IS_SPECIALISED, kIsGlobal = IS_GLOBAL;
  static constexpr int kAlignment = ALIGNMENT;
  static constexpr bool kHasStride = false;
  static constexpr Fixed kFixed{};
  static void adjust(Point&) {}
  template <typename Object>
  static __device__ void move(Object& object, const int* index, const char* from, char* to) {
    transfer<WAY, IS_GLOBAL>(object, to, index, from);
  }
};

// Version 1.
template <bool G, int A, Way WAY = Way::execute>
struct V1With0 : Subject<G, A, true, WAY> {
  static __device__ auto make(const Point& p) {
    return cudaDMAIndirect<G, true, A>(1, p.dma_threads, kC, kC, p.bytes, p.count);
  }
};
template <bool G, int A, int BYTES>
struct V1With1 : Subject<G, A, true> {
  static constexpr Fixed kFixed{BYTES};
  static __device__ auto make(const Point& p) {
    return cudaDMAIndirect<G, true, A, BYTES>(1, p.dma_threads, kC, kC, p.count);
  }
};
template <bool G, int A, int BYTES, int THREADS>
struct V1With2 : Subject<G, A, true, Way::two_phase> {
  static constexpr Fixed kFixed{BYTES, THREADS};
  static __device__ auto make(const Point& p) {
    return cudaDMAIndirect<G, true, A, BYTES, THREADS>(1, kC, kC, p.count);
  }
};
template <bool G, int A, int BYTES, int THREADS, int COUNT>
struct V1With3 : Subject<G, A, true> {
  static constexpr Fixed kFixed{BYTES, THREADS, COUNT};
  static __device__ auto make(const Point&) {
    return cudaDMAIndirect<G, true, A, BYTES, THREADS, COUNT>(1, kC, kC);
  }
};
template <bool G, int A>
struct V1BlockWith0 : Subject<G, A, false> {
  static __device__ auto make(const Point& p) {
    return cudaDMAIndirect<G, false, A>(p.bytes, p.count);
  }
};
template <bool G, int A, int BYTES>
struct V1BlockWith1 : Subject<G, A, false, Way::no_sync> {
  static constexpr Fixed kFixed{BYTES};
  static __device__ auto make(const Point& p) {
    return cudaDMAIndirect<G, false, A, BYTES>(p.count);
  }
};
template <bool G, int A, int BYTES, int THREADS>
struct V1BlockWith2 : Subject<G, A, false> {
  static constexpr Fixed kFixed{BYTES, THREADS};
  static __device__ auto make(const Point& p) {
    return cudaDMAIndirect<G, false, A, BYTES, THREADS>(p.count);
  }
};
template <bool G, int A, int BYTES, int THREADS, int COUNT>
struct V1BlockWith3 : Subject<G, A, false> {
  static constexpr Fixed kFixed{BYTES, THREADS, COUNT};
  static __device__ auto make(const Point&) {
    return cudaDMAIndirect<G, false, A, BYTES, THREADS, COUNT>();
  }
};

// Version 2.
template <bool G, int A, int REGISTERS, Way WAY, bool IS_GLOBAL>
struct V2With0 : Subject<G, A, true, WAY, IS_GLOBAL> {
  static constexpr bool kHasStride = true;
  static __device__ auto make(const Point& p) {
    return CudaDMAIndirect<G, true, A, REGISTERS>(1, p.dma_threads, kC, kC, p.bytes, p.count,
                                                  G ? p.dst_stride : p.src_stride);
  }
};
template <bool G, int A, int REGISTERS, int BYTES, int THREADS, int COUNT>
struct V2With3 : Subject<G, A, true, Way::two_phase, true> {
  static constexpr Fixed kFixed{BYTES, THREADS, COUNT};
  static __device__ auto make(const Point&) {
    return CudaDMAIndirect<G, true, A, REGISTERS, BYTES, THREADS, COUNT>(1, kC, kC);
  }
};
template <bool G, int A>
struct V2BlockWith0 : Subject<G, A, false, Way::two_phase> {
  static constexpr bool kHasStride = true;
  static void adjust(Point& p) {
    p.first_dma_thread = 32 * (p.count % 3);
    p.dma_threads = 32 * (1 + p.count % 2);
  }
  static __device__ auto make(const Point& p) {
    return CudaDMAIndirect<G, false, A>(p.bytes, p.count, G ? p.dst_stride : p.src_stride,
                                        p.dma_threads, p.first_dma_thread);
  }
};

/// One side is even, the other at numbers of elements, which for a scatter are all different.
template <typename Subject>
Point make_point(Random& random, int block_threads, std::vector<int>& indices) {
  constexpr int kA = Subject::kAlignment;
  Point p{};
  p.dma_threads = Subject::kFixed.threads != 0 ? Subject::kFixed.threads
                  : block_threads != 0         ? block_threads
                                               : 32 * random.between(1, 6);
  const int room = kBufferBytes - 256;
  // The numbers count elements, so that the size of one is a multiple of the alignment.
  p.bytes =
      Subject::kFixed.bytes != 0
          ? Subject::kFixed.bytes
          : round_up(choose_bytes(random, kA, p.dma_threads, random.chance(15) ? 6000 : 300), kA);
  const int places = room / p.bytes;
  p.count =
      Subject::kFixed.count != 0 ? Subject::kFixed.count : random.between(1, std::min(places, 200));
  const int most_stride = room / p.count / kA * kA;
  const int stride = Subject::kHasStride && most_stride > p.bytes && random.chance(60)
                         ? p.bytes + random.below(most_stride - p.bytes + 1) / kA * kA
                         : p.bytes;
  (Subject::kGather ? p.dst_stride : p.src_stride) = stride;
  p.destination = random.below(8) * kA % 128;
  p.source = random.below(8) * kA % 128;
  p.index_is_shared = random.chance(40);
  p.source_is_shared =
      !Subject::kIsGlobal && random.chance(25) && kRoundStep + 256 < kBufferBytes &&
      p.source + kRoundStep + (Subject::kGather ? places * p.bytes : stride * p.count) <=
          kBufferBytes;
  p.destination_is_global = random.chance(30);
  p.index = static_cast<int>(indices.size());
  const int range =
      Subject::kGather && !p.source_is_shared ? (kInputBytes - 512) / p.bytes : places;
  std::vector<int> order(static_cast<std::size_t>(places));
  for (int i = 0; i < places; ++i) order[static_cast<std::size_t>(i)] = i;
  for (int i = places - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(random.below(i + 1))]);
  for (int i = 0; i < kIndices; ++i)
    indices.push_back(Subject::kGather || i >= places ? random.below(range)
                                                      : order[static_cast<std::size_t>(i)]);
  // Nothing to move is a transfer too.
  if (Subject::kFixed.bytes == 0 && random.chance(4)) p.bytes = 0;
  if (Subject::kFixed.count == 0 && random.chance(4)) p.count = 0;
  return p;
}

template <typename Subject>
void run(Bench& bench, const char* name, int points, int block_threads = 0) {
  std::vector<Point> all;
  std::vector<int> indices;
  int most_threads = block_threads;
  for (int i = 0; i < points; ++i) {
    all.push_back(make_point<Subject>(bench.random(), block_threads, indices));
    Subject::adjust(all.back());
    const int threads = all.back().dma_threads + (Subject::kSpecialised ? kC : 0);
    if (block_threads == 0) most_threads = std::max(most_threads, threads);
  }
  bench.run<Subject>(name, all, indices, most_threads,
                     [](const Point& p, const int* index, const char* from, char* to) {
                       for (int i = 0; i < p.count; ++i)
                         for (int byte = 0; byte < p.bytes; ++byte)
                           if (Subject::kGather)
                             to[i * p.dst_stride + byte] = from[index[i] * p.bytes + byte];
                           else
                             to[index[i] * p.bytes + byte] = from[i * p.src_stride + byte];
                     });
}

template <bool G>
void run_version_1(Bench& bench) {
  run<V1With0<G, 4>>(bench, "<true, 4>", 150);
  run<V1With0<G, 8, Way::strict>>(bench, "<true, 8>", 150);
  run<V1With0<G, 16>>(bench, "<true, 16>", 150);
  run<V1With1<G, 16, 48>>(bench, "<true, 16, 48>", 30);
  run<V1With1<G, 4, 700>>(bench, "<true, 4, 700>", 20);
  run<V1With2<G, 8, 264, 96>>(bench, "<true, 8, 264, 96>", 20);
  run<V1With3<G, 16, 128, 64, 50>>(bench, "<true, 16, 128, 64, 50>", 20);
  run<V1With3<G, 4, 4, 32, 200>>(bench, "<true, 4, 4, 32, 200>", 20);
  for (const int threads : {1, 50, 128}) {
    run<V1BlockWith0<G, 4>>(bench, "<false, 4>", 30, threads);
    run<V1BlockWith0<G, 16>>(bench, "<false, 16>", 30, threads);
    run<V1BlockWith1<G, 8, 72>>(bench, "<false, 8, 72>", 10, threads);
  }
  run<V1BlockWith2<G, 16, 1600, 64>>(bench, "<false, 16, 1600, 64>", 10, 96);
  run<V1BlockWith3<G, 8, 40, 96, 100>>(bench, "<false, 8, 40, 96, 100>", 10, 96);
}

template <bool G>
void run_version_2(Bench& bench) {
  run<V2With0<G, 4, 4, Way::execute, true>>(bench, "<true, 4, 4>", 80);
  run<V2With0<G, 8, 40, Way::two_phase, false>>(bench, "<true, 8, 40>", 80);
  run<V2With0<G, 16, 128, Way::strict, true>>(bench, "<true, 16, 128>", 80);
  run<V2With3<G, 16, 32, 80, 64, 70>>(bench, "<true, 16, 32, 80, 64, 70>", 20);
  run<V2BlockWith0<G, 4>>(bench, "<false, 4> of some", 40, 160);
  run<V2BlockWith0<G, 16>>(bench, "<false, 16> of some", 40, 192);
}

}  // namespace points

int main() {
  points::Bench bench;
  points::run_version_1<true>(bench);
  points::run_version_1<false>(bench);
  points::run_version_2<true>(bench);
  points::run_version_2<false>(bench);
  return bench.finish();
}
