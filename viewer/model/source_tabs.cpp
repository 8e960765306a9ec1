#include "viewer/model/source_tabs.h"

#include <algorithm>
#include <utility>

#include "viewer/model/source_heat.h"
#include "viewer/model/text_file.h"
#include "viewer/model/text_form.h"

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
  const bool has_run = !tabs.empty();
  const bool is_edited = side == Side::student && session.edited().is_open();
  if (is_edited) {
    if (!has_run) tabs.emplace_back();
    tabs.front().kind = SourceTab::Kind::edited;
    tabs.front().text = std::string(without_mark(tabs.front().text));  // as that of edited()
    tabs.front().title = session.edited().file().filename().string();
  }
  if (tabs.empty()) return tabs;
  const auto add_of_lab = [&](SourceTab::Kind kind, const char* title, const char* name) {
    if (session.lab() == nullptr || std::ranges::find(tabs, title, &SourceTab::title) != tabs.end())
      return;
    auto file = read_text_file(session.lab()->folder / name);
    if (file.problem.empty()) tabs.push_back({kind, title, {}, std::move(file.text)});
  };
  for (const char* name : kHeadersToRead) add_of_lab(SourceTab::Kind::of_lab, name, name);
  if (!is_edited) return tabs;
  add_of_lab(SourceTab::Kind::changes, kSinceStarter, "starter.cu");
  if (has_run) tabs.push_back({SourceTab::Kind::changes, kSinceRun, {}, tabs.front().text});
  return tabs;
}

}  // namespace warpscope::viewer
