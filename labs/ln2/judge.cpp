// Cases and answers of the lab ln2.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/ln2/judge/answers.h"

namespace warpscope::labs {
namespace {

using judge::Case;
using judge::Opinion;
using ln2::Floats;
using Numbers = Inputs<Mixed>;

constexpr std::array kTermsOfSizes{7, 8, 5, 2, 3, 64, 33};  // of each awkward size
constexpr std::array kTermsSwept{8, 16, 32, 64, 128, 256, 512};
constexpr std::array kRowSizes{0, 1, 24, 32, 40, 1016, 1032};  // rows that begin with a sector
constexpr std::array kRowTermsSwept{4, 16, 64, 256, 640};
constexpr std::array kExponentsSwept{1, 2, 4, 8, 16, 32, 64};
constexpr int kManyPieces = 4096;
constexpr int kManyTerms = 64;
constexpr int kSweptPieces = 1024;
constexpr int kSweptRows = 64;
constexpr int kSweptExponents = 4096;
constexpr int kManyElements = 1 << 14;
constexpr int kHarmonicTerms = 1024;
constexpr int kCancellingTerms = 256;
constexpr std::size_t kWordBytes = 4;

float unit_interval(Numbers& numbers) { return static_cast<float>(numbers.word() >> 8) * 0x1p-24F; }

Case series_case(Numbers& numbers, const std::string& label, int pieces, int terms) {
  auto first = numbers.many(pieces, [&] {
    return 1 + static_cast<std::int32_t>(numbers.below(1U << numbers.from_to(1, 19)));
  });
  // The two ends of the range, of either parity; k (k + 1) of the last is beyond 32 bits.
  const auto ends = std::array{1, 2, 1000000};
  for (std::size_t i = 0; i < ends.size() && i < first.size(); ++i) first[i] = ends[i];
  return NewCase("series", label)
      .parameter("terms", terms)
      .input("first", first)
      .output<float>("sums", pieces)
      .useful_bytes(2 * kWordBytes * first.size());
}

/// Of terms 1 / k from a k on that is another one in each row, at most `last_first`, in an order by
/// chance. The signs alternate, unless all are to be positive.
Floats shuffled_terms(Numbers& numbers, int rows, int terms, bool alternate, int last_first = 50) {
  const auto row_count = static_cast<std::size_t>(rows);
  Floats in(row_count * static_cast<std::size_t>(terms));
  for (std::size_t r = 0; r < row_count; ++r) {
    const int first = numbers.from_to(1, last_first);
    Floats row(static_cast<std::size_t>(terms));
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto divisor = static_cast<float>(first) + static_cast<float>(k);
      row[k] = (alternate && k % 2 == 1 ? -1.0F : 1.0F) / divisor;
    }
    numbers.shuffle(row);
    for (std::size_t k = 0; k < row.size(); ++k) in[k * row_count + r] = row[k];
  }
  return in;
}

Case rows_case(const std::string& task, const std::string& label, std::size_t sums, int rows,
               int terms, const Floats& in) {
  const std::size_t outputs = sums * static_cast<std::size_t>(rows);
  return NewCase(task, label)
      .parameter("rows", rows)
      .parameter("terms", terms)
      .input("in", in)
      .output<float>("sums", outputs)
      .useful_bytes(kWordBytes * (in.size() + outputs));
}

Case orders_case(Numbers& numbers, const std::string& label, int rows, int terms) {
  return rows_case("orders", label, ln2::kOrders, rows, terms,
                   shuffled_terms(numbers, rows, terms, true));
}

/// All rows are the beginning of the series of ln 2, each in another order: sums of one size.
Case spread_case(Numbers& numbers, int rows, int terms) {
  return rows_case("orders", fmt::format("terms-{}", terms), ln2::kOrders, rows, terms,
                   shuffled_terms(numbers, rows, terms, true, 1));
}

Case compensated_case(Numbers& numbers, const std::string& label, int rows, int terms) {
  return rows_case("compensated", label, 1, rows, terms,
                   shuffled_terms(numbers, rows, terms, false));
}

/// Numbers of some thousands come into the sum and go out of it again.
Case cancelling_case(Numbers& numbers) {
  constexpr int kPairs = 4;
  auto in = shuffled_terms(numbers, kSweptRows, kCancellingTerms, true);
  for (std::size_t r = 0; r < kSweptRows; ++r) {
    Floats row = ln2::row_of(in, kSweptRows, r);
    for (std::size_t pair = 0; pair < kPairs; ++pair) {
      const float large = 1024 + 3072 * unit_interval(numbers);
      row[2 * pair] = large;
      row[2 * pair + 1] = -large;
    }
    numbers.shuffle(row);
    for (std::size_t k = 0; k < row.size(); ++k) in[k * kSweptRows + r] = row[k];
  }
  return rows_case("compensated", "cancelling-256", 1, kSweptRows, kCancellingTerms, in);
}

Case special_case(Numbers& numbers, int count) {
  const auto x = numbers.fractions(count);
  const auto z = numbers.many(count, [&] { return 9 * unit_interval(numbers); });
  const auto p = numbers.many(count, [&] {
    const float value = 2 * unit_interval(numbers) + 0x1p-24F;
    if (value >= 2 || numbers.below(2) == 0) return std::exp2(-100 * unit_interval(numbers));
    return value;
  });
  return NewCase("special", count)
      .input("x", x)
      .input("z", z)
      .input("p", p)
      .output<float>("cosines", count)
      .output<float>("tails", count)
      .output<float>("inverses", count)
      .useful_bytes(6 * kWordBytes * x.size());
}

/// Of sizes from `largest` / 2 to `largest`.
Case exponentials_case(Numbers& numbers, const std::string& label, int count, int largest) {
  const auto x = numbers.many(count, [&] {
    const float size = static_cast<float>(largest) * (1 + unit_interval(numbers)) / 2;
    return numbers.below(2) == 0 ? size : -size;
  });
  return NewCase("exponentials", label)
      .input("x", x)
      .output<float>("accurate", count)
      .output<float>("fast", count)
      .useful_bytes(3 * kWordBytes * x.size());
}

Case brighten_case(Numbers& numbers, int count) {
  const auto in =
      numbers.many(count, [&] { return 0x1p-12F + (1 - 0x1p-12F) * unit_interval(numbers); });
  return NewCase("brighten", count)
      .input("in", in)
      .output<float>("out", count)
      .useful_bytes(2 * kWordBytes * in.size());
}

Case bits_case(Numbers& numbers, int count) {
  auto words = numbers.many(count, [&] {
    const auto word = numbers.word();
    const auto shift = numbers.below(32);
    return numbers.below(2) == 0 ? word >> shift : word << shift;
  });
  constexpr std::array kEnds{0U, 1U, 0x80000000U, 0xFFFFFFFFU};
  for (std::size_t i = 0; i < kEnds.size() && i < words.size(); ++i) words[i] = kEnds[i];
  return NewCase("bits", count)
      .input("words", words)
      .output<std::uint32_t>("reversed", count)
      .output<std::int32_t>("ones", count)
      .output<std::int32_t>("leading", count)
      .output<std::int32_t>("lowest", count)
      .useful_bytes(5 * kWordBytes * words.size());
}

/// `scale`: how many times the pieces, rows and numbers that the labels speak of.
void add_sweeps(std::vector<Case>& all, Numbers& numbers, int scale) {
  for (const int terms : kTermsSwept)
    all.push_back(
        in_sweep(series_case(numbers, fmt::format("terms-{}", terms), scale * kSweptPieces, terms),
                 "terms", terms));
  for (const int terms : kRowTermsSwept)
    all.push_back(in_sweep(spread_case(numbers, scale * kSweptRows, terms), "orders", terms));
  for (const int largest : kExponentsSwept)
    all.push_back(in_sweep(
        exponentials_case(numbers, fmt::format("to-{}", largest), scale * kSweptExponents, largest),
        "accuracy", largest));
}

class Ln2Judge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Numbers numbers(seed);
    std::vector<Case> all;
    const auto each_size = [&](const auto& sizes, auto add) {
      for (std::size_t i = 0; i < sizes.size(); ++i) add(sizes[i], kTermsOfSizes[i]);
    };
    each_size(kAwkwardSizes, [&](int size, int terms) {
      all.push_back(series_case(numbers, std::to_string(size), size, terms));
    });
    all.push_back(series_case(numbers, std::to_string(kManyPieces), kManyPieces, kManyTerms));
    each_size(kRowSizes, [&](int size, int terms) {
      all.push_back(orders_case(numbers, std::to_string(size), size, terms));
    });
    each_size(kRowSizes, [&](int size, int terms) {
      all.push_back(compensated_case(numbers, std::to_string(size), size, terms));
    });
    all.push_back(compensated_case(numbers, "harmonic-1024", kSweptRows, kHarmonicTerms));
    all.push_back(cancelling_case(numbers));
    for (const int size : kAwkwardSizes) all.push_back(special_case(numbers, size));
    for (const int size : kAwkwardSizes)
      all.push_back(exponentials_case(numbers, std::to_string(size), size, 64));
    for (const int size : kAwkwardSizes) all.push_back(brighten_case(numbers, size));
    all.push_back(brighten_case(numbers, kManyElements));
    for (const int size : kAwkwardSizes) all.push_back(bits_case(numbers, size));
    all.push_back(bits_case(numbers, kManyElements));
    add_sweeps(all, numbers, 1);
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Numbers numbers(seed);
    std::vector<Case> all;
    add_sweeps(all, numbers, judge::kH200Scale);
    return measured_of(std::move(all));
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    const auto sums = [&] { return output<float>(outputs, "sums"); };
    if (set.task == "series") return ln2::examine_series(set, sums());
    if (set.task == "orders") return ln2::examine_orders(set, sums());
    if (set.task == "compensated") return ln2::examine_compensated(set, sums());
    if (set.task == "special") return ln2::examine_special(set, outputs);
    if (set.task == "exponentials") return ln2::examine_exponentials(set, outputs);
    if (set.task == "brighten") return ln2::examine_brighten(set, output<float>(outputs, "out"));
    return ln2::examine_bits(set, outputs);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::Ln2Judge>();
}
