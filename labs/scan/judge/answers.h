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

/// What each lane of a warp has after five rounds in which lanes that have nobody so far below add
/// what the shuffle gives them: their own number.
inline Words scan_without_guard(const Words& in) {
  Words sums = in;
  for (std::size_t group = 0; group < in.size(); group += kGroup) {
    for (std::size_t d = 1; d < kGroup; d *= 2) {
      const Words before = sums;
      for (std::size_t lane = 0; lane < kGroup && group + lane < in.size(); ++lane)
        sums[group + lane] += before[group + (lane >= d ? lane - d : lane)];
    }
  }
  return sums;
}

/// All bits of a sum but those that a status needs, where both share a word.
inline constexpr std::uint32_t kLow30 = 0x3fffffff;

/// What a wrong sum is the right one of.
struct Notes {
  const Words& in;
  const Words& answer;
  const Words& given;
  Words without_guard{};  ///< of scan_warps
  Words of_tile{};        ///< of whole arrays: each tile from 0 on

  std::string operator()(std::size_t i) const {
    const std::size_t tile = i / kTreeTile;
    if (tile > 0 && !of_tile.empty() && given[i] == answer[i] + own_total(tile))
      return " (the sum of its own tile is once too often in it)";
    if (given[i] == answer[i] + in[i]) return " (the number itself is once too often in it)";
    if (given[i] == answer[i] - in[i]) return " (the number itself is missing in it)";
    if (!without_guard.empty() && given[i] == without_guard[i])
      return " (so lanes add their own number where nobody is so far below)";
    if (((given[i] ^ answer[i]) & kLow30) == 0)
      return " (its lower 30 bits are right: where have the two others gone?)";
    if (of_tile.empty() || tile == 0) return "";
    if (given[i] == of_tile[i]) return " (nothing of the tiles before it is in it)";
    if (given[i] == of_tile[i] + of_tile[tile * kTreeTile - 1])
      return " (of the tiles before it only the last one is in it)";
    return "";
  }

  /// What the tile's last number has when the tile begins at 0.
  std::uint32_t own_total(std::size_t tile) const {
    return of_tile[std::min((tile + 1) * kTreeTile, of_tile.size()) - 1];
  }
};

inline judge::Opinion examine_scan(const judge::Case& set, const Outputs& outputs) {
  const auto in = input<std::uint32_t>(set, "in");
  const auto given = output<std::uint32_t>(outputs, "out");
  const bool is_whole = set.task == "scan_long" || set.task == "scan_once";
  const std::size_t segment = is_whole ? std::max<std::size_t>(in.size(), 1) : segment_of(set);
  const Words answer =
      set.task == "scan_tree" ? exclusive_scan(in, segment) : inclusive_scan(in, segment);
  Notes notes{.in = in, .answer = answer, .given = given};
  if (segment == kGroup) notes.without_guard = scan_without_guard(in);
  if (is_whole) notes.of_tile = inclusive_scan(in, kTreeTile);
  const std::size_t tile = is_whole ? kTreeTile : segment;
  return opinion_on_values("out", given, answer,
                           {.place =
                                [&](std::size_t i) {
                                  return fmt::format(" (number {} of {} {})", i % tile,
                                                     tile == kGroup ? "group" : "tile", i / tile);
                                },
                            .note = notes});
}

/// What a wrong number of kept numbers is the right one of.
inline std::string note_of_kept(const Words& in, std::uint32_t limit, std::uint32_t kept) {
  const auto equal = static_cast<std::size_t>(std::ranges::count(in, limit));
  const std::size_t right = compact(in, limit).size();
  if (equal > 0 && kept + equal == right) return " (numbers that are the limit itself are missing)";
  const std::size_t places = (in.size() + kTreeTile - 1) / kTreeTile * kTreeTile;
  if (limit == 0 && kept == places)
    return " (places behind the end of the array are counted as numbers)";
  std::size_t so_far = 0;
  for (std::size_t i = 0; i + 1 < in.size(); ++i) {
    if (in[i] >= limit) ++so_far;
    if ((i + 1) % kTreeTile == 0 && so_far == kept && so_far < right)
      return fmt::format(" (so many are kept up to the end of tile {}; which tile knows all?)",
                         i / kTreeTile);
  }
  return "";
}

inline judge::Opinion examine_compact(const judge::Case& set, const Outputs& outputs) {
  const auto limit = parameter<std::uint32_t>(set, "limit");
  const auto in = input<std::uint32_t>(set, "in");
  const Words answer = compact(in, limit);
  const auto given = output<std::uint32_t>(outputs, "out");
  const auto kept = output<std::uint32_t>(outputs, "kept");
  auto opinion =
      opinion_on_values("kept", kept, {static_cast<std::uint32_t>(answer.size())},
                        {.note = [&](std::size_t i) { return note_of_kept(in, limit, kept[i]); }});
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
