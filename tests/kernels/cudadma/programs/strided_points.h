// Points of the patterns that need no index array.
#pragma once

#include "points.h"

namespace points {

/// What the template arguments of an object fix; 0 for what they do not.
struct Fixed {
  int bytes = 0, threads = 0, count = 0;
};

/// `block_threads`: of the objects without DMA threads of their own, or 0. `is_one`: one element.
inline Point strided_point(Random& random, int alignment, const Fixed& fixed, int block_threads,
                           bool is_one, bool may_be_shared) {
  Point p{};
  p.dma_threads = fixed.threads != 0   ? fixed.threads
                  : block_threads != 0 ? block_threads
                                       : 32 * random.between(1, 6);
  const int room = kBufferBytes - 256;
  p.bytes = fixed.bytes != 0 ? fixed.bytes
                             : choose_bytes(random, alignment, p.dma_threads,
                                            is_one || random.chance(15) ? room : 600);
  const int size = round_up(p.bytes, alignment);
  const int most = room / size;
  p.count = is_one             ? 1
            : fixed.count != 0 ? fixed.count
                               : random.between(1, most > 200 ? 200 : most);
  const int spare = room / p.count / alignment * alignment - size;
  p.dst_stride =
      size + (spare > 0 && random.chance(60) ? random.below(spare + 1) / alignment * alignment : 0);
  // A source may overlap itself.
  p.src_stride = random.chance(10)   ? 0
                 : random.chance(50) ? size
                                     : random.below(room / p.count + 1) / alignment * alignment;
  p.destination = random.below(16) * alignment % 128;
  p.source = random.below(8) * alignment % 128;
  p.source_is_shared =
      may_be_shared && random.chance(25) &&
      p.source + kRoundStep + p.src_stride * (p.count - 1) + p.bytes <= kBufferBytes;
  p.destination_is_global = random.chance(20);
  // Nothing to move is a transfer too.
  if (fixed.bytes == 0 && random.chance(4)) p.bytes = 0;
  if (fixed.count == 0 && !is_one && random.chance(4)) p.count = 0;
  return p;
}

inline void expect_strided(const Point& p, const int*, const char* from, char* to) {
  for (int element = 0; element < p.count; ++element)
    for (int byte = 0; byte < p.bytes; ++byte)
      to[element * p.dst_stride + byte] = from[element * p.src_stride + byte];
}

/// `points` points of a subject, which has kAlignment, kFixed, kSpecialised, kIsOne and kIsGlobal.
template <typename Subject>
void run_strided(Bench& bench, const char* name, int points, int block_threads = 0) {
  std::vector<Point> all;
  int most_threads = block_threads;
  for (int i = 0; i < points; ++i) {
    all.push_back(strided_point(bench.random(), Subject::kAlignment, Subject::kFixed, block_threads,
                                Subject::kIsOne, !Subject::kIsGlobal));
    Subject::adjust(all.back());
    const int threads = all.back().dma_threads + (Subject::kSpecialised ? kComputeThreads : 0);
    if (block_threads == 0 && threads > most_threads) most_threads = threads;
  }
  bench.run<Subject>(name, all, {}, most_threads, expect_strided);
}

}  // namespace points
