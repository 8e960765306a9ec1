#include "viewer/model/source_tabs.h"

#include <algorithm>
#include <utility>

#include "viewer/model/source_heat.h"
#include "viewer/model/text_file.h"

namespace warpscope::viewer {
namespace {

/// What the student's file includes, and the answers of the processor that it is compared with.
constexpr const char* kHeadersToRead[] = {"exercise.h", "cpu.h"};

void add_record(std::vector<SourceTab>& tabs, const record::RunRecord& record) {
  const auto titles = source_titles(record);
  for (std::size_t i = 0; i < record.sources.size(); ++i)
    tabs.push_back(
        {SourceTab::Kind::of_record, titles[i], record.sources[i].path, record.sources[i].text});
  if (const auto main = main_source(record))
    std::rotate(tabs.begin(), tabs.begin() + static_cast<std::ptrdiff_t>(*main),
                tabs.begin() + static_cast<std::ptrdiff_t>(*main) + 1);
}

}  // namespace

std::vector<SourceTab> source_tabs(const Session& session, Side side) {
  std::vector<SourceTab> tabs;
  if (const auto* record = session.record(side)) add_record(tabs, *record);
  if (side == Side::student && session.edited().is_open()) {
    if (tabs.empty()) tabs.emplace_back();
    tabs.front().kind = SourceTab::Kind::edited;
    tabs.front().title = session.edited().file().filename().string();
  }
  if (session.lab() == nullptr || tabs.empty()) return tabs;
  for (const char* name : kHeadersToRead) {
    if (std::ranges::find(tabs, name, &SourceTab::title) != tabs.end()) continue;
    auto header = read_text_file(session.lab()->folder / name);
    if (header.problem.empty())
      tabs.push_back({SourceTab::Kind::of_lab, name, {}, std::move(header.text)});
  }
  return tabs;
}

}  // namespace warpscope::viewer
