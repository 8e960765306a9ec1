#include "viewer/model/source_heat.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "record/derived.h"

namespace warpscope::viewer {
namespace {

/// A hostile record may name any line number; no source is longer.
constexpr std::uint32_t kMaximumLine = 1'000'000;

/// The line's entry, made where there is none; null of another file's.
HeatLine* entry_of(std::vector<HeatLine>& heat, std::string_view file,
                   const record::SourceLine& where) {
  if (where.file != file || where.line == 0 || where.line > kMaximumLine) return nullptr;
  if (heat.size() < where.line) heat.resize(where.line);
  return &heat[where.line - 1];
}

void add_cycles(std::vector<HeatLine>& heat, std::string_view file,
                const record::ClockedLaunch& clock) {
  for (const auto& line : clock.lines) {
    auto* entry = entry_of(heat, file, line.where);
    if (entry == nullptr) continue;
    for (const auto& [state, cycles] : line.warp_cycles) entry->counts.warp_cycles[state] += cycles;
  }
}

/// The busiest line of each column gets the most heat, others as much less as they have less.
void share_out(std::vector<HeatLine>& heat, std::size_t column) {
  double most = 0;
  for (const auto& line : heat) {
    if (const auto& cell = line.cells[column]) most = std::max(most, cell->value);
  }
  for (auto& line : heat) {
    if (auto& cell = line.cells[column]) cell->excess = kMostHeat * cell->value / most;
  }
}

}  // namespace

std::vector<HeatLine> source_heat(const record::RunRecord& record, std::string_view file,
                                  const HeatKind& kind,
                                  const std::function<bool(const record::Launch&)>& is_wanted) {
  std::vector<HeatLine> heat;
  for (auto& line : record::line_table(record, is_wanted)) {
    if (auto* entry = entry_of(heat, file, line.where))
      entry->counts.counters = std::move(line.counters);
  }
  for (const auto& launch : record.launches) {
    if (launch.clock && (!is_wanted || is_wanted(launch))) add_cycles(heat, file, *launch.clock);
  }
  for (auto& line : heat) {
    for (const auto& column : kind.columns) line.cells.push_back(column.cell(line.counts));
  }
  if (kind.scale == HeatKind::Scale::of_busiest) {
    for (std::size_t k = 0; k < kind.columns.size(); ++k) share_out(heat, k);
  }
  return heat;
}

std::optional<std::size_t> main_source(const record::RunRecord& record) {
  const auto& sources = record.sources;
  if (sources.empty()) return std::nullopt;
  const auto named = std::ranges::find(sources, record.program.path, &record::SourceFile::path);
  if (named != sources.end()) return static_cast<std::size_t>(named - sources.begin());
  const auto file_name = std::filesystem::path(record.program.path).filename();
  const auto same_name = std::ranges::find_if(sources, [&](const record::SourceFile& source) {
    return std::filesystem::path(source.path).filename() == file_name;
  });
  return same_name == sources.end() ? 0 : static_cast<std::size_t>(same_name - sources.begin());
}

std::vector<std::string> source_titles(const record::RunRecord& record) {
  std::vector<std::string> titles;
  for (const auto& source : record.sources)
    titles.push_back(std::filesystem::path(source.path).filename().string());
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const std::string title = titles[i];
    if (std::ranges::count(titles, title) < 2) continue;
    for (std::size_t j = i; j < titles.size(); ++j) {
      if (titles[j] == title) titles[j] = record.sources[j].path;
    }
  }
  return titles;
}

}  // namespace warpscope::viewer
