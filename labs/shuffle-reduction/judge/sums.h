// Opinions on sum(), segment_sums() and centre_rows(), which reduce numbers.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/new_case.h"
#include "labs/judge/value_opinion.h"
#include "labs/shuffle-reduction/cpu.h"
#include "labs/shuffle-reduction/judge/words.h"

namespace warpscope::labs::shuffle_reduction {

inline constexpr int kSegment = 1024;
inline constexpr std::size_t kWarpsOfABlock = 8;  // of the starter's blocks of 256 threads

/// Compares element by element. `name`: of the output, in sentences.
template <typename T>
judge::Opinion compare(const std::string& name, const std::vector<T>& given,
                       const std::vector<T>& right) {
  return opinion_on_values(name, given, right,
                           {.unwritten = "is 0xffffffff, which it is until somebody writes it, and "
                                         "what a float above 2^32 becomes"});
}

inline judge::Opinion examine_sum(const judge::Case& set, std::uint32_t out) {
  const auto in = input<std::uint32_t>(set, "in");
  const std::uint32_t total = sum_on_cpu(in);
  if (out == total) return right();
  if (looks_unwritten(out))
    return wrong(
        fmt::format("*out is 0xffffffff, which it is until somebody writes it, and what a float "
                    "above 2^32 becomes; expected {}.",
                    total));
  return wrong(fmt::format("*out is {}, expected {}.", out, total) + wrong_total_in_words(in, out));
}

/// Whether the first of each `period` sums is there, and no other.
inline bool is_one_of_each(const std::vector<std::uint32_t>& sums,
                           const std::vector<std::uint32_t>& right, std::size_t period) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const bool is_there = i % period == 0 ? sums[i] == right[i] : looks_unwritten(sums[i]);
    if (!is_there) return false;
  }
  return sums.size() > 1;
}

inline judge::Opinion examine_segment_sums(const judge::Case& set,
                                           const std::vector<std::uint32_t>& sums) {
  const auto in = input<std::uint32_t>(set, "in");
  std::vector<std::uint32_t> right(sums.size());
  segment_sums_on_cpu(in, right);
  judge::Opinion opinion = compare("sums", sums, right);
  if (opinion.is_correct) return opinion;
  const auto wrong =
      static_cast<std::size_t>(std::ranges::mismatch(sums, right).in1 - sums.begin());
  const auto other =
      static_cast<std::size_t>(std::ranges::find(right, sums[wrong]) - right.begin());
  if (is_one_of_each(sums, right, kWarpsOfABlock)) {
    opinion.finding.clear();  // no end of a grid
    opinion.rest = {};
    opinion.message += fmt::format(
        ". Of each {} segments the first alone has its sum, as if one of the {} warps of a block "
        "had stored its own: which threads store, and is it the lane that is asked for, or the "
        "thread of the block?",
        kWarpsOfABlock, kWarpsOfABlock);
  } else if (other < right.size()) {
    opinion.message += fmt::format(
        ". That is the sum of segment {}: does each warp find its own segment, and its own place "
        "in "
        "sums?",
        other);
  } else if (!looks_unwritten(sums[wrong])) {
    opinion.message +=
        "." + wrong_total_in_words(std::span(in).subspan(kSegment * wrong, kSegment), sums[wrong]);
  }
  return opinion;
}

inline judge::Opinion examine_centre_rows(const judge::Case& set,
                                          const std::vector<std::int32_t>& out) {
  const auto in = input<std::int32_t>(set, "in");
  const auto columns = parameter<std::size_t>(set, "columns");
  std::vector<std::int32_t> right(out.size());
  centre_rows_on_cpu(in, right, columns);
  judge::Opinion opinion = compare("out", out, right);
  if (opinion.is_correct) return opinion;
  const auto wrong = static_cast<std::size_t>(std::ranges::mismatch(out, right).in1 - out.begin());
  opinion.message += fmt::format(" (the first one is in row {}, column {} of {})", wrong / columns,
                                 wrong % columns, columns);
  const auto columns_in_words = wrong_columns_in_words(out, right, columns);
  const std::size_t row = wrong / columns * columns;
  opinion.message += columns_in_words.empty() ? row_in_words(std::span(in).subspan(row, columns),
                                                             std::span(out).subspan(row, columns))
                                              : columns_in_words;
  return opinion;
}

}  // namespace warpscope::labs::shuffle_reduction
