#include "record/measured_curves.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/files.h"
#include "record/json_value.h"

namespace warpscope::record {
namespace {

namespace fs = std::filesystem;

fs::path source_root() { return fs::path(WARPSCOPE_SOURCE_DIR); }

std::string documented_example() {
  const auto page = read_file(source_root() / "docs" / "reference" / "measured_curves.md");
  const std::string opening = "```json\n";
  const auto begin = page.find(opening) + opening.size();
  return page.substr(begin, page.find("\n```", begin) - begin);
}

std::string reason_against(const std::string& text) {
  try {
    measured_curves_from_json(text);
  } catch (const RecordError& error) {
    return error.what();
  }
  return "no error";
}

/// The example with one value replaced or added.
std::string example_with(const std::string& pointer, const nlohmann::json& value) {
  auto document = nlohmann::json::parse(documented_example());
  document[nlohmann::json::json_pointer(pointer)] = value;
  return document.dump();
}

const std::string kPoint = "/programs/0/sweeps/0/points/0";

TEST(MeasuredCurves, DocumentedExampleRoundTrips) {
  const auto example = documented_example();
  const auto curves = measured_curves_from_json(example);
  EXPECT_EQ(to_json_value(curves), nlohmann::json::parse(example));
  EXPECT_EQ(to_json(measured_curves_from_json(to_json(curves))), to_json(curves));
}

TEST(MeasuredCurves, SaysWhatItCannotRead) {
  EXPECT_EQ(reason_against("{"), "The text is not JSON: it stops making sense at byte 2.");
  EXPECT_EQ(reason_against(example_with("/schema_version", 2)),
            "Not valid measured curves: schema_version is 2, and this Warpscope reads 1.");
  EXPECT_EQ(reason_against(example_with("/runs", 0)),
            "Not valid measured curves: runs must be at least 1.");
  EXPECT_EQ(reason_against(example_with("/device/times", "modelled")),
            "Not valid measured curves: device.times must be \"measured\".");
  EXPECT_EQ(reason_against(example_with(kPoint + "/kernels/median_s", "fast")),
            "Not valid measured curves: programs[0].sweeps[0].points[0].kernels.median_s must be a "
            "number but is a string.");
  EXPECT_EQ(reason_against(example_with(kPoint + "/kernels/median_s", 1)),
            "Not valid measured curves: programs[0].sweeps[0].points[0].kernels must have 0 <= "
            "min_s <= median_s <= max_s.");
  EXPECT_EQ(reason_against(example_with("/programs/0/sweeps/0/data_scale", 0)),
            "Not valid measured curves: programs[0].sweeps[0].data_scale must be at least 1.");
}

TEST(MeasuredCurves, RefusesWhatItWouldLose) {
  EXPECT_EQ(reason_against(example_with(kPoint + "/energy_j", 3)),
            "Not valid measured curves: the field /programs/0/sweeps/0/points/0/energy_j is not "
            "known.");
}

TEST(MeasuredCurves, RefusesPointsOutOfOrderAndTwinSweeps) {
  auto document = nlohmann::json::parse(documented_example());
  auto& sweeps = document["programs"][0]["sweeps"];
  sweeps[0]["points"].push_back(sweeps[0]["points"][0]);
  EXPECT_EQ(reason_against(document.dump()),
            "Not valid measured curves: programs[0].sweeps[0].points[1].x must be greater than "
            "that of the point before it.");
  sweeps[0]["points"].erase(1);
  sweeps.push_back(sweeps[0]);
  EXPECT_EQ(
      reason_against(document.dump()),
      "Not valid measured curves: programs[0].sweeps[1] has the id \"offset\" and the task of "
      "an earlier one.");
}

TEST(MeasuredCurves, DrawsRightAnswersAsUsefulBytesOverTheMedian) {
  auto curves = measured_curves_from_json(documented_example());
  auto& points = curves.programs[0].sweeps[0].points;
  points.push_back(points[0]);
  points[1].x = 1;
  points[1].verdict = Case::Verdict::wrong;
  const auto drawn = curves_of(curves);
  ASSERT_EQ(drawn.size(), 1U);
  ASSERT_EQ(drawn[0].points.size(), 1U);
  EXPECT_DOUBLE_EQ(drawn[0].points[0].bytes_per_s, 134217728 / 4e-5);
  EXPECT_EQ(label_of(drawn[0]),
            "reference, add_one: measured, H200, 2026-01-31, 16 times the data");
  EXPECT_EQ(drawn[0].dram_bytes_per_s, 4.8e12);
}

TEST(MeasuredCurves, TheReferencesStandBesideTheReferenceOnly) {
  RunRecord record;
  record.measured_curves = {{"offset", "starter", "add_one", "measured", 1, 1, {{0, 1, 1}}},
                            {"offset", "reference", "add_one", "measured", 1, 1, {{0, 2, 1}}}};
  record.program.label = "student";
  const auto curves = [&](const char* sweep) { return measured_beside(record, sweep); };
  EXPECT_EQ(curves("offset"), std::vector<const MeasuredCurve*>{record.measured_curves.data()});
  record.program.label = "reference";
  EXPECT_EQ(curves("offset"), std::vector<const MeasuredCurve*>{&record.measured_curves[1]});
  EXPECT_TRUE(curves("another").empty());
  record.measured_curves[1].points.clear();
  EXPECT_TRUE(curves("offset").empty());
}

TEST(MeasuredCurves, OnesOwnStandBeforeTheStarters) {
  RunRecord record;
  record.program.label = "student";
  record.measured_curves = {{"offset", "starter", "add_one", "measured", 1, 1, {{0, 1, 1}}},
                            {"offset", "student", "add_one", "measured", 1, 1, {{0, 3, 1}}}};
  EXPECT_EQ(measured_beside(record, "offset"),
            (std::vector<const MeasuredCurve*>{&record.measured_curves[1],
                                               record.measured_curves.data()}));
}

TEST(MeasuredCurves, EveryLabsFileIsValidAndOfItsOwnLab) {
  int files = 0;
  for (const auto& folder : fs::directory_iterator(source_root() / "labs")) {
    const auto path = folder.path() / "h200.json";
    if (!fs::exists(path)) continue;
    const auto curves = load_measured_curves(path);
    EXPECT_EQ(curves.lab, folder.path().filename());
    EXPECT_FALSE(curves_of(curves).empty()) << path;
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace warpscope::record
