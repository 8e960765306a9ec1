// Opinions on saxpy(), stencil() and add_down(): what their buffers held.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "labs/dma-warps/cpu.h"
#include "labs/judge/new_case.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs::dma_warps {

using Floats = std::vector<float>;

/// An output beside its answer and what it held before: nothing where it only comes out.
inline judge::Opinion opinion_on_floats(const std::string& name, const Floats& found,
                                        const Floats& before, const Floats& expected) {
  const auto is_untouched = [&](std::size_t i) {
    return before.empty() ? looks_unwritten(found[i], lab_protocol::kUnwrittenBesideShared)
                          : found[i] == before[i];
  };
  const auto says = [&](std::size_t i) -> std::string {
    if (is_untouched(i)) return before.empty() ? "is never written" : "is as it was before";
    if (!std::isnan(found[i])) return fmt::format("is {}", found[i]);
    return "is not a number, as in the part of a buffer that nobody has filled";
  };
  // Where else the numbers that were found would be right: the buffer held another part.
  const auto whose_answer = [&](std::size_t i) -> std::string {
    constexpr std::size_t kEnough = 4;  // that it is no chance
    if (i + kEnough > found.size()) return {};
    const auto other = std::ranges::search(expected, std::span(found).subspan(i, kEnough));
    if (other.empty()) return {};
    return fmt::format(" (it is the answer of {}[{}]: where do the numbers come from, and when?)",
                       name, other.begin() - expected.begin());
  };
  return opinion_on_values(name, found, expected,
                           {.is_untouched = is_untouched, .says = says, .note = whose_answer});
}

inline judge::Opinion examine_saxpy(const judge::Case& set, const Floats& found) {
  const Floats x = input<float>(set, "x"), before = input<float>(set, "y");
  Floats expected = before;
  const auto a = parameter<float>(set, "a");
  saxpy_on_cpu(a, x.data(), expected.data(), static_cast<int>(x.size()));
  judge::Opinion opinion = opinion_on_floats("y", found, before, expected);
  if (opinion.is_correct) return opinion;
  Floats twice = expected;
  saxpy_on_cpu(a, x.data(), twice.data(), static_cast<int>(x.size()));
  if (std::ranges::equal(std::span(found).last(1), std::span(twice).last(1)))
    opinion.message += "; a x was added twice to some elements";
  return opinion;
}

/// Of a tile whose last rows were not brought: rows below are right, and as many as a sum needs
/// around its own are not.
inline std::string unfilled_rows_in_words(const Floats& found, const Floats& expected,
                                          std::size_t width) {
  const std::size_t rows = width == 0 ? 0 : found.size() / width;
  std::vector<bool> is_wrong(rows);
  for (std::size_t i = 0; i < rows * width; ++i)
    if (found[i] != expected[i]) is_wrong[i / width] = true;
  const auto first = static_cast<std::size_t>(std::ranges::find(is_wrong, true) - is_wrong.begin());
  std::size_t end = first;
  while (end < rows && is_wrong[end]) ++end;
  if (first == 0 || end - first != std::size_t{2} * kRadius) return {};
  return fmt::format(
      "; rows before row {0} are right, and {1} from there on are not: a sum needs {2} rows above "
      "and {2} below its own, so a tile has {1} rows more than its sums. Were all of them brought?",
      first, 2 * kRadius, kRadius);
}

inline judge::Opinion examine_stencil(const judge::Case& set, const Floats& found) {
  const Floats in = input<float>(set, "in");
  Floats expected(found.size());
  stencil_on_cpu(in.data(), expected.data(), parameter(set, "width"), parameter(set, "height"),
                 parameter(set, "pitch"));
  judge::Opinion opinion = opinion_on_floats("out", found, {}, expected);
  if (!opinion.is_correct)
    opinion.message +=
        unfilled_rows_in_words(found, expected, parameter<std::size_t>(set, "width"));
  return opinion;
}

inline judge::Opinion examine_add_down(const judge::Case& set, const Floats& found) {
  const Floats before = input<float>(set, "grid");
  Floats expected = before;
  const auto columns = parameter<std::size_t>(set, "columns");
  add_down_on_cpu(expected.data(), parameter(set, "rows"), static_cast<int>(columns));
  judge::Opinion opinion = opinion_on_floats("grid", found, before, expected);
  if (opinion.is_correct) return opinion;
  bool is_stale = true;
  for (std::size_t i = columns; i < found.size(); ++i)
    is_stale = is_stale && found[i] == before[i] + before[i - columns];
  if (is_stale)
    opinion.message +=
        "; everywhere the row above was added as it was before the kernel: it was read before the "
        "compute warps had written it";
  return opinion;
}

}  // namespace warpscope::labs::dma_warps
