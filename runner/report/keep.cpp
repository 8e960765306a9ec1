#include "runner/report/keep.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>

#include "base/files.h"
#include "presentation/figures/figure.h"
#include "presentation/markdown/deck.h"
#include "record/beside_curves.h"
#include "record/derived.h"
#include "record/names.h"
#include "runner/metrics/case_metrics.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

using figures::KeptWish;

constexpr auto kCounter = record::kCounterOfKept, kBandwidth = record::kBandwidthOfKept;

void add_wishes(const std::vector<markdown::Block>& blocks, std::vector<KeptWish>& wishes) {
  for (const auto& block : blocks) {
    add_wishes(block.children, wishes);
    if (block.kind != markdown::Block::Kind::code || block.language != "figure") continue;
    for (auto& wish : figures::Figure::wishes(block.information, block.code))
      wishes.push_back(std::move(wish));
  }
}

/// What a curve's y is, and how it is written.
struct Quantity {
  std::string metric, label;
  double scale = 1;
  record::Provenance source = record::Provenance::exact_count;
};

Quantity quantity_of(const record::RunRecord& record, const record::Sweep& sweep,
                     const std::string& wished) {
  Quantity quantity;
  quantity.source = record.device.counters;
  if (wished == kBandwidth) {
    quantity = {std::string(case_metric::kEffectiveBandwidth), "useful bandwidth, GB/s", 1e-9,
                record.device.times};
    return quantity;
  }
  quantity.metric = wished == kCounter ? record::sweep_metric(sweep) : wished;
  if (is_made_of_times(quantity.metric)) quantity.source = record.device.times;
  const auto name = case_metric_short_name(quantity.metric);
  if (name.empty())
    throw std::runtime_error(fmt::format("There is no metric \"{}\".", quantity.metric));
  quantity.label = name;
  if (is_made_of_times(quantity.metric))
    quantity.label += ", " + std::string(case_metric_unit(quantity.metric));
  return quantity;
}

/// What a real GPU gave for the same sweep and program, where it was measured.
void add_measured(const record::RunRecord& record, const KeptWish& wish, const record::Sweep& sweep,
                  const Quantity& quantity, std::vector<record::KeptCurve>& curves) {
  // Of a sweep with one task it needs no name.
  const bool has_tasks = curves.size() > 1;
  for (const auto& measured : record.measured_curves) {
    if (measured.sweep != wish.sweep || measured.program != wish.program) continue;
    record::KeptCurve curve{wish.program,
                            wish.sweep,
                            wish.metric,
                            has_tasks ? measured.task : "",
                            sweep.title,
                            sweep.x_label,
                            quantity.label,
                            measured.source,
                            {}};
    for (const auto& point : measured.points) {
      if (const auto value = measured_value(point, quantity.metric))
        curve.points.push_back({point.x, record::kept_value(*value * quantity.scale)});
    }
    if (!curve.points.empty()) curves.push_back(std::move(curve));
  }
}

/// The curves of a sweep, one for each task, in order of their names.
std::vector<record::KeptCurve> curves_of(const record::RunRecord& record, const KeptWish& wish) {
  const auto sweep = std::ranges::find(record.sweeps, wish.sweep, &record::Sweep::id);
  if (sweep == record.sweeps.end())
    throw std::runtime_error(fmt::format("{} has no sweep \"{}\".", wish.lab, wish.sweep));
  const auto quantity = quantity_of(record, *sweep, wish.metric);
  std::map<std::string, record::KeptCurve> by_task;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& item = record.cases[i];
    if (item.sweep != wish.sweep || item.verdict != record::Case::Verdict::correct) continue;
    const auto value = case_metric_value(record, std::array{i}, quantity.metric);
    if (!value) continue;
    by_task[item.task].points.push_back(
        {item.sweep_x, record::kept_value(*value * quantity.scale)});
  }
  std::vector<record::KeptCurve> curves;
  for (auto& [task, curve] : by_task) {
    std::ranges::sort(curve.points);
    curves.push_back({wish.program, wish.sweep, wish.metric, task, sweep->title, sweep->x_label,
                      quantity.label, std::string(record::in_words(quantity.source)),
                      std::move(curve.points)});
  }
  add_measured(record, wish, *sweep, quantity, curves);
  return curves;
}

}  // namespace

std::vector<KeptWish> wishes_of_decks(const fs::path& decks, const std::string& lab) {
  std::vector<KeptWish> wishes;
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(decks)) {
    if (entry.path().extension() == ".md") files.insert(entry.path());
  }
  for (const auto& file : files) {
    for (const auto& slide : markdown::parse_deck(read_file(file)).slides) {
      try {
        add_wishes(slide.body.blocks, wishes);
      } catch (const figures::FigureError& error) {
        throw std::runtime_error(fmt::format("{}, slide \"{}\", line {} of its figure: {}",
                                             file.string(), slide.title, error.line(),
                                             error.what()));
      }
    }
  }
  std::erase_if(wishes, [&](const auto& wish) { return wish.lab != lab; });
  std::ranges::sort(wishes);
  const auto twins = std::ranges::unique(wishes);
  wishes.erase(twins.begin(), twins.end());
  return wishes;
}

record::KeptRuns keep_runs(
    const std::string& lab, const std::vector<KeptWish>& wishes,
    const std::function<record::RunRecord(const std::string& program)>& record_of) {
  std::map<std::string, record::RunRecord> records;
  record::KeptRuns runs;
  runs.lab = lab;
  for (const auto& wish : wishes) {
    if (!records.contains(wish.program)) records.emplace(wish.program, record_of(wish.program));
    const auto& record = records.at(wish.program);
    if (wish.case_name.empty()) {
      for (auto& curve : curves_of(record, wish)) runs.curves.push_back(std::move(curve));
    } else {
      runs.timelines.push_back(record::kept_timeline(record, wish.case_name));
      runs.timelines.back().program = wish.program;
    }
  }
  return runs;
}

record::KeptRuns keep_beside(
    const std::string& lab, const std::vector<ProgramsBeside>& beside,
    const std::function<record::RunRecord(const std::string& program)>& record_of) {
  std::vector<KeptWish> wishes;
  for (const auto& [sweep, programs] : beside) {
    for (const auto& program : programs) {
      for (const auto quantity : {kBandwidth, kCounter})
        wishes.push_back({lab, program, {}, sweep, std::string(quantity)});
    }
  }
  const auto without_measured = [&](const std::string& program) {
    auto record = record_of(program);
    record.measured_curves.clear();
    return record;
  };
  return keep_runs(lab, wishes, without_measured);
}

fs::path kept_file(const fs::path& decks, const std::string& lab) {
  return decks / "kept" / (lab + ".json");
}

}  // namespace warpscope::runner
