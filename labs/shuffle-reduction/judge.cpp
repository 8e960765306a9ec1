// Cases and answers of the shuffle-reduction lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/shuffle-reduction/judge/codes.h"
#include "labs/shuffle-reduction/judge/sums.h"

namespace warpscope::labs {
namespace {

using judge::Case;
using judge::Opinion;
using shuffle_reduction::kSegment;
using Words = Inputs<Mixed>;

constexpr std::array kSummedSwept{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20};
constexpr std::array kColumnsSwept{1, 2, 4, 8, 16, 24, 32};
constexpr int kManySegments = 129;  // no multiple of the warps in a block
constexpr int kSweptTable = 1 << 14;
constexpr int kManyCodes = (1 << 17) + 5;
constexpr int kManyNumbers = (1 << 18) + 7;
constexpr int kColumnsOfSmallCases = 19;

constexpr std::size_t kWordBytes = sizeof(std::uint32_t);

Case sum_case(Words& words, int count) {
  return NewCase("sum", count)
      .input("in", words.words(count))
      .output<std::uint32_t>("out", 1)
      .useful_bytes(kWordBytes * static_cast<std::size_t>(count));
}

Case segment_sums_case(Words& words, int count) {
  const auto segments = static_cast<std::size_t>(count);
  return NewCase("segment_sums", count)
      .input("in", words.words(kSegment * segments))
      .output<std::uint32_t>("sums", segments)
      .useful_bytes(kWordBytes * (kSegment + 1) * segments);
}

Case centre_rows_case(Words& words, const std::string& label, int rows, int columns) {
  const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  // 32 * 2^20 and a sum of 32 of them fit into 32 bits.
  const auto values =
      words.many(count, [&] { return static_cast<std::int32_t>(words.word() >> 11) - (1 << 20); });
  return NewCase("centre_rows", label)
      .parameter("rows", rows)
      .parameter("columns", columns)
      .input("in", values)
      .output<std::int32_t>("out", count)
      .useful_bytes(2 * kWordBytes * count);
}

Case decode_case(Words& words, int count) {
  const auto codes = words.words_below(count, 32);
  return NewCase("decode", count)
      .input("table", words.words(32))
      .input("codes", codes)
      .output<std::uint32_t>("out", count)
      .useful_bytes(2 * kWordBytes * codes.size());
}

Case pack_case(Words& words, int size) {
  const auto count = static_cast<std::size_t>(size);
  const std::uint32_t limit = (1U << 30) + (words.word() >> 2);
  auto numbers = words.words(count);
  // Chance alone makes no group with all numbers above the limit, or none.
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t group = i / 32;
    if (group % 3 == 1) numbers[i] %= limit + 1;
    if (group % 3 == 2) numbers[i] = limit + 1 + numbers[i] % (UINT32_MAX - limit);
  }
  // "Above" is not "not below".
  if (count > 0) numbers[count / 2] = limit;
  const std::size_t groups = (count + 31) / 32;
  return NewCase("pack", size)
      .parameter("limit", limit)
      .input("in", numbers)
      .output<std::uint32_t>("bits", groups)
      .output<std::uint32_t>("kinds", groups)
      .useful_bytes(kWordBytes * (count + 2 * groups));
}

void add_columns(std::vector<Case>& all, Words& words, int numbers) {
  for (const int columns : kColumnsSwept) {
    const auto label = fmt::format("columns-{}", columns);
    all.push_back(
        in_sweep(centre_rows_case(words, label, numbers / columns, columns), "columns", columns));
  }
}

class ShuffleReductionJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Words words(seed);
    std::vector<Case> all;
    for (const int size : kAwkwardSizes) all.push_back(sum_case(words, size));
    for (const int size : kSummedSwept)
      all.push_back(in_sweep(sum_case(words, size), "size", size));
    for (const int segments : {0, 1, 7, 8, 9, kManySegments})
      all.push_back(segment_sums_case(words, segments));
    for (const int rows : kAwkwardSizes)
      all.push_back(centre_rows_case(words, std::to_string(rows), rows, kColumnsOfSmallCases));
    add_columns(all, words, kSweptTable);
    for (const int size : kAwkwardSizes) all.push_back(decode_case(words, size));
    all.push_back(decode_case(words, kManyCodes));
    for (const int size : kAwkwardSizes) all.push_back(pack_case(words, size));
    all.push_back(pack_case(words, kManyNumbers));
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Words words(seed);
    judge::Measured measured;
    // The axis is the size: it goes on to the sizes that fill an H200.
    for (int size = kSummedSwept.front(); size <= judge::kH200Scale * kSummedSwept.back();
         size *= 4)
      measured.cases.push_back(in_sweep(sum_case(words, size), "size", size));
    add_columns(measured.cases, words, judge::kH200Scale * kSweptTable);
    measured.data_scale["columns"] = judge::kH200Scale;
    return measured;
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    const auto words = [&](const char* name) { return output<std::uint32_t>(outputs, name); };
    if (set.task == "sum") return shuffle_reduction::examine_sum(set, words("out").front());
    if (set.task == "segment_sums")
      return shuffle_reduction::examine_segment_sums(set, words("sums"));
    if (set.task == "centre_rows")
      return shuffle_reduction::examine_centre_rows(set, output<std::int32_t>(outputs, "out"));
    if (set.task == "decode") return shuffle_reduction::examine_decode(set, words("out"));
    return shuffle_reduction::examine_pack(set, outputs);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::ShuffleReductionJudge>();
}
