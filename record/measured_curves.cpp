#include "record/measured_curves.h"

#include <algorithm>

#include "base/files.h"
#include "record/json_value.h"

namespace warpscope::record {
namespace {

using nlohmann::json;

constexpr std::string_view kVendor = "NVIDIA ";
constexpr std::size_t kDateLength = 10;  // of "2026-11-22T21:40:00Z"

/// Without the vendor: "H200".
std::string device_words(const Device& device) {
  return device.name.starts_with(kVendor) ? device.name.substr(kVendor.size()) : device.name;
}

[[noreturn]] void refuse(const std::string& what) {
  throw RecordError("Not valid measured curves: " + what);
}

void check_time(const MeasuredTime& time, const std::string& where) {
  if (time.min_s >= 0 && time.min_s <= time.median_s && time.median_s <= time.max_s) return;
  refuse(where + " must have 0 <= min_s <= median_s <= max_s.");
}

void check_sweep(const MeasuredSweep& sweep, const std::string& where) {
  if (sweep.data_scale == 0) refuse(where + ".data_scale must be at least 1.");
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const auto point = where + ".points[" + std::to_string(i) + "]";
    check_time(sweep.points[i].kernels, point + ".kernels");
    check_time(sweep.points[i].call, point + ".call");
    if (sweep.points[i].result_spread_ulp.value_or(0) < 0)
      refuse(point + ".result_spread_ulp must not be below 0.");
    if (i > 0 && !(sweep.points[i - 1].x < sweep.points[i].x)) {
      refuse(point + ".x must be greater than that of the point before it.");
    }
  }
}

void check(const MeasuredCurves& curves) {
  if (curves.created.size() < kDateLength) refuse("created must begin with a date.");
  if (curves.device.times != Provenance::measured) refuse("device.times must be \"measured\".");
  if (curves.runs == 0) refuse("runs must be at least 1.");
  for (std::size_t p = 0; p < curves.programs.size(); ++p) {
    const auto& sweeps = curves.programs[p].sweeps;
    for (std::size_t s = 0; s < sweeps.size(); ++s) {
      const auto where = "programs[" + std::to_string(p) + "].sweeps[" + std::to_string(s) + "]";
      const auto end = sweeps.begin() + static_cast<long>(s);
      const auto is_twin = [&](const MeasuredSweep& other) {
        return other.id == sweeps[s].id && other.task == sweeps[s].task;
      };
      if (std::any_of(sweeps.begin(), end, is_twin)) {
        refuse(where + " has the id \"" + sweeps[s].id + "\" and the task of an earlier one.");
      }
      check_sweep(sweeps[s], where);
    }
  }
}

/// A field that reading and writing again loses is one that this version does not know.
void check_nothing_is_lost(const json& document, const MeasuredCurves& curves) {
  const json known = to_json_value(curves);
  const auto differences = json::diff(known, document);
  for (const auto& difference : differences) {
    if (difference.at("op") != "add") continue;
    refuse("the field " + difference.at("path").get<std::string>() + " is not known.");
  }
}

}  // namespace

std::string to_json(const MeasuredCurves& curves) {
  return to_text(to_json_value(curves), 1) + "\n";
}

MeasuredCurves measured_curves_from_json(std::string_view text) {
  const auto document = parse_json(text);
  auto curves = measured_curves_from_json(JsonView(document, {}, "valid measured curves"));
  check(curves);
  check_nothing_is_lost(document, curves);
  return curves;
}

MeasuredCurves load_measured_curves(const std::filesystem::path& path) {
  std::string text;
  try {
    text = read_file(path);
  } catch (const std::runtime_error& reason) {
    throw RecordError(std::string("There are no measured curves to read. ") + reason.what());
  }
  try {
    return measured_curves_from_json(text);
  } catch (const RecordError& reason) {
    throw RecordError(path.string() + ": " + reason.what());
  }
}

MeasuredSweep& sweep_of(MeasuredProgram& program, std::string_view id, std::string_view task,
                        std::uint32_t data_scale) {
  for (auto& sweep : program.sweeps) {
    if (sweep.id == id && sweep.task == task) return sweep;
  }
  return program.sweeps.emplace_back(
      MeasuredSweep{std::string(id), std::string(task), data_scale, {}});
}

const MeasuredSweep* find_measured(const MeasuredCurves& curves, std::string_view program,
                                   std::string_view sweep) {
  for (const auto& one : curves.programs) {
    if (one.label != program) continue;
    const auto found = std::ranges::find(one.sweeps, sweep, &MeasuredSweep::id);
    if (found != one.sweeps.end()) return &*found;
  }
  return nullptr;
}

MeasuredCurve curve_of(const MeasuredCurves& curves, std::string_view program,
                       const MeasuredSweep& sweep) {
  MeasuredCurve curve;
  curve.sweep = sweep.id;
  curve.program = program;
  curve.task = sweep.task;
  curve.source =
      "measured, " + device_words(curves.device) + ", " + curves.created.substr(0, kDateLength);
  curve.data_scale = sweep.data_scale;
  curve.dram_bytes_per_s = curves.device.dram_bytes_per_s;
  for (const auto& point : sweep.points) {
    if (point.verdict != Case::Verdict::correct || point.kernels.median_s <= 0) continue;
    const double bytes_per_s = static_cast<double>(point.useful_bytes) / point.kernels.median_s;
    curve.points.push_back({point.x, bytes_per_s, point.call.median_s, point.result_spread_ulp});
  }
  return curve;
}

std::vector<MeasuredCurve> curves_of(const MeasuredCurves& curves) {
  std::vector<MeasuredCurve> all;
  for (const auto& program : curves.programs) {
    for (const auto& sweep : program.sweeps) {
      auto curve = curve_of(curves, program.label, sweep);
      if (!curve.points.empty()) all.push_back(std::move(curve));
    }
  }
  return all;
}

std::string label_of(const MeasuredCurve& curve) {
  std::string label = curve.program + ", " + curve.task + ": " + curve.source;
  if (curve.data_scale > 1) label += ", " + std::to_string(curve.data_scale) + " times the data";
  return label;
}

std::vector<const MeasuredCurve*> measured_beside(const RunRecord& record, std::string_view sweep) {
  const std::string_view own = record.program.label;
  std::vector<const MeasuredCurve*> curves;
  const auto add = [&](std::string_view program) {
    for (const auto& curve : record.measured_curves) {
      if (curve.sweep == sweep && curve.program == program && !curve.points.empty())
        curves.push_back(&curve);
    }
  };
  add(own);
  if (own != "reference" && own != "starter") add("starter");
  return curves;
}

}  // namespace warpscope::record
