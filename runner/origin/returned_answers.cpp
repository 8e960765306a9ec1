#include "runner/origin/returned_answers.h"

#include <algorithm>
#include <cstdint>

#include "record/fingerprint.h"

namespace warpscope::runner {
namespace {

/// Each is compared with the answer, which takes time.
constexpr std::size_t kMostTried = 64;
/// What the host measures or counts has no more.
constexpr std::uint64_t kMostHostBytes = 16;

/// The arrays that end with number `last` and have so many bytes together; empty if none do.
std::vector<std::byte> joined(std::span<const std::vector<std::byte>> returned, std::size_t last,
                              std::uint64_t bytes) {
  std::size_t first = last + 1;
  std::uint64_t sum = 0;
  while (first > 0 && sum < bytes) sum += returned[--first].size();
  std::vector<std::byte> all;
  if (sum != bytes) return all;
  for (std::size_t i = first; i <= last; ++i)
    all.insert(all.end(), returned[i].begin(), returned[i].end());
  return all;
}

}  // namespace

std::vector<std::map<std::string, judge::Array>> possible_answers(
    const judge::Case& set, std::span<const std::vector<std::byte>> returned) {
  std::vector<std::map<std::string, judge::Array>> answers;
  if (set.stand_ins.empty() || set.outputs.empty()) return answers;
  const auto bytes_of = [](const judge::ArrayShape& shape) {
    return shape.count * lab_protocol::size_bytes(shape.type);
  };
  const auto by_size = [&](const auto& one, const auto& other) {
    return bytes_of(one.second) < bytes_of(other.second);
  };
  const auto bytes = bytes_of(std::ranges::max_element(set.outputs, by_size)->second);
  const bool has_others = std::ranges::any_of(set.outputs, [&](const auto& output) {
    return bytes_of(output.second) != bytes && bytes_of(output.second) > kMostHostBytes;
  });
  if (has_others) return answers;
  for (std::size_t last = returned.size(); bytes > 0 && last > 0; --last) {
    auto array = joined(returned, last - 1, bytes);
    if (array.empty()) continue;
    auto& answer = answers.emplace_back();
    for (const auto& [name, shape] : set.outputs) {
      const bool is_of_device = bytes_of(shape) == bytes;
      answer[name] =
          judge::Array(shape.type, is_of_device ? array : std::vector<std::byte>(bytes_of(shape)));
    }
    if (answers.size() == kMostTried) break;
  }
  return answers;
}

bool are_same_words(const std::map<std::string, judge::Array>& one,
                    const std::map<std::string, judge::Array>& other) {
  return std::ranges::equal(one, other, [](const auto& left, const auto& right) {
    const auto first = left.second.bytes();
    const auto second = right.second.bytes();
    return left.first == right.first && first.size() == second.size() &&
           record::fingerprint(first) == record::fingerprint(second);
  });
}

}  // namespace warpscope::runner
