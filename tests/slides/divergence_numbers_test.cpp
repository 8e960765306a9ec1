// The measured loops of the divergence deck are those of the H200's counters.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/slides/slide_source.h"

namespace warpscope::slides {
namespace {

/// Counters of the launches of `kernel`, by name, in their order.
std::vector<std::map<std::string, double>> counters_of(const std::string& kernel) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/golden/h200/access_patterns_h200.csv");
  const auto cells_of = [](const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line.substr(0, line.find('\r')));
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  };
  std::string line;
  std::getline(file, line);
  const auto names = cells_of(line);
  constexpr std::size_t kFirstCounter = 4;  // after launch, kernel, grid and block
  std::vector<std::map<std::string, double>> launches;
  while (std::getline(file, line)) {
    const auto cells = cells_of(line);
    if (cells.size() != names.size() || cells[1] != kernel) continue;
    auto& launch = launches.emplace_back();
    for (std::size_t i = kFirstCounter; i < cells.size(); ++i) {
      launch[names[i]] = std::stod(cells[i]);
    }
  }
  return launches;
}

TEST(DivergenceNumbers, LoopsAreThoseOfTheCounters) {
  const auto deck = read_deck(WARPSCOPE_SOURCE_DIR "/slides/divergence.md");
  const auto slide = std::ranges::find(deck, "loops-measured", &Slide::anchor);
  ASSERT_NE(slide, deck.end());
  const auto launches = counters_of("diverge");
  ASSERT_EQ(launches.size(), 4U);
  ASSERT_EQ(slide->rows.size(), 1 + launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const auto& row = slide->rows[i + 1];
    std::string instructions = row[3];
    std::erase(instructions, ' ');
    EXPECT_NEAR(std::stod(row[2]),
                launches[i].at("smsp__thread_inst_executed_per_inst_executed.ratio"), 0.00501);
    EXPECT_EQ(std::stod(instructions), launches[i].at("smsp__inst_executed.sum"));
    EXPECT_NEAR(std::stod(row[4]), launches[i].at("gpu__time_duration.sum") / 1000, 0.00501);
    // The lanes of a warp take 1 to `ways` turns, each as often: 32 × average / largest.
    const double ways = std::stod(row[0]);
    EXPECT_DOUBLE_EQ(std::stod(row[1]), 32 * ((ways + 1) / 2) / ways);
  }
}

}  // namespace
}  // namespace warpscope::slides
