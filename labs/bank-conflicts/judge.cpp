// Cases and answers of the bank-conflicts lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/array_of.h"

namespace warpscope::labs {
namespace {

using judge::Array;
using judge::Case;
using judge::ElementType;
using judge::Opinion;

/// Of an input matrix; the output has `columns` rows.
struct Shape {
  int rows, columns;
};

// Around multiples of the tile, 1023 and 1025 elements among them, and with one side much longer.
// None is so large that rows which begin inside a sector are worth a warning.
// Whole tiles come first: the first case that fails should be the simplest.
constexpr std::array kShapes{Shape{32, 32}, Shape{96, 32},  Shape{32, 96}, Shape{33, 33},
                             Shape{31, 31}, Shape{31, 33},  Shape{33, 31}, Shape{25, 41},
                             Shape{40, 72}, Shape{100, 37}, Shape{1, 32},  Shape{1, 255},
                             Shape{257, 1}, Shape{1, 1},    Shape{0, 0},   Shape{0, 5}};
// Rows of both matrices begin on a sector; the second has tiles that are cut on both sides.
constexpr Shape kSquare{512, 512};
constexpr Shape kWide{264, 1000};

constexpr std::array kPaddedShapes{Shape{0, 3}, Shape{1, 1}, Shape{33, 31}, Shape{40, 72}};
// Of wide elements fewer: each size is run for 34 paddings, and conflicts do not depend on it.
// These are small enough for the checks of memory, which lab.toml bounds.
constexpr Shape kSweptSquare{256, 256}, kSweptSquareOfWide{128, 128};
constexpr Shape kSweptWide{104, 520}, kSweptWideOfWide{52, 260};
constexpr int kMostPadding = 33;
constexpr std::array kElementBytes{4, 8, 16};
/// How many times as long each side is in a sweep that is measured on an H200.
constexpr int kH200SideScale = 4, kH200SideScaleOfWide = 8;
static_assert(kH200SideScale * kH200SideScale == judge::kH200Scale);

constexpr int kLanes = 32;
constexpr int kWordBytes = 4;
constexpr int kTileSide = 32;
// What the driver fills outputs with. Shared memory that nobody has written holds something else.
constexpr std::uint32_t kNeverWritten = 0xEEEEEEEE;

std::string name_of(const Shape& shape) { return fmt::format("{}x{}", shape.rows, shape.columns); }

/// The first `count` of all numbers below 2^24, each once, from a place that depends on the seed:
/// distinct, so that a wrong index shows, and exact in float and double.
template <typename T>
std::vector<T> distinct(std::uint64_t seed, std::size_t count) {
  constexpr std::uint32_t kMask = (1U << 24) - 1;
  constexpr std::uint32_t kOdd = 0x5851F5;  // one-to-one on 24 bits, neighbours far apart
  const auto first = static_cast<std::uint32_t>(std::mt19937_64(seed)() & kMask);
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<T>((first + static_cast<std::uint32_t>(i) * kOdd) & kMask);
  }
  return values;
}

/// A matrix whose elements have 4, 8 or 16 bytes: a float, a double, or four floats.
Case matrix_case(std::uint64_t seed, const std::string& task, const std::string& label,
                 const Shape& shape, int element_bytes = kWordBytes) {
  const auto elements =
      static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.columns);
  Case set;
  set.name = task + "/" + label;
  set.task = task;
  set.parameters = {{"rows", shape.rows}, {"columns", shape.columns}, {"bytes", element_bytes}};
  if (element_bytes == 8) {
    set.inputs["in"] = array_of(distinct<double>(seed, elements));
  } else {
    set.inputs["in"] = array_of(
        distinct<float>(seed, elements * static_cast<std::size_t>(element_bytes) / kWordBytes));
  }
  set.outputs["out"] = {set.inputs["in"].type(), set.inputs["in"].count()};
  set.useful_bytes = 2 * elements * static_cast<std::size_t>(element_bytes);
  return set;
}

void add_sweep(std::vector<Case>& all, std::uint64_t seed, const std::string& id,
               const Shape& shape, int element_bytes) {
  for (int padding = 0; padding <= kMostPadding; ++padding) {
    all.push_back(matrix_case(seed, "transpose_padded", fmt::format("{}/padding-{}", id, padding),
                              shape, element_bytes));
    all.back().parameters["padding"] = padding;
    all.back().sweep = id;
    all.back().sweep_x = padding;
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

/// Addresses of a warp's lanes, lane 0 first.
using Warp = std::array<std::int32_t, kLanes>;

template <typename AddressOf>
Warp warp_of(AddressOf address_of) {
  Warp warp{};
  for (int lane = 0; lane < kLanes; ++lane) {
    warp[static_cast<std::size_t>(lane)] = address_of(lane);
  }
  return warp;
}

/// Passes of one load: rule R2 of docs/reference/counters.md.
int passes_of(std::span<const std::int32_t> addresses, int bytes) {
  const int words = bytes / kWordBytes;
  const auto lanes_per_phase = static_cast<std::size_t>(kLanes / words);
  std::size_t total = 0;
  for (std::size_t phase = 0; phase < addresses.size(); phase += lanes_per_phase) {
    std::array<std::set<int>, 32> banks;
    for (const int address : addresses.subspan(phase, lanes_per_phase)) {
      for (int word = address / kWordBytes; word < address / kWordBytes + words; ++word) {
        banks[static_cast<std::size_t>(word) % banks.size()].insert(word);
      }
    }
    total +=
        std::ranges::max_element(banks, {}, [](const auto& bank) { return bank.size(); })->size();
  }
  return static_cast<int>(total);
}

Case passes_case(const std::string& label, int bytes, const std::vector<Warp>& warps) {
  std::vector<std::int32_t> addresses;
  for (const auto& warp : warps) addresses.insert(addresses.end(), warp.begin(), warp.end());
  Case set;
  set.name = "passes/" + label;
  set.task = "passes";
  set.parameters = {{"bytes", bytes}};
  set.inputs["addresses"] = array_of(addresses);
  set.outputs["passes"] = {ElementType::i32, warps.size()};
  return set;
}

/// Lane i at element i * stride, from a base that differs.
Case strides_case(std::mt19937& random, const std::string& label, int bytes) {
  std::vector<Warp> warps;
  for (int stride = 1; stride <= 33; ++stride) {
    const auto base = static_cast<int>(random() % 64);
    warps.push_back(warp_of([&](int lane) { return bytes * (base + lane * stride); }));
  }
  return passes_case(label, bytes, warps);
}

/// Each element once, in any order, out of a few banks or many.
Case scattered_case(std::mt19937& random, const std::string& label, int bytes) {
  std::vector<Warp> warps;
  for (const std::size_t elements : {32U, 48U, 96U, 256U, 1024U}) {
    std::vector<int> indices(elements);
    std::iota(indices.begin(), indices.end(), 0);
    for (std::size_t i = 0; i < kLanes; ++i) {
      std::swap(indices[i], indices[i + random() % (elements - i)]);
    }
    warps.push_back(
        warp_of([&](int lane) { return bytes * indices[static_cast<std::size_t>(lane)]; }));
  }
  return passes_case(label, bytes, warps);
}

Case broadcast_case(std::mt19937& random) {
  const auto word = static_cast<int>(random() % 512);
  std::vector<Warp> warps;
  for (const int sharers : {32, 16, 8, 4, 2}) {
    for (const int stride : {1, 2, 32, 33}) {
      warps.push_back(
          warp_of([&](int lane) { return kWordBytes * (word + lane / sharers * stride); }));
      warps.push_back(warp_of(
          [&](int lane) { return kWordBytes * (word + lane % (kLanes / sharers) * stride); }));
    }
  }
  return passes_case("4-bytes-shared", kWordBytes, warps);
}

Opinion examine_passes(const Case& set, const std::vector<std::int32_t>& counts) {
  const auto addresses = set.inputs.at("addresses").as<std::int32_t>();
  const auto bytes = static_cast<int>(set.parameters.at("bytes"));
  Opinion opinion;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto warp = std::span(addresses).subspan(i * kLanes, kLanes);
    const int expected = passes_of(warp, bytes);
    if (counts[i] == expected || ++wrong > 1) continue;
    opinion.message = fmt::format(
        "lanes of {} bytes at addresses {}, {}, {}, {} … {} take {} passes, and passes() says {}",
        bytes, warp[0], warp[1], warp[2], warp[3], warp.back(), expected, counts[i]);
  }
  opinion.is_correct = wrong == 0;
  if (wrong > 0) opinion.message += fmt::format("; wrong: {} of {}", wrong, counts.size());
  return opinion;
}

/// An output matrix beside the input that it should be the transpose of. T is the type of what is
/// compared; an element has one T, or four.
template <typename T>
class Transposed {
 public:
  Transposed(const Case& set, std::vector<T> out)
      : rows_(static_cast<std::size_t>(set.parameters.at("rows"))),
        columns_(static_cast<std::size_t>(set.parameters.at("columns"))),
        parts_(static_cast<std::size_t>(set.parameters.at("bytes")) / sizeof(T)),
        in_(set.inputs.at("in").as<T>()),
        out_(std::move(out)) {}

  Opinion examine() const {
    Opinion opinion;
    std::size_t wrong = 0;
    for_each([&](std::size_t r, std::size_t c) {
      if (is_right(r, c) || ++wrong > 1) return;
      opinion.first_wrong = {"out", c * rows_ + r, parts_ * sizeof(T)};
      opinion.message = fmt::format(
          "out[{}], which is in[{}] (row {}, column {}), is {}, expected {}", c * rows_ + r,
          r * columns_ + c, r, c, text_of(c * rows_ + r), in_[(r * columns_ + c) * parts_]);
    });
    opinion.is_correct = wrong == 0;
    if (wrong == 0) return opinion;
    opinion.message += fmt::format("; wrong elements: {} of {}", wrong, rows_ * columns_);
    diagnose(opinion);
    return opinion;
  }

 private:
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t r = 0; r < rows_; ++r) {
      for (std::size_t c = 0; c < columns_; ++c) visit(r, c);
    }
  }

  /// Whether element `o` of the output holds element `i` of the input.
  bool holds(std::size_t o, std::size_t i) const {
    return std::equal(out_.begin() + static_cast<std::ptrdiff_t>(o * parts_),
                      out_.begin() + static_cast<std::ptrdiff_t>((o + 1) * parts_),
                      in_.begin() + static_cast<std::ptrdiff_t>(i * parts_));
  }
  bool is_right(std::size_t r, std::size_t c) const {
    return holds(c * rows_ + r, r * columns_ + c);
  }
  bool is_untouched(std::size_t r, std::size_t c) const {
    return is_never_written(out_[(c * rows_ + r) * parts_]);
  }
  static bool is_never_written(T value) {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    return word == kNeverWritten;
  }
  std::string text_of(std::size_t o) const {
    const T value = out_[o * parts_];
    if (is_never_written(value)) return "never written";
    return std::isnan(value) ? "not a number" : fmt::format("{}", value);
  }

  template <typename Predicate>
  bool is_all(Predicate predicate) const {
    bool is_all = true;
    for_each([&](std::size_t r, std::size_t c) { is_all = is_all && predicate(r, c); });
    return is_all;
  }

  void diagnose(Opinion& opinion) const {
    const bool is_copied =
        is_all([&](std::size_t r, std::size_t c) { return holds(c * rows_ + r, c * rows_ + r); });
    if (is_copied) {
      opinion.finding = "row-col-swap";
      opinion.cause =
          "The output holds the input's elements in the input's order: row and column are swapped "
          "twice, or never.";
    } else if (is_transposed_in_blocks_only()) {
      opinion.message +=
          "; each tile of 32 x 32 lies where it belongs, but its inside is not transposed";
    } else if (is_rest_unwritten()) {
      const auto written = written_part();
      opinion.finding = "grid-too-small";
      opinion.cause = fmt::format(
          "Everything is right for the first {} rows and {} columns of in, of {} and {}, and the "
          "rest was never written: no block took it. Are both sides of the grid rounded up, and "
          "not exchanged?",
          written.rows, written.columns, rows_, columns_);
    } else if (has_foreign_values()) {
      opinion.message +=
          "; some values are not in the input: a part of the tile was stored that nobody had "
          "written. Is the tile shared? Do the threads load all of it, and is there a barrier "
          "before it is read, at the places where it was written? Does the guard of the store look "
          "at row and column?";
    } else if (is_right_or_untouched()) {
      opinion.message +=
          "; all that was written is right, but some threads that have an element to store do not "
          "store it. Does a thread return or skip because it has nothing to load?";
    } else if (is_mixed_inside_tiles()) {
      opinion.message +=
          "; each tile of 32 x 32 has elements of the right tile, in wrong places. Is one looked "
          "for "
          "where it was put, and do all of them have a place of their own?";
    }
  }

  bool is_transposed_in_blocks_only() const {
    if (rows_ % kTileSide != 0 || columns_ % kTileSide != 0) return false;
    return is_all([&](std::size_t r, std::size_t c) {
      const std::size_t row = r / kTileSide * kTileSide + c % kTileSide;
      const std::size_t column = c / kTileSide * kTileSide + r % kTileSide;
      return holds(c * rows_ + r, row * columns_ + column);
    });
  }

  /// Every value comes from the tile of the input that belongs there.
  bool is_mixed_inside_tiles() const {
    std::map<std::pair<std::size_t, std::size_t>, std::set<T>> tiles;
    for_each([&](std::size_t r, std::size_t c) {
      tiles[{r / kTileSide, c / kTileSide}].insert(in_[(r * columns_ + c) * parts_]);
    });
    return is_all([&](std::size_t r, std::size_t c) {
      return tiles[{r / kTileSide, c / kTileSide}].contains(out_[(c * rows_ + r) * parts_]);
    });
  }

  struct Part {
    std::size_t rows = 0, columns = 0;
  };
  /// The smallest first rectangle of the input outside of which nothing was written.
  Part written_part() const {
    Part part;
    for_each([&](std::size_t r, std::size_t c) {
      if (is_untouched(r, c)) return;
      part = {std::max(part.rows, r + 1), std::max(part.columns, c + 1)};
    });
    return part;
  }
  /// Whether whole tiles are missing, and the others are right.
  bool is_rest_unwritten() const {
    constexpr std::size_t kSmallestTile = 8;
    const auto [rows, columns] = written_part();
    if (rows == 0 || (rows == rows_ && columns == columns_)) return false;
    if (rows != rows_ && rows % kSmallestTile != 0) return false;
    if (columns != columns_ && columns % kSmallestTile != 0) return false;
    return is_all(
        [&](std::size_t r, std::size_t c) { return r >= rows || c >= columns || is_right(r, c); });
  }
  bool is_right_or_untouched() const {
    return is_all(
        [&](std::size_t r, std::size_t c) { return is_untouched(r, c) || is_right(r, c); });
  }
  bool has_foreign_values() const {
    const std::set<T> known(in_.begin(), in_.end());
    return !is_all([&](std::size_t r, std::size_t c) {
      const T value = out_[(c * rows_ + r) * parts_];
      return is_never_written(value) || (!std::isnan(value) && known.contains(value));
    });
  }

  std::size_t rows_, columns_, parts_;
  std::vector<T> in_, out_;
};

class BankConflictsJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
    std::vector<Case> all;
    all.push_back(strides_case(random, "4-bytes-strides", 4));
    all.push_back(scattered_case(random, "4-bytes-scattered", 4));
    all.push_back(broadcast_case(random));
    for (const int bytes : {8, 16}) {
      all.push_back(strides_case(random, fmt::format("{}-bytes-strides", bytes), bytes));
      all.push_back(scattered_case(random, fmt::format("{}-bytes-scattered", bytes), bytes));
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
        all.push_back(matrix_case(++seed, "transpose_padded", label, shape, bytes));
        // Columns of a tile without padding conflict, and are not to be warned of here: odd ones.
        const int odd = shape.rows > 1 ? 1 : 0;
        all.back().parameters["padding"] = static_cast<int>(seed % 4) | odd;
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

  Opinion examine(const Case& set, const std::map<std::string, Array>& outputs) const override {
    if (set.task == "passes") {
      return examine_passes(set, outputs.at("passes").as<std::int32_t>());
    }
    const Array& out = outputs.at("out");
    return out.type() == ElementType::f64 ? Transposed(set, out.as<double>()).examine()
                                          : Transposed(set, out.as<float>()).examine();
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::BankConflictsJudge>();
}
