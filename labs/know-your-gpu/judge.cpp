// Cases and answers of the know-your-gpu lab.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/error_pattern.h"
#include "labs/judge/number_opinion.h"
#include "labs/judge/number_order.h"
#include "labs/judge/occupancy.h"
#include "labs/judge/random.h"
#include "labs/know-your-gpu/cpu.h"
#include "labs/know-your-gpu/judge/failures.h"

namespace warpscope::labs {
namespace {

using judge::Array;
using judge::Case;
using judge::ElementType;
using judge::Opinion;
using Ints = std::vector<std::int32_t>;
using Floats = std::vector<float>;
using Outputs = std::map<std::string, Array>;

constexpr std::array kSizes{0, 1, 31, 32, 33, 1023, 1025};
constexpr int kLarge = 100'001, kThreads = 256;
constexpr int kBlockSweptCount = 1 << 14, kGridSweptCount = 1 << 16;
constexpr int kMostBlocksSwept = 256;
constexpr std::array kThreadsSwept{1,  2,   4,   8,   16,  31,  32,  33,  48,   64,
                                   96, 100, 128, 192, 256, 384, 512, 768, 1000, 1024};
constexpr std::uint32_t kUnwritten = 0xFFFFFFFF;
constexpr std::uint64_t kFewestShown = 2;  // elements: a single one shows that a program works
constexpr std::size_t kTextBytes = 256;
constexpr int kShapes = 24;  // of a case of warps_of or resident_blocks
constexpr int kDataInts = 1024;
constexpr int kMostThreads = 1024;
constexpr int kRegistersOfAnAddition = 32;  // at most: too few to limit anything

template <typename T>
Array array_for(const std::vector<T>& values) {
  return Array::of(std::span<const T>(values));
}

Case make_case(const std::string& task, const std::string& label) {
  Case set;
  set.task = task;
  set.name = task + "/" + label;
  return set;
}

/// A case of a task that adds two arrays.
Case adding_case(Random& random, const std::string& task, const std::string& label, int count) {
  Case set = make_case(task, label);
  set.inputs["a"] = array_for(random.floats(count));
  set.inputs["b"] = array_for(random.floats(count));
  set.outputs["sum"] = {ElementType::f32, static_cast<std::uint64_t>(count)};
  set.useful_bytes = std::uint64_t{3} * sizeof(float) * static_cast<std::uint64_t>(count);
  return set;
}

/// Numbers between the whole ones, of which sums of two are exact as well.
judge::StandIn other_floats(const Array& array, const NumberOrder& order) {
  auto values = array.as<float>();
  for (float& value : values)
    value = static_cast<float>(order(static_cast<std::uint32_t>(value) - 1)) + 1.5F;
  return {array_for(values), judge::StandIn::Known::word_by_word};
}

Case adding_case(Random& random, const std::string& label, int count, int threads) {
  Case set = adding_case(random, "add", label, count);
  set.parameters["threads"] = threads;
  return set;
}

void add_block_sweep(std::vector<Case>& all, Random& random, int count) {
  for (const int threads : kThreadsSwept) {
    all.push_back(adding_case(random, fmt::format("threads-{}", threads), count, threads));
    all.back().sweep = "block-size";
    all.back().sweep_x = threads;
  }
}

void add_adding_cases(std::vector<Case>& all, Random& random) {
  for (const int count : kSizes) {
    all.push_back(adding_case(random, std::to_string(count), count, kThreads));
  }
  all.push_back(adding_case(random, "large", kLarge, kThreads));
  add_block_sweep(all, random, kBlockSweptCount);
}

Case strided_case(Random& random, const std::string& label, int count, int blocks, int threads) {
  Case set = adding_case(random, "add_strided", label, count);
  set.parameters = {{"blocks", blocks}, {"threads", threads}};
  return set;
}

void add_grid_sweep(std::vector<Case>& all, Random& random, int scale) {
  for (int blocks = 1; blocks <= scale * kMostBlocksSwept; blocks *= 2) {
    all.push_back(strided_case(random, fmt::format("blocks-{}", blocks), scale * kGridSweptCount,
                               blocks, kThreads));
    all.back().sweep = "grid-size";
    all.back().sweep_x = blocks;
  }
}

void add_strided_cases(std::vector<Case>& all, Random& random) {
  for (const int count : kSizes) {
    all.push_back(strided_case(random, std::to_string(count), count, 3, 64));
  }
  all.push_back(strided_case(random, "large", kLarge, 16, kThreads));
  add_grid_sweep(all, random, 1);
}

Opinion examine_sum(const Case& set, const Floats& sum) {
  const auto a = set.inputs.at("a").as<float>();
  const auto b = set.inputs.at("b").as<float>();
  Floats expected(a.size());
  add_on_cpu(a.data(), b.data(), expected.data(), static_cast<int>(a.size()));
  // add has memory of its own, whose bytes are 0 before anybody writes; no sum is.
  const bool is_zero_unwritten =
      set.task == "add" && std::ranges::any_of(sum, [](float value) { return value != 0; });
  std::vector<Element> elements(sum.size());
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const bool is_unwritten =
        std::bit_cast<std::uint32_t>(sum[i]) == kUnwritten || (is_zero_unwritten && sum[i] == 0);
    elements[i] = sum[i] == expected[i] ? Element::right
                  : is_unwritten        ? Element::untouched
                                        : Element::wrong;
  }
  auto opinion = opinion_on({.elements = elements, .name = "sum", .output = "sum"}, [&](auto i) {
    return elements[i] == Element::untouched
               ? fmt::format("sum[{}] was never written, expected {}", i, expected[i])
               : fmt::format("sum[{}] is {}, expected {}", i, sum[i], expected[i]);
  });
  const bool is_untouched = !elements.empty() && std::ranges::all_of(elements, [](Element e) {
    return e == Element::untouched;
  });
  // Managed memory is not copied: what the host does not see was not there yet when it looked.
  if (is_untouched && set.task == "add_managed") {
    opinion.finding = "result-read-too-early";
    opinion.cause = "When " + set.task + " returned, no sum was there; a kernel wrote them later.";
  }
  return opinion;
}

Case blocks_for_case(Random& random) {
  Ints counts{0, 1, 255, 256, 257, 1023, 1024, 1025, 2147483647, 2147483647, 2147483392};
  Ints threads{256, 256, 256, 256, 256, 1024, 1024, 1024, 1024, 1, 256};
  for (int i = 0; i < kShapes; ++i) {
    counts.push_back(random.from_to(0, 1 << 20));
    threads.push_back(random.from_to(1, kMostThreads));
  }
  Case set = make_case("blocks_for", "many");
  set.inputs["counts"] = array_for(counts);
  set.inputs["threads"] = array_for(threads);
  set.outputs["blocks"] = {ElementType::i32, counts.size()};
  return set;
}

Opinion examine_blocks_for(const Case& set, const Ints& blocks) {
  const auto counts = set.inputs.at("counts").as<std::int32_t>();
  const auto threads = set.inputs.at("threads").as<std::int32_t>();
  Ints expected;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    expected.push_back(counts[i] / threads[i] + (counts[i] % threads[i] != 0 ? 1 : 0));
  }
  return opinion_on_rows(blocks, expected, [&](std::size_t i) {
    return fmt::format("blocks_for({}, {}) is {}, expected {}", counts[i], threads[i], blocks[i],
                       expected[i]);
  });
}

bool can_launch(std::int64_t threads) { return threads >= 1 && threads <= kMostThreads; }

Opinion examine_try_launch(const Case& set, const Ints& codes, const Ints& data) {
  const auto threads = set.parameters.at("threads");
  Opinion opinion;
  if (can_launch(threads) != (codes[0] == 0)) {
    opinion.message =
        fmt::format("a block of {} threads is {}possible, but try_launch returned error {}",
                    threads, can_launch(threads) ? "" : "not ", codes[0]);
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

Case places_case(int count, int threads) {
  Case set = make_case("places", fmt::format("{}-by-{}", count, threads));
  set.parameters["threads"] = threads;
  const auto size = static_cast<std::uint64_t>(count);
  for (const char* name : {"block", "warp", "lane"}) set.outputs[name] = {ElementType::i32, size};
  set.useful_bytes = 3 * sizeof(int) * size;
  return set;
}

Opinion examine_places(const Case& set, const Outputs& outputs) {
  const auto threads = static_cast<int>(set.parameters.at("threads"));
  const auto count = static_cast<int>(set.outputs.at("block").count);
  std::map<std::string, Ints> expected{{"block", {}}, {"warp", {}}, {"lane", {}}};
  for (int i = 0; i < count; ++i) {
    expected["block"].push_back(i / threads);
    expected["warp"].push_back(i % threads / 32);
    expected["lane"].push_back(i % threads % 32);
  }
  for (const char* name : {"block", "warp", "lane"}) {
    const auto found = outputs.at(name).as<std::int32_t>();
    auto opinion = opinion_on_numbers(name, found, expected[name]);
    opinion.rest.element_bytes = expected.size() * sizeof(int);  // a thread writes all three
    if (!opinion.is_correct) return opinion;
  }
  Opinion opinion;
  opinion.is_correct = true;
  return opinion;
}

Case warps_of_case(Random& random) {
  std::vector<std::uint32_t> shapes{1, 1, 1, 1, 1, 1, 10, 1, 1, 33,       1, 1, 4,    5, 6,
                                    8, 8, 8, 2, 3, 4, 5,  7, 3, 1U << 30, 1, 1, 1024, 1, 1};
  for (int i = 0; i < kShapes; ++i) {
    for (const int most : {1000, 100, 10, 40, 8, 3}) {
      shapes.push_back(static_cast<std::uint32_t>(random.from_to(1, most)));
    }
  }
  Case set = make_case("warps_of", "many");
  set.inputs["shapes"] = array_for(shapes);
  set.outputs["warps"] = {ElementType::i64, shapes.size() / 6};
  return set;
}

Opinion examine_warps_of(const Case& set, const std::vector<std::int64_t>& warps) {
  const auto shapes = set.inputs.at("shapes").as<std::uint32_t>();
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

Case box_case(Random& random, const std::string& task, const Extents& box) {
  const int count = box.width * box.height * box.depth;
  const bool is_flat = task == "mirror";
  Case set = make_case(task, is_flat ? fmt::format("{}x{}", box.width, box.height)
                                     : fmt::format("{}x{}x{}", box.width, box.height, box.depth));
  set.parameters = {{"width", box.width}, {"height", box.height}};
  if (!is_flat) set.parameters["depth"] = box.depth;
  set.inputs["in"] = array_for(random.numbers(count));
  set.outputs["out"] = {ElementType::i32, static_cast<std::uint64_t>(count)};
  set.useful_bytes = sizeof(int) * static_cast<std::uint64_t>(count);
  return set;
}

Opinion examine_box(const Case& set, const Ints& out) {
  const auto in = set.inputs.at("in").as<std::int32_t>();
  const auto width = static_cast<int>(set.parameters.at("width"));
  const auto height = static_cast<int>(set.parameters.at("height"));
  Ints expected(in.size());
  if (set.task == "mirror") {
    mirror_on_cpu(in.data(), expected.data(), width, height);
  } else {
    shell_on_cpu(in.data(), expected.data(), width, height,
                 static_cast<int>(set.parameters.at("depth")));
  }
  auto opinion = opinion_on_numbers("out", out, expected);
  if (opinion.is_correct) return opinion;
  const auto wrong = static_cast<int>(std::ranges::mismatch(out, expected).in1 - out.begin());
  opinion.message += fmt::format("; out[{}] is x = {}, y = {}, z = {}", wrong, wrong % width,
                                 wrong / width % height, wrong / width / height);
  return opinion;
}

constexpr std::array kDeviceNumbers{"devices",           "sms",
                                    "copy_engines",      "warp_threads",
                                    "threads_per_block", "threads_per_sm",
                                    "registers_per_sm",  "shared_bytes_per_sm"};

Opinion examine_device(const Ints& answer, const Ints& asked) {
  return opinion_on_rows(answer, asked, [&](std::size_t i) {
    return fmt::format("{} is {}, but the runtime says {}", kDeviceNumbers.at(i), answer[i],
                       asked[i]);
  });
}

/// Devices that exist and others, and blocks with all kinds of needs.
Case resident_blocks_case(Random& random) {
  // An H100, an A10 and a T4, and then whatever the seed says.
  Ints numbers{32, 2048, 65536, 233472, 1024, 256,  32, 0,      //
               16, 1536, 65536, 102400, 1024, 256,  64, 16384,  //
               16, 1024, 65536, 65536,  0,    32,   40, 0,      //
               32, 2048, 65536, 233472, 1024, 1024, 65, 0,      //
               16, 1024, 65536, 65536,  0,    256,  16, 0,      //
               32, 2048, 65536, 233472, 1024, 65,   16, 0,      //
               32, 2048, 65536, 233472, 1024, 64,   16, 10240};
  for (int i = 0; i < kShapes; ++i) {
    const int warps = random.from_to(32, 64);
    numbers.insert(numbers.end(), {random.from_to(8, 32), 32 * warps, 8192 * random.from_to(4, 8),
                                   1024 * random.from_to(48, 228), 1024 * random.from_to(0, 1),
                                   random.from_to(1, kMostThreads), random.from_to(16, 80),
                                   random.from_to(0, 3) == 0 ? 0 : random.from_to(0, 64) * 512});
  }
  Case set = make_case("resident_blocks", "many");
  set.inputs["numbers"] = array_for(numbers);
  set.outputs["blocks"] = {ElementType::i32, numbers.size() / 8};
  set.outputs["limiters"] = {ElementType::i32, numbers.size() / 8};
  return set;
}

Opinion examine_resident_blocks(const Case& set, const Ints& blocks, const Ints& limiters) {
  const auto numbers = set.inputs.at("numbers").as<std::int32_t>();
  Opinion opinion;
  opinion.is_correct = true;
  for (std::size_t i = 0; i < blocks.size() && opinion.is_correct; ++i) {
    const auto of = std::span(numbers).subspan(8 * i, 8);
    opinion = opinion_on_residents({of[0], of[1], of[2], of[3], of[4]}, {of[5], of[6], of[7]},
                                   blocks[i], limiters[i]);
  }
  return opinion;
}

Opinion examine_resident_blocks_of_add(const Case& set, int blocks, const Ints& limits) {
  const Sm sm{limits[0], limits[1], limits[1] * kRegistersOfAnAddition, limits[2], limits[3]};
  const Block block{static_cast<int>(set.parameters.at("threads")), kRegistersOfAnAddition,
                    static_cast<int>(set.parameters.at("shared_bytes"))};
  const auto room = room_for(sm, block);
  const auto limiter = std::ranges::min_element(room) - room.begin();
  return opinion_on_residents(sm, block, blocks, static_cast<int>(limiter));
}

Opinion examine_filling(const Case& set, const Floats& sum, const Ints& shape) {
  auto opinion = examine_sum(set, sum);
  if (!opinion.is_correct) return opinion;
  const std::int64_t threads = std::int64_t{shape[0]} * shape[1];
  const std::int64_t room = std::int64_t{shape[2]} * shape[3];
  if (threads == room) return opinion;
  opinion.is_correct = false;
  opinion.message =
      fmt::format("{} blocks of {} threads are {} threads; {} SMs have room for {} each, {} in all",
                  shape[0], shape[1], threads, shape[2], shape[3], room);
  return opinion;
}

class KnowYourGpuJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Random random(seed);
    std::vector<Case> all;
    add_adding_cases(all, random);
    all.push_back(blocks_for_case(random));
    add_error_cases(all, random);
    for (const int count : kSizes) all.push_back(places_case(count, kThreads));
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
    add_strided_cases(all, random);
    add_device_cases(all, random);
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Random random(seed);
    judge::Measured measured;
    add_block_sweep(measured.cases, random, judge::kH200Scale * kBlockSweptCount);
    add_grid_sweep(measured.cases, random, judge::kH200Scale);  // the axis goes on
    measured.data_scale = {{"block-size", judge::kH200Scale}, {"grid-size", judge::kH200Scale}};
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
    const auto ints = [&](const char* name) { return outputs.at(name).as<std::int32_t>(); };
    if (set.task == "blocks_for") return examine_blocks_for(set, ints("blocks"));
    if (set.task == "failures") return examine_failures(outputs);
    if (set.task == "try_launch") return examine_try_launch(set, ints("codes"), ints("data"));
    if (set.task == "places") return examine_places(set, outputs);
    if (set.task == "warps_of") {
      return examine_warps_of(set, outputs.at("warps").as<std::int64_t>());
    }
    if (set.task == "mirror" || set.task == "shell") return examine_box(set, ints("out"));
    if (set.task == "ask_device") return examine_device(ints("answer"), ints("asked"));
    if (set.task == "resident_blocks") {
      return examine_resident_blocks(set, ints("blocks"), ints("limiters"));
    }
    if (set.task == "resident_blocks_of_add") {
      return examine_resident_blocks_of_add(set, ints("blocks").front(), ints("limits"));
    }
    const auto sum = outputs.at("sum").as<float>();
    if (set.task == "add_filling") return examine_filling(set, sum, ints("shape"));
    return examine_sum(set, sum);
  }

 private:
  static void add_error_cases(std::vector<Case>& all, Random& random) {
    Case failures = make_case("failures", "two");
    failures.outputs["set_device"] = {ElementType::u8, kTextBytes};
    failures.outputs["copy"] = {ElementType::u8, kTextBytes};
    failures.outputs["calls"] = {ElementType::i32, 1};
    all.push_back(std::move(failures));
    for (const int threads : {0, 1, 256, 1024, 1025, 2048}) {
      Case set = make_case("try_launch", std::to_string(threads));
      set.parameters["threads"] = threads;
      set.outputs["data"] = {ElementType::i32, kDataInts};
      set.outputs["codes"] = {ElementType::i32, 2};
      all.push_back(std::move(set));
    }
    for (const int count : {0, 1, 33, 1025}) {
      all.push_back(adding_case(random, "add_managed", std::to_string(count), count));
    }
  }

  static void add_device_cases(std::vector<Case>& all, Random& random) {
    Case device = make_case("ask_device", "current");
    device.outputs["answer"] = {ElementType::i32, kDeviceNumbers.size()};
    device.outputs["asked"] = {ElementType::i32, kDeviceNumbers.size()};
    all.push_back(std::move(device));
    all.push_back(resident_blocks_case(random));
    for (const auto& [threads, shared] :
         {std::pair{32, 0}, {96, 0}, {256, 0}, {768, 0}, {1024, 0}, {128, 40000}}) {
      Case set = make_case("resident_blocks_of_add", fmt::format("{}-{}", threads, shared));
      set.parameters = {{"threads", threads}, {"shared_bytes", shared}};
      set.outputs["blocks"] = {ElementType::i32, 1};
      set.outputs["limits"] = {ElementType::i32, 4};
      all.push_back(std::move(set));
    }
    for (const int count : {1, 1025, kLarge}) {
      all.push_back(adding_case(random, "add_filling", std::to_string(count), count));
      all.back().outputs["shape"] = {ElementType::i32, 4};
    }
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::KnowYourGpuJudge>();
}
