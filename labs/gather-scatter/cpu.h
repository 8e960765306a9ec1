// What the five functions compute, in plain C++ on a CPU. Read this first. The judge computes its
// answers with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::labs::gather_scatter {

using Words = std::vector<std::uint32_t>;
using Numbers = std::vector<std::int32_t>;

inline constexpr std::size_t kListed = 4;      // neighbours of a particle
inline constexpr std::size_t kWordsOfSum = 4;  // of a row of sums

/// Row i of the result is row index[i] of the table; rows have `words` words.
inline Words gather(const Numbers& index, const Words& table, std::size_t words) {
  Words out(index.size() * words);
  for (std::size_t i = 0; i < index.size(); ++i) {
    for (std::size_t w = 0; w < words; ++w)
      out[i * words + w] = table[static_cast<std::size_t>(index[i]) * words + w];
  }
  return out;
}

/// Particle i goes to place begin[cell[i]] + rank[i]. No two have the same place.
inline Words scatter(const Numbers& cell, const Numbers& rank, const Numbers& begin,
                     const Words& particles, std::size_t words) {
  Words out(particles.size());
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const auto place = static_cast<std::size_t>(begin[static_cast<std::size_t>(cell[i])] + rank[i]);
    for (std::size_t w = 0; w < words; ++w) out[place * words + w] = particles[i * words + w];
  }
  return out;
}

/// Row i of the values is added to row index[i] of the sums, modulo 2^32.
inline Words add(const Numbers& index, const Words& values, Words sums) {
  for (std::size_t i = 0; i < index.size(); ++i) {
    for (std::size_t w = 0; w < kWordsOfSum; ++w)
      sums[static_cast<std::size_t>(index[i]) * kWordsOfSum + w] += values[i * kWordsOfSum + w];
  }
  return sums;
}

/// Of each particle: over its neighbours, the sum of mass times distance squared, modulo 2^32. A
/// particle is x, y, z, mass and what else fills its `words` words.
inline Words near(const Numbers& list, const Words& particles, std::size_t words) {
  Words out(list.size() / kListed);
  for (std::size_t e = 0; e < list.size(); ++e) {
    const std::uint32_t* const mine = &particles[e / kListed * words];
    const std::uint32_t* const other = &particles[static_cast<std::size_t>(list[e]) * words];
    std::uint32_t square = 0;
    for (std::size_t k = 0; k < 3; ++k) square += (other[k] - mine[k]) * (other[k] - mine[k]);
    out[e / kListed] += other[3] * square;
  }
  return out;
}

/// The same gather for each of `fields` tables that lie one behind the other.
inline Words reorder(const Numbers& index, const Words& in, std::size_t words, std::size_t fields) {
  Words out;
  const auto of_field = static_cast<std::ptrdiff_t>(index.size() * words);
  for (std::size_t f = 0; f < fields; ++f) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(f) * of_field;
    const Words field = gather(index, Words(begin, begin + of_field), words);
    out.insert(out.end(), field.begin(), field.end());
  }
  return out;
}

}  // namespace warpscope::labs::gather_scatter
