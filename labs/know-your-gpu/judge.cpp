// Cases and answers of the know-your-gpu lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/know-your-gpu/judge/failures.h"
#include "labs/know-your-gpu/judge/shapes.h"
#include "labs/know-your-gpu/judge/sums.h"

namespace warpscope::labs::know_your_gpu {
namespace {

using judge::Case;
using judge::Opinion;

constexpr int kLarge = 100'001, kThreads = 256;
constexpr int kBlockSweptCount = 1 << 14;
constexpr std::array kThreadsSwept{1,  2,   4,   8,   16,  31,  32,  33,  48,   64,
                                   96, 100, 128, 192, 256, 384, 512, 768, 1000, 1024};
constexpr std::uint64_t kFewestShown = 2;  // elements: a single one shows that a program works
constexpr std::size_t kTextBytes = 256;
constexpr int kDataInts = 1024;

/// A case of a task that adds two arrays.
Case adding_case(Chances& random, const std::string& task, const std::string& label, int count) {
  return NewCase(task, label)
      .input("a", random.whole_floats(count))
      .input("b", random.whole_floats(count))
      .output<float>("sum", count)
      .useful_bytes(std::uint64_t{3} * sizeof(float) * static_cast<std::uint64_t>(count));
}

Case adding_case(Chances& random, const std::string& label, int count, int threads) {
  Case set = adding_case(random, "add", label, count);
  set.parameters["threads"] = threads;
  return set;
}

void add_block_sweep(std::vector<Case>& all, Chances& random, int count) {
  for (const int threads : kThreadsSwept) {
    const auto label = fmt::format("threads-{}", threads);
    all.push_back(in_sweep(adding_case(random, label, count, threads), "block-size", threads));
  }
}

void add_adding_cases(std::vector<Case>& all, Chances& random) {
  for (const int count : kAwkwardSizes) {
    all.push_back(adding_case(random, std::to_string(count), count, kThreads));
  }
  all.push_back(adding_case(random, "large", kLarge, kThreads));
  add_block_sweep(all, random, kBlockSweptCount);
}

class KnowYourGpuJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Chances random(seed);
    std::vector<Case> all;
    add_adding_cases(all, random);
    all.push_back(blocks_for_case(random));
    add_error_cases(all, random);
    for (const int count : kAwkwardSizes) all.push_back(places_case(count, kThreads));
    for (const int threads : {48, 33, 100, 1}) all.push_back(places_case(257, threads));
    all.push_back(warps_of_case(random));
    for (const auto& [width, height] :
         {std::pair{1, 1}, {31, 5}, {32, 33}, {33, 32}, {1, 100}, {100, 37}}) {
      all.push_back(box_case(random, "mirror", {width, height, 1}));
    }
    for (const auto& box : {Extents{1, 1, 1}, Extents{3, 3, 3}, Extents{9, 5, 3}, Extents{5, 17, 8},
                            Extents{33, 5, 4}, Extents{4, 6, 10}}) {
      all.push_back(box_case(random, "shell", box));
    }
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Chances random(seed);
    judge::Measured measured;
    add_block_sweep(measured.cases, random, judge::kH200Scale * kBlockSweptCount);
    measured.data_scale = {{"block-size", judge::kH200Scale}};
    return measured;
  }

  std::map<std::string, judge::StandIn> stand_ins(const Case& set,
                                                  std::uint64_t seed) const override {
    const bool is_of_host = set.task == "add" || set.task == "add_managed";
    if (!is_of_host || set.outputs.at("sum").count < kFewestShown) return {};
    const NumberOrder order(20, seed);
    return {{"a", other_floats(set.inputs.at("a"), order)},
            {"b", other_floats(set.inputs.at("b"), order)}};
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    const auto ints = [&](const char* name) { return output<std::int32_t>(outputs, name); };
    if (set.task == "blocks_for") return examine_blocks_for(set, ints("blocks"));
    if (set.task == "failures") return examine_failures(outputs);
    if (set.task == "try_launch") return examine_try_launch(set, ints("codes"), ints("data"));
    if (set.task == "places") return examine_places(set, outputs);
    if (set.task == "warps_of")
      return examine_warps_of(set, output<std::int64_t>(outputs, "warps"));
    if (set.task == "mirror" || set.task == "shell") return examine_box(set, ints("out"));
    return examine_sum(set, output<float>(outputs, "sum"));
  }

 private:
  static void add_error_cases(std::vector<Case>& all, Chances& random) {
    all.push_back(NewCase("failures", "two")
                      .output<std::uint8_t>("set_device", kTextBytes)
                      .output<std::uint8_t>("copy", kTextBytes)
                      .output<std::int32_t>("calls", 1));
    for (const int threads : {0, 1, 256, 1024, 1025, 2048})
      all.push_back(NewCase("try_launch", threads)
                        .parameter("threads", threads)
                        .output<std::int32_t>("data", kDataInts)
                        .output<std::int32_t>("codes", 2));
    for (const int count : {0, 1, 33, 1025}) {
      all.push_back(adding_case(random, "add_managed", std::to_string(count), count));
    }
  }
};

}  // namespace
}  // namespace warpscope::labs::know_your_gpu

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::know_your_gpu::KnowYourGpuJudge>();
}
