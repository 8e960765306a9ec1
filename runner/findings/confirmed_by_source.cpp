// What the device suspects, and the source shows or does not.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "runner/findings/index_text.h"
#include "runner/findings/int_sums.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

bool has_any(std::string_view text, auto words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// The line's atomic takes the bits of a float as they are: by an intrinsic, or by a pointer to
/// them.
bool takes_bits_of_float(const record::RunRecord& record, const record::SourceLine& where) {
  constexpr std::array<std::string_view, 7> kBits{
      "__float_as_", "int*&", "int&>", "int*>&", "unsigned*&", "unsigned*>&", "uint32_t*>&"};
  constexpr std::array<std::string_view, 4> kChanged{"^", "~", ">>31", "0x80000000"};
  const auto found = line_in_source(record, where);
  if (!found) return false;
  const auto& [lines, at] = *found;
  const auto first = function_of(lines, at).first;
  const auto line = plain(spelled_out(lines, first, at, without_spaces(lines[at])));
  return line.find("atomicM") != std::string::npos && has_any(line, kBits) &&
         !has_any(line, kChanged);
}

/// "while (*flag == 0)", not "if (*flag) while (true)".
bool waits_for_word(const record::RunRecord& record, const record::SourceLine& where) {
  constexpr std::array<std::string_view, 3> kEndless{"while(true", "while(1", "for(;;"};
  const auto line = without_spaces(line_text(record, where));
  return line.find("while(") != std::string::npos && !has_any(line, kEndless);
}

bool is_confirmed(const record::RunRecord& record, const record::Finding& finding) {
  if (finding.id == "floats-compared-as-bits")
    return finding.where && takes_bits_of_float(record, *finding.where);
  if (finding.id == "flag-read-once")
    return finding.where && waits_for_word(record, *finding.where);
  if (finding.id == "sum-overflow") return adds_up_in_int(record, finding);
  return true;
}

/// The compiler may give the decision the line of an "if" around the loop.
void move_to_loop(const record::RunRecord& record, record::Finding& finding) {
  constexpr std::uint32_t kNear = 2;
  if (finding.id != "flag-read-once" || !finding.where) return;
  for (std::uint32_t below = 0; below <= kNear; ++below) {
    const record::SourceLine where{finding.where->file, finding.where->line + below};
    if (!waits_for_word(record, where)) continue;
    finding.where = where;
    return;
  }
}

}  // namespace

void confirm_by_source(record::RunRecord& record) {
  for (auto& finding : record.findings) move_to_loop(record, finding);
  std::erase_if(record.findings,
                [&](const auto& finding) { return !is_confirmed(record, finding); });
}

}  // namespace warpscope::runner
