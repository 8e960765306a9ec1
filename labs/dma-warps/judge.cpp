// Cases and answers of the dma-warps lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "labs/dma-warps/cpu.h"
#include "labs/judge/error_pattern.h"

namespace warpscope::labs {
namespace {

using judge::Array;
using judge::Case;
using judge::ElementType;
using judge::Opinion;
using Floats = std::vector<float>;

// As in exercise.h.
enum class Carrier : std::uint8_t { vector, cp_async, bulk };
struct Setup {
  Carrier carrier = Carrier::vector;
  int stages = 1, dma_warps = 1;
};
constexpr std::array kCarrierNames{std::string_view("vector"), std::string_view("cp_async"),
                                   std::string_view("bulk")};

std::string_view name_of(Carrier carrier) {
  return kCarrierNames.at(static_cast<std::size_t>(carrier));
}

// Around multiples of a warp and of the tile of 1024 floats. Whole tiles come first: the first case
// that fails should be the simplest.
constexpr std::array kCounts{1024, 4096, 33 * 1024, 0,    1,    31,   32,
                             33,   1023, 1025,      2047, 3000, 40001};
// What the driver fills the stencil's output with, as a word.
constexpr std::uint32_t kNeverWritten = 0xEEEEEEEE;
constexpr int kLargeCount = 1 << 16;
constexpr int kSweptCount = 1 << 15;
constexpr int kSweptStages = 2, kSweptDmaWarps = 1;
constexpr int kKiBOfStage = 8;    // two tiles of 1024 floats
constexpr int kKiBOfDmaWarp = 2;  // four loads of 16 bytes per thread

struct Shape {
  int width = 0, height = 0;
};
constexpr std::array kShapes{Shape{64, 16}, Shape{128, 64}, Shape{0, 5},   Shape{1, 1},
                             Shape{31, 33}, Shape{33, 31},  Shape{65, 17}, Shape{100, 37},
                             Shape{1, 200}, Shape{300, 1},  Shape{130, 21}};
constexpr Shape kLargeShape{512, 256};
constexpr std::array kGrids{Shape{128, 2}, Shape{128, 9}, Shape{0, 0},   Shape{4, 1},
                            Shape{4, 33},  Shape{132, 5}, Shape{260, 31}};

/// Whole numbers from 1 to `most`, so that every sum is exact: the differences of neighbours are
/// large, and a wrong index shows.
Floats numbers(std::uint64_t seed, std::size_t count, std::uint32_t most) {
  std::mt19937_64 random(seed);
  Floats values(count);
  for (float& value : values) value = static_cast<float>(1 + random() % most);
  return values;
}

Array array_of(const Floats& values) { return Array::of(std::span<const float>(values)); }

Case saxpy_case(std::uint64_t seed, const std::string& task, const std::string& label, int count) {
  constexpr std::uint32_t kMost = 1 << 18;
  const auto size = static_cast<std::size_t>(count);
  Case set;
  set.name = fmt::format("{}/{}", task, label);
  set.task = task;
  set.parameters = {{"a", static_cast<std::int64_t>(2 + seed % 8)}};
  set.inputs["x"] = array_of(numbers(seed, size, kMost));
  set.inputs["y"] = array_of(numbers(~seed, size, kMost));
  set.outputs["y"] = {ElementType::f32, size};
  set.useful_bytes = 3 * sizeof(float) * size;
  return set;
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
  Case set;
  set.name = "stencil/" + label;
  set.task = "stencil";
  set.parameters = {{"width", shape.width}, {"height", shape.height}, {"pitch", pitch}};
  set.inputs["in"] = array_of(numbers(seed, size, kMost));
  set.outputs["out"] = {ElementType::f32, cells};
  set.useful_bytes = cells == 0 ? 0 : sizeof(float) * (size + cells);
  return set;
}

Case add_down_case(std::uint64_t seed, const Shape& shape) {
  constexpr std::uint32_t kMost = 1 << 16;
  const auto size = static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height);
  Case set;
  set.name = fmt::format("add_down/{}x{}", shape.height, shape.width);
  set.task = "add_down";
  set.parameters = {{"rows", shape.height}, {"columns", shape.width}};
  set.inputs["grid"] = array_of(numbers(seed, size, kMost));
  set.outputs["grid"] = {ElementType::f32, size};
  if (shape.height > 1) set.useful_bytes = 2 * sizeof(float) * size;
  return set;
}

/// What a block has under way: the lab's task 6.
int bytes_under_way(std::span<const std::int32_t> setup) {
  constexpr int kBytesOfWarpLoad = 32 * 16;
  const int stages = setup[1], dma_warps = setup[2], stage_bytes = setup[3], loads = setup[4];
  if (static_cast<Carrier>(setup[0]) != Carrier::vector) return stages * stage_bytes;
  return std::min(stage_bytes, dma_warps * kBytesOfWarpLoad * loads);
}

int warps_for(std::span<const std::int32_t> question) {
  const int bytes = question[0] * question[1], of_warp = 32 * 16 * question[2];
  return (bytes + of_warp - 1) / of_warp;
}

constexpr std::size_t kSetupNumbers = 5, kQuestionNumbers = 3;

Case in_flight_case(std::mt19937_64& random, Carrier carrier) {
  constexpr std::size_t kQuestions = 20;
  std::vector<std::int32_t> setups;
  for (std::size_t i = 0; i < kQuestions; ++i) {
    setups.push_back(static_cast<std::int32_t>(carrier));
    setups.push_back(static_cast<std::int32_t>(1 + random() % 4));
    setups.push_back(static_cast<std::int32_t>(1 + random() % 8));
    setups.push_back(static_cast<std::int32_t>(1024 * (1 + random() % 32)));
    setups.push_back(static_cast<std::int32_t>(1U << random() % 6));
  }
  Case set;
  set.name = fmt::format("bytes_in_flight/{}", name_of(carrier));
  set.task = "bytes_in_flight";
  set.inputs["setups"] = Array::of(std::span<const std::int32_t>(setups));
  set.outputs["bytes"] = {ElementType::i32, kQuestions};
  return set;
}

Case little_case(std::mt19937_64& random) {
  constexpr std::size_t kQuestions = 20;
  std::vector<std::int32_t> questions;
  for (std::size_t i = 0; i < kQuestions; ++i) {
    questions.push_back(static_cast<std::int32_t>(300 + random() % 700));
    questions.push_back(static_cast<std::int32_t>(10 + random() % 40));
    questions.push_back(static_cast<std::int32_t>(1U << random() % 5));
  }
  Case set;
  set.name = "dma_warps_needed/random";
  set.task = "dma_warps_needed";
  set.inputs["questions"] = Array::of(std::span<const std::int32_t>(questions));
  set.outputs["warps"] = {ElementType::i32, kQuestions};
  return set;
}

/// Compares whole numbers with answers; describe(i) says what was asked.
template <typename Answer, typename Describe>
Opinion examine_numbers(const std::vector<std::int32_t>& found, Answer answer, Describe describe) {
  Opinion opinion;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const int expected = answer(i);
    if (found[i] == expected || ++wrong > 1) continue;
    opinion.message = fmt::format("{}: {}, expected {}", describe(i), found[i], expected);
  }
  opinion.is_correct = wrong == 0;
  if (wrong > 0) opinion.message += fmt::format("; wrong: {} of {}", wrong, found.size());
  return opinion;
}

Opinion examine_in_flight(const Case& set, const std::vector<std::int32_t>& bytes) {
  const auto setups = set.inputs.at("setups").as<std::int32_t>();
  const auto setup = [&](std::size_t i) {
    return std::span(setups).subspan(i * kSetupNumbers, kSetupNumbers);
  };
  return examine_numbers(
      bytes, [&](std::size_t i) { return bytes_under_way(setup(i)); },
      [&](std::size_t i) {
        const auto at = setup(i);
        return fmt::format("{}, {} stages of {} bytes, {} DMA warps, {} loads per thread",
                           name_of(static_cast<Carrier>(at[0])), at[1], at[3], at[2], at[4]);
      });
}

Opinion examine_little(const Case& set, const std::vector<std::int32_t>& warps) {
  const auto questions = set.inputs.at("questions").as<std::int32_t>();
  const auto question = [&](std::size_t i) {
    return std::span(questions).subspan(i * kQuestionNumbers, kQuestionNumbers);
  };
  return examine_numbers(
      warps, [&](std::size_t i) { return warps_for(question(i)); },
      [&](std::size_t i) {
        const auto at = question(i);
        return fmt::format("{} ns, {} bytes per ns, {} loads per thread", at[0], at[1], at[2]);
      });
}

/// An output beside its answer and what it held before.
class Output {
 public:
  Output(std::string name, Floats found, Floats before, Floats expected)
      : name_(std::move(name)),
        found_(std::move(found)),
        before_(std::move(before)),
        expected_(std::move(expected)) {}

  Opinion examine() const {
    std::vector<Element> elements;
    elements.reserve(found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i) {
      elements.push_back(found_[i] == expected_[i] ? Element::right
                         : is_untouched(i)         ? Element::untouched
                                                   : Element::wrong);
    }
    return opinion_on({.elements = elements, .name = name_, .output = name_}, [&](std::size_t i) {
      return fmt::format("{}[{}] is {}, expected {}{}", name_, i, text_of(i), expected_[i],
                         whose_answer(i));
    });
  }

 private:
  bool is_untouched(std::size_t i) const {
    return before_.empty() ? std::bit_cast<std::uint32_t>(found_[i]) == kNeverWritten
                           : found_[i] == before_[i];
  }
  std::string text_of(std::size_t i) const {
    if (is_untouched(i)) return before_.empty() ? "never written" : "as it was before";
    if (!std::isnan(found_[i])) return fmt::format("{}", found_[i]);
    return "not a number, as in the part of a buffer that nobody has filled (sizes are bytes)";
  }

  /// Where else the numbers that were found would be right: the buffer held another part.
  std::string whose_answer(std::size_t i) const {
    constexpr std::size_t kEnough = 4;  // that it is no chance
    if (i + kEnough > found_.size()) return {};
    const auto other = std::ranges::search(expected_, std::span(found_).subspan(i, kEnough));
    if (other.empty()) return {};
    return fmt::format(" (it is the answer of {}[{}]: where do the numbers come from, and when?)",
                       name_, other.begin() - expected_.begin());
  }

  std::string name_;
  Floats found_, before_, expected_;
};

Opinion examine_saxpy(const Case& set, const Floats& found) {
  const Floats x = set.inputs.at("x").as<float>(), before = set.inputs.at("y").as<float>();
  Floats expected = before;
  const auto a = static_cast<float>(set.parameters.at("a"));
  saxpy_on_cpu(a, x.data(), expected.data(), static_cast<int>(x.size()));
  Opinion opinion = Output("y", found, before, expected).examine();
  if (opinion.is_correct) return opinion;
  Floats twice = expected;
  saxpy_on_cpu(a, x.data(), twice.data(), static_cast<int>(x.size()));
  if (std::ranges::equal(std::span(found).last(1), std::span(twice).last(1)))
    opinion.message += "; a x was added twice to some elements";
  return opinion;
}

Opinion examine_stencil(const Case& set, const Floats& found) {
  const Floats in = set.inputs.at("in").as<float>();
  Floats expected(found.size());
  stencil_on_cpu(in.data(), expected.data(), static_cast<int>(set.parameters.at("width")),
                 static_cast<int>(set.parameters.at("height")),
                 static_cast<int>(set.parameters.at("pitch")));
  return Output("out", found, {}, expected).examine();
}

Opinion examine_add_down(const Case& set, const Floats& found) {
  const Floats before = set.inputs.at("grid").as<float>();
  Floats expected = before;
  const auto columns = static_cast<std::size_t>(set.parameters.at("columns"));
  add_down_on_cpu(expected.data(), static_cast<int>(set.parameters.at("rows")),
                  static_cast<int>(columns));
  Opinion opinion = Output("grid", found, before, expected).examine();
  if (opinion.is_correct) return opinion;
  bool is_stale = true;
  for (std::size_t i = columns; i < found.size(); ++i)
    is_stale = is_stale && found[i] == before[i] + before[i - columns];
  if (is_stale)
    opinion.message +=
        "; everywhere the row above was added as it was before the kernel: it was read before the "
        "compute warps had written it";
  return opinion;
}

class DmaWarpsJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    std::mt19937_64 random(seed);
    std::vector<Case> all;
    for (const int count : kCounts)
      all.push_back(saxpy_case(random(), "saxpy_objects", fmt::format("{}", count), count));
    all.push_back(saxpy_case(random(), "saxpy_objects", "large", kLargeCount));
    add_rings(all, random);
    for (const Shape& shape : kShapes) {
      const auto label = fmt::format("{}x{}", shape.height, shape.width);
      all.push_back(stencil_case(random(), label, shape));
    }
    all.push_back(stencil_case(random(), "large", kLargeShape));
    for (const Shape& shape : kGrids) all.push_back(add_down_case(random(), shape));
    for (const Carrier carrier : {Carrier::vector, Carrier::cp_async, Carrier::bulk})
      all.push_back(in_flight_case(random, carrier));
    all.push_back(little_case(random));
    add_sweeps(all, random, kSweptCount);
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    std::mt19937_64 random(seed);
    judge::Measured measured;
    add_sweeps(measured.cases, random, judge::kH200Scale * kSweptCount);
    for (const Case& set : measured.cases) measured.data_scale[set.sweep] = judge::kH200Scale;
    return measured;
  }

  Opinion examine(const Case& set, const std::map<std::string, Array>& outputs) const override {
    if (set.task == "bytes_in_flight")
      return examine_in_flight(set, outputs.at("bytes").as<std::int32_t>());
    if (set.task == "dma_warps_needed")
      return examine_little(set, outputs.at("warps").as<std::int32_t>());
    if (set.task == "stencil") return examine_stencil(set, outputs.at("out").as<float>());
    if (set.task == "add_down") return examine_add_down(set, outputs.at("grid").as<float>());
    return examine_saxpy(set, outputs.at("y").as<float>());
  }

 private:
  // Each size with another carrier, and each carrier with another number of stages and warps.
  static void add_rings(std::vector<Case>& all, std::mt19937_64& random) {
    unsigned next = 0;
    for (const int count : kCounts) {
      const Setup setup{static_cast<Carrier>(next++ % 3), static_cast<int>(1 + random() % 4),
                        static_cast<int>(1 + random() % 8)};
      const auto label = fmt::format("{}-{}", count, name_of(setup.carrier));
      all.push_back(ring_case(random(), label, count, setup));
    }
    for (const Carrier carrier : {Carrier::vector, Carrier::cp_async, Carrier::bulk}) {
      const auto label = fmt::format("large-{}", name_of(carrier));
      all.push_back(ring_case(random(), label, kLargeCount, {carrier, 2, 2}));
    }
  }

  static void add_sweeps(std::vector<Case>& all, std::mt19937_64& random, int count) {
    for (const Carrier carrier : {Carrier::vector, Carrier::cp_async, Carrier::bulk}) {
      const auto add = [&](const char* id, int x, int stages, int dma_warps) {
        const auto sweep = fmt::format("{}-{}", id, name_of(carrier));
        all.push_back(ring_case(random(), fmt::format("{}-{}", sweep, x), count,
                                {carrier, stages, dma_warps}));
        all.back().sweep = sweep;
        all.back().sweep_x = x;
      };
      for (int warps = 1; warps <= 8; ++warps) add("warps", warps, kSweptStages, warps);
      for (int stages = 1; stages <= 4; ++stages) add("stages", stages, stages, kSweptDmaWarps);
      for (int step = 1; step <= 4; ++step) {
        if (carrier == Carrier::vector) {
          add("in-flight", step * kKiBOfDmaWarp, kSweptStages, step);
        } else {
          add("in-flight", step * kKiBOfStage, step, kSweptDmaWarps);
        }
      }
    }
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::DmaWarpsJudge>();
}
