// The launches as a table: columns, order, comma-separated values.
#include "viewer/model/launch_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "record/derived.h"
#include "record/metrics.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer {
namespace {

using Rows = std::vector<std::uint32_t>;

const LaunchField* find(const std::vector<LaunchField>& fields, std::string_view id) {
  const auto found = std::ranges::find(fields, id, &LaunchField::id);
  return found == fields.end() ? nullptr : &*found;
}

TEST(LaunchTable, OffersEveryCounterOfTheRecord) {
  auto record = test::student_record();
  record.launches[3].counters["warpscope__of_tomorrow.sum"] = 7;
  const auto fields = launch_fields(record);
  for (const auto& launch : record.launches) {
    for (const auto& [name, value] : launch.counters)
      EXPECT_NE(find(fields, name), nullptr) << name;
  }
  EXPECT_EQ(find(fields, record::metric::kBarriers), nullptr);  // nothing to show
  EXPECT_EQ(find(fields, record::metric::kLoadSectors)->heading, "load sectors");
  EXPECT_EQ(find(fields, record::metric::kLoadSectors)->unit, "sectors");
  for (const auto& field : fields) EXPECT_FALSE(field.meaning.empty()) << field.id;
}

TEST(LaunchTable, SaysWhereNumbersComeFrom) {
  auto record = test::student_record();
  const auto source = [&](std::string_view id) { return find(launch_fields(record), id)->source; };
  EXPECT_EQ(source("time"), "modelled");
  EXPECT_EQ(source(record::metric::kLoadSectors), "exact count");
  EXPECT_EQ(source(record::derived::kSectorsPerLoadRequest), "exact count");
  EXPECT_EQ(source("blocks"), "");
  record.device.times = record.device.counters = record::Provenance::measured;
  EXPECT_EQ(source("time"), "measured");
  EXPECT_EQ(source(record::metric::kLoadSectors), "measured");
}

TEST(LaunchTable, MachineCodeMayBeCountedInPart) {
  auto record = test::student_record();
  const auto name = record::metric::kMachineInstructions;
  record.launches[0].counters[std::string(name)] = 9;
  record.launches[0].machine_instructions = record::Certainty::exact;
  EXPECT_EQ(find(launch_fields(record), name)->source, "exact count");
  record.launches[0].machine_instructions = record::Certainty::at_least;
  EXPECT_EQ(find(launch_fields(record), name)->source, "not exact: at least");
}

TEST(LaunchTable, SortsByAnyColumn) {
  auto record = test::student_record();
  EXPECT_EQ(launch_rows(record, {}), (Rows{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(launch_rows(record, {"", "launch", true}), (Rows{5, 4, 3, 2, 1, 0}));
  // Equal ones as they ran.
  EXPECT_EQ(launch_rows(record, {"", std::string(record::metric::kLoadSectors), true}),
            (Rows{3, 4, 5, 2, 1, 0}));
  // "copy/stride-1", "-16", "-2", "-32", "-4", "-8".
  EXPECT_EQ(launch_rows(record, {"", "case", false}), (Rows{0, 4, 1, 5, 2, 3}));
  record.launches[0].count = 3;
  record.launches[4].count = 2;
  EXPECT_EQ(launch_rows(record, {"", "stands for", false}), (Rows{4, 0, 1, 2, 3, 5}));
  EXPECT_EQ(launch_rows(record, {"", "stands for", true}), (Rows{0, 4, 1, 2, 3, 5}));
}

TEST(LaunchTable, FiltersByKernelAndCase) {
  auto record = test::student_record();
  record.launches[2].kernel = "fill(int*)";
  EXPECT_EQ(launch_rows(record, {"FILL", "", false}), Rows{2});
  EXPECT_EQ(launch_rows(record, {"stride-1", "", false}), (Rows{0, 4}));
  EXPECT_EQ(launch_rows(record, {"copy( stride-16", "", false}), Rows{4});
  EXPECT_EQ(launch_rows(record, {"nothing", "", false}), Rows{});
  EXPECT_EQ(launch_rows(record, {"  ", "", false}).size(), 6U);
}

TEST(LaunchTable, WritesCommaSeparatedValues) {
  auto record = test::student_record();
  record.launches[1].duration_s = 2.5e-6;
  record.cases[1].name = "a \"b\", c";
  const auto all = launch_fields(record);
  const std::vector<LaunchField> fields{*find(all, "case"), *find(all, "time"),
                                        *find(all, record::metric::kLoadRequests)};
  EXPECT_EQ(launches_csv(record, fields, Rows{1}),
            "launch,case,\"time, s (modelled)\",\"load requests, requests (exact count)\"\r\n"
            "1,\"a \"\"b\"\", c\",2.5e-06,4096\r\n");
}

TEST(LaunchTable, BearsAnyNumbers) {
  auto record = test::student_record();
  constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
  record.launches[0].grid = {kMost, kMost, kMost};
  record.launches[0].case_index = kMost;
  record.launches[0].duration_s = 1e300;
  for (const auto& field : launch_fields(record)) {
    EXPECT_EQ(launch_text(record, record.launches[0], field.id).empty(), field.id == "case")
        << field.id;
  }
  EXPECT_EQ(launch_rows(record, {"", "blocks", true}).front(), 0U);
}

}  // namespace
}  // namespace warpscope::viewer
