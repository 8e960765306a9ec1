// A launch beside the same one on the other side.
#include "viewer/model/launch_twin.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "record/metrics.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer {
namespace {

using record::metric::kLoadSectors;

TEST(LaunchTwin, StandsInTheSamePlaceOfTheCaseOfTheSameName) {
  const auto record = test::student_record();
  auto other = record;
  std::ranges::reverse(other.cases);
  for (auto& launch : other.launches) {
    if (launch.case_index)
      launch.case_index = static_cast<std::uint32_t>(other.cases.size() - 1 - *launch.case_index);
  }
  for (std::size_t i = 0; i < record.launches.size(); ++i)
    EXPECT_EQ(twin_of(record, record.launches[i], other), &other.launches[i]) << i;
  const auto lost = record.launches.front().case_index;
  ASSERT_TRUE(lost);
  std::erase_if(other.cases, [&](const auto& of) { return of.name == record.cases[*lost].name; });
  EXPECT_EQ(twin_of(record, record.launches.front(), other), nullptr);
}

TEST(LaunchTwin, WithoutCasesThePlaceInTheProgramCounts) {
  auto record = test::student_record();
  for (auto& launch : record.launches) launch.case_index.reset();
  auto other = record;
  other.launches.resize(2);
  EXPECT_EQ(twin_of(record, record.launches[1], other), &other.launches[1]);
  EXPECT_EQ(twin_of(record, record.launches[2], other), nullptr);
}

TEST(LaunchTwin, RowsSayWhatDiffersAndWhatIsNotCounted) {
  record::Device device, other_device;
  record::Launch launch, other;
  launch.counters = {{std::string(kLoadSectors), 8}, {"one.sum", 3}, {"hidden.sum", 5}};
  other.counters = {{std::string(kLoadSectors), 8}, {"one.sum", 4}};
  other_device.capabilities.emplace().left_out_counters = {"hidden.sum"};
  const auto rows = twin_rows(device, launch, other_device, other);
  const auto row = [&](std::string_view name) {
    return *std::ranges::find(rows, name, &TwinRow::metric);
  };
  EXPECT_TRUE(row(kLoadSectors).is_equal);
  EXPECT_EQ(row(kLoadSectors).value, row(kLoadSectors).other);
  EXPECT_FALSE(row("one.sum").is_equal);
  EXPECT_TRUE(row("hidden.sum").is_equal) << "nobody can tell";
  EXPECT_EQ(row("hidden.sum").other, "\u2013");
  other.counters.clear();
  for (const auto& each : twin_rows(device, launch, other_device, other))
    EXPECT_TRUE(each.is_equal) << each.metric;
}

}  // namespace
}  // namespace warpscope::viewer
