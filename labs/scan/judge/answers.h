// Opinions on the outputs of the lab scan.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/judge/new_case.h"
#include "labs/judge/unwritten.h"
#include "labs/judge/value_opinion.h"
#include "labs/scan/cpu.h"

namespace warpscope::labs::scan {

/// Numbers that are summed from 0 on; all, where the whole array is.
inline std::size_t segment_of(const judge::Case& set) {
  if (set.task == "scan_warps") return kGroup;
  if (set.task == "scan_tiles") return kSmallTile;
  return kTreeTile;
}

/// What a wrong sum is the right one of.
inline std::string note_on(const Words& in, const Words& answer, const Words& given,
                           std::size_t i) {
  if (given[i] == answer[i] + in[i]) return " (the number itself is once too often in it)";
  if (given[i] == answer[i] - in[i]) return " (the number itself is missing in it)";
  return "";
}

inline judge::Opinion examine_scan(const judge::Case& set, const Outputs& outputs) {
  const auto in = input<std::uint32_t>(set, "in");
  const auto given = output<std::uint32_t>(outputs, "out");
  const bool is_whole = set.task == "scan_long" || set.task == "scan_once";
  const std::size_t segment = is_whole ? std::max<std::size_t>(in.size(), 1) : segment_of(set);
  const Words answer =
      set.task == "scan_tree" ? exclusive_scan(in, segment) : inclusive_scan(in, segment);
  const std::size_t tile = is_whole ? kTreeTile : segment;
  return opinion_on_values(
      "out", given, answer,
      {.place =
           [&](std::size_t i) {
             return fmt::format(" (number {} of {} {})", i % tile, tile == kGroup ? "group" : "tile",
                                i / tile);
           },
       .note = [&](std::size_t i) { return note_on(in, answer, given, i); }});
}

inline judge::Opinion examine_compact(const judge::Case& set, const Outputs& outputs) {
  const auto limit = parameter<std::uint32_t>(set, "limit");
  const Words answer = compact(input<std::uint32_t>(set, "in"), limit);
  const auto given = output<std::uint32_t>(outputs, "out");
  auto opinion = opinion_on_values("kept", output<std::uint32_t>(outputs, "kept"),
                                   {static_cast<std::uint32_t>(answer.size())});
  if (!opinion.is_correct) return opinion;
  Words begin(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(answer.size()));
  opinion = opinion_on_values("out", begin, answer);
  if (opinion.is_correct) {
    const auto rest = std::find_if(given.begin() + static_cast<std::ptrdiff_t>(answer.size()),
                                   given.end(), [](auto word) { return !looks_unwritten(word); });
    if (rest == given.end()) return opinion;
    return wrong(fmt::format("out[{}] is written, and only {} numbers are kept",
                             rest - given.begin(), answer.size()));
  }
  Words sorted = begin, sorted_answer = answer;
  std::ranges::sort(sorted);
  std::ranges::sort(sorted_answer);
  if (sorted == sorted_answer) opinion.message += "; they are the right numbers in another order";
  return opinion;
}

}  // namespace warpscope::labs::scan
