#include "point.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <random>

namespace dma_test {
namespace {

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : generator_(seed) {}
  int from(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(generator_);
  }
  template <typename T>
  T one_of(std::initializer_list<T> values) {
    return *(values.begin() + from(0, static_cast<int>(values.size()) - 1));
  }
  std::mt19937_64& generator() { return generator_; }

 private:
  std::mt19937_64 generator_;
};

constexpr int kRoom = 3500;
constexpr int kSourceBytes = 1 << 16;

bool is_halo(Kind kind) { return kind >= Kind::halo && kind <= Kind::halo_clipped_without_corners; }
bool is_clipped(Kind kind) {
  return kind == Kind::halo_aligned_clipped || kind == Kind::halo_clipped ||
         kind == Kind::halo_clipped_without_corners;
}
bool is_aligned_halo(Kind kind) {
  return kind >= Kind::halo_aligned && kind <= Kind::halo_aligned_clipped;
}

int element_bytes(Kind kind) {
  if (kind == Kind::minimum_half || kind == Kind::maximum_bfloat) return 2;
  return kind == Kind::maximum_long ? 8 : 4;
}

/// Alignment of everything in the point, for the promises and the reductions; else `any`.
int grain_of(Kind kind, Numbers& numbers) {
  if (kind == Kind::strided_aligned_4 || is_aligned_halo(kind)) return 4;
  if (kind == Kind::sequential_aligned || kind == Kind::strided_aligned_16 ||
      kind == Kind::gather_aligned)
    return 16;
  if (kind >= kFirstReduction) return numbers.one_of({element_bytes(kind), 16});
  return numbers.one_of({1, 1, 2, 4, 8, 16, 16});
}

int multiple(int value, int grain) { return std::max(value / grain, 1) * grain; }

void choose_elements(Point& point, int grain, bool is_store, Numbers& numbers) {
  point.bytes = static_cast<unsigned>(multiple(
      numbers.one_of({numbers.from(1, 40), numbers.from(1, 300), numbers.from(1, 1200)}), grain));
  const int bytes = static_cast<int>(point.bytes);
  point.count = static_cast<unsigned>(numbers.from(0, std::min(kIndices, kRoom / bytes)));
  const int count = std::max<int>(1, static_cast<int>(point.count));
  const int most_stride = count == 1 ? bytes : (kRoom - bytes) / (count - 1);
  const auto stride = [&](int most) {
    return multiple(numbers.one_of({bytes, numbers.from(bytes, std::max(bytes, most))}), grain);
  };
  point.destination_stride = stride(most_stride);
  point.source_stride = is_store ? stride(most_stride) : stride(500);
}

void choose_cells(Point& point, int grain, bool is_store, Numbers& numbers) {
  const bool has_rim = is_halo(point.kind), is_aligned = is_aligned_halo(point.kind);
  const int step = is_aligned ? 4 : 1;
  point.bytes = is_aligned ? static_cast<unsigned>(numbers.one_of({4, 8, 16}))
                : has_rim  ? static_cast<unsigned>(numbers.one_of({1, 2, 4, 8, 16}))
                           : static_cast<unsigned>(numbers.one_of({1, 2, 3, 4, 8, 12, 16}));
  point.radius = has_rim ? static_cast<unsigned>(numbers.from(0, 3)) : 0;
  const int cell = static_cast<int>(point.bytes), rim = 2 * static_cast<int>(point.radius);
  point.height = static_cast<unsigned>(numbers.from(1, 8));
  const int rows = static_cast<int>(point.height) + rim;
  point.width = static_cast<unsigned>(
      std::max(1, numbers.from(1, std::min(40, kRoom / (2 * rows * cell))) - rim));
  const int row = (static_cast<int>(point.width) + rim) * cell;
  const int column = static_cast<int>(point.height) * cell;
  const int least = has_rim ? row : column;
  point.destination_stride =
      multiple(least + 15, 16) + (grain < 16 ? step * numbers.from(0, 4) : 0);
  point.source_stride = is_store ? row : row + step * numbers.from(0, 300 / step);
  if (grain == 16) point.source_stride = multiple(static_cast<int>(point.source_stride) + 15, 16);
  // Transposed: one row of the destination for each column.
  const long long lines = has_rim ? rows : point.width;
  while (lines * point.destination_stride > kRoom) point.destination_stride -= step;
  if (point.destination_stride < least) {
    point.width = point.height = 1;
    point.radius = 0;
    point.destination_stride = point.source_stride = cell;
  }
  point.x = numbers.from(-2, 4);
  point.y = numbers.from(-2, 4);
  point.domain_width = std::max<long long>(0, point.x + point.width + numbers.from(-4, 4));
  point.domain_height = std::max<long long>(0, point.y + point.height + numbers.from(-4, 4));
  // A multiple of 16, so that the phase is that of the pointer.
  point.destination_lead = (point.radius * (point.destination_stride + cell) + 15) / 16 * 16;
  point.source_lead = (point.radius * (point.source_stride + cell) + 15) / 16 * 16;
}

Point make_point(Kind kind, int stages, bool is_store, Numbers& numbers) {
  Point point{};
  point.kind = kind;
  const int grain = grain_of(kind, numbers);
  const bool is_cells =
      is_halo(kind) || kind == Kind::transpose || kind == Kind::transpose_along_destination;
  if (is_cells) {
    choose_cells(point, grain, is_store, numbers);
  } else {
    choose_elements(point, grain, is_store, numbers);
  }
  if (kind == Kind::sequential || kind == Kind::sequential_aligned || kind == Kind::custom) {
    point.bytes = static_cast<unsigned>(
        numbers.one_of({numbers.from(0, 40), numbers.from(0, 600), numbers.from(600, kRoom)}));
    point.bytes -= point.bytes % static_cast<unsigned>(grain);
    point.count = 1;
  }
  if (kind == Kind::sequential_fixed) point.bytes = 1000;
  if (kind == Kind::sequential_fixed) point.count = 1;
  point.source_phase = static_cast<unsigned>(numbers.from(0, 15) / grain * grain);
  point.destination_phase = grain < 16 && numbers.from(0, 1) == 0
                                ? static_cast<unsigned>(numbers.from(0, 15) / grain * grain)
                                : point.source_phase;
  point.copies_for_itself = numbers.from(0, 7) == 0;
  point.dma_threads = point.copies_for_itself
                          ? static_cast<unsigned>(kComputeThreads)
                          : static_cast<unsigned>(numbers.one_of({32, 64, 96, 128}));
  point.transfers = static_cast<unsigned>(std::min(kMostTransfers, stages + numbers.from(0, 2)));
  for (long long& source : point.source) {
    source = is_store ? 16 * numbers.from(0, (kSourceBytes - kImageBytes) / 16)
                      : kOrigin * 8 + 16 * numbers.from(0, 512);
  }
  for (int& index : point.index)
    index = numbers.from(0, point.source_stride == 0
                                ? 0
                                : std::min(63, 40000 / static_cast<int>(point.source_stride)));
  const bool is_permutation = kind == Kind::scatter || is_store;
  if (is_permutation && point.count > 0) {
    std::iota(point.index, point.index + point.count, 0);
    std::shuffle(point.index, point.index + point.count, numbers.generator());
  }
  return point;
}

template <typename T, typename F>
void apply(const unsigned char* source, unsigned char* destination, unsigned bytes, F f) {
  for (unsigned i = 0; i + sizeof(T) <= bytes; i += sizeof(T)) {
    T with{}, value{};
    std::memcpy(&with, source + i, sizeof(T));
    std::memcpy(&value, destination + i, sizeof(T));
    value = f(value, with);
    std::memcpy(destination + i, &value, sizeof(T));
  }
}

/// The better of two floating-point numbers of 16 bits by the order of their bits: sign and
/// magnitude. Above the infinity's are NaNs, which lose to numbers; of two, the GPU's own remains.
std::uint16_t better(std::uint16_t a, std::uint16_t b, unsigned infinity, bool is_greater) {
  const auto is_nan = [&](unsigned bits) { return (bits & 0x7fffU) > infinity; };
  if (is_nan(a) && is_nan(b)) return 0x7fff;
  if (is_nan(a)) return b;
  if (is_nan(b)) return a;
  const auto place = [](unsigned bits) {
    const int magnitude = static_cast<int>(bits & 0x7fffU);
    return (bits & 0x8000U) != 0 ? -1 - magnitude : magnitude;
  };
  return (place(a) > place(b)) == is_greater ? a : b;
}

}  // namespace

std::vector<Point> make_points(Selection selection, int count, int stages, bool is_store,
                               std::uint64_t seed) {
  Numbers numbers(seed);
  const auto end = static_cast<int>(is_store ? Kind::kinds : kFirstReduction);
  std::vector<Point> points;
  for (int i = 0; static_cast<int>(points.size()) < count; ++i) {
    const auto kind = static_cast<Kind>(i % end);
    if (includes(selection, kind)) points.push_back(make_point(kind, stages, is_store, numbers));
  }
  return points;
}

Moves moves_of(const Point& point) {
  Moves moves;
  const auto add = [&](long long source, long long destination) {
    for (unsigned byte = 0; byte < point.bytes; ++byte)
      moves.emplace_back(source + byte, destination + byte);
  };
  const long long cell = point.bytes, rim = point.radius;
  const long long width = point.width, height = point.height;
  switch (point.kind) {
    case Kind::halo:
    case Kind::halo_without_corners:
    case Kind::halo_aligned:
    case Kind::halo_aligned_without_corners:
    case Kind::halo_aligned_clipped:
    case Kind::halo_clipped:
    case Kind::halo_clipped_without_corners:
      for (long long y = -rim; y < height + rim; ++y) {
        for (long long x = -rim; x < width + rim; ++x) {
          const bool is_corner = (x < 0 || x >= width) && (y < 0 || y >= height);
          const bool has_corners = point.kind != Kind::halo_without_corners &&
                                   point.kind != Kind::halo_aligned_without_corners &&
                                   point.kind != Kind::halo_clipped_without_corners;
          if (is_corner && !has_corners) continue;
          const long long in_x = point.x + x, in_y = point.y + y;
          const bool is_inside =
              in_x >= 0 && in_x < point.domain_width && in_y >= 0 && in_y < point.domain_height;
          if (is_clipped(point.kind) && !is_inside) continue;
          add(y * point.source_stride + x * cell, y * point.destination_stride + x * cell);
        }
      }
      break;
    case Kind::transpose:
    case Kind::transpose_along_destination:
      for (long long y = 0; y < height; ++y) {
        for (long long x = 0; x < width; ++x)
          add(y * point.source_stride + x * cell, x * point.destination_stride + y * cell);
      }
      break;
    default:
      for (unsigned i = 0; i < point.count; ++i) {
        const bool gathers = point.kind == Kind::gather_32 || point.kind == Kind::gather_64 ||
                             point.kind == Kind::gather_aligned;
        const long long from = gathers ? point.index[i] : i;
        const long long to = point.kind == Kind::scatter ? point.index[i] : i;
        add(from * point.source_stride, to * point.destination_stride);
      }
  }
  return moves;
}

void reduce(Kind kind, const unsigned char* source, unsigned char* destination, unsigned bytes) {
  if (kind == Kind::add_int || kind == Kind::xor_unsigned) {
    apply<std::uint32_t>(source, destination, bytes, [&](std::uint32_t a, std::uint32_t b) {
      return kind == Kind::add_int ? a + b : a ^ b;
    });
  } else if (kind == Kind::add_float) {
    apply<float>(source, destination, bytes, [](float a, float b) {
      const float sum = a + b;
      return sum == sum ? sum : std::bit_cast<float>(0x7fffffffU);  // a GPU's only NaN result
    });
  } else if (kind == Kind::minimum_half || kind == Kind::maximum_bfloat) {
    const bool is_half = kind == Kind::minimum_half;
    apply<std::uint16_t>(source, destination, bytes, [&](std::uint16_t a, std::uint16_t b) {
      return better(a, b, is_half ? 0x7c00 : 0x7f80, !is_half);
    });
  } else {
    apply<long long>(source, destination, bytes,
                     [](long long a, long long b) { return std::max(a, b); });
  }
}

}  // namespace dma_test
