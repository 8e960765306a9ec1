// The measured numbers of the dma-warps deck are those of the H200's run.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iomanip>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/slides/slide_source.h"

namespace warpscope::slides {
namespace {

/// Engine, DMA warps, stages.
using ReadingPoint = std::tuple<std::string, int, int>;

/// Percent of 4.8 TB/s with which rings read in tiles of 32 KiB, as bench/h200 measured it.
std::map<ReadingPoint, double> measured_reading() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/bench/h200/results/dma_bandwidth.csv");
  std::map<ReadingPoint, double> percent;
  for (std::string line; std::getline(file, line);) {
    std::istringstream stream(line);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (cells.size() < 8 || cells[0] != "read" || cells[1] != "dma") continue;
    percent[{cells[2], std::stoi(cells[3]), std::stoi(cells[4])}] = 100 * std::stod(cells[7]);
  }
  return percent;
}

std::vector<std::vector<std::string>> dma_table_of(const std::string& anchor) {
  for (const Slide& slide : read_deck(WARPSCOPE_SOURCE_DIR "/slides/dma-warps.md")) {
    if (slide.anchor == anchor) return slide.rows;
  }
  return {};
}

TEST(DmaWarpsNumbers, MeasuredReadingIsThatOfTheRun) {
  const std::map<std::string, std::string> engines{{"vector, 4 loads", "vector4"},
                                                   {"vector, 16 loads", "vector16"},
                                                   {"cp_async", "cp_async"},
                                                   {"bulk", "bulk"}};
  const auto measured = measured_reading();
  const auto rows = dma_table_of("measured");
  ASSERT_EQ(rows.size(), 9U);
  constexpr int kWarps[] = {1, 2, 4, 8};
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const auto comma = rows[r][0].rfind(", ");
    const auto engine = engines.at(rows[r][0].substr(0, comma));
    const int stages = std::stoi(rows[r][0].substr(comma + 2));
    ASSERT_EQ(rows[r].size(), 5U);
    for (std::size_t w = 0; w < 4; ++w) {
      EXPECT_NEAR(std::stod(rows[r][w + 1]), measured.at({engine, kWarps[w], stages}), 0.051)
          << rows[r][0] << ", " << kWarps[w] << " warps";
    }
  }
}

TEST(DmaWarpsNumbers, HandoutComparesTheMeasuredStages) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/labs/dma-warps/handout.md");
  std::stringstream handout;
  handout << file.rdbuf();
  const auto measured = measured_reading();
  for (const char* engine : {"bulk", "vector16"}) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << measured.at({engine, 1, 1}) << " to "
         << measured.at({engine, 1, 2}) << " %";
    EXPECT_NE(handout.str().find(text.str()), std::string::npos) << text.str();
  }
}

// Little's law for an H200: slide and notes.
TEST(DmaWarpsNumbers, AMultiprocessorNeedsThirteenWarpsOfFourLoads) {
  constexpr double kBytesInFlight = 4800.0 * 700 / 132;
  EXPECT_NEAR(kBytesInFlight, 25e3, 500);
  EXPECT_EQ(std::ceil(kBytesInFlight / (32 * 16 * 4)), 13);
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/slides/dma-warps.md");
  std::stringstream deck;
  deck << file.rdbuf();
  EXPECT_NE(deck.str().find("thirteen such warps"), std::string::npos);
  EXPECT_NE(deck.str().find("about 25 KB"), std::string::npos);
}

TEST(DmaWarpsNumbers, WindowsHaveAsManyCellsAsTheSlideSays) {
  const auto rows = dma_table_of("strided");
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(std::stoi(rows[1][1]), 64 * 16);
  EXPECT_EQ(std::stoi(rows[2][1]), (64 + 2 * 2) * (16 + 2 * 2));
  EXPECT_EQ(std::stoi(rows[3][1]), (64 + 2 * 4) * (16 + 2 * 2));
}

}  // namespace
}  // namespace warpscope::slides
