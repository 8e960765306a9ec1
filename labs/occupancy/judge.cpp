// Cases and answers of the occupancy lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/occupancy/judge/device.h"
#include "labs/occupancy/judge/numbers.h"

namespace warpscope::labs::occupancy {
namespace {

using judge::Case;
using judge::Opinion;

constexpr int kLarge = 100'001, kThreads = 256;
constexpr int kSweptCount = 1 << 17;
constexpr int kMeasuredScale = 32;  // 50 MB, of which nothing is in L2 when a kernel begins
constexpr int kSweptSamples = 4, kMeasuredSamples = 32;

/// What the sweeps are made for: `mini`, and an H200.
struct Device {
  int sms = 8;
  int scale = 1;  // of the data of a launch that has a thread for each element
  int samples = kSweptSamples;
};
constexpr Device kMini{}, kH200{132, kMeasuredScale, kMeasuredSamples};
constexpr int kFilterBlocks = 4;  // on a multiprocessor, in the reference

/// Of a device whose numbers a program knows only if it asks: others than the profiles have.
constexpr int kFewestOtherEngines = 4, kMostOtherEngines = 8;

constexpr std::array kThreadsSwept{32,  64,  96,  128, 160, 192, 224, 256, 320,
                                   384, 448, 512, 576, 672, 704, 768, 896, 1024};
/// Blocks for each multiprocessor.
constexpr std::array kGridsSwept{0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 32.0};
/// Shared memory of a block with which 1 to 8 blocks fit: a part of what a multiprocessor has,
/// without what CUDA keeps, in whole units of 128 bytes.
constexpr std::array kSharedSwept{232448, 115712, 76800, 57344, 45568, 37888, 32256, 28160};
constexpr std::array kWavesSwept{0.25, 0.5,  0.75, 1.0,     1.03125, 1.25,
                                 1.5,  1.75, 2.0,  2.03125, 2.5,     3.0};

Case adding_case(Chances& random, const std::string& task, const std::string& label, int count) {
  return NewCase(task, label)
      .input("a", random.whole_floats(count))
      .input("b", random.whole_floats(count))
      .output<float>("sum", count)
      .useful_bytes(std::uint64_t{3} * sizeof(float) * static_cast<std::uint64_t>(count));
}

Case strided_case(Chances& random, const std::string& label, int count, int blocks, int threads) {
  Case set = adding_case(random, "add_strided", label, count);
  set.parameters = {{"blocks", blocks}, {"threads", threads}};
  return set;
}

Case wide_case(Chances& random, const std::string& label, int count, int shared_bytes) {
  Case set = adding_case(random, "add_wide", label, count);
  set.parameters["shared_bytes"] = shared_bytes;
  return set;
}

Case rows_case(Chances& random, const std::string& task, int rows, int width) {
  const auto count = rows * width;
  NewCase set(task, fmt::format("{}x{}", rows, width));
  if (task == "scale_rows") set.input("factor", random.whole_floats(rows, 1 << 10));
  return set.parameter("rows", rows)
      .parameter("width", width)
      .input("in", random.whole_floats(count, 1 << 12))
      .output<float>("out", count)
      .useful_bytes(std::uint64_t{2} * sizeof(float) * static_cast<std::uint64_t>(count));
}

/// Of whole numbers whose sums are exact in any order.
Case filter_case(Chances& random, const std::string& task, const std::string& label, int channels,
                 int samples) {
  return NewCase(task, label)
      .parameter("channels", channels)
      .parameter("samples", samples)
      .input("in", random.whole_floats(channels * samples, 1 << 8))
      .input("weights", random.whole_floats(kFilters * samples, 1 << 5))
      .output<float>("out", kFilters * channels)
      .useful_bytes(sizeof(float) * static_cast<std::uint64_t>(channels) *
                    static_cast<std::uint64_t>(samples + kFilters));
}

void add_sweeps(std::vector<Case>& all, Chances& random, const Device& device) {
  const int count = device.scale * kSweptCount;
  for (const int threads : kThreadsSwept) {
    const auto label = fmt::format("threads-{}", threads);
    const int blocks = (count + threads - 1) / threads;
    all.push_back(
        in_sweep(strided_case(random, label, count, blocks, threads), "block-size", threads));
  }
  for (const double per_sm : kGridsSwept) {
    const int blocks = static_cast<int>(per_sm * device.sms);
    all.push_back(
        in_sweep(strided_case(random, fmt::format("blocks-{}", blocks), count, blocks, kThreads),
                 "grid-size", per_sm));
  }
  for (std::size_t i = 0; i < kSharedSwept.size(); ++i) {
    const auto warps = (i + 1) * (kThreads / 32);
    all.push_back(
        in_sweep(wide_case(random, fmt::format("warps-{}", warps), count, kSharedSwept[i]),
                 "resident-warps", static_cast<double>(warps)));
  }
  for (const double waves : kWavesSwept) {
    const int blocks = static_cast<int>(waves * kFilterBlocks * device.sms);
    all.push_back(in_sweep(filter_case(random, "filter", fmt::format("blocks-{}", blocks),
                                       blocks * kThreads, device.samples),
                           "waves", waves));
  }
}

class OccupancyJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Chances random(seed);
    std::vector<Case> all;
    for (const int count : kAwkwardSizes)
      all.push_back(strided_case(random, std::to_string(count), count, 3, 64));
    all.push_back(strided_case(random, "large", kLarge, 16, kThreads));
    all.push_back(ask_device_case("current"));
    all.push_back(resident_blocks_case(random));
    for (const auto& [rows, width] :
         {std::pair{0, 5}, {1, 1}, {33, 31}, {7, 33}, {3, 1025}, {1, 5000}, {2048, 32}, {100, 768}})
      all.push_back(rows_case(random, "scale_rows", rows, width));
    for (const auto& [rows, width] :
         {std::pair{0, 5}, {1, 1}, {5, 2}, {33, 31}, {7, 65}, {3, 1025}, {1, 12288}, {512, 256}})
      all.push_back(rows_case(random, "smooth_rows", rows, width));
    for (const auto& [channels, samples] : {std::pair{0, 3}, {1, 1}, {33, 7}, {1025, 2}, {8192, 8}})
      all.push_back(filter_case(random, "filter", fmt::format("{}x{}", channels, samples), channels,
                                samples));
    all.push_back(warps_to_hide_case(random));
    for (const int count : {0, 1, 3, 5, 33, 1023, 1025, kLarge})
      all.push_back(wide_case(random, std::to_string(count), count, 0));
    all.push_back(waves_of_case(random));
    for (const int channels : {1, 1025, 20'000})
      all.push_back(filter_case(random, "filter_filling", std::to_string(channels), channels, 2));
    add_sweeps(all, random, kMini);
    // Its numbers can be known only by asking. Last, since it has a process of its own.
    all.push_back(ask_device_case("another"));
    all.back().copy_engines =
        static_cast<std::uint32_t>(random.from_to(kFewestOtherEngines, kMostOtherEngines));
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Chances random(seed);
    judge::Measured measured;
    add_sweeps(measured.cases, random, kH200);
    for (const char* id : {"block-size", "grid-size", "resident-warps"})
      measured.data_scale[id] = kMeasuredScale;
    measured.data_scale["waves"] = kH200.sms * kMeasuredSamples / (kMini.sms * kSweptSamples);
    return measured;
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    const auto ints = [&](const char* name) { return output<std::int32_t>(outputs, name); };
    if (set.task == "ask_device") return examine_device(ints("answer"), ints("asked"));
    if (set.task == "resident_blocks")
      return examine_resident_blocks(set, ints("blocks"), ints("limiters"));
    if (set.task == "warps_to_hide") return examine_warps_to_hide(set, ints("warps"));
    if (set.task == "waves_of") return examine_waves_of(set, ints("waves"));
    if (set.outputs.contains("sum")) return examine_sum(set, output<float>(outputs, "sum"));
    const auto out = output<float>(outputs, "out");
    return set.task.starts_with("filter") ? examine_filter(set, out) : examine_rows(set, out);
  }
};

}  // namespace
}  // namespace warpscope::labs::occupancy

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::occupancy::OccupancyJudge>();
}
