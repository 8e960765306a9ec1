// Of every launch that was read on an H200: which of its memory counters differ here. What is found
// must be what h200/differences.csv lists, no launch more and none less: pages tell its numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/golden/probes.h"

namespace warpscope {
namespace {

struct Program {
  const char* name;
  bool has_l1 = false;  ///< hits in L1 were read, too
};
constexpr std::array<Program, 10> kPrograms{{{"access_patterns"},
                                             {"counter_probes"},
                                             {"address_probes"},
                                             {"constant_probes"},
                                             {"uniform_probes"},
                                             {"everyday_probes", true},
                                             {"l1_probes", true},
                                             {"reduction_probes"},
                                             {"shared_probes"},
                                             {"value_probes"}}};

constexpr std::string_view kReplays = "warpscope__constant_replays_op_ld.sum";
// What the H200 calls replays: requests less loads.
constexpr const char* kConstantRequests = "idc__requests.sum";
constexpr const char* kConstantLoads = "smsp__inst_executed_op_ldc_pred_on_any.sum";

// Names of a launch's memory counters that are not the H200's, with semicolons between them.
std::string differences(const Probes& probes, std::size_t launch) {
  const auto& row = probes.measured[launch];
  std::string found;
  const auto note = [&](std::string_view counter) {
    found += (found.empty() ? "" : ";") + std::string(counter);
  };
  for (const auto& [counter, value] : row) {
    const bool is_ours = probes.run.launches[launch].counters.contains(counter);
    if (!counter.starts_with("l1tex__") || !is_ours || value.empty()) continue;
    if (probes.ours(launch, counter) != probes.hardware(launch, counter)) note(counter);
  }
  if (row.contains(kConstantRequests) && row.contains(kConstantLoads)) {
    const auto replays =
        probes.hardware(launch, kConstantRequests) - probes.hardware(launch, kConstantLoads);
    if (probes.ours(launch, kReplays) != replays) note(kReplays);
  }
  return found;
}

TEST(Differences, AreTheOnesThatAreListed) {
  std::string text = "program,launch,name,counters\n";
  for (const Program& program : kPrograms) {
    const std::vector<std::string> options(program.has_l1 ? 1 : 0, "--l1");
    const Probes& launches = probes(program.name, options);
    for (std::size_t i = 0; i < launches.measured.size(); ++i) {
      const std::string found = differences(launches, i);
      if (found.empty()) continue;
      text += std::string(program.name) + "," + launches.measured[i].at("launch") + "," +
              launches.name(i) + "," + found + "\n";
    }
  }
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/golden/h200/differences.csv");
  const std::string listed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, listed) << "Renew the file, then run docs/numbers_of_evidence.py.";
}

}  // namespace
}  // namespace warpscope
