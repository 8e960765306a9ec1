// Cases and answers of the lab barriers.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "labs/barriers/judge/answers.h"
#include "labs/barriers/judge/rows.h"
#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs {
namespace {

using barriers::Numbers;
using judge::Case;
using judge::Opinion;
using Chances = Inputs<Mixed>;

constexpr std::size_t kWordBytes = 4;
constexpr int kManyElements = 1 << 14;
constexpr int kManyRows = 64;
constexpr int kManyRounds = 32;
constexpr int kWidth = 256;
constexpr int kWarpSize = 32;
constexpr int kSweptWarps = 256;  // of all rows together
constexpr std::array kWarpsSwept{1, 2, 4, 8, 16, 32};
constexpr int kRowsPerBlock = 4;
constexpr int kNarrow = 64;
constexpr std::array kHeapsSwept{2, 4, 8, 12, 16, 20, 24};
// The largest heaps of four rows, in an order by chance: of a block, and of a few blocks.
constexpr std::array kHeapsOfBlock{0, 6, 12, 24};

struct Shape {
  int rows = 0, width = 0;
};
constexpr std::array kShapesOfSettle{Shape{0, 64}, Shape{1, 1},  Shape{3, 31},  Shape{2, 32},
                                     Shape{3, 33}, Shape{5, 64}, Shape{1, 200}, Shape{3, 256}};
constexpr std::array kShapesOfTeams{Shape{0, 64}, Shape{1, 1},  Shape{3, 31}, Shape{4, 33},
                                    Shape{5, 64}, Shape{7, 20}, Shape{9, 63}};

Case neighbours_case(Chances& numbers, int count) {
  const auto chosen = numbers.many(count, [&] { return numbers.from_to(0, 1); });
  return NewCase("neighbours", count)
      .input("in", numbers.many(count, [&] { return numbers.from_to(1, 1 << 20); }))
      .input("chosen", chosen)
      .output<std::int32_t>("out", count)
      .useful_bytes(3 * kWordBytes * chosen.size());
}

Case sums_case(Chances& numbers, int count) {
  const auto in = numbers.words(count);
  const auto tiles = (in.size() + barriers::kTileSize - 1) / barriers::kTileSize;
  return NewCase("sums", count)
      .input("in", in)
      .output<std::uint32_t>("sums", tiles)
      .useful_bytes(kWordBytes * (in.size() + tiles));
}

Case heat_case(Chances& numbers, const std::string& label, Shape shape, int rounds) {
  const auto in =
      numbers.many(shape.rows * shape.width, [&] { return numbers.from_to(0, (1 << 20) - 1); });
  return NewCase("heat", label)
      .parameter("rows", shape.rows)
      .parameter("width", shape.width)
      .parameter("rounds", rounds)
      .input("in", in)
      .output<std::int32_t>("out", in.size())
      .useful_bytes(2 * kWordBytes * in.size());
}

Case settle_case(const std::string& label, Shape shape, const Numbers& in) {
  return NewCase("settle", label)
      .parameter("rows", shape.rows)
      .parameter("width", shape.width)
      .input("in", in)
      .output<std::int32_t>("out", in.size())
      .output<std::int32_t>("topplings", shape.rows)
      .useful_bytes(2 * kWordBytes * in.size());
}

Case teams_case(const std::string& label, Shape shape, const Numbers& in) {
  return NewCase("teams", label)
      .parameter("rows", shape.rows)
      .parameter("width", shape.width)
      .parameter("rows_per_block", kRowsPerBlock)
      .input("in", in)
      .output<std::int32_t>("out", in.size())
      .output<std::int32_t>("topplings", shape.rows)
      .output<std::int32_t>("most", (shape.rows + kRowsPerBlock - 1) / kRowsPerBlock)
      .useful_bytes(2 * kWordBytes * in.size());
}

void append(Numbers& all, const Numbers& row) { all.insert(all.end(), row.begin(), row.end()); }

/// Rows by chance. A narrow one is full of sand, a wide one has heaps. Number 2 lies still from the
/// beginning; in the others at least one cell topples.
Numbers sand_rows(Chances& numbers, Shape shape) {
  Numbers all;
  const auto width = static_cast<std::size_t>(shape.width);
  for (int r = 0; r < shape.rows; ++r) {
    if (shape.width > kNarrow) {
      append(all, barriers::heaps(numbers, width, r == 2 ? 1 : barriers::kLargestHeap));
      continue;
    }
    auto row = barriers::any_sand(numbers, width, r == 2 ? 1 : 5);
    if (r != 2) row[0] = numbers.from_to(2, 5);
    append(all, row);
  }
  return all;
}

/// Four rows at a time, with the largest heaps in an order by chance.
Numbers heap_rows(Chances& numbers, Shape shape, const std::array<int, kRowsPerBlock>& of_block) {
  std::vector largest(of_block.begin(), of_block.end());
  Numbers all;
  for (int r = 0; r < shape.rows; r += kRowsPerBlock) {
    numbers.shuffle(largest);
    for (const int each : largest)
      append(all, barriers::heaps(numbers, static_cast<std::size_t>(shape.width), each));
  }
  return all;
}

std::string label_of(Shape shape) { return fmt::format("{}x{}", shape.rows, shape.width); }

void add_warps(std::vector<Case>& all, Chances& numbers, int scale) {
  for (const int warps : kWarpsSwept) {
    const Shape shape{scale * kSweptWarps / warps, warps * kWarpSize};
    all.push_back(in_sweep(heat_case(numbers, fmt::format("warps-{}", warps), shape, kManyRounds),
                           "warps", warps));
  }
}

void add_heaps(std::vector<Case>& all, Chances& numbers, int scale) {
  for (const int largest : kHeapsSwept) {
    const Shape shape{scale * kManyRows, kNarrow};
    all.push_back(in_sweep(teams_case(fmt::format("heap-{}", largest), shape,
                                      heap_rows(numbers, shape, {largest, 1, 2, 0})),
                           "heap", largest));
  }
}

class BarriersJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Chances numbers(seed);
    std::vector<Case> all;
    for (const int size : kAwkwardSizes) all.push_back(neighbours_case(numbers, size));
    all.push_back(neighbours_case(numbers, kManyElements));
    for (const int size : kAwkwardSizes) all.push_back(sums_case(numbers, size));
    all.push_back(sums_case(numbers, kManyElements));
    for (const auto& [shape, rounds] :
         {std::pair{Shape{0, 32}, 3}, std::pair{Shape{1, 1}, 2}, std::pair{Shape{3, 31}, 7},
          std::pair{Shape{3, 33}, 1}, std::pair{Shape{3, 256}, 0}, std::pair{Shape{3, 1000}, 5}})
      all.push_back(heat_case(numbers, label_of(shape), shape, rounds));
    const Shape many{kManyRows, kWidth};
    all.push_back(heat_case(numbers, "many", many, kManyRounds));
    add_warps(all, numbers, 1);
    for (const Shape shape : kShapesOfSettle)
      all.push_back(settle_case(label_of(shape), shape, sand_rows(numbers, shape)));
    all.push_back(settle_case("many", many, heap_rows(numbers, many, kHeapsOfBlock)));
    for (const Shape shape : kShapesOfTeams)
      all.push_back(teams_case(label_of(shape), shape, sand_rows(numbers, shape)));
    const Shape narrow{kManyRows, kNarrow};
    all.push_back(teams_case("many", narrow, heap_rows(numbers, narrow, kHeapsOfBlock)));
    add_heaps(all, numbers, 1);
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Chances numbers(seed);
    std::vector<Case> all;
    add_warps(all, numbers, judge::kH200Scale);
    add_heaps(all, numbers, judge::kH200Scale);
    return measured_of(std::move(all));
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    if (set.task == "neighbours") return barriers::examine_neighbours(set, outputs);
    if (set.task == "sums") return barriers::examine_sums(set, outputs);
    if (set.task == "heat") return barriers::examine_heat(set, outputs);
    return barriers::examine_sand(set, outputs);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::BarriersJudge>();
}
