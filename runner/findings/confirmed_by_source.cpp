// What the device suspects, and the source shows or does not.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// The last launch above the line, as the program has them written, is this one.
bool is_below_launch(const record::RunRecord& record, const record::SourceLine& where,
                     const record::SourceLine& launch) {
  if (where.file != launch.file || where.line <= launch.line) return false;
  return std::ranges::none_of(record.launches, [&](const record::Launch& other) {
    const auto site = launch_site(record, other);
    return site && site->file == where.file && site->line > launch.line && site->line < where.line;
  });
}

/// Who sets the word that a launch waits for writes to memory that it uses, and must not wait for
/// it before: that is a part of the one mistake, the word that is read only once.
void join_writers_of_flags(record::RunRecord& record) {
  std::vector<std::size_t> joined;
  for (auto& flag : record.findings) {
    if (flag.id != "flag-read-once") continue;
    const auto* launch = launch_of(record, flag);
    const auto site = launch == nullptr ? std::nullopt : launch_site(record, *launch);
    if (!site) continue;
    for (std::size_t i = 0; i < record.findings.size(); ++i) {
      const auto& write = record.findings[i];
      if (write.id != "host-device-race" || !write.where ||
          !is_below_launch(record, *write.where, *site))
        continue;
      const auto line = write.where->line;
      flag.cause += fmt::format(" Line {} of the host writes while the launch runs.", line);
      joined.push_back(i);
    }
  }
  std::ranges::sort(joined);
  const auto last = std::ranges::unique(joined).begin();
  for (auto i = last; i != joined.begin();)
    record.findings.erase(record.findings.begin() + static_cast<std::ptrdiff_t>(*--i));
}

}  // namespace

void confirm_by_source(record::RunRecord& record) {
  for (auto& finding : record.findings) move_to_loop(record, finding);
  std::erase_if(record.findings,
                [&](const auto& finding) { return !is_confirmed(record, finding); });
  join_writers_of_flags(record);
}

}  // namespace warpscope::runner
