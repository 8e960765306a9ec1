#include "record/beside_curves.h"

#include <algorithm>

namespace warpscope::record {
namespace {

constexpr double kBytesPerGigabyte = 1e9;

BesideCurve& curve_of(std::vector<BesideCurve>& all, const KeptCurve& kept) {
  const auto found = std::ranges::find_if(all, [&](const BesideCurve& other) {
    return other.sweep == kept.sweep && other.program == kept.program && other.task == kept.task;
  });
  if (found != all.end()) return *found;
  return all.emplace_back(BesideCurve{kept.sweep, kept.program, kept.task});
}

BesideCurve::Point& point_of(BesideCurve& curve, double x) {
  const auto place = std::ranges::lower_bound(curve.points, x, {}, &BesideCurve::Point::x);
  if (place != curve.points.end() && place->x == x) return *place;
  return *curve.points.insert(place, {x, std::nullopt, std::nullopt});
}

}  // namespace

std::vector<BesideCurve> beside_curves(const KeptRuns& runs) {
  std::vector<BesideCurve> all;
  for (const auto& kept : runs.curves) {
    const bool is_bandwidth = kept.metric == kBandwidthOfKept;
    if (!is_bandwidth && kept.metric != kCounterOfKept) continue;
    auto& curve = curve_of(all, kept);
    for (const auto& [x, y] : kept.points) {
      auto& point = point_of(curve, x);
      if (is_bandwidth) {
        point.bytes_per_s = y * kBytesPerGigabyte;
      } else {
        point.counter = y;
      }
    }
  }
  return all;
}

std::vector<const BesideCurve*> drawn_beside(const RunRecord& record, std::string_view sweep) {
  std::vector<const BesideCurve*> curves;
  for (const auto& curve : record.beside_curves) {
    if (curve.sweep == sweep && !curve.points.empty()) curves.push_back(&curve);
  }
  return curves;
}

std::vector<const MeasuredCurve*> measured_of_others(const RunRecord& record,
                                                     std::string_view sweep) {
  std::vector<const MeasuredCurve*> curves;
  for (const auto& curve : record.measured_curves) {
    const bool is_other = curve.program != "starter" && curve.program != "reference";
    if (curve.sweep == sweep && is_other && !curve.points.empty()) curves.push_back(&curve);
  }
  return curves;
}

std::string label_beside(std::string_view program, std::string_view task, bool has_tasks) {
  const auto slash = program.rfind('/');
  std::string label(slash == std::string_view::npos ? program : program.substr(slash + 1));
  if (has_tasks) label.append(", ").append(task);
  return label;
}

bool has_tasks(const std::vector<const BesideCurve*>& curves) {
  return std::ranges::any_of(
      curves, [&](const BesideCurve* curve) { return curve->task != curves.front()->task; });
}

}  // namespace warpscope::record
