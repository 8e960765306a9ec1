// Cases and answers of the shuffle-reduction lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/array_of.h"
#include "labs/judge/awkward_sizes.h"
#include "labs/judge/error_pattern.h"
#include "labs/judge/unwritten.h"
#include "labs/shuffle-reduction/cpu.h"
#include "labs/shuffle-reduction/judge/words.h"

namespace warpscope::labs {
namespace {

using judge::Array;
using judge::Case;
using judge::ElementType;
using judge::Opinion;

constexpr std::array kSummedSwept{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20};
constexpr std::array kColumnsSwept{1, 2, 4, 8, 16, 24, 32};
constexpr int kSegment = 1024;
constexpr int kManySegments = 129;  // no multiple of the warps in a block
constexpr int kSweptTable = 1 << 14;
constexpr int kManyCodes = (1 << 17) + 5;
constexpr int kManyNumbers = (1 << 18) + 7;
constexpr int kColumnsOfSmallCases = 19;

constexpr std::uint32_t kAllBits = 0xFFFFFFFF;  // of a group: every number is above the limit

/// Words whose bits look like chance, the same for the same seed.
class Words {
 public:
  explicit Words(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15U + 1) {}
  std::uint32_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t x = state_;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return static_cast<std::uint32_t>(x >> 32);
  }
  std::vector<std::uint32_t> many(std::size_t count) {
    std::vector<std::uint32_t> values(count);
    std::ranges::generate(values, [this] { return next(); });
    return values;
  }

 private:
  std::uint64_t state_;
};

Case case_of(const std::string& task, const std::string& label) {
  Case set;
  set.name = task + "/" + label;
  set.task = task;
  return set;
}

constexpr std::size_t kWordBytes = sizeof(std::uint32_t);

Case sum_case(Words& words, std::size_t count) {
  Case set = case_of("sum", std::to_string(count));
  set.inputs["in"] = array_of(words.many(count));
  set.outputs["out"] = {ElementType::u32, 1};
  set.useful_bytes = kWordBytes * count;
  return set;
}

Case segment_sums_case(Words& words, std::size_t segments) {
  Case set = case_of("segment_sums", std::to_string(segments));
  set.inputs["in"] = array_of(words.many(kSegment * segments));
  set.outputs["sums"] = {ElementType::u32, segments};
  set.useful_bytes = kWordBytes * (kSegment + 1) * segments;
  return set;
}

Case centre_rows_case(Words& words, const std::string& label, int rows, int columns) {
  const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  std::vector<std::int32_t> values(count);
  // 32 * 2^20 and a sum of 32 of them fit into 32 bits.
  std::ranges::generate(values,
                        [&] { return static_cast<std::int32_t>(words.next() >> 11) - (1 << 20); });
  Case set = case_of("centre_rows", label);
  set.parameters = {{"rows", rows}, {"columns", columns}};
  set.inputs["in"] = array_of(values);
  set.outputs["out"] = {ElementType::i32, count};
  set.useful_bytes = 2 * kWordBytes * count;
  return set;
}

Case decode_case(Words& words, std::size_t count) {
  std::vector<std::uint32_t> codes(count);
  std::ranges::generate(codes, [&] { return words.next() >> 27; });
  Case set = case_of("decode", std::to_string(count));
  set.inputs["table"] = array_of(words.many(32));
  set.inputs["codes"] = array_of(codes);
  set.outputs["out"] = {ElementType::u32, count};
  set.useful_bytes = 2 * kWordBytes * count;
  return set;
}

Case pack_case(Words& words, std::size_t count) {
  const std::uint32_t limit = (1U << 30) + (words.next() >> 2);
  auto numbers = words.many(count);
  // Chance alone makes no group with all numbers above the limit, or none.
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t group = i / 32;
    if (group % 3 == 1) numbers[i] %= limit + 1;
    if (group % 3 == 2) numbers[i] = limit + 1 + numbers[i] % (UINT32_MAX - limit);
  }
  // "Above" is not "not below".
  if (count > 0) numbers[count / 2] = limit;
  const std::size_t groups = (count + 31) / 32;
  Case set = case_of("pack", std::to_string(count));
  set.parameters = {{"limit", limit}};
  set.inputs["in"] = array_of(numbers);
  set.outputs["bits"] = {ElementType::u32, groups};
  set.outputs["kinds"] = {ElementType::u32, groups};
  set.useful_bytes = kWordBytes * (count + 2 * groups);
  return set;
}

template <typename T>
std::string value_text(T value) {
  return looks_unwritten(value) ? "never written (or 0xffffffff)" : std::to_string(value);
}

/// Compares element by element. `name`: of the output, in sentences.
template <typename T>
Opinion compare(const std::string& name, const std::vector<T>& given, const std::vector<T>& right) {
  return opinion_on(
      {.elements = elements_of(given, right), .name = name, .output = name}, [&](std::size_t i) {
        return fmt::format("{}[{}] is {}, expected {}", name, i, value_text(given[i]), right[i]);
      });
}

/// What a wrong total of `in` is instead, as a sentence; empty when it is nothing known.
std::string wrong_total_in_words(std::span<const std::uint32_t> in, std::uint32_t given) {
  const std::uint32_t right = shuffle_reduction::sum_on_cpu(in);
  // Each of them adds 0xffffffff, which is -1.
  if (const std::uint32_t unwritten = right - given; unwritten >= 1 && unwritten <= 32) {
    return fmt::format(
        " That is {} less than the sum: {} that nobody had written, or set to 0, went into it. "
        "Such a word holds 0xffffffff here, which counts as -1.",
        unwritten, unwritten == 1 ? "a word" : fmt::format("{} words", unwritten));
  }
  if (given == 0) return " Nothing was added, or a 0 was stored last.";
  std::uint32_t total = 0;
  for (std::size_t i = 0; i + 1 < in.size(); ++i) {
    total += in[i];
    if (total == given) {
      return fmt::format(" That is the sum of the first {} of {} numbers.", i + 1, in.size());
    }
  }
  for (const std::uint32_t copies : {2U, 4U, 8U, 16U, 32U}) {
    if (given == copies * right) {
      return fmt::format(" That is {} times the sum: each number was added {} times.", copies,
                         copies);
    }
  }
  auto excess = shuffle_reduction::excess_in_words(in, given, right);
  if (!excess.empty()) return excess;
  auto left_out = shuffle_reduction::left_out_in_words(in, given);
  return left_out.empty() ? shuffle_reduction::wrong_step_in_words(in, given) : left_out;
}

Opinion examine_sum(const Case& set, const std::vector<std::uint32_t>& out) {
  const auto in = set.inputs.at("in").as<std::uint32_t>();
  const std::uint32_t right = shuffle_reduction::sum_on_cpu(in);
  Opinion opinion;
  opinion.is_correct = out[0] == right;
  if (opinion.is_correct) return opinion;
  opinion.message = fmt::format("*out is {}, expected {}.", value_text(out[0]), right);
  if (!looks_unwritten(out[0])) opinion.message += wrong_total_in_words(in, out[0]);
  return opinion;
}

Opinion examine_segment_sums(const Case& set, const std::vector<std::uint32_t>& sums) {
  const auto in = set.inputs.at("in").as<std::uint32_t>();
  std::vector<std::uint32_t> right(sums.size());
  shuffle_reduction::segment_sums_on_cpu(in, right);
  Opinion opinion = compare("sums", sums, right);
  if (opinion.is_correct) return opinion;
  const auto wrong =
      static_cast<std::size_t>(std::ranges::mismatch(sums, right).in1 - sums.begin());
  const auto other =
      static_cast<std::size_t>(std::ranges::find(right, sums[wrong]) - right.begin());
  if (other < right.size()) {
    opinion.message += fmt::format(
        ". That is the sum of segment {}: does each warp find its own segment, and its own place "
        "in "
        "sums?",
        other);
  } else if (!looks_unwritten(sums[wrong])) {
    opinion.message +=
        "." + wrong_total_in_words(std::span(in).subspan(kSegment * wrong, kSegment), sums[wrong]);
  }
  return opinion;
}

/// What it means that some columns are right in every row and the others in none; empty when the
/// columns are mixed.
std::string wrong_columns_in_words(std::span<const std::int32_t> out,
                                   std::span<const std::int32_t> right, std::size_t columns) {
  std::size_t right_columns = 0;
  std::size_t wrong_columns = 0;
  bool is_first_right = false;
  for (std::size_t column = 0; column < columns; ++column) {
    bool is_right = true;
    bool is_wrong = true;
    for (std::size_t i = column; i < out.size(); i += columns) {
      (out[i] == right[i] ? is_wrong : is_right) = false;
    }
    if (is_right) ++right_columns;
    if (is_wrong) ++wrong_columns;
    if (column == 0) is_first_right = is_right;
  }
  if (right_columns == 0 || right_columns + wrong_columns < columns) return {};
  if (is_first_right && right_columns == 1) {
    return ". Column 0 is right in every row: only lane 0 had the total.";
  }
  return fmt::format(
      ". {} of {} columns are right in every row and the others in none: whom did their lanes ask "
      "for numbers, and did those lanes take part?",
      right_columns, columns);
}

Opinion examine_centre_rows(const Case& set, const std::vector<std::int32_t>& out) {
  const auto in = set.inputs.at("in").as<std::int32_t>();
  const auto columns = static_cast<std::size_t>(set.parameters.at("columns"));
  std::vector<std::int32_t> right(out.size());
  shuffle_reduction::centre_rows_on_cpu(in, right, columns);
  Opinion opinion = compare("out", out, right);
  if (opinion.is_correct) return opinion;
  const auto wrong = static_cast<std::size_t>(std::ranges::mismatch(out, right).in1 - out.begin());
  opinion.message += fmt::format(" (the first one is in row {}, column {} of {})", wrong / columns,
                                 wrong % columns, columns);
  const auto columns_in_words = wrong_columns_in_words(out, right, columns);
  const std::size_t row = wrong / columns * columns;
  opinion.message += columns_in_words.empty()
                         ? shuffle_reduction::row_in_words(std::span(in).subspan(row, columns),
                                                           std::span(out).subspan(row, columns))
                         : columns_in_words;
  return opinion;
}

Opinion examine_decode(const Case& set, const std::vector<std::uint32_t>& out) {
  const auto codes = set.inputs.at("codes").as<std::uint32_t>();
  const auto table = set.inputs.at("table").as<std::uint32_t>();
  std::vector<std::uint32_t> right(out.size());
  shuffle_reduction::decode_on_cpu(table, codes, right);
  Opinion opinion = compare("out", out, right);
  if (opinion.is_correct) return opinion;
  const auto wrong = static_cast<std::size_t>(std::ranges::mismatch(out, right).in1 - out.begin());
  opinion.message += fmt::format(". The first one has code {}", codes[wrong]);
  const std::size_t in_last_group = out.size() % 32;
  // What __shfl_sync gives with its value and its lane swapped, from a lane that is there.
  std::size_t codes_of_others = 0;
  bool is_missing_lane = true;
  for (std::size_t i = wrong; i < out.size(); ++i) {
    if (out[i] == right[i]) continue;
    const std::size_t other = i / 32 * 32 + table[i % 32] % 32;
    codes_of_others += other < codes.size() && out[i] == codes[other] ? 1 : 0;
    is_missing_lane &= i >= out.size() - in_last_group && codes[i] >= in_last_group && out[i] == 0;
  }
  if (codes_of_others > 1) {
    opinion.message +=
        ". Wrong numbers are codes of other lanes: __shfl_sync takes the value first, and then the "
        "lane that is asked";
  } else if (is_missing_lane) {
    opinion.message += fmt::format(
        " and lies in the last group, which has {}: lane {}, which keeps that entry, has no code "
        "of its own. ",
        in_last_group == 1 ? "one code" : fmt::format("{} codes", in_last_group), codes[wrong]);
    // From one group it cannot be told whether another lane was asked.
    opinion.message += in_last_group == out.size()
                           ? "Was it asked (the value comes first, and then the lane), and was it "
                             "there when it was asked?"
                           : "Was it there when it was asked?";
  }
  return opinion;
}

/// What bits that are wrong show; the last group may have fewer numbers.
std::string bits_in_words(std::span<const std::uint32_t> in, std::uint32_t limit,
                          std::span<const std::uint32_t> bits,
                          std::span<const std::uint32_t> right) {
  const auto in_last_group = static_cast<std::uint32_t>(in.size() % 32);
  const bool are_others_right =
      std::ranges::equal(bits.first(bits.size() - 1), right.first(right.size() - 1));
  if (in_last_group != 0 && are_others_right &&
      bits.back() == (right.back() | kAllBits << in_last_group)) {
    return fmt::format(
        ": the last group has {} numbers, and the bits behind them are set: lanes without a number "
        "voted yes",
        in_last_group);
  }
  return shuffle_reduction::comparison_in_words(in, limit, bits);
}

/// Groups at the end that nobody wrote: a grid that is too small, for instance. Kinds tell, since
/// all bits of a group may be set.
void add_unwritten_rest(Opinion& opinion, const std::vector<std::uint32_t>& kinds,
                        const std::vector<std::uint32_t>& right) {
  const Opinion other = opinion_on(
      {.elements = elements_of(kinds, right), .name = "bits and kinds", .element_bytes = 8},
      [](std::size_t) { return std::string(); });
  opinion.finding = other.finding;
  opinion.cause = other.cause;
  opinion.rest = other.rest;
}

Opinion examine_pack(const Case& set, const std::map<std::string, Array>& outputs) {
  const auto in = set.inputs.at("in").as<std::uint32_t>();
  const auto bits = outputs.at("bits").as<std::uint32_t>();
  const auto kinds = outputs.at("kinds").as<std::uint32_t>();
  std::vector<std::uint32_t> right_bits(bits.size());
  std::vector<std::uint32_t> right_kinds(bits.size());
  const auto limit = static_cast<std::uint32_t>(set.parameters.at("limit"));
  shuffle_reduction::pack_on_cpu(in, limit, right_bits, right_kinds);
  for (std::size_t group = 0; group < bits.size(); ++group) {
    if (bits[group] == right_bits[group]) continue;
    Opinion opinion;
    opinion.message = fmt::format("bits[{}] is {:#010x}, expected {:#010x}", group, bits[group],
                                  right_bits[group]);
    const std::size_t in_last_group = in.size() % 32;
    if (in_last_group != 0 && bits[group] == kAllBits &&
        right_bits[group] == kAllBits >> (32 - in_last_group)) {
      opinion.message += ": the last group has fewer numbers";
    } else {
      opinion.message += bits_in_words(in, limit, bits, right_bits);
    }
    add_unwritten_rest(opinion, kinds, right_kinds);
    return opinion;
  }
  Opinion opinion = compare("kinds", kinds, right_kinds);
  if (in.size() % 32 != 0 && kinds.back() == 1 && right_kinds.back() == 2) {
    opinion.message += ". The last group has fewer numbers: how did lanes without one vote?";
  }
  return opinion;
}

void set_sweep(Case& set, const std::string& sweep, int x) {
  set.sweep = sweep;
  set.sweep_x = x;
}

void add_columns(std::vector<Case>& all, Words& words, int numbers) {
  for (const int columns : kColumnsSwept) {
    all.push_back(
        centre_rows_case(words, fmt::format("columns-{}", columns), numbers / columns, columns));
    set_sweep(all.back(), "columns", columns);
  }
}

class ShuffleReductionJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Words words(seed);
    std::vector<Case> all;
    for (const int size : kAwkwardSizes)
      all.push_back(sum_case(words, static_cast<std::size_t>(size)));
    for (const int size : kSummedSwept) {
      all.push_back(sum_case(words, static_cast<std::size_t>(size)));
      set_sweep(all.back(), "size", size);
    }
    for (const int segments : {0, 1, 7, 8, 9, kManySegments}) {
      all.push_back(segment_sums_case(words, static_cast<std::size_t>(segments)));
    }
    for (const int rows : kAwkwardSizes) {
      all.push_back(centre_rows_case(words, std::to_string(rows), rows, kColumnsOfSmallCases));
    }
    add_columns(all, words, kSweptTable);
    for (const int size : kAwkwardSizes)
      all.push_back(decode_case(words, static_cast<std::size_t>(size)));
    all.push_back(decode_case(words, kManyCodes));
    for (const int size : kAwkwardSizes)
      all.push_back(pack_case(words, static_cast<std::size_t>(size)));
    all.push_back(pack_case(words, kManyNumbers));
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Words words(seed);
    judge::Measured measured;
    // The axis is the size: it goes on to the sizes that fill an H200.
    for (int size = kSummedSwept.front(); size <= judge::kH200Scale * kSummedSwept.back();
         size *= 4) {
      measured.cases.push_back(sum_case(words, static_cast<std::size_t>(size)));
      set_sweep(measured.cases.back(), "size", size);
    }
    add_columns(measured.cases, words, judge::kH200Scale * kSweptTable);
    measured.data_scale["columns"] = judge::kH200Scale;
    return measured;
  }

  Opinion examine(const Case& set, const std::map<std::string, Array>& outputs) const override {
    if (set.task == "sum") return examine_sum(set, outputs.at("out").as<std::uint32_t>());
    if (set.task == "segment_sums") {
      return examine_segment_sums(set, outputs.at("sums").as<std::uint32_t>());
    }
    if (set.task == "centre_rows") {
      return examine_centre_rows(set, outputs.at("out").as<std::int32_t>());
    }
    if (set.task == "decode") return examine_decode(set, outputs.at("out").as<std::uint32_t>());
    return examine_pack(set, outputs);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::ShuffleReductionJudge>();
}
