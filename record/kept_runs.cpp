#include "record/kept_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/json_value.h"

namespace warpscope::record {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> kBarKinds{"launch", "copy", "phase"};
constexpr std::uint64_t kMostRows = 1000;

json curve_json(const KeptCurve& curve) {
  return {{"program", curve.program}, {"sweep", curve.sweep},   {"metric", curve.metric},
          {"task", curve.task},       {"title", curve.title},   {"x_label", curve.x_label},
          {"y_label", curve.y_label}, {"source", curve.source}, {"points", curve.points}};
}

json lane_json(const KeptLane& lane) {
  json bars = json::array();
  for (const auto& bar : lane.bars) {
    bars.push_back({kBarKinds[static_cast<std::size_t>(bar.kind)], bar.label, bar.row, bar.begin_us,
                    bar.end_us});
  }
  return {{"title", lane.title}, {"bars", std::move(bars)}};
}

/// Elements of an array, a line each.
std::string lines_of(const std::vector<std::string>& elements, std::string_view indent) {
  if (elements.empty()) return "[]";
  std::string text = "[\n";
  for (std::size_t i = 0; i < elements.size(); ++i) {
    text += fmt::format("{}  {}{}\n", indent, elements[i], i + 1 < elements.size() ? "," : "");
  }
  return text + std::string(indent) + "]";
}

std::string timeline_text(const KeptTimeline& timeline) {
  std::vector<std::string> lanes;
  for (const auto& lane : timeline.lanes) lanes.push_back(to_text(lane_json(lane)));
  return fmt::format("{{\"program\":{},\"case\":{},\"source\":{},\"lanes\":{}}}",
                     to_text(json(timeline.program)), to_text(json(timeline.case_name)),
                     to_text(json(timeline.source)), lines_of(lanes, "    "));
}

KeptCurve curve_from(const JsonView& value) {
  KeptCurve curve;
  curve.program = value.at("program").as_string();
  curve.sweep = value.at("sweep").as_string();
  curve.metric = value.at("metric").as_string();
  curve.task = value.at("task").as_string();
  curve.title = value.at("title").as_string();
  curve.x_label = value.at("x_label").as_string();
  curve.y_label = value.at("y_label").as_string();
  curve.source = value.at("source").as_string();
  const auto points = value.at("points");
  for (std::size_t i = 0; i < points.array_size(); ++i) {
    const auto point = points.at(i);
    curve.points.push_back({point.at(std::size_t{0}).as_double(), point.at(1).as_double()});
  }
  return curve;
}

KeptBar bar_from(const JsonView& value) {
  KeptBar bar;
  const auto kind = value.at(std::size_t{0}).as_string();
  const auto* const found = std::ranges::find(kBarKinds, kind);
  if (found == kBarKinds.end()) value.fail("is of no known kind");
  bar.kind = static_cast<KeptBar::Kind>(found - kBarKinds.begin());
  bar.label = value.at(1).as_string();
  bar.row = static_cast<std::uint32_t>(value.at(2).as_unsigned(kMostRows));
  bar.begin_us = value.at(3).as_double();
  bar.end_us = value.at(4).as_double();
  if (bar.begin_us < 0 || bar.end_us < bar.begin_us) value.fail("ends before it begins");
  return bar;
}

KeptTimeline timeline_from(const JsonView& value) {
  KeptTimeline timeline;
  timeline.program = value.at("program").as_string();
  timeline.case_name = value.at("case").as_string();
  timeline.source = value.at("source").as_string();
  const auto lanes = value.at("lanes");
  for (std::size_t i = 0; i < lanes.array_size(); ++i) {
    auto& lane = timeline.lanes.emplace_back();
    lane.title = lanes.at(i).at("title").as_string();
    const auto bars = lanes.at(i).at("bars");
    for (std::size_t j = 0; j < bars.array_size(); ++j) lane.bars.push_back(bar_from(bars.at(j)));
  }
  return timeline;
}

}  // namespace

std::string to_text(const KeptRuns& runs) {
  std::vector<std::string> curves, timelines;
  for (const auto& curve : runs.curves) curves.push_back(to_text(curve_json(curve)));
  for (const auto& timeline : runs.timelines) timelines.push_back(timeline_text(timeline));
  return fmt::format("{{\n  \"lab\": {},\n  \"curves\": {},\n  \"timelines\": {}\n}}\n",
                     to_text(json(runs.lab)), lines_of(curves, "  "), lines_of(timelines, "  "));
}

KeptRuns kept_runs_from_text(std::string_view text) {
  const auto document = parse_json(text);
  const JsonView view(document);
  KeptRuns runs;
  runs.lab = view.at("lab").as_string();
  const auto curves = view.at("curves");
  for (std::size_t i = 0; i < curves.array_size(); ++i)
    runs.curves.push_back(curve_from(curves.at(i)));
  const auto timelines = view.at("timelines");
  for (std::size_t i = 0; i < timelines.array_size(); ++i)
    runs.timelines.push_back(timeline_from(timelines.at(i)));
  return runs;
}

double kept_value(double value) { return std::stod(fmt::format("{:.6g}", value)); }

double kept_time_us(double time_s) { return std::round(time_s * 1e9) / 1e3; }

}  // namespace warpscope::record
