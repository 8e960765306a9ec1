// The measured numbers of the coalescing deck are those of the H200's counters.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/slides/slide_source.h"

namespace warpscope::slides {
namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

std::vector<Row> launches() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/golden/h200/access_patterns_h200.csv");
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);
  const auto names = split(line);
  while (std::getline(file, line)) {
    const auto cells = split(line);
    Row row;
    for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) row[names[i]] = cells[i];
    rows.push_back(row);
  }
  return rows;
}

double counter(const Row& row, const std::string& name) { return std::stod(row.at(name)); }

double sectors_per_load_request(const Row& row) {
  return counter(row, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") /
         counter(row, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum");
}

const Slide& find_slide(const std::vector<Slide>& deck, const std::string& anchor) {
  return *std::ranges::find(deck, anchor, &Slide::anchor);
}

class CoalescingNumbers : public testing::Test {
 protected:
  /// "4.2 MB" or "4.8 µs" as a number in that unit.
  static double number(const std::string& cell) { return std::stod(cell); }
  static void expect_rounded(const std::string& cell, double value) {
    EXPECT_NEAR(number(cell), value, 0.0501) << cell;
  }

  std::vector<Slide> deck_ = read_deck(WARPSCOPE_SOURCE_DIR "/slides/coalescing.md");
  std::vector<Row> launches_ = launches();
};

TEST_F(CoalescingNumbers, StridesAreThoseOfTheCounters) {
  const auto& rows = find_slide(deck_, "stride-measured").rows;
  ASSERT_EQ(rows.size(), 8U);
  ASSERT_GE(launches_.size(), 7U);
  for (std::size_t i = 0; i < 7; ++i) {
    const Row& launch = launches_[i];
    ASSERT_EQ(launch.at("kernel"), "g_stride");
    const auto& cells = rows[i + 1];
    const double dram_bytes = counter(launch, "dram__bytes_read.sum");
    EXPECT_EQ(number(cells[1]), sectors_per_load_request(launch));
    expect_rounded(cells[2], dram_bytes / 1e6);
    expect_rounded(cells[3], dram_bytes / (4U << 20));
    expect_rounded(cells[4], counter(launch, "gpu__time_duration.sum") / 1e3);
  }
}

TEST_F(CoalescingNumbers, OffsetsAreThoseOfTheCounters) {
  const auto& rows = find_slide(deck_, "alignment").rows;
  const std::vector<std::size_t> launch_of_row{0, 7, 8, 9, 10};
  ASSERT_EQ(rows.size(), launch_of_row.size() + 1);
  for (std::size_t i = 0; i < launch_of_row.size(); ++i) {
    const Row& launch = launches_.at(launch_of_row[i]);
    const auto& cells = rows[i + 1];
    EXPECT_EQ(static_cast<int>(number(cells[0])) * 4 % 32, static_cast<int>(number(cells[1])));
    EXPECT_EQ(number(cells[2]), sectors_per_load_request(launch));
    expect_rounded(cells[3], counter(launch, "dram__bytes_read.sum") / 1e6);
    expect_rounded(cells[4], counter(launch, "gpu__time_duration.sum") / 1e3);
  }
}

TEST_F(CoalescingNumbers, StructuresAreThoseOfTheCounters) {
  const auto& rows = find_slide(deck_, "array-of-structs").rows;
  const Row& launch = launches_.at(11);
  ASSERT_EQ(launch.at("kernel"), "g_aos");
  const auto& cells = rows.at(1);
  EXPECT_EQ(cells[1], "65 536");
  EXPECT_EQ(counter(launch, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"), 65536);
  EXPECT_EQ(number(cells[2]), sectors_per_load_request(launch));
  expect_rounded(cells[3], counter(launch, "dram__bytes_read.sum") / 1e6);
}

}  // namespace
}  // namespace warpscope::slides
