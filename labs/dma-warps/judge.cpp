// Cases and answers of the dma-warps lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "labs/dma-warps/cpu.h"
#include "labs/dma-warps/judge/outputs.h"
#include "labs/dma-warps/judge/questions.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs {
namespace {

using dma_warps::Carrier;
using dma_warps::Chances;
using dma_warps::Setup;
using judge::Case;
using judge::Opinion;

// Around multiples of a warp and of the tile of 1024 floats. Whole tiles come first: the first case
// that fails should be the simplest. With the 8 multiprocessors of mini the shorter tile of 40,001
// is the fifth of its block, and that of 12,300 the second: who has two buffers meets it in both.
constexpr std::array kCounts{1024, 4096, 33 * 1024, 0,    1,    31,    32,
                             33,   1023, 1025,      2047, 3000, 40001, 12300};
constexpr int kLargeCount = 1 << 16;
constexpr int kSweptCount = 1 << 17;  // 16 tiles for a block: the first ones fill the ring
constexpr int kSweptStages = 2, kSweptDmaWarps = 1;
constexpr int kKiBOfStage = 8;  // two tiles of 1024 floats

struct Shape {
  int width = 0, height = 0;
};
constexpr std::array kShapes{Shape{64, 16}, Shape{128, 64}, Shape{0, 5},   Shape{1, 1},
                             Shape{31, 33}, Shape{33, 31},  Shape{65, 17}, Shape{100, 37},
                             Shape{1, 200}, Shape{300, 1},  Shape{130, 21}};
constexpr Shape kLargeShape{512, 256};
constexpr std::array kGrids{Shape{128, 2}, Shape{128, 9}, Shape{0, 0},   Shape{4, 1},
                            Shape{4, 33},  Shape{132, 5}, Shape{260, 31}};

/// Every sum of them is exact; the differences of neighbours are large, and a wrong index shows.
std::vector<float> numbers(std::uint64_t seed, std::size_t count, std::uint32_t most) {
  return Chances(seed).whole_float_remainders(count, most);
}

Case saxpy_case(std::uint64_t seed, const std::string& task, const std::string& label, int count) {
  constexpr std::uint32_t kMost = 1 << 18;
  const auto size = static_cast<std::size_t>(count);
  return NewCase(task, label)
      .parameter("a", 2 + seed % 8)
      .input("x", numbers(seed, size, kMost))
      .input("y", numbers(~seed, size, kMost))
      .output<float>("y", size)
      .useful_bytes(3 * sizeof(float) * size);
}

Case ring_case(std::uint64_t seed, const std::string& label, int count, const Setup& setup) {
  Case set = saxpy_case(seed, "saxpy", label, count);
  set.parameters["carrier"] = static_cast<std::int64_t>(setup.carrier);
  set.parameters["stages"] = setup.stages;
  set.parameters["dma_warps"] = setup.dma_warps;
  return set;
}

Case stencil_case(std::uint64_t seed, const std::string& label, const Shape& shape) {
  constexpr std::uint32_t kMost = 1 << 20;
  constexpr int kPitchFloats = 4;
  const int pitch = (shape.width + 2 * kRim + kPitchFloats - 1) / kPitchFloats * kPitchFloats;
  const auto size =
      static_cast<std::size_t>(pitch) * static_cast<std::size_t>(shape.height + 2 * kRadius);
  const auto cells = static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height);
  return NewCase("stencil", label)
      .parameter("width", shape.width)
      .parameter("height", shape.height)
      .parameter("pitch", pitch)
      .input("in", numbers(seed, size, kMost))
      .output<float>("out", cells)
      .useful_bytes(cells == 0 ? 0 : sizeof(float) * (size + cells));
}

Case add_down_case(std::uint64_t seed, const Shape& shape) {
  constexpr std::uint32_t kMost = 1 << 16;
  const auto size = static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height);
  return NewCase("add_down", fmt::format("{}x{}", shape.height, shape.width))
      .parameter("rows", shape.height)
      .parameter("columns", shape.width)
      .input("grid", numbers(seed, size, kMost))
      .output<float>("grid", size)
      .useful_bytes(shape.height > 1 ? 2 * sizeof(float) * size : 0);
}

class DmaWarpsJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Chances random(seed);
    std::vector<Case> all;
    for (const int count : kCounts)
      all.push_back(saxpy_case(random.raw(), "saxpy_objects", fmt::format("{}", count), count));
    all.push_back(saxpy_case(random.raw(), "saxpy_objects", "large", kLargeCount));
    add_rings(all, random);
    for (const Shape& shape : kShapes) {
      const auto label = fmt::format("{}x{}", shape.height, shape.width);
      all.push_back(stencil_case(random.raw(), label, shape));
    }
    all.push_back(stencil_case(random.raw(), "large", kLargeShape));
    for (const Shape& shape : kGrids) all.push_back(add_down_case(random.raw(), shape));
    for (const Carrier carrier : {Carrier::vector, Carrier::cp_async, Carrier::bulk})
      all.push_back(dma_warps::in_flight_case(random, carrier));
    all.push_back(dma_warps::little_case(random));
    add_sweeps(all, random, kSweptCount);
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Chances random(seed);
    std::vector<Case> all;
    add_sweeps(all, random, judge::kH200Scale * kSweptCount);
    return measured_of(std::move(all));
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    if (set.task == "bytes_in_flight")
      return dma_warps::examine_in_flight(set, output<std::int32_t>(outputs, "bytes"));
    if (set.task == "dma_warps_needed")
      return dma_warps::examine_little(set, output<std::int32_t>(outputs, "warps"));
    if (set.task == "stencil")
      return dma_warps::examine_stencil(set, output<float>(outputs, "out"));
    if (set.task == "add_down")
      return dma_warps::examine_add_down(set, output<float>(outputs, "grid"));
    return dma_warps::examine_saxpy(set, output<float>(outputs, "y"));
  }

 private:
  // Each size with another carrier, and each carrier with another number of stages and warps.
  static void add_rings(std::vector<Case>& all, Chances& random) {
    unsigned next = 0;
    for (const int count : kCounts) {
      const Setup setup{static_cast<Carrier>(next++ % 3), static_cast<int>(1 + random.remainder(4)),
                        static_cast<int>(1 + random.remainder(8))};
      const auto label = fmt::format("{}-{}", count, name_of(setup.carrier));
      all.push_back(ring_case(random.raw(), label, count, setup));
    }
    for (const Carrier carrier : {Carrier::vector, Carrier::cp_async, Carrier::bulk}) {
      const auto label = fmt::format("large-{}", name_of(carrier));
      // Not always two: lab.toml looks for what each of them asks for.
      const int number = carrier == Carrier::cp_async ? 3 : 2;
      all.push_back(ring_case(random.raw(), label, kLargeCount, {carrier, number, number}));
    }
  }

  static void add_sweeps(std::vector<Case>& all, Chances& random, int count) {
    for (const Carrier carrier : {Carrier::vector, Carrier::cp_async, Carrier::bulk}) {
      const auto add = [&](const char* id, int x, int stages, int dma_warps) {
        const auto sweep = fmt::format("{}-{}", id, name_of(carrier));
        all.push_back(in_sweep(ring_case(random.raw(), fmt::format("{}-{}", sweep, x), count,
                                         {carrier, stages, dma_warps}),
                               sweep, x));
      };
      for (int warps = 1; warps <= 8; ++warps) add("warps", warps, kSweptStages, warps);
      for (int stages = 1; stages <= 4; ++stages) add("stages", stages, stages, kSweptDmaWarps);
      if (carrier == Carrier::vector) continue;  // has never more than one transfer under way
      for (int stages = 1; stages <= 4; ++stages)
        add("in-flight", stages * kKiBOfStage, stages, kSweptDmaWarps);
    }
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::DmaWarpsJudge>();
}
