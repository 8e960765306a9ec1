// What a wrong answer of this lab shows of the mistake behind it, as one or two sentences with a
// blank before them. Each is said only where the mistake gives exactly that answer; empty
// otherwise.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "labs/shuffle-reduction/cpu.h"

namespace warpscope::labs::shuffle_reduction {

inline constexpr std::size_t kLanes = 32;

/// A total that has too much: what it began with, or what was added several times.
inline std::string excess_in_words(std::span<const std::uint32_t> in, std::uint32_t given,
                                   std::uint32_t right) {
  const std::uint32_t excess = given - right;
  if (excess == 0xFFFFFF00)
    return " That is the sum and 0xffffff00, where it began: one byte of four was set to 0.";
  for (std::uint32_t byte = 1; byte < 256; ++byte) {
    if (excess == byte * 0x01010101U)
      return fmt::format(
          " That is the sum and {:#010x}, where it began: cudaMemset sets each byte to its value.",
          excess);
  }
  if (const std::size_t rest = in.size() % 4; rest != 0) {
    const std::uint32_t last = sum_on_cpu(in.last(rest));
    constexpr std::uint32_t kMostBlocks = 1024;
    for (std::uint32_t times = 1; last != 0 && times < kMostBlocks; ++times) {
      if (excess == times * last)
        return fmt::format(" That is the sum and {} times the last {}: {} added {} times.", times,
                           rest == 1 ? "number" : fmt::format("{} numbers", rest),
                           rest == 1 ? "it was" : "they were", times + 1);
    }
  }
  return {};
}

/// A total without some numbers in a regular pattern.
inline std::string left_out_in_words(std::span<const std::uint32_t> in, std::uint32_t given) {
  const auto sum_where = [&](auto is_in) {
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < in.size(); ++i) total += is_in(i) ? in[i] : 0;
    return total;
  };
  for (std::size_t step = 2; step <= kLanes && step < in.size(); step *= 2) {
    if (given == sum_where([&](std::size_t i) { return i % step == 0; }))
      return fmt::format(
          " That is the sum of number 0 and every {} one behind it: {} of the reduction {} "
          "missing.",
          step == 2 ? "second" : fmt::format("{}th", step), step == 2 ? "a round" : "rounds",
          step == 2 ? "is" : "are");
  }
  const std::size_t groups = in.size() / 4 * 4;
  for (std::size_t part = 0; part < 4 && groups > 0; ++part) {
    if (given == sum_where([&](std::size_t i) { return i >= groups || i % 4 != part; }))
      return fmt::format(" That is the sum without number {} of each group of four.", part);
  }
  const std::size_t rest = in.size() - groups;
  if (rest > 0 && given == sum_on_cpu(in.first(groups)) + sum_on_cpu(in.subspan(groups / 4, rest)))
    return fmt::format(
        " It is as if the numbers behind the last group of four were looked for from number {} on: "
        "that is the number of groups, and they begin at 4 times as many, {}.",
        groups / 4, groups);
  std::uint32_t total = 0;
  for (std::size_t count = 1; count < in.size(); ++count) {
    total += in[in.size() - count];
    if (total == given)
      return fmt::format(" That is the sum of the last {} of {} numbers.", count, in.size());
  }
  return {};
}

/// A total of numbers that threads took several times or never, because of the step from one of
/// them to the next. A piece is what a thread takes at a time: `kWidths` numbers.
inline std::string wrong_step_in_words(std::span<const std::uint32_t> in, std::uint32_t given) {
  constexpr std::array<std::size_t, 3> kWidths{4, 1, 2};
  constexpr std::size_t kMostThreads = 1024, kUsualBlock = 128, kMostOfGrid = std::size_t{1} << 15;
  for (const std::size_t width : kWidths) {
    const std::size_t whole = in.size() / width * width;
    const std::uint32_t rest = sum_on_cpu(in.subspan(whole));  // added once
    const std::size_t warp = kLanes * width;                   // numbers
    std::vector<std::uint32_t> of_warps((whole + warp - 1) / warp);
    for (std::size_t i = 0; i < whole; ++i) of_warps[i / warp] += in[i];
    const std::size_t warps = of_warps.size();
    const auto pieces = width == 1 ? std::string("numbers") : fmt::format("pieces of {}", width);
    // Blocks of so many warps each go on by a block instead of the grid: what lies in the n-th
    // step is taken by n blocks, if there are as many.
    for (std::size_t block = 1; block * kLanes <= kMostThreads && block < warps; ++block) {
      std::uint32_t total = rest;
      std::vector<std::uint32_t> behind((warps + block - 1) / block);  // from this step on
      for (std::size_t i = 0; i < warps; ++i) behind[i / block] += of_warps[i];
      for (std::size_t step = behind.size() - 1; step-- > 0;) behind[step] += behind[step + 1];
      for (std::size_t blocks = 1; blocks <= behind.size(); ++blocks) {
        total += behind[blocks - 1];
        if (blocks > 1 && total == given)
          return fmt::format(
              " It is as if each thread went on by {} {}, the threads of a block, where there are "
              "{} blocks: the first {} were added once, and others up to {} times. The step is "
              "that "
              "of the grid: all its threads.",
              block * kLanes, pieces, blocks, block * kLanes, blocks);
      }
    }
    // Steps that are too large: of each `times` * `threads` pieces only the first `threads`.
    for (std::size_t threads = kUsualBlock; threads < std::min(warps * kLanes, kMostOfGrid);
         threads += kUsualBlock) {
      for (const std::size_t times : {2U, 4U}) {
        std::uint32_t total = rest;
        for (std::size_t i = 0; i < warps; ++i)
          total += i * kLanes / threads % times == 0 ? of_warps[i] : 0;
        if (total == given)
          return fmt::format(
              " It is as if only the first {} of each {} {} were added: a thread's step is larger "
              "than the grid, or the blocks have fewer threads than the kernel takes them to have.",
              threads, times * threads, pieces);
      }
    }
  }
  return {};
}

/// A total of pieces that threads took from their own number on, one after the other, and not every
/// so many: what is behind all of their beginnings was added by each.
inline std::string step_of_one_in_words(std::span<const std::uint32_t> in, std::uint32_t given) {
  constexpr std::array<std::size_t, 3> kWidths{4, 1, 2};
  constexpr std::size_t kMostThreads = 1024;
  for (const std::size_t width : kWidths) {
    if (in.size() % width != 0 || in.size() / width < 2) continue;
    for (std::size_t threads = kLanes; threads <= kMostThreads; threads *= 2) {
      std::uint32_t total = 0;
      for (std::size_t i = 0; i < in.size(); ++i)
        total += in[i] * static_cast<std::uint32_t>(std::min(i / width + 1, threads));
      if (total == given)
        return fmt::format(
            " It is as if each of {0} threads, which begin one behind the other, went on by 1 and "
            "not by {0}: {1} 0 was added once, {1} 1 twice, and so on.",
            threads, width == 1 ? "number" : "piece");
    }
  }
  return {};
}

/// What the lanes of a warp have after rounds of shuffles of the numbers of a row.
class RowOfLanes {
 public:
  explicit RowOfLanes(std::span<const std::int32_t> row) { std::ranges::copy(row, lanes_.begin()); }
  /// By lane: the total after five rounds in which lane l adds that of `source(l, step)`, the steps
  /// being 16, 8, 4, 2 and 1 but `left_out`.
  template <typename Source>
  std::array<std::int64_t, kLanes> after(Source source, std::size_t left_out = 0) const {
    auto totals = lanes_;
    for (std::size_t step = kLanes / 2; step > 0; step /= 2) {
      if (step == left_out) continue;
      const auto old = totals;
      for (std::size_t lane = 0; lane < kLanes; ++lane) totals[lane] += old[source(lane, step)];
    }
    return totals;
  }

 private:
  std::array<std::int64_t, kLanes> lanes_{};
};

/// Of centre_rows, from the first row that has a wrong element.
inline std::string row_in_words(std::span<const std::int32_t> row,
                                std::span<const std::int32_t> given) {
  const RowOfLanes lanes(row);
  const auto columns = static_cast<std::int64_t>(row.size());
  const auto subtracts = [&](auto total_of) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (static_cast<std::int32_t>(columns * row[i] - total_of(i)) != given[i]) return false;
    }
    return true;
  };
  const auto up = [](std::size_t lane, std::size_t step) {
    return lane < step ? lane : lane - step;
  };
  const auto down = [](std::size_t lane, std::size_t step) {
    return lane + step < kLanes ? lane + step : lane;
  };
  const auto butterfly = [](std::size_t lane, std::size_t step) { return lane ^ step; };
  if (row.size() < 2) return {};
  const auto after_up = lanes.after(up);
  if (subtracts([&](std::size_t i) { return after_up[i]; }))
    return ". Each lane has what __shfl_up_sync leaves in it: only lane 31 has the total";
  for (std::size_t left_out = 1; left_out < kLanes; left_out *= 2) {
    const auto totals = lanes.after(butterfly, left_out);
    if (subtracts([&](std::size_t i) { return totals[i]; }))
      return fmt::format(
          ". It is as if the lanes had not exchanged their totals with those {} away: a round is "
          "missing",
          left_out);
  }
  const auto after_down = lanes.after(down);
  for (const auto& [which, totals] :
       {std::pair("__shfl_down_sync", after_down), std::pair("__shfl_up_sync", after_up)}) {
    for (const std::size_t lane : {std::size_t{0}, kLanes - 1}) {
      if (subtracts([&](std::size_t) { return totals[lane]; }))
        return fmt::format(". All lanes have what {} leaves in lane {}, which is not the total",
                           which, lane);
    }
  }
  return {};
}

/// Of pack: numbers that were taken for above the limit, or not, by another comparison.
inline std::string comparison_in_words(std::span<const std::uint32_t> in, std::uint32_t limit,
                                       std::span<const std::uint32_t> bits) {
  const auto are_bits_of = [&](auto is_above) {
    for (std::size_t group = 0; group < bits.size(); ++group) {
      std::uint32_t word = 0;
      for (std::size_t k = 0; k < kLanes && kLanes * group + k < in.size(); ++k)
        word |= is_above(in[kLanes * group + k]) ? std::uint32_t{1} << k : 0;
      if (word != bits[group]) return false;
    }
    return true;
  };
  if (are_bits_of([&](std::uint32_t x) { return x >= limit; }))
    return ". It is as if a number that is equal to the limit were above it";
  if (are_bits_of([&](std::uint32_t x) {
        return static_cast<std::int32_t>(x) > static_cast<std::int32_t>(limit);
      }))
    return ". It is as if the numbers were signed, and those from 2^31 on below 0";
  return {};
}

/// What a wrong total of `in` is instead, as a sentence; empty when it is nothing known.
inline std::string wrong_total_in_words(std::span<const std::uint32_t> in, std::uint32_t given) {
  const std::uint32_t right = sum_on_cpu(in);
  // Each of them adds 0xffffffff, which is -1.
  if (const std::uint32_t unwritten = right - given; unwritten >= 1 && unwritten <= 32) {
    return fmt::format(
        " That is {} less than the sum: {} that nobody had written, or set to 0, went into it. "
        "Such a word holds 0xffffffff here, which counts as -1.",
        unwritten, unwritten == 1 ? "a word" : fmt::format("{} words", unwritten));
  }
  if (given == 0) return " Nothing was added, or a 0 was stored last.";
  std::uint32_t total = 0;
  for (std::size_t i = 0; i + 1 < in.size(); ++i) {
    total += in[i];
    if (total == given) {
      return fmt::format(" That is the sum of the first {} of {} numbers.", i + 1, in.size());
    }
  }
  for (const std::uint32_t copies : {2U, 4U, 8U, 16U, 32U}) {
    if (given == copies * right) {
      return fmt::format(" That is {} times the sum: each number was added {} times.", copies,
                         copies);
    }
  }
  auto excess = excess_in_words(in, given, right);
  if (!excess.empty()) return excess;
  auto left_out = left_out_in_words(in, given);
  if (!left_out.empty()) return left_out;
  auto wrong_step = wrong_step_in_words(in, given);
  return wrong_step.empty() ? step_of_one_in_words(in, given) : wrong_step;
}

/// What it means that some columns are right in every row and the others in none; empty when the
/// columns are mixed.
inline std::string wrong_columns_in_words(std::span<const std::int32_t> out,
                                          std::span<const std::int32_t> right,
                                          std::size_t columns) {
  std::size_t right_columns = 0;
  std::size_t wrong_columns = 0;
  bool is_first_right = false;
  for (std::size_t column = 0; column < columns; ++column) {
    bool is_right = true;
    bool is_wrong = true;
    for (std::size_t i = column; i < out.size(); i += columns) {
      (out[i] == right[i] ? is_wrong : is_right) = false;
    }
    if (is_right) ++right_columns;
    if (is_wrong) ++wrong_columns;
    if (column == 0) is_first_right = is_right;
  }
  if (right_columns == 0 || right_columns + wrong_columns < columns) return {};
  if (is_first_right && right_columns == 1) {
    return ". Column 0 is right in every row: only lane 0 had the total.";
  }
  return fmt::format(
      ". {} of {} columns are right in every row and the others in none: whom did their lanes ask "
      "for numbers, and did those lanes take part?",
      right_columns, columns);
}

}  // namespace warpscope::labs::shuffle_reduction
