// CUDA's rules for streams, launches (also by kernels), devices, errors and graphs: programs that
// print one line per rule. h200/<program>.txt is what the same program printed on an H200 with CUDA
// 13, peer_rules on a machine with two.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

std::vector<std::string> lines_of(std::istream& text) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// What an H200 has and the virtual one has not, or has otherwise, by attribute number.
const std::set<int> kOtherAttributes{
    32,  // error correction
    34,  // place on the bus
    36,  // memory clock: from the data sheet's bandwidth
    44,  // reserved numbers, which have no meaning
    90,  // compute preemption
    96,  102, 103, 107, 110,
    112,            // sparse arrays
    113,            // read-only registration of host memory
    114,            // interop with semaphores
    116, 117, 118,  // RDMA
    119,            // memory pools between processes
    120,            // clusters
    121,            // deferred mapping of arrays
    122, 123, 124,
    125,  // events between processes
    127, 128, 129,
    134,            // NUMA node of the host
    139, 140, 141,  // PCI numbers
    142, 144,       // memory pools of the host
    145,
};

bool may_differ(const std::string& line) {
  // Within a graph no address is given twice here, even when the first use has ended.
  if (line.rfind("addresses ", 0) == 0) return true;
  int number = 0;
  return std::sscanf(line.c_str(), "attribute %d:", &number) == 1 &&
         kOtherAttributes.contains(number);
}

/// Each program for which there is a file of what an H200 printed.
std::vector<std::string> measured_programs() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPSCOPE_SOURCE_DIR "/tests/vgpu/cudart/h200"))
    names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

class Rules : public testing::TestWithParam<std::string> {};

TEST_P(Rules, AreThoseOfAnH200) {
  std::ifstream measured(std::string(WARPSCOPE_SOURCE_DIR "/tests/vgpu/cudart/h200/") + GetParam() +
                         ".txt");
  const std::vector<std::string> expected = lines_of(measured);
  ASSERT_FALSE(expected.empty());
  const bool is_about_two = GetParam() == "peer_rules";
  // The H200 was asked while a kernel waited; a launch of ours has ended before the next request.
  std::vector<std::string> arguments;
  if (GetParam() == "graph_memory_figures") arguments = {"100000"};
  const ProgramRun& run = run_once(GetParam(), arguments, "h200", is_about_two ? 2 : 1);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.device_exit_code, 0);
  std::istringstream output(run.output);
  const std::vector<std::string> lines = lines_of(output);
  ASSERT_EQ(lines.size(), expected.size()) << run.output << run.errors;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (may_differ(expected[i])) continue;
    EXPECT_EQ(lines[i], expected[i])
        << "line " << i + 1 << (i > 0 ? ", after " + lines[i - 1] : "");
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Rules, testing::ValuesIn(measured_programs()),
                         [](const auto& test) { return test.param; });

TEST(CooperativeGrid, EveryBlockSeesWhatAllWroteBeforeTheBarrier) {
  const ProgramRun run = run_program("grid_sync");
  EXPECT_EQ(run.output, "cudaSuccess\n0 wrong\ncudaSuccess\n1\n") << run.errors;
}

}  // namespace
}  // namespace warpscope::cudart
