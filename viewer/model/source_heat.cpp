#include "viewer/model/source_heat.h"

#include <algorithm>
#include <filesystem>

#include "record/derived.h"

namespace warpscope::viewer {
namespace {

constexpr double kWarpLanes = 32;
/// A hostile record may name any line number; no source is longer.
constexpr std::uint32_t kMaximumLine = 1'000'000;

std::optional<HeatCell> sectors_cell(const record::Counters& counters, std::string_view per_request,
                                     std::string_view over_ideal) {
  const auto value = record::metric_value(per_request, counters);
  if (!value) return std::nullopt;
  return HeatCell{*value, record::metric_value(over_ideal, counters).value_or(1.0)};
}

std::optional<HeatCell> lanes_cell(const record::Counters& counters) {
  const auto value = record::metric_value(record::derived::kLanesPerInstruction, counters);
  if (!value || *value <= 0) return std::nullopt;
  return HeatCell{*value, kWarpLanes / *value};
}

}  // namespace

std::vector<HeatLine> source_heat(const record::RunRecord& record, std::string_view file,
                                  const std::function<bool(const record::Launch&)>& is_wanted) {
  std::vector<HeatLine> heat;
  for (const auto& entry : record::line_table(record, is_wanted)) {
    const auto line = entry.where.line;
    if (entry.where.file != file || line == 0 || line > kMaximumLine) continue;
    if (heat.size() < line) heat.resize(line);
    HeatLine& cell = heat[line - 1];
    cell.counters = entry.counters;
    cell.load = sectors_cell(entry.counters, record::derived::kSectorsPerLoadRequest,
                             record::derived::kLoadSectorsOverIdeal);
    cell.store = sectors_cell(entry.counters, record::derived::kSectorsPerStoreRequest,
                              record::derived::kStoreSectorsOverIdeal);
    cell.lanes = lanes_cell(entry.counters);
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
