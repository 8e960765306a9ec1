// Cases and answers of the overlap lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/number_order.h"
#include "labs/overlap/cpu.h"

namespace warpscope::labs {
namespace {

using judge::Array;
using judge::Case;
using judge::ElementType;
using judge::Opinion;
using Words = std::vector<std::uint32_t>;
using Outputs = std::map<std::string, Array>;

constexpr std::array kSolvers{"sequential", "depth_first", "breadth_first", "any_device"};
constexpr std::array kSizes{0, 1, 31, 32, 33, 1023, 1025};
/// The most first: as many as the profiles have, whose device is there already.
constexpr std::array kEngines{3U, 1U, 2U};
/// So that chunks begin on a line: this lab is not about coalescing. The small sizes have tails.
constexpr int kLarge = 1 << 16;
constexpr int kSwept = 1 << 15;
/// A kernel then takes about as long as a copy in one direction, on the profile mini.
constexpr int kRounds = 480;
constexpr int kFewRounds = 3;
constexpr std::array kChunksSwept{1, 2, 4, 8, 16, 32, 64};
constexpr std::array kStreamsSwept{1, 2, 3, 4, 8, 16};
constexpr int kChunksOfStreams = 16;
constexpr int kFirstSizeSwept = 10, kLastSizeSwept = 17;  // powers of two
constexpr int kRoundsOfSizes = 40;
/// A quarter of a job: each round of each number is the host's own work here.
constexpr int kOnCpu = 1 << 14;
constexpr std::uint64_t kFewestShown = 2;  // numbers
/// How long a case takes, measured: a number's rounds, and a chunk's three operations.
constexpr std::uint64_t kRoundsOfAByte = 16, kBytesOfAChunk = std::uint64_t{128} << 10;
constexpr std::uint32_t kUnwritten = 0xFFFFFFFF;  // what the driver fills host arrays with
/// Of the time that the driver took around the function, what the function itself must have seen.
constexpr double kLeastShareTold = 0.9;

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

/// How a job is to be done.
struct Plan {
  int count = kLarge;
  int rounds = kRounds;
  int chunks = 4;
  int streams = 4;
  bool is_pageable = false;
};

class Cases {
 public:
  explicit Cases(std::uint64_t seed) : engine_(seed) {}

  Case& add_job(const std::string& task, const std::string& label, const Plan& plan) {
    Case& set = add(task, label);
    set.parameters = {{"rounds", plan.rounds},
                      {"chunks", plan.chunks},
                      {"streams", plan.streams},
                      {"pageable", plan.is_pageable ? 1 : 0}};
    const auto count = static_cast<std::uint64_t>(plan.count);
    set.inputs["in"] = numbers(plan.count);
    set.outputs["out"] = {ElementType::u32, count};
    set.outputs["later"] = {ElementType::u32, count};
    set.outputs["times"] = {ElementType::f32, 2};
    set.work_bytes = count * static_cast<std::uint64_t>(plan.rounds) / kRoundsOfAByte +
                     kBytesOfAChunk * static_cast<std::uint64_t>(plan.chunks);
    return set;
  }
  /// One whose kernels must have moved the numbers in and out.
  void add_graded(const std::string& task, const std::string& label, const Plan& plan,
                  std::optional<std::uint32_t> copy_engines = {}) {
    Case& set = add_job(task, label, plan);
    set.useful_bytes = 2 * sizeof(std::uint32_t) * static_cast<std::uint64_t>(plan.count);
    set.copy_engines = copy_engines;
  }
  Case& add_swept(const std::string& task, const std::string& sweep, int x, const Plan& plan,
                  std::optional<std::uint32_t> copy_engines = {}) {
    Case& set = add_job(task, fmt::format("{}-{}", sweep, x), plan);
    set.sweep = sweep;
    set.sweep_x = x;
    set.copy_engines = copy_engines;
    return set;
  }
  void add_host_memory(int count) {
    Case& set = add("host_memory", std::to_string(count));
    set.parameters = {{"count", count}};
    set.outputs["is_page_locked"] = {ElementType::i32, 3};
  }
  void add_on_cpu(const std::string& label, int count, int rounds) {
    Case& set = add("on_cpu", label);
    set.parameters = {{"rounds", rounds}};
    set.inputs["in"] = numbers(count);
    set.outputs["out"] = {ElementType::u32, static_cast<std::uint64_t>(count)};
  }
  std::vector<Case> take() { return std::move(all_); }

 private:
  Case& add(const std::string& task, const std::string& label) {
    all_.emplace_back();
    all_.back().task = task;
    all_.back().name = task + "/" + label;
    return all_.back();
  }
  Array numbers(int count) {
    Words values(static_cast<std::size_t>(count));
    for (auto& value : values) value = static_cast<std::uint32_t>(engine_() >> 32);
    return Array::of(std::span<const std::uint32_t>(values));
  }

  std::mt19937_64 engine_;
  std::vector<Case> all_;
};

/// `scale`: how many times the numbers; the sweep over the size goes on instead.
void add_sweeps(Cases& cases, int scale) {
  const int swept = scale * kSwept;
  for (const std::string task : {"depth_first", "breadth_first"}) {
    for (const int chunks : kChunksSwept)
      cases.add_swept(task, "chunks", chunks, {.count = swept, .chunks = chunks});
  }
  for (const int streams : kStreamsSwept) {
    cases.add_swept("depth_first", "streams", streams,
                    {.count = swept, .chunks = kChunksOfStreams, .streams = streams});
  }
  for (const int chunks : {1, 4, 16}) {
    for (const std::string task : {"depth_first", "breadth_first"}) {
      cases.add_swept(task, "pageable", chunks,
                      {.count = swept, .chunks = chunks, .is_pageable = true});
    }
  }
  for (int power = kFirstSizeSwept; 1 << power <= scale << kLastSizeSwept; ++power) {
    for (const std::string task : {"sequential", "depth_first"}) {
      cases.add_swept(task, "size", 1 << power, {.count = 1 << power, .rounds = kRoundsOfSizes});
    }
  }
}

/// Where numbers are not what they should be.
struct Wrong {
  std::size_t first = 0, last = 0, count = 0;
  bool is_unwritten = false, is_as_sent = false;  ///< the first of them
};

Wrong differences(const Words& out, const Words& in, const Stirring& answer) {
  Wrong wrong;
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    if (out[i] == answer(in[i], i)) continue;
    if (wrong.count++ == 0) {
      wrong.first = i;
      wrong.is_unwritten = out[i] == kUnwritten;
      wrong.is_as_sent = out[i] == in[i];
    }
    wrong.last = i;
  }
  return wrong;
}

/// "chunk 3 of 4", when all of them lie in one; empty otherwise.
std::string chunk_of(const Wrong& wrong, const Case& set, std::size_t count) {
  const auto chunks = static_cast<std::size_t>(set.parameters.at("chunks"));
  const std::size_t length = (count + chunks - 1) / chunks;
  if (wrong.first / length != wrong.last / length || chunks == 1) return {};
  return fmt::format(", all in chunk {} of {}", wrong.first / length + 1, chunks);
}

std::string describe(const Wrong& wrong, const Words& out, const Words& in,
                     const Stirring& answer) {
  const auto i = static_cast<std::uint32_t>(wrong.first);
  if (wrong.is_unwritten) return fmt::format("nothing was copied to out[{}]", i);
  if (wrong.is_as_sent) return fmt::format("out[{}] is in[{}]: no kernel worked on it", i, i);
  return fmt::format("out[{}] is {}, expected {}", i, out[i], answer(in[i], i));
}

Opinion examine_numbers(const Case& set, const Words& out) {
  const Stirring answer(static_cast<int>(set.parameters.at("rounds")));
  const Words in = set.inputs.at("in").as<std::uint32_t>();
  const Wrong wrong = differences(out, in, answer);
  Opinion opinion;
  opinion.is_correct = wrong.count == 0;
  if (opinion.is_correct) return opinion;
  opinion.message = fmt::format("{}; wrong numbers: {} of {}", describe(wrong, out, in, answer),
                                wrong.count, out.size());
  if (set.parameters.contains("chunks")) opinion.message += chunk_of(wrong, set, out.size());
  return opinion;
}

Opinion examine_job(const Case& set, const Words& out, const Words& later) {
  Opinion now = examine_numbers(set, out);
  if (now.is_correct || !examine_numbers(set, later).is_correct) return now;
  Opinion opinion;
  opinion.message = now.message + "; all were there once the driver had waited for the device";
  opinion.finding = "missing-sync-before-host-read";
  opinion.cause = "In " + set.name +
                  " the function returned before its work was done: " + opinion.message + ".";
  return opinion;
}

Opinion examine_time(float told_ms, float taken_ms) {
  Opinion opinion;
  opinion.is_correct = told_ms >= kLeastShareTold * taken_ms && told_ms <= taken_ms;
  if (!opinion.is_correct) {
    opinion.message = fmt::format(
        "the function says {:.3f} ms, but by the device's clock its work took {:.3f} ms", told_ms,
        taken_ms);
  }
  return opinion;
}

Opinion examine_host_memory(const std::vector<std::int32_t>& is_page_locked) {
  Opinion opinion;
  if (is_page_locked[0] == 0 || is_page_locked[1] == 0) {
    opinion.message = "the memory that host_allocate gives is not page-locked";
  } else if (is_page_locked[2] != 0) {
    opinion.message = "host_release was called, and the memory is still page-locked";
  } else {
    opinion.is_correct = true;
  }
  return opinion;
}

class OverlapJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Cases cases(seed);
    for (const int count : {1, 1025, 1 << 18}) cases.add_host_memory(count);
    for (const std::string task : kSolvers) {
      for (const int count : kSizes) {
        cases.add_graded(task, std::to_string(count), {.count = count, .rounds = kFewRounds});
      }
      cases.add_graded(task, "seven-chunks",
                       {.count = 4099, .rounds = kFewRounds, .chunks = 7, .streams = 3});
      cases.add_graded(task, "timed", {.rounds = kRoundsOfSizes});
    }
    add_sweeps(cases, 1);
    for (const int count : kSizes) cases.add_on_cpu(std::to_string(count), count, kFewRounds);
    cases.add_on_cpu("large", kOnCpu, kRounds);
    // A device of its own for each number of engines, and each is started once.
    for (const auto engines : kEngines) {
      const auto label = fmt::format("engines-{}", engines);
      if (engines == 1) cases.add_graded("any_device", label, {}, engines);
      for (const std::string task : {"sequential", "depth_first", "breadth_first"}) {
        // The checks look at those with most engines.
        cases.add_swept(task, "engines", static_cast<int>(engines), {}, engines).useful_bytes =
            engines == kEngines.front() ? 2 * sizeof(std::uint32_t) * kLarge : 0;
      }
    }
    return cases.take();
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Cases cases(seed);
    add_sweeps(cases, judge::kH200Scale);
    // A real GPU keeps its copy engines: the H200 has as many as the point with most.
    constexpr auto kEnginesOfH200 = kEngines.front();
    for (const std::string task : {"sequential", "depth_first", "breadth_first"}) {
      cases.add_swept(task, "engines", static_cast<int>(kEnginesOfH200),
                      {.count = judge::kH200Scale * kLarge});
    }
    judge::Measured measured{cases.take(), {}};
    for (const char* sweep : {"chunks", "streams", "pageable", "engines"}) {
      measured.data_scale[sweep] = judge::kH200Scale;
    }
    return measured;
  }

  std::map<std::string, judge::StandIn> stand_ins(const Case& set,
                                                  std::uint64_t seed) const override {
    const bool is_solver = std::ranges::find(kSolvers, set.task) != kSolvers.end();
    // What a program says that ends itself when it has compared its answer is not known; there is
    // no time that would be right.
    const bool is_timed = set.name.ends_with("/timed");
    if (!is_solver || is_timed || set.outputs.at("out").count < kFewestShown) return {};
    const NumberOrder order(32, seed);
    Words shown = set.inputs.at("in").as<std::uint32_t>();
    for (auto& number : shown) number = order(number);
    return {
        {"in",
         {Array::of(std::span<const std::uint32_t>(shown)), judge::StandIn::Known::word_by_word}}};
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    if (set.task == "host_memory") {
      return examine_host_memory(outputs.at("is_page_locked").as<std::int32_t>());
    }
    const Words out = outputs.at("out").as<std::uint32_t>();
    if (set.task == "on_cpu") return examine_numbers(set, out);
    Opinion opinion = examine_job(set, out, outputs.at("later").as<std::uint32_t>());
    if (!opinion.is_correct || !set.name.ends_with("/timed")) return opinion;
    const auto times = outputs.at("times").as<float>();
    return examine_time(times[0], times[1]);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::OverlapJudge>();
}
