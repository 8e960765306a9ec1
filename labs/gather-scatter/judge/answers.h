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

/// What stands at the wrong place: the one word of the input that is the same, where one is, and
/// the word that belongs here. `name(i)` says what input[i] is.
template <typename Name>
std::string taken_note(std::uint32_t given, const Words& input, std::size_t wanted,
                       const Name& name) {
  if (std::ranges::count(input, given) != 1) return {};
  const auto taken = static_cast<std::size_t>(std::ranges::find(input, given) - input.begin());
  return fmt::format(" (which is {}; {} belongs here)", name(taken), name(wanted));
}

/// A sum that lacks what was added to it: all, or all but one.
inline std::string lost_note(std::uint32_t given, std::size_t i, const Numbers& index,
                             const Words& values, const Words& before) {
  if (given == before[i]) return " (nothing has been added)";
  const auto is_alone = [&](std::size_t k) {
    const auto row = static_cast<std::size_t>(index[k]);
    return row == i / kWordsOfSum && given == before[i] + values[k * kWordsOfSum + i % kWordsOfSum];
  };
  for (std::size_t k = 0; k < index.size(); ++k) {
    if (is_alone(k)) return fmt::format(" (row {} of the values alone has been added)", k);
  }
  return {};
}

/// Rows of `given` that the other direction would have put there: a scatter where a gather was
/// asked for, or the other way round.
inline std::string other_way_note(const Words& given, const Words& other, std::size_t i) {
  return given[i] == other[i] ? " (which is what the other direction gives)" : std::string();
}

inline judge::Opinion examine_gather(const judge::Case& set, const Outputs& outputs) {
  const std::size_t words = words_of(set);
  const auto index = input<std::int32_t>(set, "index");
  const auto table = input<std::uint32_t>(set, "table");
  const auto given = output<std::uint32_t>(outputs, "out");
  const auto name = [&](std::size_t i) {
    return fmt::format("word {} of row {} of the table", i % words, i / words);
  };
  const auto note = [&](std::size_t i) {
    const auto row = static_cast<std::size_t>(index[i / words]);
    return taken_note(given[i], table, row * words + i % words, name);
  };
  return opinion_on_values(
      "out", given, gather(index, table, words),
      {.place = [&](std::size_t i) { return place_of_word(words, i); }, .note = note});
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
  const auto name = [&](std::size_t i) {
    return fmt::format("word {} of particle {}", i % words, i / words);
  };
  const auto note = [&](std::size_t i) {
    auto other = other_way_note(given, gathered, i);
    if (!other.empty()) return other;
    const auto at = std::ranges::find(place, static_cast<std::int32_t>(i / words)) - place.begin();
    return taken_note(given[i], particles, static_cast<std::size_t>(at) * words + i % words, name);
  };
  return opinion_on_values(
      "out", given, scatter(cell, rank, begin, particles, words),
      {.place = [&](std::size_t i) { return place_of_word(words, i); }, .note = note});
}

inline judge::Opinion examine_add(const judge::Case& set, const Outputs& outputs) {
  const auto index = input<std::int32_t>(set, "index");
  const auto values = input<std::uint32_t>(set, "values");
  const auto before = input<std::uint32_t>(set, "sums");
  const auto given = output<std::uint32_t>(outputs, "sums");
  std::vector<int> many(before.size() / kWordsOfSum);
  for (const auto row : index) ++many[static_cast<std::size_t>(row)];
  const auto place = [&](std::size_t i) {
    return fmt::format(" (word {} of row {}, to which {} go)", i % kWordsOfSum, i / kWordsOfSum,
                       many[i / kWordsOfSum]);
  };
  const auto note = [&](std::size_t i) { return lost_note(given[i], i, index, values, before); };
  return opinion_on_values("sums", given, add(index, values, before),
                           {.place = place, .note = note});
}

inline judge::Opinion examine_near(const judge::Case& set, const Outputs& outputs) {
  return opinion_on_values("out", output<std::uint32_t>(outputs, "out"),
                           near(input<std::int32_t>(set, "list"),
                                input<std::uint32_t>(set, "particles"), words_of(set)));
}

inline judge::Opinion examine_reorder(const judge::Case& set, const Outputs& outputs) {
  const std::size_t words = words_of(set);
  const auto index = input<std::int32_t>(set, "index");
  const auto in = input<std::uint32_t>(set, "in");
  const auto given = output<std::uint32_t>(outputs, "out");
  const auto name = [&](std::size_t i) {
    const std::size_t row = i / words;
    return fmt::format("word {} of row {} of field {}", i % words, row % index.size(),
                       row / index.size());
  };
  const auto note = [&](std::size_t i) {
    const std::size_t row = i / words, field = row / index.size();
    const auto from = static_cast<std::size_t>(index[row % index.size()]);
    return taken_note(given[i], in, (field * index.size() + from) * words + i % words,
                      [&](std::size_t k) { return name(k) + " of in"; });
  };
  return opinion_on_values(
      "out", given, reorder(index, in, words, parameter<std::size_t>(set, "fields")),
      {.place = [&](std::size_t i) { return " (" + name(i) + ")"; }, .note = note});
}

}  // namespace warpscope::labs::gather_scatter
