// Blocks that one H100 had on a multiprocessor at a time, counted by the blocks themselves on 27
// November 2026: tests/golden/h100/resident_blocks.cu. (Its multiprocessor is the H200's.)
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "arch/occupancy.h"
#include "tests/support/profiles.h"

namespace warpscope::arch {
namespace {

struct Row {
  BlockNeeds block;
  std::uint32_t resident = 0, by_runtime = 0;
};

std::vector<Row> rows() {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/golden/h100/resident_blocks_h100.csv");
  std::string line;
  std::getline(file, line);
  std::vector<Row> result;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Row row;
    char comma = 0;
    cells >> row.block.registers >> comma >> row.block.threads >> comma >> row.block.shared_bytes >>
        comma >> row.resident >> comma >> row.by_runtime;
    result.push_back(row);
  }
  return result;
}

TEST(ResidentBlocks, AreAsManyAsOnAnH100) {
  const Multiprocessor sm = static_cast<const Multiprocessor&>(test::profile("h200").sm);
  const auto measured = rows();
  ASSERT_EQ(measured.size(), 42U);
  for (const Row& row : measured) {
    EXPECT_EQ(occupancy(sm, row.block).blocks(), row.resident)
        << row.block.registers << " registers, " << row.block.threads << " threads, "
        << row.block.shared_bytes << " bytes";
    EXPECT_EQ(row.resident, row.by_runtime);
  }
}

}  // namespace
}  // namespace warpscope::arch
