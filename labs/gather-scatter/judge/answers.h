// Opinions on the outputs of the lab gather-scatter.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/gather-scatter/cpu.h"
#include "labs/judge/new_case.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs::gather_scatter {

inline std::size_t words_of(const judge::Case& set) {
  return parameter<std::size_t>(set, "bytes") / sizeof(std::uint32_t);
}

/// Behind the name of a word: where it stands.
inline std::string place_of_word(std::size_t words, std::size_t i) {
  return fmt::format(" (word {} of row {})", i % words, i / words);
}

/// Rows of `given` that the other direction would have put there: a scatter where a gather was
/// asked for, or the other way round.
inline std::string other_way_note(const Words& given, const Words& other, std::size_t i) {
  return given[i] == other[i] ? " (which is what the other direction gives)" : std::string();
}

inline judge::Opinion examine_gather(const judge::Case& set, const Outputs& outputs) {
  const std::size_t words = words_of(set);
  return opinion_on_values(
      "out", output<std::uint32_t>(outputs, "out"),
      gather(input<std::int32_t>(set, "index"), input<std::uint32_t>(set, "table"), words),
      {.place = [&](std::size_t i) { return place_of_word(words, i); }});
}

inline judge::Opinion examine_scatter(const judge::Case& set, const Outputs& outputs) {
  const std::size_t words = words_of(set);
  const auto cell = input<std::int32_t>(set, "cell");
  const auto rank = input<std::int32_t>(set, "rank");
  const auto begin = input<std::int32_t>(set, "begin");
  const auto particles = input<std::uint32_t>(set, "particles");
  const auto given = output<std::uint32_t>(outputs, "out");
  Numbers place;
  for (std::size_t i = 0; i < cell.size(); ++i)
    place.push_back(begin[static_cast<std::size_t>(cell[i])] + rank[i]);
  const Words gathered = gather(place, particles, words);
  return opinion_on_values(
      "out", given, scatter(cell, rank, begin, particles, words),
      {.place = [&](std::size_t i) { return place_of_word(words, i); },
       .note = [&](std::size_t i) { return other_way_note(given, gathered, i); }});
}

inline judge::Opinion examine_add(const judge::Case& set, const Outputs& outputs) {
  const auto index = input<std::int32_t>(set, "index");
  const auto before = input<std::uint32_t>(set, "sums");
  std::vector<int> many(before.size() / kWordsOfSum);
  for (const auto row : index) ++many[static_cast<std::size_t>(row)];
  const auto place = [&](std::size_t i) {
    return fmt::format(" (word {} of row {}, to which {} go)", i % kWordsOfSum, i / kWordsOfSum,
                       many[i / kWordsOfSum]);
  };
  return opinion_on_values("sums", output<std::uint32_t>(outputs, "sums"),
                           add(index, input<std::uint32_t>(set, "values"), before),
                           {.place = place});
}

inline judge::Opinion examine_near(const judge::Case& set, const Outputs& outputs) {
  return opinion_on_values("out", output<std::uint32_t>(outputs, "out"),
                           near(input<std::int32_t>(set, "list"),
                                input<std::uint32_t>(set, "particles"), words_of(set)));
}

inline judge::Opinion examine_reorder(const judge::Case& set, const Outputs& outputs) {
  const std::size_t words = words_of(set);
  const auto index = input<std::int32_t>(set, "index");
  const auto place = [&](std::size_t i) {
    const std::size_t row = i / words;
    return fmt::format(" (word {} of row {} of field {})", i % words, row % index.size(),
                       row / index.size());
  };
  return opinion_on_values(
      "out", output<std::uint32_t>(outputs, "out"),
      reorder(index, input<std::uint32_t>(set, "in"), words, parameter<std::size_t>(set, "fields")),
      {.place = place});
}

}  // namespace warpscope::labs::gather_scatter
