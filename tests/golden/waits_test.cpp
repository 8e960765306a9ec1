// Launches whose blocks wait for each other, with exec --clock: how long that takes beside an H100.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

/// What probes_waits.cu prints: what is done and by how many blocks, and how long it takes, in us.
std::map<std::string, double> waits_of(std::istream& lines) {
  constexpr std::string_view kUnit = " us:";
  std::map<std::string, double> rows;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(kUnit);
    if (at != std::string::npos)
      rows[line.substr(0, at)] = std::stod(line.substr(at + kUnit.size()));
  }
  return rows;
}

VirtualRun run_waits(const std::vector<std::string>& more) {
  std::vector<std::string> options{"--profile", "h100", "--clock"};
  options.insert(options.end(), more.begin(), more.end());
  return run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_probes_waits", {"1", "few"}, options);
}

TEST(Waits, TakeAboutAsLongAsOnAnH100) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/bench/calibrate/results/h100_waits.txt");
  const auto measured = waits_of(file);
  const VirtualRun run = run_waits({});
  ASSERT_EQ(run.exit_code, 0) << run.output;
  std::istringstream output(run.output);
  const auto shown = waits_of(output);
  // Of locks of several blocks, and of flags, each is waited for: turns of a fixed length give 0.1 to
  // 10 times as long. Barriers have parts of their own that the clock has too short, so their bounds
  // are wide, and other turns would keep them as well.
  const std::map<std::string, double> allowed{
      {"a lock that is held for nothing, all blocks  blocks:     1", 0.2},
      {"a lock that is held for nothing, all blocks  blocks:     8", 0.1},
      {"the same, for 1,000 steps                    blocks:     8", 0.1},
      {"a flag from block to block, each             blocks:   132", 0.15},
      {"a barrier by a counter                       blocks:    33", 0.45},
      {"a barrier of cooperative groups              blocks:    33", 0.45}};
  for (const auto& [row, by] : allowed) {
    ASSERT_TRUE(measured.contains(row) && shown.contains(row)) << row;
    EXPECT_NEAR(shown.at(row) / measured.at(row), 1, by) << row;
  }
  for (const record::Launch& launch : run.record.launches) {
    EXPECT_TRUE(launch.timed_blocks) << launch.kernel;
    EXPECT_TRUE(launch.clock_reads == record::ClockReads::by_clock ||
                launch.clock_reads == record::ClockReads::about)
        << launch.kernel;
  }
  EXPECT_EQ(run_waits({"--workers", "1"}).output, run.output);
}

}  // namespace
}  // namespace warpscope
