// Cases and answers of the atomics lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "labs/atomics/judge/histogram.h"
#include "labs/atomics/judge/inputs.h"
#include "labs/atomics/judge/slots.h"
#include "labs/atomics/judge/sums.h"
#include "labs/judge/awkward_sizes.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs {
namespace {

using atomics::Chances;
using atomics::Floats;
using atomics::Ints;
using atomics::Words;
using judge::Case;
using judge::Opinion;

// A block of combine_in_shared queues at its words, and lanes that lock a slot take turns: few
// enough numbers, so that a good solution is not told what it cannot change.
constexpr int kMostLocked = 65;
constexpr std::uint32_t kSchedules = 12;
constexpr int kMetAtLock = 40;  // two warps
constexpr std::array kSmallSizes{0, 1, 31, 32, 33, 255};
constexpr int kNegatives = 33;
constexpr int kBeyondABlock = 257;
constexpr int kLarge = (1 << 16) + 1;
constexpr int kSweptKeys = 1 << 12;
constexpr std::array kBinsSwept{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536};
constexpr std::uint32_t kBinsOfSmallCases = 37;
constexpr std::uint32_t kBinsOfLargeCases = 256;
constexpr int kOrders = 8, kOrderedNumbers = 4001;
constexpr std::size_t kManyNearMost = 260'000;

Case histogram_case(Chances& random, const std::string& task, const std::string& label,
                    const Words& keys, std::size_t bin_count) {
  return NewCase(task, label)
      .input("keys", keys)
      .input("bins", random.words_below(bin_count, 10))  // what was counted before
      .output<std::uint32_t>("bins", bin_count)
      .useful_bytes(sizeof(std::uint32_t) * keys.size());
}

/// Three of four keys are the same.
Words skewed_keys(Chances& random, int count, std::uint32_t bound) {
  Words keys = random.words_below(count, bound);
  const std::uint32_t favourite = random.below(bound);
  for (auto& key : keys) {
    if (random.below(4) != 0) key = favourite;
  }
  return keys;
}

struct Sweep {
  std::string task, id;
};

void add_sweep(std::vector<Case>& all, Chances& random, const Sweep& sweep, int keys) {
  for (const int bins : kBinsSwept) {
    const auto bound = static_cast<std::uint32_t>(bins);
    all.push_back(in_sweep(histogram_case(random, sweep.task, fmt::format("bins-{}", bins),
                                          random.words_below(keys, bound), bound),
                           sweep.id, bins));
  }
}

void add_histograms(std::vector<Case>& all, Chances& random, const Sweep& sweep) {
  const std::string& task = sweep.task;
  for (const int count : kAwkwardSizes) {
    all.push_back(histogram_case(random, task, std::to_string(count),
                                 random.words_below(count, kBinsOfSmallCases), kBinsOfSmallCases));
  }
  all.push_back(histogram_case(random, task, "large-random",
                               random.words_below(kLarge, kBinsOfLargeCases), kBinsOfLargeCases));
  all.push_back(histogram_case(random, task, "large-skewed",
                               skewed_keys(random, kLarge, kBinsOfLargeCases), kBinsOfLargeCases));
  add_sweep(all, random, sweep, kSweptKeys);
}

Case keep_positive_case(Chances& random, const std::string& label, int count) {
  Ints values(static_cast<std::size_t>(count));
  // Distinct. One is above 0 at any size, so that there is something to keep.
  std::iota(values.begin(), values.end(), 1);
  for (auto& value : values) value = value == 1 || random.below(2) == 0 ? value : -value;
  // Neither above nor below.
  if (count > 2) values.back() = 0;
  random.shuffle(values);
  const auto kept = std::ranges::count_if(values, [](int value) { return value > 0; });
  return NewCase("keep_positive", label)
      .input("in", values)
      .output<std::int32_t>("out", kept)
      .output<std::uint32_t>("kept", 1)
      .useful_bytes(sizeof(int) * (values.size() + static_cast<std::size_t>(kept)));
}

const std::array kSweeps{Sweep{"histogram", "bins-global"},
                         Sweep{"histogram_private", "bins-private"},
                         Sweep{"histogram_aggregated", "bins-aggregated"}};

class AtomicsJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Chances random(seed);
    std::vector<Case> all;
    for (const Sweep& sweep : kSweeps) add_histograms(all, random, sweep);
    for (const int count : kAwkwardSizes) {
      const auto label = std::to_string(count);
      all.push_back(keep_positive_case(random, label, count));
      all.push_back(atomics::combine_case(random, "combine", count));
      all.push_back(atomics::sum_case("sum_repeatable", label, random.fractions(count)));
      all.push_back(atomics::sum_case("sum_in_one_launch", label, random.fractions(count)));
    }
    for (const int count : kSmallSizes)
      all.push_back(atomics::combine_case(random, "combine_in_shared", count));
    for (const int count : {0, 1, 31, 32, 33, kMostLocked}) {
      all.push_back(atomics::best_case(random, std::to_string(count), count, 64));
    }
    all.push_back(keep_positive_case(random, "large", kLarge));
    all.push_back(atomics::sum_case("sum_in_one_launch", "large", random.fractions(kLarge)));
    all.push_back(atomics::best_case(random, "one-slot", kMostLocked, 1));
    Floats numbers = random.fractions(kOrderedNumbers);
    for (int order = 0; order < kOrders; ++order) {
      all.push_back(atomics::sum_case("sum_repeatable", fmt::format("order-{}", order), numbers));
      random.shuffle(numbers);
    }
    // In units of kSmallest it is beyond 32 bits.
    for (float& number : numbers) number = std::abs(number);
    all.push_back(atomics::sum_case("sum_repeatable", "none-negative", numbers));
    // And so is the sum of a warp, if few warps take many numbers each.
    Floats near_most(kManyNearMost);
    for (std::size_t i = 0; i < near_most.size(); ++i)
      near_most[i] = 1023.0F - static_cast<float>(i % 8) / 8;
    all.push_back(atomics::sum_case("sum_repeatable", "near-most", near_most));
    // Several warps want the lock at once.
    for (std::uint32_t schedule = 1; schedule <= kSchedules; ++schedule) {
      all.push_back(
          atomics::best_case(random, fmt::format("in-turns-{}", schedule), kMetAtLock, 1));
      all.back().schedule = schedule;
    }
    for (const int count : atomics::kSpreadSizes) atomics::add_spread(all, random, count);
    all.push_back(atomics::combine_below_0_case(random, "combine", kNegatives));
    all.push_back(atomics::combine_below_0_case(random, "combine_in_shared", kNegatives));
    // One more than most blocks have threads: two blocks would each begin with the same words.
    all.push_back(atomics::combine_case(random, "combine_in_shared", kBeyondABlock));
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Chances random(seed);
    judge::Measured measured;
    for (const Sweep& sweep : kSweeps) {
      measured.data_scale[sweep.id] = judge::kH200Scale;
      add_sweep(measured.cases, random, sweep, judge::kH200Scale * kSweptKeys);
    }
    // The axis is the size: it goes on to the largest that the exercise allows.
    for (int count = atomics::kSpreadSizes.front(); count <= atomics::kMostSpread; count *= 4)
      atomics::add_spread(measured.cases, random, count);
    return measured;
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    Opinion opinion = examine_answer(set, outputs);
    if (set.sweep == "spread" && opinion.is_correct) {
      const auto& results = outputs.at(set.task == "sum_repeatable" ? "result" : "results");
      const double exact = atomics::exact_sum(input<float>(set, "in"));
      opinion.result_spread_ulp = atomics::spread_ulp(results.as<float>(), exact);
    }
    return opinion;
  }

 private:
  static Opinion examine_answer(const Case& set, const Outputs& outputs) {
    const auto words = [&](const char* name) { return outputs.at(name).as<std::uint32_t>(); };
    const auto floats = [&](const char* name) { return outputs.at(name).as<float>(); };
    const auto ints = [&](const char* name) { return outputs.at(name).as<std::int32_t>(); };
    if (set.task == "keep_positive") {
      return atomics::examine_keep_positive(set, ints("out"), words("kept").front());
    }
    if (set.task == "sum_repeatable") {
      return set.sweep.empty() ? atomics::examine_sum_repeatable(set, floats("result").front())
                               : atomics::examine_spread(set, floats("result"));
    }
    if (set.task == "sum_in_one_launch") {
      return atomics::examine_sum_in_one_launch(set, floats("results"), words("tickets"));
    }
    if (set.task == "best_of_slots") {
      return atomics::examine_best(set, floats("best_value"), ints("best_index"));
    }
    if (set.task == "combine" || set.task == "combine_in_shared") {
      return atomics::examine_combine(set, words("words"));
    }
    return atomics::examine_histogram(set, words("bins"));
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::AtomicsJudge>();
}
