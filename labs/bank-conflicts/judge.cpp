// Cases and answers of the bank-conflicts lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "labs/bank-conflicts/judge/passes.h"
#include "labs/bank-conflicts/judge/transposed.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs {
namespace {

using bank_conflicts::kWordBytes;
using bank_conflicts::Transposed;
using judge::Case;
using judge::Opinion;

/// Of an input matrix; the output has `columns` rows.
struct Shape {
  int rows, columns;
};

// Around multiples of the tile, 1023 and 1025 elements among them, and with one side much longer.
// None is so large that rows which begin inside a sector are worth a warning.
// Whole tiles come first: the first case that fails should be the simplest.
constexpr std::array kShapes{
    Shape{32, 32}, Shape{96, 32}, Shape{32, 96}, Shape{33, 33},  Shape{31, 31}, Shape{31, 33},
    Shape{33, 31}, Shape{25, 41}, Shape{40, 72}, Shape{100, 37}, Shape{1, 32},  Shape{1, 255},
    Shape{257, 1}, Shape{1, 1},   Shape{0, 0},   Shape{0, 5},    Shape{5, 0}};
// Rows of both matrices begin on a sector; the second has tiles that are cut on both sides.
constexpr Shape kSquare{512, 512};
constexpr Shape kWide{264, 1000};

constexpr std::array kPaddedShapes{Shape{0, 3}, Shape{3, 0}, Shape{1, 1}, Shape{33, 31},
                                   Shape{40, 72}};
// Of wide elements fewer: each size is run for 34 paddings, and conflicts do not depend on it.
// These are small enough for the checks of memory, which lab.toml bounds.
constexpr Shape kSweptSquare{256, 256}, kSweptSquareOfWide{128, 128};
constexpr Shape kSweptWide{104, 520}, kSweptWideOfWide{52, 260};
constexpr int kMostPadding = 33;
constexpr std::array kElementBytes{4, 8, 16};
/// How many times as long each side is in a sweep that is measured on an H200.
constexpr int kH200SideScale = 4, kH200SideScaleOfWide = 8;
static_assert(kH200SideScale * kH200SideScale == judge::kH200Scale);

std::string name_of(const Shape& shape) { return fmt::format("{}x{}", shape.rows, shape.columns); }

/// A matrix whose elements have 4, 8 or 16 bytes: a float, a double, or four floats.
Case matrix_case(std::uint64_t seed, const std::string& task, const std::string& label,
                 const Shape& shape, int element_bytes = kWordBytes, int padding = -1) {
  const auto elements =
      static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.columns);
  const auto bytes = elements * static_cast<std::size_t>(element_bytes);
  NewCase set(task, label);
  set.parameter("rows", shape.rows)
      .parameter("columns", shape.columns)
      .parameter("bytes", element_bytes)
      .useful_bytes(2 * bytes);
  if (padding >= 0) set.parameter("padding", padding);
  Inputs<Steps24> numbers(seed);  // exact in float and double
  if (element_bytes == 8)
    return set.input("in", numbers.words_as<double>(elements)).output<double>("out", elements);
  const auto floats = bytes / kWordBytes;
  return set.input("in", numbers.words_as<float>(floats)).output<float>("out", floats);
}

void add_sweep(std::vector<Case>& all, std::uint64_t seed, const std::string& id,
               const Shape& shape, int element_bytes) {
  for (int padding = 0; padding <= kMostPadding; ++padding) {
    const auto label = fmt::format("{}/padding-{}", id, padding);
    all.push_back(in_sweep(
        matrix_case(seed, "transpose_padded", label, shape, element_bytes, padding), id, padding));
  }
}

/// A sweep for each size of elements, of square matrices and of wide ones. `is_measured`: with the
/// matrices for an H200.
void add_sweeps(std::vector<Case>& all, std::uint64_t seed, bool is_measured) {
  const auto add_of_sides = [&](const std::string& sides, const Shape& of_floats,
                                const Shape& of_wide) {
    for (const int bytes : kElementBytes) {
      const bool is_wide = bytes > kWordBytes;
      const int scale = !is_measured ? 1 : is_wide ? kH200SideScaleOfWide : kH200SideScale;
      const Shape& shape = is_wide ? of_wide : of_floats;
      add_sweep(all, ++seed, fmt::format("{}-{}-bytes", sides, bytes),
                {scale * shape.rows, scale * shape.columns}, bytes);
    }
  };
  add_of_sides("square", kSweptSquare, kSweptSquareOfWide);
  add_of_sides("wide", kSweptWide, kSweptWideOfWide);
}

class BankConflictsJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Inputs<Chance32> random(seed);
    std::vector<Case> all;
    all.push_back(bank_conflicts::strides_case(random, "4-bytes-strides", 4));
    all.push_back(bank_conflicts::scattered_case(random, "4-bytes-scattered", 4));
    all.push_back(bank_conflicts::broadcast_case(random));
    for (const int bytes : {8, 16}) {
      all.push_back(
          bank_conflicts::strides_case(random, fmt::format("{}-bytes-strides", bytes), bytes));
      all.push_back(
          bank_conflicts::scattered_case(random, fmt::format("{}-bytes-scattered", bytes), bytes));
    }
    for (const char* task : {"transpose", "transpose_swizzled"}) {
      for (const Shape& shape : kShapes) {
        all.push_back(matrix_case(++seed, task, name_of(shape), shape));
      }
      all.push_back(matrix_case(++seed, task, "large-square", kSquare));
      all.push_back(matrix_case(++seed, task, "large-wide", kWide));
    }
    for (const int bytes : kElementBytes) {
      for (const Shape& shape : kPaddedShapes) {
        const auto label = fmt::format("{}-bytes/{}", bytes, name_of(shape));
        // Columns of a tile without padding conflict, and are not to be warned of here: odd ones.
        const int odd = shape.rows > 1 ? 1 : 0;
        const int padding = static_cast<int>(++seed % 4) | odd;
        all.push_back(matrix_case(seed, "transpose_padded", label, shape, bytes, padding));
      }
    }
    add_sweeps(all, seed, false);
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    judge::Measured measured;
    add_sweeps(measured.cases, seed, true);
    for (const Case& set : measured.cases) {
      const bool is_wide = set.parameters.at("bytes") > kWordBytes;
      const int side_scale = is_wide ? kH200SideScaleOfWide : kH200SideScale;
      measured.data_scale[set.sweep] = side_scale * side_scale;
    }
    return measured;
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    if (set.task == "passes")
      return bank_conflicts::examine_passes(set, output<std::int32_t>(outputs, "passes"));
    return outputs.at("out").type() == judge::ElementType::f64
               ? Transposed(set, output<double>(outputs, "out")).examine()
               : Transposed(set, output<float>(outputs, "out")).examine();
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::BankConflictsJudge>();
}
