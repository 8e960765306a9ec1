// Cases and answers of the tasks about grids, blocks, warps and lanes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/judge/value_opinion.h"
#include "labs/know-your-gpu/cpu.h"

namespace warpscope::labs::know_your_gpu {

using Ints = std::vector<std::int32_t>;
using Floats = std::vector<float>;
using Chances = Inputs<Chance>;

inline constexpr int kShapes = 24;  // of a case of blocks_for or warps_of
inline constexpr int kMostThreads = 1024;

/// On an array of whole numbers that holds no -1: what outputs hold before the call.
inline judge::Opinion opinion_on_numbers(const std::string& name, const Ints& found,
                                         const Ints& expected) {
  return opinion_on_values(name, found, expected, {.unwritten = "was never written"});
}

inline judge::Case blocks_for_case(Chances& random) {
  Ints counts{0, 1, 255, 256, 257, 1023, 1024, 1025, 2147483647, 2147483647, 2147483392};
  Ints threads{256, 256, 256, 256, 256, 1024, 1024, 1024, 1024, 1, 256};
  for (int i = 0; i < kShapes; ++i) {
    counts.push_back(random.from_to(0, 1 << 20));
    threads.push_back(random.from_to(1, kMostThreads));
  }
  return NewCase("blocks_for", "many")
      .input("counts", counts)
      .input("threads", threads)
      .output<std::int32_t>("blocks", counts.size());
}

inline judge::Opinion examine_blocks_for(const judge::Case& set, const Ints& blocks) {
  const auto counts = input<std::int32_t>(set, "counts");
  const auto threads = input<std::int32_t>(set, "threads");
  Ints expected;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    expected.push_back(counts[i] / threads[i] + (counts[i] % threads[i] != 0 ? 1 : 0));
  }
  const auto describe = [&](std::size_t i) {
    return fmt::format("blocks_for({}, {}) is {}, expected {}", counts[i], threads[i], blocks[i],
                       expected[i]);
  };
  const auto is_quotient_plus = [&](std::int64_t more) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      // INT_MAX + 1 wraps where the student's sum did.
      const auto sum = static_cast<std::uint32_t>(counts[i] / threads[i] + more);
      if (static_cast<std::uint32_t>(blocks[i]) != sum) return false;
    }
    return true;
  };
  const auto says = [&](std::string_view of_all) {
    constexpr std::size_t kDivided = 3, kNotDivided = 4;  // of 256 and of 257 elements
    const auto first = blocks[kDivided] != expected[kDivided] ? kDivided : kNotDivided;
    return wrong(fmt::format("{}; {}", describe(first), of_all));
  };
  if (is_quotient_plus(1)) return says("a block too many wherever threads divides count");
  if (is_quotient_plus(0)) return says("a block too few wherever threads does not divide count");
  return opinion_on_rows(blocks, expected, describe);
}

inline bool can_launch(std::int64_t threads) { return threads >= 1 && threads <= kMostThreads; }

inline judge::Opinion examine_try_launch(const judge::Case& set, const Ints& codes,
                                         const Ints& data) {
  const auto threads = set.parameters.at("threads");
  judge::Opinion opinion;
  // Of a runtime of CUDA 13, and of earlier ones: cudaErrorInvalidConfiguration.
  constexpr int kInvalidValue = 1, kInvalidConfiguration = 9;
  const bool is_expected = can_launch(threads)
                               ? codes[0] == 0
                               : codes[0] == kInvalidValue || codes[0] == kInvalidConfiguration;
  if (!is_expected) {
    opinion.message = fmt::format(
        "a block of {} threads is {}possible, and its launch gives {}, but try_launch returned "
        "error {}",
        threads, can_launch(threads) ? "" : "not ",
        can_launch(threads) ? "none" : "error 1 (cudaErrorInvalidValue)", codes[0]);
    return opinion;
  }
  if (codes[1] != 0) {
    opinion.message = fmt::format(
        "after a block of {} threads error {} was still pending: only cudaGetLastError() takes it "
        "away",
        threads, codes[1]);
    return opinion;
  }
  Ints expected(data.size(), -1);
  for (std::int64_t i = 0; can_launch(threads) && i < threads; ++i) {
    expected[static_cast<std::size_t>(i)] = static_cast<int>(i);
  }
  return opinion_on_numbers("data", data, expected);
}

inline judge::Case places_case(int count, int threads) {
  NewCase set("places", fmt::format("{}-by-{}", count, threads));
  for (const char* name : {"block", "warp", "lane"}) set.output<std::int32_t>(name, count);
  return set.parameter("threads", threads)
      .useful_bytes(3 * sizeof(int) * static_cast<std::uint64_t>(count));
}

inline judge::Opinion examine_places(const judge::Case& set, const Outputs& outputs) {
  const auto threads = parameter(set, "threads");
  const auto count = static_cast<int>(set.outputs.at("block").count);
  std::map<std::string, Ints> expected{{"block", {}}, {"warp", {}}, {"lane", {}}};
  for (int i = 0; i < count; ++i) {
    expected["block"].push_back(i / threads);
    expected["warp"].push_back(i % threads / 32);
    expected["lane"].push_back(i % threads % 32);
  }
  for (const char* name : {"block", "warp", "lane"}) {
    const auto found = output<std::int32_t>(outputs, name);
    auto opinion = opinion_on_numbers(name, found, expected[name]);
    opinion.rest.element_bytes = expected.size() * sizeof(int);  // a thread writes all three
    if (opinion.is_correct) continue;
    Ints of_grid;
    for (int i = 0; i < count; ++i)
      of_grid.push_back(name == std::string_view("lane") ? i % 32 : i / 32);
    if (name != std::string_view("block") && found == of_grid)
      opinion.message += fmt::format(
          "; that is its {} in the whole grid, from blockIdx as well: each block numbers its "
          "threads, and so its warps and lanes, from 0",
          name);
    return opinion;
  }
  return right();
}

inline judge::Case warps_of_case(Chances& random) {
  std::vector<std::uint32_t> shapes{1, 1, 1, 1, 1, 1, 10, 1, 1, 33,       1, 1, 4,    5, 6,
                                    8, 8, 8, 2, 3, 4, 5,  7, 3, 1U << 30, 1, 1, 1024, 1, 1};
  for (int i = 0; i < kShapes; ++i) {
    for (const int most : {1000, 100, 10, 40, 8, 3}) {
      shapes.push_back(static_cast<std::uint32_t>(random.from_to(1, most)));
    }
  }
  return NewCase("warps_of", "many")
      .input("shapes", shapes)
      .output<std::int64_t>("warps", shapes.size() / 6);
}

inline judge::Opinion examine_warps_of(const judge::Case& set,
                                       const std::vector<std::int64_t>& warps) {
  const auto shapes = input<std::uint32_t>(set, "shapes");
  const auto product = [&](std::size_t at) {
    return std::int64_t{shapes[at]} * shapes[at + 1] * shapes[at + 2];
  };
  std::vector<std::int64_t> expected;
  for (std::size_t i = 0; i < shapes.size(); i += 6) {
    expected.push_back(product(i) * ((product(i + 3) + 31) / 32));
  }
  return opinion_on_rows(warps, expected, [&](std::size_t i) {
    const auto of = std::span(shapes).subspan(6 * i, 6);
    return fmt::format("{} x {} x {} blocks of {} x {} x {} threads: {} warps, expected {}", of[0],
                       of[1], of[2], of[3], of[4], of[5], warps[i], expected[i]);
  });
}

struct Extents {
  int width = 1, height = 1, depth = 1;
};

inline judge::Case box_case(Chances& random, const std::string& task, const Extents& box) {
  const int count = box.width * box.height * box.depth;
  const bool is_flat = task == "mirror";
  const auto label = is_flat ? fmt::format("{}x{}", box.width, box.height)
                             : fmt::format("{}x{}x{}", box.width, box.height, box.depth);
  NewCase set(task, label);
  if (!is_flat) set.parameter("depth", box.depth);
  return set.parameter("width", box.width)
      .parameter("height", box.height)
      .input("in", random.numbers(count))
      .output<std::int32_t>("out", count)
      .useful_bytes(sizeof(int) * static_cast<std::uint64_t>(count));
}

inline judge::Opinion examine_box(const judge::Case& set, const Ints& out) {
  const auto in = input<std::int32_t>(set, "in");
  const auto width = parameter(set, "width");
  const auto height = parameter(set, "height");
  Ints expected(in.size());
  if (set.task == "mirror") {
    mirror_on_cpu(in.data(), expected.data(), width, height);
  } else {
    shell_on_cpu(in.data(), expected.data(), width, height, parameter(set, "depth"));
  }
  auto opinion = opinion_on_numbers("out", out, expected);
  if (opinion.is_correct) return opinion;
  const auto wrong = static_cast<int>(std::ranges::mismatch(out, expected).in1 - out.begin());
  opinion.message += fmt::format("; out[{}] is x = {}, y = {}, z = {}", wrong, wrong % width,
                                 wrong / width % height, wrong / width / height);
  return opinion;
}

}  // namespace warpscope::labs::know_your_gpu
