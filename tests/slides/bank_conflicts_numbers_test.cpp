// The measured numbers of the bank-conflicts deck are those of the H200's counters.
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

constexpr const char* kPasses = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
constexpr const char* kConflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum";
constexpr const char* kLoads = "smsp__inst_executed_op_shared_ld.sum";

using MeasuredLaunch = std::map<std::string, std::string>;

/// The H200's launches of a kernel, in order.
std::vector<MeasuredLaunch> measured(const std::string& kernel) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/golden/h200/access_patterns_h200.csv");
  const auto cells_of = [&] {
    std::string line;
    std::getline(file, line);
    std::istringstream stream(line);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  };
  const auto names = cells_of();
  std::vector<MeasuredLaunch> launches;
  for (auto cells = cells_of(); !cells.empty(); cells = cells_of()) {
    MeasuredLaunch launch;
    for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) {
      launch[names[i]] = cells[i];
    }
    if (launch["kernel"] == kernel) launches.push_back(std::move(launch));
  }
  return launches;
}

int passes_per_load(const MeasuredLaunch& launch) {
  return std::stoi(launch.at(kPasses)) / std::stoi(launch.at(kLoads));
}

/// "1 048 576"
int whole(std::string cell) {
  std::erase(cell, ' ');
  return std::stoi(cell);
}

std::vector<std::vector<std::string>> table_of(const std::string& anchor) {
  for (const Slide& slide : read_deck(WARPSCOPE_SOURCE_DIR "/slides/bank-conflicts.md")) {
    if (slide.anchor == anchor) return slide.rows;
  }
  return {};
}

/// The cells of a row that are not empty, after its name, are these launches' passes.
void expect_passes(const std::vector<std::string>& row, const std::string& kernel) {
  std::vector<int> written;
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (!row[i].empty()) written.push_back(std::stoi(row[i]));
  }
  std::vector<int> counted;
  for (const auto& launch : measured(kernel)) counted.push_back(passes_per_load(launch));
  EXPECT_FALSE(counted.empty());
  EXPECT_EQ(written, counted) << kernel;
}

TEST(BankConflictsNumbers, StridesAreThoseOfTheCounters) {
  const auto rows = table_of("strides-measured");
  ASSERT_EQ(rows.size(), 2U);
  expect_passes(rows[1], "s_stride");
}

TEST(BankConflictsNumbers, WideStridesAreThoseOfTheCounters) {
  auto rows = table_of("phases");
  ASSERT_EQ(rows.size(), 7U);
  expect_passes(rows[5], "s_stride64");
  expect_passes(rows[6], "s_stride128");
}

TEST(BankConflictsNumbers, CostIsThatOfTheCounters) {
  const auto rows = table_of("cost");
  ASSERT_EQ(rows.size(), 3U);
  const std::vector<std::string> kernels{"void transpose<0>", "void transpose<1>"};
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const auto launches = measured(kernels[i]);
    ASSERT_EQ(launches.size(), 1U) << kernels[i];
    const auto& row = rows[i + 1];
    EXPECT_EQ(whole(row[1]), std::stoi(launches[0].at(kLoads)));
    EXPECT_EQ(whole(row[2]), std::stoi(launches[0].at(kPasses)));
    EXPECT_EQ(whole(row[3]), std::stoi(launches[0].at(kConflicts)));
    EXPECT_NEAR(std::stod(row[4]), std::stod(launches[0].at("gpu__time_duration.sum")) / 1e3,
                0.0501);
  }
}

}  // namespace
}  // namespace warpscope::slides
