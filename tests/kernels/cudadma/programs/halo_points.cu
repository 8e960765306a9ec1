// cudaDMAHalo at many points, and a halo that cudaDMACustom's user moves.
#include <algorithm>

#include "cudaDMA.h"
#include "points.h"

namespace points {

constexpr int kC = kComputeThreads;

// Of a point, bytes is dimx, count dimy and src_stride the pitch, all in cells.
template <typename Cell, int RADIUS, bool HAS_CORNERS, int ALIGNMENT, Way WAY>
struct Subject {
  using CellType = Cell;
  static constexpr bool kSpecialised = WAY != Way::no_sync, kCorners = HAS_CORNERS;
  static constexpr int kAlignment = ALIGNMENT, kRadius = RADIUS;
  static __device__ auto make(const Point& p) {
    return cudaDMAHalo<Cell, RADIUS, HAS_CORNERS, ALIGNMENT>(
        1, p.dma_threads, kC, p.first_dma_thread, p.bytes, p.count, p.src_stride);
  }
  template <typename Object>
  static __device__ void move(Object& object, const int*, const char* from, char* to) {
    transfer<WAY, false>(object, to, from);
  }
};

/// A user's own object, derived as the documentation says.
class Copier : public cudaDMACustom {
 public:
  __device__ Copier(const int id, const int dma_threads, const int compute_threads, const int first,
                    const int words)
      : cudaDMACustom(id, dma_threads, compute_threads, first),
        first_(static_cast<int>(threadIdx.x) - first),
        step_(dma_threads),
        words_(words) {}
  __device__ void execute_dma(const void* from, void* to) const {
    wait_for_dma_start();
    for (int i = first_; i < words_; i += step_)
      static_cast<unsigned*>(to)[i] = static_cast<const unsigned*>(from)[i];
    finish_async_dma();
  }

 private:
  int first_, step_, words_;
};

struct CustomSubject {
  static constexpr bool kSpecialised = true;
  static __device__ auto make(const Point& p) {
    return Copier(4, p.dma_threads, kC, p.first_dma_thread, p.bytes / 4);
  }
  static __device__ void move(Copier& object, const int*, const char* from, char* to) {
    object.execute_dma(from, to);
  }
};

template <typename Subject>
void expect(const Point& p, const int*, const char* from, char* to) {
  using Cell = typename Subject::CellType;
  constexpr int kR = Subject::kRadius;
  const int dst_pitch = p.bytes + 2 * kR;
  for (int y = -kR; y < p.count + kR; ++y) {
    for (int x = -kR; x < p.bytes + kR; ++x) {
      const bool is_beside = x < 0 || x >= p.bytes, is_above = y < 0 || y >= p.count;
      if (is_beside ? is_above && !Subject::kCorners : !is_above) continue;
      std::memcpy(to + (y * dst_pitch + x) * static_cast<int>(sizeof(Cell)),
                  from + (y * p.src_stride + x) * static_cast<int>(sizeof(Cell)), sizeof(Cell));
    }
  }
}

template <typename Subject>
void run(Bench& bench, const char* name, int points, int block_threads = 0) {
  constexpr int kSize = sizeof(typename Subject::CellType), kR = Subject::kRadius;
  constexpr int kUnit = std::max(1, Subject::kAlignment / kSize);  // cells between aligned places
  Random& random = bench.random();
  std::vector<Point> all;
  int most_threads = block_threads;
  for (int i = 0; i < points; ++i) {
    Point p{};
    p.dma_threads = block_threads != 0 ? block_threads : 32 * random.between(1, 6);
    p.first_dma_thread = block_threads != 0 ? 0 : kC;
    const int cells = (kBufferBytes - 256) / kSize;
    const int most_x = std::min(60, cells / (2 * kR + 1) - 2 * kR);
    p.bytes = round_up(random.between(1, most_x), kUnit);
    while ((p.bytes + 2 * kR) * (2 * kR + 1) > cells) p.bytes -= kUnit;
    p.count = random.between(1, cells / (p.bytes + 2 * kR) - 2 * kR);
    p.src_stride = p.bytes + 2 * kR + kUnit * random.between(0, 10);
    // The pointers are those of the first cell that is not in the halo.
    p.source = (kR * p.src_stride + kR) * kSize + random.below(8) * Subject::kAlignment % 128;
    p.destination =
        (kR * (p.bytes + 2 * kR) + kR) * kSize + random.below(8) * Subject::kAlignment % 128;
    p.source = round_up(p.source, Subject::kAlignment);
    p.destination = round_up(p.destination, Subject::kAlignment);
    p.destination_is_global = random.chance(20);
    all.push_back(p);
    if (block_threads == 0) most_threads = std::max(most_threads, p.dma_threads + kC);
  }
  bench.run<Subject>(name, all, {}, most_threads, expect<Subject>);
}

void run_custom(Bench& bench) {
  std::vector<Point> all;
  for (int i = 0; i < 40; ++i) {
    Point p{};
    p.bytes = 4 * bench.random().between(1, 500);
    p.dma_threads = 32 * bench.random().between(1, 4);
    p.first_dma_thread = kC;
    all.push_back(p);
  }
  bench.run<CustomSubject>("custom", all, {}, kC + 128,
                           [](const Point& p, const int*, const char* from, char* to) {
                             for (int byte = 0; byte < p.bytes; ++byte) to[byte] = from[byte];
                           });
}

}  // namespace points

int main() {
  using namespace points;
  Bench bench;
  run<Subject<float, 1, true, 4, Way::execute>>(bench, "<float, 1, true, 4>", 100);
  run<Subject<float, 5, false, 4, Way::execute>>(bench, "<float, 5, false, 4>", 100);
  run<Subject<float, 4, true, 16, Way::strict>>(bench, "<float, 4, true, 16>", 100);
  run<Subject<float, 8, false, 16, Way::two_phase>>(bench, "<float, 8, false, 16>", 60);
  run<Subject<float, 2, true, 8, Way::execute>>(bench, "<float, 2, true, 8>", 60);
  run<Subject<float2, 3, true, 8, Way::execute>>(bench, "<float2, 3, true, 8>", 100);
  run<Subject<float2, 2, false, 16, Way::execute>>(bench, "<float2, 2, false, 16>", 60);
  run<Subject<float4, 1, true, 16, Way::execute>>(bench, "<float4, 1, true, 16>", 100);
  run<Subject<float4, 5, true, 4, Way::execute>>(bench, "<float4, 5, true, 4>", 60);
  for (const int threads : {32, 96, 256})
    run<Subject<float, 4, true, 16, Way::no_sync>>(bench, "<float, 4, true, 16> in a block", 30,
                                                   threads);
  run_custom(bench);
  return bench.finish();
}
