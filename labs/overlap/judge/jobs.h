// The cases of this lab: jobs that are cut into chunks and handed to streams.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs::overlap {

using judge::Case;

/// So that chunks begin on a line: this lab is not about coalescing. The small sizes have tails.
inline constexpr int kLarge = 1 << 16;
/// A kernel then takes about as long as a copy in one direction, on the profile mini.
inline constexpr int kRounds = 480;
/// How long a case takes, measured: a number's rounds, and a chunk's three operations.
inline constexpr std::uint64_t kRoundsOfAByte = 16, kBytesOfAChunk = std::uint64_t{128} << 10;

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
  explicit Cases(std::uint64_t seed) : numbers_(seed) {}

  Case& add_job(const std::string& task, const std::string& label, const Plan& plan) {
    all_.push_back(NewCase(task, label)
                       .parameter("rounds", plan.rounds)
                       .parameter("chunks", plan.chunks)
                       .parameter("streams", plan.streams)
                       .parameter("pageable", plan.is_pageable ? 1 : 0)
                       .input("in", numbers_.words(plan.count))
                       .output<std::uint32_t>("out", plan.count)
                       .output<std::uint32_t>("later", plan.count)
                       .output<float>("times", 2));
    const auto count = static_cast<std::uint64_t>(plan.count);
    all_.back().work_bytes = count * static_cast<std::uint64_t>(plan.rounds) / kRoundsOfAByte +
                             kBytesOfAChunk * static_cast<std::uint64_t>(plan.chunks);
    return all_.back();
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
    all_.push_back(NewCase("host_memory", count)
                       .parameter("count", count)
                       .output<std::int32_t>("is_page_locked", 3));
  }
  void add_on_cpu(const std::string& label, int count, int rounds) {
    all_.push_back(NewCase("on_cpu", label)
                       .parameter("rounds", rounds)
                       .input("in", numbers_.words(count))
                       .output<std::uint32_t>("out", count));
  }
  std::vector<Case> take() { return std::move(all_); }

 private:
  Inputs<Chance> numbers_;
  std::vector<Case> all_;
};

}  // namespace warpscope::labs::overlap
