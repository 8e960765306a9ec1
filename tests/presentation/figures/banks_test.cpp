// The numbers of a figure of banks, against counting with sets.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "presentation/figures/figure.h"

namespace warpscope::figures {
namespace {

struct Expected {
  std::size_t wavefronts = 0, phases = 0;
  std::vector<std::size_t> counts;  ///< of the boxes below: phase by phase, bank by bank
};

/// Lanes that share an address with a neighbour, all of them, halve the phases of wide loads.
bool shares(const std::array<long, 32>& at, std::size_t distance) {
  for (std::size_t lane = 0; lane < 32; ++lane) {
    if (at[lane] != at[lane ^ distance]) return false;
  }
  return true;
}

Expected expected(const std::array<long, 32>& at, long bytes) {
  Expected result;
  result.phases = bytes == 4 ? 1 : static_cast<std::size_t>(bytes / 4);
  if (bytes > 4 && (shares(at, 1) || shares(at, 2))) result.phases /= 2;
  const std::size_t lanes = 32 / result.phases;
  for (std::size_t phase = 0; phase < result.phases; ++phase) {
    std::map<long, std::set<long>> words;  // by bank
    for (std::size_t lane = phase * lanes; lane < (phase + 1) * lanes; ++lane) {
      for (long byte = 0; byte < bytes; byte += 4) {
        const long word = (at[lane] + byte) / 4;
        words[word % 32].insert(word);
      }
    }
    std::size_t most = 0;
    for (long bank = 0; bank < 32; ++bank) {
      result.counts.push_back(words[bank].size());
      most = std::max(most, words[bank].size());
    }
    result.wavefronts += most;
  }
  return result;
}

/// What is written in the boxes without an outline: the counts.
std::vector<std::size_t> counts_in(const Drawing& drawing) {
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i + 1 < drawing.shapes.size(); ++i) {
    const auto* box = std::get_if<Rectangle>(&drawing.shapes[i]);
    if (box == nullptr || box->outline != kNoPaint) continue;
    const auto& text = std::get<Label>(drawing.shapes[i + 1]).text;
    counts.push_back(text == "·" ? 0 : std::stoul(text));
  }
  return counts;
}

TEST(BanksFigure, CountsLikeSetsOfWords) {
  for (const long bytes : {4, 8, 16}) {
    for (const long stride : {0, 1, 2, 3, 8, 16, 31, 32}) {
      for (const long padding : {0, 1, 2, 4}) {
        std::array<long, 32> at{};
        for (long lane = 0; lane < 32; ++lane)
          at[static_cast<std::size_t>(lane)] = lane * (stride + padding) * bytes;
        const auto drawing = Figure("banks", "stride = " + std::to_string(stride) +
                                                 "\npadding = " + std::to_string(padding) +
                                                 "\nbytes = " + std::to_string(bytes))
                                 .draw();
        const auto wanted = expected(at, bytes);
        const auto conflicts = wanted.wavefronts - wanted.phases;
        EXPECT_NE(drawing.caption.find(": " + std::to_string(wanted.wavefronts) + " wavefront"),
                  std::string::npos)
            << drawing.caption;
        EXPECT_NE(
            drawing.caption.find(conflicts == 0 ? ", no bank conflicts."
                                                : ", " + std::to_string(conflicts) + " bank "),
            std::string::npos)
            << drawing.caption;
        EXPECT_EQ(counts_in(drawing), wanted.counts) << drawing.caption;
      }
    }
  }
}

TEST(BanksFigure, HalvesThePhasesOfLanesInPairs) {
  const auto drawing = Figure("banks", "index = lane / 2\nbytes = 8").draw();
  EXPECT_EQ(drawing.caption.substr(0, drawing.caption.find('.')),
            "A load of 8 B per lane: 1 wavefront, no bank conflicts");
}

TEST(BanksFigure, StaysInSharedMemory) {
  EXPECT_THROW(Figure("banks", "index = lane - 1"), FigureError);
  EXPECT_THROW(Figure("banks", "index = 58111 + lane"), FigureError);
}

}  // namespace
}  // namespace warpscope::figures
