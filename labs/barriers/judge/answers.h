// Opinions on the outputs of the lab barriers.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/barriers/cpu.h"
#include "labs/judge/new_case.h"
#include "labs/judge/unwritten.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs::barriers {

inline Numbers row_of(const Numbers& cells, std::size_t width, std::size_t row) {
  const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(row * width);
  return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

/// Behind the name of a cell: where it stands.
inline std::string place_of_cell(std::size_t width, std::size_t i) {
  return fmt::format(" (cell {} of row {})", i % width, i / width);
}

inline judge::Opinion examine_neighbours(const judge::Case& set, const Outputs& outputs) {
  const auto chosen = input<std::int32_t>(set, "chosen");
  const auto answer = neighbours(input<std::int32_t>(set, "in"), chosen);
  return opinion_on_values(
      "out", output<std::int32_t>(outputs, "out"), answer,
      {.place = [&](std::size_t i) { return chosen[i] != 0 ? " (chosen)" : " (not chosen)"; }});
}

inline judge::Opinion examine_sums(const judge::Case& set, const Outputs& outputs) {
  const auto in = input<std::uint32_t>(set, "in");
  const auto place = [&](std::size_t tile) {
    const std::size_t of_tile = std::min(kTileSize, in.size() - tile * kTileSize);
    return of_tile == kTileSize ? std::string() : fmt::format(" (of the last {} numbers)", of_tile);
  };
  return opinion_on_values("sums", output<std::uint32_t>(outputs, "sums"), sums(in),
                           {.place = place});
}

inline judge::Opinion examine_heat(const judge::Case& set, const Outputs& outputs) {
  const auto in = input<std::int32_t>(set, "in");
  const auto width = parameter<std::size_t>(set, "width");
  Numbers answer;
  for (std::size_t row = 0; row < parameter<std::size_t>(set, "rows"); ++row) {
    const auto cells = heat(row_of(in, width, row), parameter(set, "rounds"));
    answer.insert(answer.end(), cells.begin(), cells.end());
  }
  return opinion_on_values("out", output<std::int32_t>(outputs, "out"), answer,
                           {.place = [&](std::size_t i) { return place_of_cell(width, i); }});
}

/// Of settle and of teams, whose blocks also say the most topplings of one of their rows.
inline judge::Opinion examine_sand(const judge::Case& set, const Outputs& outputs) {
  const auto in = input<std::int32_t>(set, "in");
  const auto width = parameter<std::size_t>(set, "width");
  Numbers cells;
  Numbers topplings;
  for (std::size_t row = 0; row < parameter<std::size_t>(set, "rows"); ++row) {
    const auto settled = settle(row_of(in, width, row));
    cells.insert(cells.end(), settled.row.begin(), settled.row.end());
    topplings.push_back(settled.topplings);
  }
  const auto given_cells = output<std::int32_t>(outputs, "out");
  auto opinion = opinion_on_values(
      "out", given_cells, cells,
      {.place = [&](std::size_t i) { return place_of_cell(width, i); },
       .note =
           [&](std::size_t i) {
             const bool topples = given_cells[i] >= 2 && !looks_unwritten(given_cells[i]);
             return topples ? std::string(" (it still topples)") : std::string();
           }});
  if (opinion.is_correct)
    opinion = opinion_on_values("topplings", output<std::int32_t>(outputs, "topplings"), topplings);
  if (!opinion.is_correct || !outputs.contains("most")) return opinion;
  const auto given = output<std::int32_t>(outputs, "most");
  Numbers most(given.size());
  const std::size_t per_block = parameter<std::size_t>(set, "rows_per_block");
  for (std::size_t row = 0; row < topplings.size(); ++row)
    most[row / per_block] = std::max(most[row / per_block], topplings[row]);
  return opinion_on_values("most", given, most);
}

}  // namespace warpscope::labs::barriers
