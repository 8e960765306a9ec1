// A transfer to test: what it is, where it lies, who carries it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace dma_test {

enum class Kind : int {
  sequential,
  sequential_fixed,  ///< 1000 bytes, known to the compiler
  sequential_aligned,
  strided,
  strided_aligned_16,
  strided_aligned_4,
  gather_32,
  gather_64,
  gather_aligned,
  scatter,
  halo,
  halo_without_corners,
  halo_aligned,  ///< by 4, as the two below
  halo_aligned_without_corners,
  halo_aligned_clipped,
  halo_clipped,
  halo_clipped_without_corners,
  transpose,
  transpose_along_destination,
  custom,
  add_int,
  add_float,
  maximum_long,
  xor_unsigned,
  minimum_half,
  maximum_bfloat,
  kinds
};
constexpr Kind kFirstReduction = Kind::add_int;

/// Which kinds a program carries one way. Each kind takes nvcc seconds for each engine, so that the
/// vector engine has all of them, and the others those that they carry in a way of their own.
enum class Selection {
  all,
  /// Without those that differ only before an engine is asked: the width of an index, a constant
  /// size, the ends of a domain, corners, the side of a transposition that neighbours touch, and
  /// the parts of a halo that only the vector engine takes as one.
  of_engine,
  /// Enough for what does not depend on the kind: another number of stages or of loads.
  few,
};
constexpr bool includes(Selection selection, Kind kind) {
  switch (kind) {
    case Kind::sequential:
    case Kind::strided_aligned_16:
    case Kind::gather_aligned:
    case Kind::scatter:
    case Kind::add_int:
      return true;
    case Kind::sequential_fixed:
    case Kind::gather_64:
    case Kind::halo:
    case Kind::halo_aligned:
    case Kind::halo_aligned_without_corners:
    case Kind::halo_aligned_clipped:
    case Kind::halo_clipped:
    case Kind::transpose_along_destination:
      return selection == Selection::all;
    default:
      return selection != Selection::few;
  }
}

constexpr int kIndices = 64;
constexpr int kImageBytes = 4096;  ///< a buffer or a destination, guards included
constexpr int kOrigin = 256;       ///< of the pointers in an image, before their phase
constexpr int kMostTransfers = 6;  ///< of one point, through one ring
constexpr int kComputeThreads = 64;
constexpr int kMostDmaThreads = 128;
constexpr unsigned char kGuard = 0xa5;

struct Point {
  Kind kind;
  unsigned bytes, count;  ///< of an element, of elements; halo and transpose: cell bytes
  unsigned width, height, radius;
  long long x, y;  ///< of a clipped halo's tile in its domain, cells
  long long domain_width, domain_height;
  long long source_stride, destination_stride;  ///< or pitches
  unsigned source_phase, destination_phase;
  long long source_lead, destination_lead;  ///< from the first byte of a halo to its tile
  unsigned dma_threads;
  unsigned transfers;
  bool copies_for_itself;            ///< the compute threads are the DMA threads
  long long source[kMostTransfers];  ///< where in the source each transfer begins
  int index[kIndices];
};

/// The bytes that a transfer moves, from where to where relative to its pointers. Written without
/// the library's arithmetic.
using Moves = std::vector<std::pair<long long, long long>>;
Moves moves_of(const Point& point);

/// Points that cover the kinds of a selection, phases, sizes, strides and threads. With `is_store`
/// both sides fit an image. The same ones each time.
std::vector<Point> make_points(Selection selection, int count, int stages, bool is_store,
                               std::uint64_t seed);

/// Reductions: the elements at `destination` (as bytes) after `source` has been reduced into them.
void reduce(Kind kind, const unsigned char* source, unsigned char* destination, unsigned bytes);

}  // namespace dma_test
