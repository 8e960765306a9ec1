#include "record/derived.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "record/metrics.h"
#include "tests/record/sample_record.h"

namespace warpscope::record {
namespace {

TEST(Metrics, NamesAreUniqueAndDescribed) {
  std::set<std::string_view> names;
  for (const auto& metric : metrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_FALSE(metric.short_name.empty()) << metric.name;
    EXPECT_FALSE(metric.unit.empty()) << metric.name;
    EXPECT_EQ(metric.description.back(), '.') << metric.name;
    EXPECT_EQ(find_metric(metric.name), &metric);
  }
  for (const auto& metric : derived_metrics()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    for (const auto name : metric.numerator) EXPECT_NE(find_metric(name), nullptr) << name;
    for (const auto name : metric.denominator) EXPECT_NE(find_metric(name), nullptr) << name;
  }
  EXPECT_EQ(find_metric("no.such"), nullptr);
}

TEST(Derived, SectorsPerRequestOfACase) {
  const auto record = test::sample_record();
  const auto counters = case_counters(record, 0);
  EXPECT_EQ(counters.find(metric::kLoadRequests)->second, 20u);
  EXPECT_DOUBLE_EQ(metric_value(derived::kSectorsPerLoadRequest, counters).value(), 4.0);
  EXPECT_DOUBLE_EQ(metric_value(metric::kStoreSectors, counters).value(), 0.0);
  EXPECT_FALSE(metric_value(derived::kSectorsPerStoreRequest, counters).has_value());
  EXPECT_FALSE(metric_value("no.such", counters).has_value());
}

TEST(Derived, BankConflictWays) {
  const Counters counters = {{std::string(metric::kSharedLoadWavefronts), 64},
                             {std::string(metric::kSharedLoadConflicts), 62}};
  EXPECT_DOUBLE_EQ(metric_value(derived::kSharedConflictWays, counters).value(), 32.0);
}

TEST(Derived, EffectiveBandwidthIsUsefulBytesOverDeviceTime) {
  const auto record = test::sample_record();
  EXPECT_NEAR(effective_bandwidth_bytes_per_s(record, 0).value(), 2560 / 2e-6, 1.0);
  EXPECT_FALSE(effective_bandwidth_bytes_per_s(record, 1).has_value());
  EXPECT_FALSE(effective_bandwidth_bytes_per_s(record, 99).has_value());
}

TEST(Derived, DeviceTimeIsOfLaunchesByThemselves) {
  auto record = test::sample_record();
  const double before_s = case_kernel_s(record, 0);
  const auto launch = std::ranges::find(record.launches, 0U, &Launch::case_index);
  const double duration_s = launch->duration_s;
  launch->duration_s *= 3;  // beside others
  launch->clock.emplace().alone_s = duration_s;
  EXPECT_DOUBLE_EQ(case_kernel_s(record, 0), before_s);
}

TEST(Derived, LineTableSumsLaunches) {
  const auto record = test::sample_record();
  const auto table = line_table(record);
  ASSERT_EQ(table.size(), 1u);
  EXPECT_EQ(table[0].where.line, 7u);
  EXPECT_EQ(table[0].counters.find(metric::kLoadSectors)->second, 80u);
  const auto second = line_table(record, [](const Launch& launch) { return launch.id == 1; });
  EXPECT_EQ(second[0].counters.find(metric::kLoadSectors)->second, 40u);
}

}  // namespace
}  // namespace warpscope::record
