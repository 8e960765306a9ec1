// Cases and answers of the tasks that ask for a number: bytes_in_flight() and dma_warps_needed().
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/judge/value_opinion.h"

namespace warpscope::labs::dma_warps {

using Ints = std::vector<std::int32_t>;
using Chances = Inputs<Chance>;

// As in exercise.h.
enum class Carrier : std::uint8_t { vector, cp_async, bulk };
struct Setup {
  Carrier carrier = Carrier::vector;
  int stages = 1, dma_warps = 1;
};
inline constexpr std::array kCarrierNames{std::string_view("vector"), std::string_view("cp_async"),
                                          std::string_view("bulk")};

inline std::string_view name_of(Carrier carrier) {
  return kCarrierNames.at(static_cast<std::size_t>(carrier));
}

/// What a block has under way: the lab's task 6.
inline int bytes_under_way(std::span<const std::int32_t> setup) {
  constexpr int kBytesOfWarpLoad = 32 * 16;
  const int stages = setup[1], dma_warps = setup[2], stage_bytes = setup[3], loads = setup[4];
  if (static_cast<Carrier>(setup[0]) != Carrier::vector) return stages * stage_bytes;
  return std::min(stage_bytes, dma_warps * kBytesOfWarpLoad * loads);
}

inline int warps_for(std::span<const std::int32_t> question) {
  const int bytes = question[0] * question[1], of_warp = 32 * 16 * question[2];
  return (bytes + of_warp - 1) / of_warp;
}

inline constexpr std::size_t kSetupNumbers = 5, kQuestionNumbers = 3, kQuestions = 20;

inline judge::Case in_flight_case(Chances& random, Carrier carrier) {
  Ints setups;
  for (std::size_t i = 0; i < kQuestions; ++i) {
    setups.push_back(static_cast<std::int32_t>(carrier));
    setups.push_back(static_cast<std::int32_t>(1 + random.remainder(4)));
    setups.push_back(static_cast<std::int32_t>(1 + random.remainder(8)));
    setups.push_back(static_cast<std::int32_t>(1024 * (1 + random.remainder(32))));
    setups.push_back(static_cast<std::int32_t>(1U << random.remainder(6)));
  }
  return NewCase("bytes_in_flight", name_of(carrier))
      .input("setups", setups)
      .output<std::int32_t>("bytes", kQuestions);
}

inline judge::Case little_case(Chances& random) {
  Ints questions;
  for (std::size_t i = 0; i < kQuestions; ++i) {
    questions.push_back(static_cast<std::int32_t>(300 + random.remainder(700)));
    questions.push_back(static_cast<std::int32_t>(10 + random.remainder(40)));
    questions.push_back(static_cast<std::int32_t>(1U << random.remainder(5)));
  }
  return NewCase("dma_warps_needed", "random")
      .input("questions", questions)
      .output<std::int32_t>("warps", kQuestions);
}

/// On answers to rows of `numbers` numbers: `answer(row)` is right, `text(row)` says what was
/// asked.
template <typename Answer, typename Text>
judge::Opinion opinion_on_numbers(const Ints& found, const Ints& asked, std::size_t numbers,
                                  Answer answer, Text text) {
  const auto row = [&](std::size_t i) { return std::span(asked).subspan(i * numbers, numbers); };
  Ints expected;
  for (std::size_t i = 0; i < found.size(); ++i) expected.push_back(answer(row(i)));
  return opinion_on_answers(found, expected, [&](std::size_t i) {
    return fmt::format("{}: {}, expected {}", text(row(i)), found[i], expected[i]);
  });
}

/// A mistake that gives a number instead of bytes_under_way(), and its sentence.
struct Misreckoning {
  int (*gives)(std::span<const std::int32_t> setup);
  const char* words;
};

inline int of_vector(std::span<const std::int32_t> setup, int bytes_of_warp_load, bool is_bounded) {
  const int bytes = setup[2] * bytes_of_warp_load * setup[4];
  return is_bounded ? std::min(setup[3], bytes) : bytes;
}

inline constexpr std::array kMisreckonings{
    Misreckoning{[](auto setup) { return of_vector(setup, 16, false); },
                 "a DMA warp had one lane; it has 32, and a stage has an end"},
    Misreckoning{[](auto setup) { return of_vector(setup, 16, true); },
                 "a DMA warp had one lane; it has 32"},
    Misreckoning{[](auto setup) { return of_vector(setup, 32, true); },
                 "a load had 1 byte per lane; it has 16"},
    Misreckoning{[](auto setup) { return of_vector(setup, 32 * 4, true); },
                 "a load had 4 bytes per lane; it has 16"},
    Misreckoning{[](auto setup) { return of_vector(setup, 32 * 16, false); },
                 "more could be under way than a stage has bytes"},
    Misreckoning{[](auto setup) { return setup[1] * of_vector(setup, 32 * 16, true); },
                 "loads for several stages were under way at once, where the warps wait for those "
                 "of one stage before they store them"},
    Misreckoning{[](auto setup) { return setup[1] * setup[3]; },
                 "all stages were under way, as they are with cp.async and bulk copies; here a "
                 "thread holds in its registers what it has asked for"},
    Misreckoning{[](auto setup) { return setup[3]; }, "one stage were under way, all of it"},
    Misreckoning{[](auto setup) { return of_vector(setup, 32 * 16, true); },
                 "threads held what is under way in registers, which cp.async and bulk copies do "
                 "not need: every stage that was asked for is under way"},
};

inline judge::Opinion examine_in_flight(const judge::Case& set, const Ints& bytes) {
  const auto setups = input<std::int32_t>(set, "setups");
  auto opinion = opinion_on_numbers(bytes, setups, kSetupNumbers, bytes_under_way, [](auto at) {
    return fmt::format("{}, {} stages of {} bytes, {} DMA warps, {} loads per thread",
                       name_of(static_cast<Carrier>(at[0])), at[1], at[3], at[2], at[4]);
  });
  if (opinion.is_correct) return opinion;
  for (const auto& [gives, words] : kMisreckonings) {
    bool is_it = true;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const auto setup = std::span(setups).subspan(i * kSetupNumbers, kSetupNumbers);
      is_it = is_it && bytes[i] == gives(setup);
    }
    if (!is_it) continue;
    opinion.message += fmt::format("; it is as if {}", words);
    break;
  }
  return opinion;
}

inline judge::Opinion examine_little(const judge::Case& set, const Ints& warps) {
  const auto questions = input<std::int32_t>(set, "questions");
  auto opinion = opinion_on_numbers(warps, questions, kQuestionNumbers, warps_for, [](auto at) {
    return fmt::format("{} ns, {} bytes per ns, {} loads per thread", at[0], at[1], at[2]);
  });
  if (opinion.is_correct) return opinion;
  const auto is_for = [&](int bytes_of_load) {
    for (std::size_t i = 0; i < warps.size(); ++i) {
      const auto at = std::span(questions).subspan(i * kQuestionNumbers, kQuestionNumbers);
      const int of_one = bytes_of_load * at[2];
      if (warps[i] != (at[0] * at[1] + of_one - 1) / of_one) return false;
    }
    return true;
  };
  if (is_for(16)) opinion.message += "; that is the number of threads: a warp has 32";
  if (is_for(32 * 4))
    opinion.message += "; that is right for loads of 4 bytes per lane, and these have 16";
  if (is_for(32)) opinion.message += "; it is as if a load had 1 byte per lane; it has 16";
  return opinion;
}

}  // namespace warpscope::labs::dma_warps
