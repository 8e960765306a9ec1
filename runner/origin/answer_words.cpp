#include "runner/origin/answer_words.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "runner/origin/answer_copies.h"

namespace warpscope::runner {
namespace {

/// Of arrays that have more than the answer whose values somebody may have guessed.
constexpr std::uint64_t kMostOfGuessable = 2;
constexpr std::uint64_t kFewestGaps = 4096;
/// The middle half of the answer's values covers so many times as many as were returned.
constexpr std::uint64_t kFarApart = 16;

template <typename Word>
void add_words(std::span<const std::byte> bytes, std::vector<Word>& words) {
  const std::size_t count = bytes.size() / sizeof(Word), before = words.size();
  if (count == 0) return;
  words.resize(before + count);
  std::memcpy(words.data() + before, bytes.data(), count * sizeof(Word));
}

/// Nobody has such values by enumerating what may come.
template <typename Word>
bool is_hard_to_guess(const std::vector<Word>& sorted, std::size_t returned) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    different += i == 0 || sorted[i] != sorted[i - 1] ? 1 : 0;
  const std::uint64_t low = sorted[sorted.size() / 4];
  const std::uint64_t high = sorted[sorted.size() - 1 - sorted.size() / 4];
  return 2 * different >= sorted.size() && (high - low) / kFarApart >= returned;
}

struct Look {
  bool is_there = true;
  bool is_hard_to_guess = true;
};

/// Of the outputs whose elements have this size.
template <typename Word>
Look look_for(const std::map<std::string, judge::Array>& outputs,
              std::span<const std::vector<std::byte>> returned) {
  std::vector<Word> wanted, had;
  for (const auto& [name, array] : outputs) {
    if (array.bytes().size() >= kFewBytes && lab_protocol::size_bytes(array.type()) == sizeof(Word))
      add_words(array.bytes(), wanted);
  }
  if (wanted.empty()) return {};
  for (const auto& array : returned) add_words(std::span(array), had);
  std::ranges::sort(wanted);
  std::ranges::sort(had);
  return {std::ranges::includes(had, wanted), is_hard_to_guess(wanted, had.size())};
}

}  // namespace

bool is_among_returned(const std::map<std::string, judge::Array>& outputs,
                       std::span<const std::vector<std::byte>> returned) {
  std::uint64_t wanted_bytes = 0, had_bytes = 0;
  for (const auto& [name, array] : outputs) wanted_bytes += array.bytes().size();
  for (const auto& array : returned) had_bytes += array.size();
  if (had_bytes == 0) return false;
  const bool is_little = had_bytes <= kMostOfGuessable * wanted_bytes + kFewestGaps;
  for (const auto& look : {look_for<std::uint8_t>, look_for<std::uint16_t>, look_for<std::uint32_t>,
                           look_for<std::uint64_t>}) {
    const auto found = look(outputs, returned);
    if (!found.is_there || !(found.is_hard_to_guess || is_little)) return false;
  }
  return true;
}

}  // namespace warpscope::runner
