#include "viewer/model/compiler_notes.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "runner/findings/compile_errors.h"
#include "viewer/model/line_map.h"

namespace warpscope::viewer {
namespace {

struct NoteMark {
  std::string_view text;
  bool is_error;
};
/// Between a place and what is said of it, by nvcc and gcc.
constexpr NoteMark kNoteMarks[] = {{": error: ", true},
                                   {": fatal error: ", true},
                                   {": catastrophic error: ", true},
                                   {": warning: ", false},
                                   {": warning #", false}};

std::optional<CompilerNote> note_in(std::string_view line) {
  for (const auto& mark : kNoteMarks) {
    const auto at = line.find(mark.text);
    if (at == line.npos) continue;
    auto where = runner::place_of_message(line.substr(0, at));
    if (!where) return std::nullopt;
    return CompilerNote{std::move(*where), mark.is_error,
                        std::string(line.substr(at + mark.text.size()))};
  }
  return std::nullopt;
}

}  // namespace

std::vector<CompilerNote> compiler_notes(const record::RunRecord& record) {
  std::vector<CompilerNote> notes;
  for (const auto line : split_lines(record.outcome.compiler_output)) {
    if (auto note = note_in(line)) notes.push_back(std::move(*note));
  }
  const bool is_told = std::ranges::find(record.findings, "compile-error", &record::Finding::id) !=
                       record.findings.end();
  const auto first = std::ranges::find(notes, true, &CompilerNote::is_error);
  if (is_told && first != notes.end()) notes.erase(first);
  return notes;
}

std::optional<record::SourceLine> next_place(const record::RunRecord& record,
                                             const std::optional<record::SourceLine>& from) {
  std::vector<record::SourceLine> places;
  const auto add = [&places](const record::SourceLine& place) {
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  };
  for (const auto& finding : record.findings) {
    if (finding.where) add(*finding.where);
  }
  for (const auto& note : compiler_notes(record)) {
    if (note.is_error) add(note.where);
  }
  if (places.empty()) return std::nullopt;
  const auto here = from ? std::ranges::find(places, *from) : places.end();
  return here == places.end() || here + 1 == places.end() ? places.front() : *(here + 1);
}

}  // namespace warpscope::viewer
