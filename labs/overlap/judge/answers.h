// The answers of this lab, and opinions on what came instead.
#pragma once

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/judge/new_case.h"
#include "labs/judge/unwritten.h"
#include "labs/overlap/cpu.h"

namespace warpscope::labs::overlap {

using Words = std::vector<std::uint32_t>;
/// Of the time that the driver took around the function, what the function itself must have seen.
inline constexpr double kLeastShareTold = 0.9;

/// stirred() without walking the rounds: a round is linear over the bits, so any number of rounds
/// is, too, and a table for each byte says what its bits become.
class Stirring {
 public:
  explicit Stirring(int rounds) {
    for (std::uint32_t byte = 0; byte < tables_.size(); ++byte) {
      for (std::uint32_t value = 0; value < tables_[byte].size(); ++value) {
        tables_[byte][value] = value << (8 * byte);
      }
    }
    std::array<std::uint32_t, 32> of_bit{};
    for (std::uint32_t bit = 0; bit < of_bit.size(); ++bit) {
      of_bit[bit] = stirred(std::uint32_t{1} << bit, 0, rounds);
    }
    for (auto& table : tables_) {
      for (auto& entry : table) entry = sum_of_bits(entry, of_bit);
    }
  }
  std::uint32_t operator()(std::uint32_t number, std::uint32_t index) const {
    const std::uint32_t x = number + index;
    return tables_[0][x & 0xFF] ^ tables_[1][x >> 8 & 0xFF] ^ tables_[2][x >> 16 & 0xFF] ^
           tables_[3][x >> 24];
  }

 private:
  static std::uint32_t sum_of_bits(std::uint32_t value,
                                   const std::array<std::uint32_t, 32>& of_bit) {
    std::uint32_t sum = 0;
    for (; value != 0; value &= value - 1) {
      sum ^= of_bit[static_cast<std::size_t>(std::countr_zero(value))];
    }
    return sum;
  }
  std::array<std::array<std::uint32_t, 256>, 4> tables_{};
};

/// Where numbers are not what they should be.
struct Wrong {
  std::size_t first = 0, last = 0, count = 0;
  bool is_unwritten = false, is_as_sent = false;  ///< the first of them
};

inline Wrong differences(const Words& out, const Words& in, const Stirring& answer) {
  Wrong wrong;
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    if (out[i] == answer(in[i], i)) continue;
    if (wrong.count++ == 0) {
      wrong.first = i;
      wrong.is_unwritten = looks_unwritten(out[i]);
      wrong.is_as_sent = out[i] == in[i];
    }
    wrong.last = i;
  }
  return wrong;
}

/// "chunk 3 of 4", when all of them lie in one; empty otherwise.
inline std::string chunk_of(const Wrong& wrong, const judge::Case& set, std::size_t count) {
  const auto chunks = parameter<std::size_t>(set, "chunks");
  const std::size_t length = (count + chunks - 1) / chunks;
  if (wrong.first / length != wrong.last / length || chunks == 1) return {};
  return fmt::format(", all in chunk {} of {}", wrong.first / length + 1, chunks);
}

inline std::string describe(const Wrong& wrong, const Words& out, const Words& in,
                            const Stirring& answer) {
  const auto i = static_cast<std::uint32_t>(wrong.first);
  if (wrong.is_unwritten) return fmt::format("nothing was copied to out[{}]", i);
  if (wrong.is_as_sent) return fmt::format("out[{}] is in[{}]: no kernel worked on it", i, i);
  return fmt::format("out[{}] is {}, expected {}", i, out[i], answer(in[i], i));
}

/// Where the last pieces were not copied, and those before them are right.
inline std::string missing_pieces_in_words(const Wrong& wrong, const judge::Case& set,
                                           const Words& out) {
  const auto chunks = parameter<std::size_t>(set, "chunks");
  const auto streams = parameter<std::size_t>(set, "streams");
  const std::size_t length = (out.size() + chunks - 1) / chunks;
  const std::size_t pieces = wrong.first / length;
  const bool is_all = wrong.is_unwritten && wrong.first % length == 0 && pieces > 0 &&
                      wrong.count == out.size() - wrong.first;
  if (!is_all || pieces + 1 >= chunks) return {};
  return fmt::format(": pieces {} to {} of {} were not copied{}", pieces + 1, chunks, chunks,
                     pieces == streams ? ", and the job has as many streams as pieces that were: "
                                         "does the loop go over the pieces, or over the streams?"
                                       : "");
}

/// What all wrong numbers show of how the job was cut into pieces, as the end of a sentence.
inline std::string pieces_in_words(const Wrong& wrong, const judge::Case& set, const Words& out,
                                   const Words& in, const Stirring& answer) {
  const auto chunks = parameter<std::size_t>(set, "chunks");
  const std::size_t count = out.size(), rest = count % chunks;
  if (wrong.is_unwritten && wrong.count == rest && wrong.first + rest == count)
    return fmt::format(
        ": the last {}, which {} pieces of {} / {} = {} leave over. Round up, or make the last "
        "piece longer",
        rest, chunks, count, chunks, count / chunks);
  if (chunks < 2) return {};
  if (auto words = missing_pieces_in_words(wrong, set, out); !words.empty()) return words;
  const std::size_t length = (count + chunks - 1) / chunks;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto place = static_cast<std::uint32_t>(i % length);
    if (out[i] != answer(in[i], place)) return {};
  }
  return ": each is what the kernel makes of it with its number in its piece, where it needs the "
         "number in the whole array";
}

inline judge::Opinion examine_numbers(const judge::Case& set, const Words& out) {
  const Stirring answer(parameter(set, "rounds"));
  const Words in = input<std::uint32_t>(set, "in");
  const Wrong wrong = differences(out, in, answer);
  judge::Opinion opinion;
  opinion.is_correct = wrong.count == 0;
  if (opinion.is_correct) return opinion;
  opinion.message = fmt::format("{}; wrong numbers: {} of {}", describe(wrong, out, in, answer),
                                wrong.count, out.size());
  if (!set.parameters.contains("chunks")) return opinion;
  const auto pieces = pieces_in_words(wrong, set, out, in, answer);
  opinion.message += pieces.empty() ? chunk_of(wrong, set, out.size()) : pieces;
  return opinion;
}

inline judge::Opinion examine_job(const judge::Case& set, const Words& out, const Words& later) {
  judge::Opinion now = examine_numbers(set, out);
  if (now.is_correct || !examine_numbers(set, later).is_correct) return now;
  // How the job was cut into pieces is no matter: each of them came.
  const Stirring answer(parameter(set, "rounds"));
  const Words in = input<std::uint32_t>(set, "in");
  const Wrong wrong = differences(out, in, answer);
  judge::Opinion opinion;
  opinion.message = fmt::format(
      "{}; wrong numbers: {} of {}; all were there once the driver had waited for the device: the "
      "function waited for none of its copies to the host, or for an event that it had recorded in "
      "front of some",
      describe(wrong, out, in, answer), wrong.count, out.size());
  opinion.finding = "missing-sync-before-host-read";
  opinion.cause = "In " + set.name +
                  " the function returned before its work was done: " + opinion.message + ".";
  return opinion;
}

inline judge::Opinion examine_time(float told_ms, float taken_ms) {
  judge::Opinion opinion;
  // The events around a function add a few microseconds, which are much of a short job.
  constexpr float kEvents_ms = 0.005F;
  opinion.is_correct = told_ms >= kLeastShareTold * (taken_ms - kEvents_ms) && told_ms <= taken_ms;
  if (!opinion.is_correct) {
    opinion.message = fmt::format(
        "the function says {:.3f} ms, but by the device's clock its work took {:.3f} ms", told_ms,
        taken_ms);
  }
  return opinion;
}

inline judge::Opinion examine_host_memory(const std::vector<std::int32_t>& is_page_locked) {
  judge::Opinion opinion;
  if (is_page_locked[0] == 0 || is_page_locked[1] == 0) {
    opinion.message = "the memory that host_allocate gives is not page-locked";
  } else if (is_page_locked[2] != 0) {
    opinion.message = "host_release was called, and the memory is still page-locked";
  } else {
    opinion.is_correct = true;
  }
  return opinion;
}

}  // namespace warpscope::labs::overlap
