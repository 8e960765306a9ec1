// Cases and answers of the atomics lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "labs/atomics/cpu.h"
#include "labs/atomics/judge/inputs.h"
#include "labs/atomics/judge/sums.h"
#include "labs/atomics/judge/words.h"
#include "labs/judge/array_of.h"
#include "labs/judge/awkward_sizes.h"

namespace warpscope::labs {
namespace {

using atomics::Floats;
using atomics::make_case;
using atomics::Random;
using judge::Array;
using judge::Case;
using judge::ElementType;
using judge::Opinion;
using Words = std::vector<std::uint32_t>;
using Ints = std::vector<std::int32_t>;
using Outputs = std::map<std::string, Array>;

// A block of combine_in_shared queues at its words, and lanes that lock a slot take turns: few
// enough numbers, so that a good solution is not told what it cannot change.
constexpr int kMostLocked = 65;
constexpr std::uint32_t kSchedules = 12;
constexpr int kMetAtLock = 40;  // two warps
constexpr std::array kSmallSizes{0, 1, 31, 32, 33, 255};
constexpr int kLarge = (1 << 16) + 1;
constexpr int kSweptKeys = 1 << 12;
constexpr std::array kBinsSwept{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536};
constexpr std::uint32_t kBinsOfSmallCases = 37;
constexpr std::uint32_t kBinsOfLargeCases = 256;
constexpr int kOrders = 8;
constexpr int kOrderedNumbers = 4001;

Case histogram_case(Random& random, const std::string& task, const std::string& label,
                    const Words& keys, std::size_t bin_count) {
  Case set = make_case(task, label);
  Words bins(bin_count);
  for (auto& bin : bins) bin = random.below(10);  // what was counted before
  set.inputs["keys"] = array_of(keys);
  set.inputs["bins"] = array_of(bins);
  set.outputs["bins"] = {ElementType::u32, bin_count};
  set.useful_bytes = sizeof(std::uint32_t) * keys.size();
  return set;
}

/// Three of four keys are the same.
Words skewed_keys(Random& random, int count, std::uint32_t bound) {
  Words keys = random.keys(count, bound);
  const std::uint32_t favourite = random.below(bound);
  for (auto& key : keys) {
    if (random.below(4) != 0) key = favourite;
  }
  return keys;
}

struct Sweep {
  std::string task, id;
};

void add_sweep(std::vector<Case>& all, Random& random, const Sweep& sweep, int keys) {
  for (const int bins : kBinsSwept) {
    const auto bound = static_cast<std::uint32_t>(bins);
    all.push_back(histogram_case(random, sweep.task, fmt::format("bins-{}", bins),
                                 random.keys(keys, bound), bound));
    all.back().sweep = sweep.id;
    all.back().sweep_x = bins;
  }
}

void add_histograms(std::vector<Case>& all, Random& random, const Sweep& sweep) {
  const std::string& task = sweep.task;
  for (const int count : kAwkwardSizes) {
    all.push_back(histogram_case(random, task, std::to_string(count),
                                 random.keys(count, kBinsOfSmallCases), kBinsOfSmallCases));
  }
  all.push_back(histogram_case(random, task, "large-random", random.keys(kLarge, kBinsOfLargeCases),
                               kBinsOfLargeCases));
  all.push_back(histogram_case(random, task, "large-skewed",
                               skewed_keys(random, kLarge, kBinsOfLargeCases), kBinsOfLargeCases));
  add_sweep(all, random, sweep, kSweptKeys);
}

/// The number of keys without which the first or the last ones explain what is missing: they were
/// skipped. Otherwise nothing.
std::string skipped_keys(const Words& keys, const Words& before, const Words& bins,
                         std::size_t missing) {
  if (missing == 0 || missing >= keys.size()) return {};
  const auto counted = [&](std::size_t first, std::size_t count) {
    Words expected = before;
    histogram_on_cpu(keys.data() + first, static_cast<int>(count), expected.data());
    return bins == expected;
  };
  const auto rest = keys.size() - missing;
  constexpr std::size_t kLanes = 32;
  if (rest == kLanes && counted(0, rest))
    return "; only the first 32 keys were counted, those of one warp";
  const auto sentence = [&](const char* which) {
    return missing == 1
               ? fmt::format("; it is as if the {} key were not there", which)
               : fmt::format("; it is as if the {} {} keys were not there", which, missing);
  };
  if (counted(0, rest)) return sentence("last");
  if (counted(missing, rest)) return sentence("first");
  return {};
}

/// Two threads that read the same count and add to it leave one count too few, but never none: each
/// bin with keys has grown, and at most by its keys.
bool are_updates_lost(const Words& keys, const Words& before, const Words& bins) {
  Words wanted(bins.size());
  histogram_on_cpu(keys.data(), static_cast<int>(keys.size()), wanted.data());
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    const std::uint32_t grown = bins[bin] - before[bin];
    if (grown > wanted[bin] || (wanted[bin] > 0 && grown == 0)) return false;
  }
  return true;
}

std::string groups_of(const Case& set, const Words& keys, const Words& before, const Words& bins) {
  if (set.task != "histogram_aggregated") return {};
  return atomics::groups_in_words(keys, before, bins);
}

Opinion examine_histogram(const Case& set, const Words& bins) {
  const Words keys = set.inputs.at("keys").as<std::uint32_t>();
  const Words before = set.inputs.at("bins").as<std::uint32_t>();
  Words expected = before;
  histogram_on_cpu(keys.data(), static_cast<int>(keys.size()), expected.data());
  Opinion opinion;
  const auto wrong = std::ranges::mismatch(bins, expected);
  opinion.is_correct = wrong.in1 == bins.end();
  if (opinion.is_correct) return opinion;
  opinion.first_wrong = {"bins", static_cast<std::uint64_t>(wrong.in1 - bins.begin())};
  opinion.message =
      fmt::format("bins[{}] is {}, expected {}", wrong.in1 - bins.begin(), *wrong.in1, *wrong.in2);
  const auto total = [](const Words& values) {
    return std::accumulate(values.begin(), values.end(), std::int64_t{0});
  };
  const std::int64_t missing = total(expected) - total(bins);
  if (missing > static_cast<std::int64_t>(keys.size())) {
    opinion.message += "; what bins held before the call is gone as well";
  } else if (missing > 0) {
    opinion.message += fmt::format("; {} of {} counts were lost", missing, keys.size());
    auto skipped = skipped_keys(keys, before, bins, static_cast<std::size_t>(missing));
    if (skipped.empty()) skipped = atomics::uncounted_bins_in_words(before, bins, expected);
    if (skipped.empty()) skipped = groups_of(set, keys, before, bins);
    opinion.message += skipped;
    if (skipped.empty() && are_updates_lost(keys, before, bins)) {
      opinion.finding = "lost-updates";
      opinion.cause = fmt::format(
          "{} of {} counts were lost in {}: threads with the same key load the same count, and "
          "each stores it plus 1.",
          missing, keys.size(), set.name);
    }
  } else if (missing < 0) {
    opinion.message += fmt::format("; {} counts too many for {} keys", -missing, keys.size()) +
                       groups_of(set, keys, before, bins);
  }
  return opinion;
}

Case keep_positive_case(Random& random, const std::string& label, int count) {
  Ints values(static_cast<std::size_t>(count));
  // Distinct. One is above 0 at any size, so that there is something to keep.
  std::iota(values.begin(), values.end(), 1);
  for (auto& value : values) value = value == 1 || random.below(2) == 0 ? value : -value;
  random.shuffle(values);
  const auto kept = std::ranges::count_if(values, [](int value) { return value > 0; });
  Case set = make_case("keep_positive", label);
  set.inputs["in"] = array_of(values);
  set.outputs["out"] = {ElementType::i32, static_cast<std::uint64_t>(kept)};
  set.outputs["kept"] = {ElementType::u32, 1};
  set.useful_bytes = sizeof(int) * (values.size() + static_cast<std::size_t>(kept));
  return set;
}

Opinion examine_keep_positive(const Case& set, Ints out, std::uint32_t kept) {
  Ints expected;
  for (const int value : set.inputs.at("in").as<std::int32_t>()) {
    if (value > 0) expected.push_back(value);
  }
  std::ranges::sort(expected);
  std::ranges::sort(out);
  Opinion opinion;
  if (kept != expected.size()) {
    opinion.message = fmt::format("*kept is {}, and {} values are above 0", kept, expected.size());
    const auto count = set.inputs.at("in").as<std::int32_t>().size();
    if (kept > count)
      opinion.message +=
          fmt::format("; there are only {} values: threads without one were counted", count);
  } else if (out != expected) {
    const auto missing = std::ranges::find_if(
        expected, [&](int value) { return !std::ranges::binary_search(out, value); });
    opinion.message = fmt::format("the value {} is above 0 and not in out", *missing);
  } else {
    opinion.is_correct = true;
  }
  return opinion;
}

Case combine_case(Random& random, const std::string& task, int count) {
  Words in(static_cast<std::size_t>(count));
  // Not all bits are set in the or, nor cleared in the and.
  for (auto& value : in) value = (random.below(1U << 31) & 0xFFFF0FFFU) | 0x300U;
  Words words = random.keys(kWords, 1U << 30);
  words[kInc] = random.below(kLimit);
  words[kDec] = random.below(kLimit);
  words[kMin] = 0xFFFFFFF0;
  words[kMax] = 5;
  words[kAnd] = 0xFFFFFFFF;
  words[kLargest] = std::bit_cast<std::uint32_t>(-1e9F);
  Case set = make_case(task, std::to_string(count));
  set.inputs["in"] = array_of(in);
  set.inputs["words"] = array_of(words);
  set.outputs["words"] = {ElementType::u32, kWords};
  return set;
}

Opinion examine_combine(const Case& set, const Words& words) {
  constexpr std::array kNames{"kAdd", "kSub", "kInc", "kDec",      "kMin",    "kMax",
                              "kAnd", "kOr",  "kXor", "kExchange", "kLargest"};
  static_assert(kNames.size() == kWords);
  const Words in = set.inputs.at("in").as<std::uint32_t>();
  const Words before = set.inputs.at("words").as<std::uint32_t>();
  Words expected = before;
  auto largest = std::bit_cast<float>(expected[kLargest]);
  combine_on_cpu(in.data(), static_cast<int>(in.size()), expected.data(), &largest);
  expected[kLargest] = std::bit_cast<std::uint32_t>(largest);
  if (std::ranges::find(in, words[kExchange]) != in.end()) expected[kExchange] = words[kExchange];
  Opinion opinion;
  for (std::size_t word = 0; word < kNames.size(); ++word) {
    if (words[word] == expected[word]) continue;
    const auto separator = opinion.message.empty() ? "" : "; ";
    opinion.message += word == kLargest
                           ? fmt::format("{}words[kLargest] is the float {}, expected {}",
                                         separator, std::bit_cast<float>(words[word]), largest)
                           : fmt::format("{}words[{}] is {}, expected {}", separator, kNames[word],
                                         words[word], expected[word]);
    opinion.message += atomics::combined_word_in_words(word, words[word], before[word], in);
  }
  if (atomics::are_sums_from_zero(words, before, expected))
    opinion.message += "; it is as if the words had been 0 before the call";
  opinion.is_correct = opinion.message.empty();
  return opinion;
}

Case best_case(Random& random, const std::string& label, int count, std::uint32_t slots) {
  Floats values(static_cast<std::size_t>(count));
  // Few different values, so that the largest comes several times.
  for (float& value : values) value = static_cast<float>(random.below(64)) - 100.0F;
  Case set = make_case("best_of_slots", label);
  set.parameters = {{"slots", slots}};
  set.inputs["keys"] = array_of(random.keys(count, slots));
  set.inputs["values"] = array_of(values);
  set.outputs["best_value"] = {ElementType::f32, slots};
  set.outputs["best_index"] = {ElementType::i32, slots};
  return set;
}

Opinion examine_best(const Case& set, const Floats& best_value, const Ints& best_index) {
  const Words keys = set.inputs.at("keys").as<std::uint32_t>();
  const Floats values = set.inputs.at("values").as<float>();
  Floats expected_value(best_value.size(), -std::numeric_limits<float>::infinity());
  Ints expected_index(best_index.size(), -1);
  best_on_cpu(keys.data(), values.data(), static_cast<int>(keys.size()), expected_value.data(),
              expected_index.data());
  Opinion opinion;
  for (std::size_t slot = 0; slot < best_value.size(); ++slot) {
    if (best_value[slot] == expected_value[slot] && best_index[slot] == expected_index[slot]) {
      continue;
    }
    opinion.message =
        fmt::format("slot {} has value {} and index {}, expected {} and {}", slot, best_value[slot],
                    best_index[slot], expected_value[slot], expected_index[slot]);
    const auto index = static_cast<std::size_t>(best_index[slot]);
    const bool is_there = best_index[slot] >= 0 && index < values.size();
    if (is_there && values[index] != best_value[slot]) {
      opinion.message += "; they come from different threads";
    } else if (is_there && best_value[slot] == expected_value[slot]) {
      opinion.message += "; of equal values the first one stays";
    } else if (best_index[slot] == -1) {
      opinion.message += fmt::format("; nothing was stored there, and {} is the index of lane {}",
                                     expected_index[slot], expected_index[slot] % 32);
    } else if (is_there && best_value[slot] < expected_value[slot]) {
      opinion.message += fmt::format(
          "; thread {} has a larger value and left nothing: what does one do without the lock?",
          expected_index[slot]);
    }
    return opinion;
  }
  opinion.is_correct = true;
  return opinion;
}

const std::array kSweeps{Sweep{"histogram", "bins-global"},
                         Sweep{"histogram_private", "bins-private"},
                         Sweep{"histogram_aggregated", "bins-aggregated"}};

class AtomicsJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Random random(seed);
    std::vector<Case> all;
    for (const Sweep& sweep : kSweeps) add_histograms(all, random, sweep);
    for (const int count : kAwkwardSizes) {
      const auto label = std::to_string(count);
      all.push_back(keep_positive_case(random, label, count));
      all.push_back(combine_case(random, "combine", count));
      all.push_back(atomics::sum_case("sum_repeatable", label, random.floats(count)));
      all.push_back(atomics::sum_case("sum_in_one_launch", label, random.floats(count)));
    }
    for (const int count : kSmallSizes) {
      all.push_back(combine_case(random, "combine_in_shared", count));
    }
    for (const int count : {0, 1, 31, 32, 33, kMostLocked}) {
      all.push_back(best_case(random, std::to_string(count), count, 64));
    }
    all.push_back(keep_positive_case(random, "large", kLarge));
    all.push_back(atomics::sum_case("sum_in_one_launch", "large", random.floats(kLarge)));
    all.push_back(best_case(random, "one-slot", kMostLocked, 1));
    Floats numbers = random.floats(kOrderedNumbers);
    for (int order = 0; order < kOrders; ++order) {
      all.push_back(atomics::sum_case("sum_repeatable", fmt::format("order-{}", order), numbers));
      random.shuffle(numbers);
    }
    // In units of kSmallest it is beyond 32 bits.
    for (float& number : numbers) number = std::abs(number);
    all.push_back(atomics::sum_case("sum_repeatable", "none-negative", numbers));
    // Several warps want the lock at once.
    for (std::uint32_t schedule = 1; schedule <= kSchedules; ++schedule) {
      all.push_back(best_case(random, fmt::format("in-turns-{}", schedule), kMetAtLock, 1));
      all.back().schedule = schedule;
    }
    for (const int count : atomics::kSpreadSizes) atomics::add_spread(all, random, count);
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Random random(seed);
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
      const double exact = atomics::exact_sum(set.inputs.at("in").as<float>());
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
      return examine_keep_positive(set, ints("out"), words("kept").front());
    }
    if (set.task == "sum_repeatable") {
      return set.sweep.empty() ? atomics::examine_sum_repeatable(set, floats("result").front())
                               : atomics::examine_spread(set, floats("result"));
    }
    if (set.task == "sum_in_one_launch") {
      return atomics::examine_sum_in_one_launch(set, floats("results"), words("tickets"));
    }
    if (set.task == "best_of_slots") {
      return examine_best(set, floats("best_value"), ints("best_index"));
    }
    if (set.task == "combine" || set.task == "combine_in_shared") {
      return examine_combine(set, words("words"));
    }
    return examine_histogram(set, words("bins"));
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::AtomicsJudge>();
}
