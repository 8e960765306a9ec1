// The measured programs with and without --check, which lowers their kernels in another way
// (docs/contributors/watching.md): all that the launches count is the same. Of access_patterns,
// whose launches are the longest, faults_counters_test has the kinds of accesses.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

// Counters by the name warpscope__… are findings of the checks themselves.
std::map<std::string, std::string> counts(const record::Launch& launch) {
  std::map<std::string, std::string> result{{"kernel", launch.kernel}};
  for (const auto& [name, value] : launch.counters) {
    if (!name.starts_with("warpscope__")) result[std::string(name)] = std::to_string(value);
  }
  return result;
}

class ObservedRuns : public testing::TestWithParam<const char*> {};

TEST_P(ObservedRuns, CountTheSame) {
  const std::string program = std::string(WARPSCOPE_BINARY_DIR "/bin/warpscope_") + GetParam();
  const VirtualRun plain = run_virtually(program, {}, {});
  const VirtualRun observed = run_virtually(program, {}, {"--check"});
  ASSERT_FALSE(plain.record.launches.empty()) << plain.output;
  ASSERT_EQ(plain.record.launches.size(), observed.record.launches.size()) << observed.output;
  for (std::size_t i = 0; i < plain.record.launches.size(); ++i)
    EXPECT_EQ(counts(plain.record.launches[i]), counts(observed.record.launches[i]))
        << "launch " << i;
}

INSTANTIATE_TEST_SUITE_P(Golden, ObservedRuns,
                         testing::Values("address_probes", "constant_probes", "counter_probes",
                                         "everyday_probes", "reduction_probes", "shared_probes",
                                         "uniform_probes", "value_probes"));

}  // namespace
}  // namespace warpscope
