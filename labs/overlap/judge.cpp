// Cases and answers of the overlap lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/awkward_sizes.h"
#include "labs/judge/new_case.h"
#include "labs/judge/number_order.h"
#include "labs/overlap/judge/answers.h"
#include "labs/overlap/judge/jobs.h"

namespace warpscope::labs {
namespace {

using judge::Case;
using judge::Opinion;
using overlap::Cases;
using overlap::kLarge;
using overlap::kRounds;

constexpr std::array kSolvers{"sequential", "depth_first", "breadth_first", "any_device"};
/// The most first: as many as the profiles have, whose device is there already.
constexpr std::array kEngines{3U, 1U, 2U};
constexpr int kSwept = 1 << 15;
constexpr int kFewRounds = 3;
constexpr std::array kChunksSwept{1, 2, 4, 8, 16, 32, 64};
constexpr std::array kStreamsSwept{1, 2, 3, 4, 8, 16};
constexpr int kChunksOfStreams = 16;
constexpr int kFirstSizeSwept = 10, kLastSizeSwept = 17;  // powers of two
constexpr int kRoundsOfSizes = 40;
/// The numbers of a job that is timed: its time is another one for each seed, so that it cannot be
/// written down. Up to three times a large one.
constexpr int kTimedBits = 6, kTimedStep = kLarge >> (kTimedBits - 1);
/// A quarter of a job: each round of each number is the host's own work here.
constexpr int kOnCpu = 1 << 14;
constexpr std::uint64_t kFewestShown = 2;  // numbers

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

class OverlapJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Cases cases(seed);
    for (const int count : {1, 1025, 1 << 18}) cases.add_host_memory(count);
    const NumberOrder timed_steps(kTimedBits, seed);
    std::uint32_t timed = 0;
    for (const std::string task : kSolvers) {
      for (const int count : kAwkwardSizes) {
        cases.add_graded(task, std::to_string(count), {.count = count, .rounds = kFewRounds});
      }
      cases.add_graded(task, "seven-chunks",
                       {.count = 4099, .rounds = kFewRounds, .chunks = 7, .streams = 3});
      const auto steps = static_cast<int>(timed_steps(timed++)) + 1;
      cases.add_graded(task, "timed",
                       {.count = kLarge + steps * kTimedStep, .rounds = kRoundsOfSizes});
    }
    add_sweeps(cases, 1);
    for (const int count : kAwkwardSizes)
      cases.add_on_cpu(std::to_string(count), count, kFewRounds);
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
    auto shown = input<std::uint32_t>(set, "in");
    for (auto& number : shown) number = order(number);
    return {{"in", {array_of(shown), judge::MatchBy::lone_words}}};
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    if (set.task == "host_memory")
      return overlap::examine_host_memory(output<std::int32_t>(outputs, "is_page_locked"));
    const auto out = output<std::uint32_t>(outputs, "out");
    if (set.task == "on_cpu") return overlap::examine_numbers(set, out);
    Opinion opinion = overlap::examine_job(set, out, output<std::uint32_t>(outputs, "later"));
    if (!opinion.is_correct || !set.name.ends_with("/timed")) return opinion;
    const auto times = output<float>(outputs, "times");
    return overlap::examine_time(times[0], times[1]);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::OverlapJudge>();
}
