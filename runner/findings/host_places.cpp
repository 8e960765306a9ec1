// Lines of findings about what the host did, or about a whole answer.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using Place = std::optional<record::SourceLine>;

/// Nothing unless all that it is called with are the same line.
class OnlyPlace {
 public:
  void add(const Place& where) {
    is_unknown_ = is_unknown_ || !where || (only_ && *only_ != *where);
    if (where) only_ = where;
  }
  Place get() const { return is_unknown_ ? std::nullopt : only_; }

 private:
  Place only_;
  bool is_unknown_ = false;
};

Place place_of(const std::optional<record::HostOrder>& asked) {
  return asked ? asked->where : std::nullopt;
}

/// The case's last launch: behind it the copy is missing.
Place last_launch(const record::RunRecord& record, std::uint32_t case_index) {
  Place last;
  for (const auto& launch : record.launches)
    if (launch.case_index == case_index) last = launch_site(record, launch);
  return last;
}

Place first_launch(const record::RunRecord& record, std::uint32_t case_index) {
  const auto first = std::ranges::find(record.launches, case_index, &record::Launch::case_index);
  return first == record.launches.end() ? std::nullopt : launch_site(record, *first);
}

Place shortest_copy(const record::RunRecord& record, std::uint32_t case_index) {
  using Kind = record::Transfer::Kind;
  const record::Transfer* shortest = nullptr;
  for (const auto& transfer : record.transfers) {
    const bool is_copy =
        transfer.kind == Kind::host_to_device || transfer.kind == Kind::device_to_host;
    if (!is_copy || transfer.case_index != case_index) continue;
    if (shortest == nullptr || transfer.size_bytes < shortest->size_bytes) shortest = &transfer;
  }
  return shortest == nullptr ? std::nullopt : place_of(shortest->asked);
}

/// A copy of the case in one direction: the first, or the last.
const record::Transfer* copy_of_case(const record::RunRecord& record, std::uint32_t case_index,
                                     record::Transfer::Kind kind, bool is_last) {
  const record::Transfer* found = nullptr;
  for (const auto& transfer : record.transfers) {
    if (transfer.case_index != case_index || transfer.kind != kind) continue;
    if (found == nullptr || is_last) found = &transfer;
  }
  return found;
}

Place place_of(const record::Transfer* transfer) {
  return transfer == nullptr ? std::nullopt : place_of(transfer->asked);
}

/// The last launch or copy that the case asked for.
Place last_operation(const record::RunRecord& record, std::uint32_t case_index) {
  double last_s = -1;
  Place last;
  const auto look = [&](const auto& operation) {
    if (operation.case_index != case_index || operation.start_s < last_s) return;
    last_s = operation.start_s;
    last = place_of(operation.asked);
  };
  for (const auto& transfer : record.transfers) look(transfer);
  for (const auto& launch : record.launches) look(launch);
  return last;
}

/// Of work that the host did: the copy that brings to the device what is made of a copy to the
/// host before it; else the function that should have left it to a kernel.
Place of_host_work(const record::RunRecord& record, std::uint32_t case_index) {
  using Kind = record::Transfer::Kind;
  const auto* down = copy_of_case(record, case_index, Kind::device_to_host, false);
  const auto* up = copy_of_case(record, case_index, Kind::host_to_device, true);
  const bool is_behind = down != nullptr && up != nullptr && up->start_s > down->start_s;
  const auto copy = is_behind ? place_of(up) : std::nullopt;
  return copy ? copy : definition_of(record, record.cases[case_index].task);
}

/// Where the answer's first wrong element was written, or, if nobody wrote it, the only launch.
Place of_answer(const record::RunRecord& record, std::uint32_t case_index) {
  const auto& wrong = record.cases[case_index].first_wrong;
  if (wrong && wrong->writer.where) return wrong->writer.where;
  OnlyPlace only;
  for (const auto& launch : record.launches)
    if (launch.case_index == case_index) only.add(launch_site(record, launch));
  return only.get();
}

/// The name behind "call(&" or "call((void**)&"; with `by_value` behind "call(".
std::string_view name_given(std::string_view line, std::string_view call, bool by_value) {
  auto at = line.find(call);
  if (at == std::string_view::npos || (at > 0 && is_identifier(line[at - 1]))) return {};
  at += call.size();
  if (at >= line.size() || line[at] != '(') return {};
  if (by_value) {
    ++at;
  } else {
    at = line.find('&', at);
    if (at == std::string_view::npos) return {};
    ++at;
  }
  std::size_t end = at;
  while (end < line.size() && is_identifier(line[end])) ++end;
  return line.substr(at, end - at);
}

/// Whether a line of [first, end) gives the thing to whoever called the function.
bool is_returned(const std::vector<std::string_view>& lines, std::size_t first, std::size_t end,
                 std::string_view name) {
  return std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(first),
                     lines.begin() + static_cast<std::ptrdiff_t>(std::min(end, lines.size())),
                     [&](std::string_view line) {
                       const auto at = line.find("return ");
                       return at != std::string_view::npos && has_word(line.substr(at), name);
                     });
}

/// The word before the first "(" of the lines of a function's head: its name.
std::string_view name_of_function(const std::vector<std::string_view>& lines, std::size_t first,
                                  std::size_t at) {
  for (std::size_t k = first; k < at; ++k) {
    const auto open = lines[k].find('(');
    if (open == std::string_view::npos) continue;
    std::size_t begin = open;
    while (begin > 0 && is_identifier(lines[k][begin - 1])) --begin;
    return lines[k].substr(begin, open - begin);
  }
  return {};
}

/// The functions of a source that do `ends(name)` for one of their parameters.
std::vector<std::string_view> functions_that_end(const std::vector<std::string_view>& lines,
                                                 std::string_view ends) {
  std::vector<std::string_view> functions;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const auto is = lines[at].find(ends);
    const auto name = is == std::string_view::npos ? std::string_view()
                                                   : name_given(lines[at].substr(is), ends, true);
    if (name.empty()) continue;
    const auto first = function_of(lines, at).first;
    for (std::size_t head = first; head < at; ++head) {
      if (has_word(lines[head], name)) functions.push_back(name_of_function(lines, first, at));
      if (lines[head].find('{') != std::string_view::npos) break;
    }
  }
  return functions;
}

/// What ends things: a call, and functions that do it for who calls them.
struct Ends {
  std::string_view call;
  std::vector<std::string_view> functions;
};

/// Whether lines [first, end) end the thing.
bool is_ended(const std::vector<std::string_view>& lines, std::size_t first, std::size_t end,
              const Ends& ends, std::string_view name) {
  for (std::size_t k = first; k < std::min(end, lines.size()); ++k) {
    auto rest = lines[k];
    for (auto is = rest.find(ends.call); is != std::string_view::npos; is = rest.find(ends.call)) {
      if (name_given(rest.substr(is), ends.call, true) == name) return true;
      rest = rest.substr(is + ends.call.size());
    }
    const auto is_given_to = [&](std::string_view function) {
      const auto at = function.empty() ? std::string_view::npos : lines[k].find(function);
      return at != std::string_view::npos && has_word(lines[k].substr(at), function) &&
             has_word(lines[k].substr(at), name);
    };
    if (std::ranges::any_of(ends.functions, is_given_to)) return true;
  }
  return false;
}

/// The name in "NAME = function(", and nothing where the line does not say so.
std::string_view name_made_by(std::string_view line, std::string_view function) {
  const auto at = line.find(function);
  const bool is_call = at != std::string_view::npos && at > 0 && !is_identifier(line[at - 1]) &&
                       (line.substr(at + function.size()).starts_with('(') ||
                        line.substr(at + function.size()).starts_with('<'));
  if (!is_call) return {};
  auto before = line.substr(0, at);
  while (before.ends_with(' ')) before.remove_suffix(1);
  if (!before.ends_with('=')) return {};
  before.remove_suffix(1);
  while (before.ends_with(' ')) before.remove_suffix(1);
  std::size_t begin = before.size();
  while (begin > 0 && is_identifier(before[begin - 1])) --begin;
  return before.substr(begin);
}

/// The only line that makes something by `makes(&name)`, or by a function that does so and returns
/// it, for whose name no `ends(name)` stands in the same function.
Place without_end(const record::RunRecord& record, std::string_view makes, std::string_view call) {
  std::vector<record::SourceLine> found;
  for (const auto& source : record.sources) {
    const auto lines = lines_of(source.text);
    const Ends ends{call, functions_that_end(lines, call)};
    std::vector<std::string_view> makers;
    for (std::size_t at = 0; at < lines.size(); ++at) {
      const auto name = name_given(lines[at], makes, false);
      if (name.empty()) continue;
      const auto [first, end] = function_of(lines, at);
      if (is_returned(lines, first, end, name)) {
        makers.push_back(name_of_function(lines, first, at));
      } else if (!is_ended(lines, first, end, ends, name)) {
        found.push_back({source.path, static_cast<std::uint32_t>(at + 1)});
      }
    }
    for (std::size_t at = 0; at < lines.size(); ++at) {
      for (const auto maker : makers) {
        const auto name = maker.empty() ? std::string_view() : name_made_by(lines[at], maker);
        if (name.empty()) continue;
        const auto [first, end] = function_of(lines, at);
        if (!is_ended(lines, first, end, ends, name) && !is_returned(lines, first, end, name))
          found.push_back({source.path, static_cast<std::uint32_t>(at + 1)});
      }
    }
  }
  return found.size() == 1 ? Place(found.front()) : std::nullopt;
}

Place place_for(const record::RunRecord& record, const record::Finding& finding) {
  if (finding.id == "memory-not-freed") return without_end(record, "cudaMalloc", "cudaFree");
  if (finding.id == "stream-not-destroyed")
    return without_end(record, "cudaStreamCreate", "cudaStreamDestroy");
  if (finding.id == "event-not-destroyed")
    return without_end(record, "cudaEventCreate", "cudaEventDestroy");
  if (!finding.case_index || *finding.case_index >= record.cases.size()) return std::nullopt;
  const auto index = *finding.case_index;
  if (finding.id == "result-not-copied-back") return last_launch(record, index);
  if (finding.id == "input-not-copied") return first_launch(record, index);
  if (finding.id == "copy-too-short") return shortest_copy(record, index);
  if (finding.id == "kernel-not-launched")
    return place_of(copy_of_case(record, index, record::Transfer::Kind::device_to_host, false));
  if (finding.id == "missing-sync-before-host-read")
    return place_of(copy_of_case(record, index, record::Transfer::Kind::device_to_host, true));
  if (finding.id == "host-side-work") return of_host_work(record, index);
  if (finding.id == "gpu-timeout") return definition_of(record, record.cases[index].task);
  if (finding.id == "host-timeout" || finding.id == "host-crash") {
    const auto last = finding.id == "host-timeout" ? last_operation(record, index) : std::nullopt;
    return last ? last : definition_of(record, record.cases[index].task);
  }
  return is_of_answers(finding.id) ? of_answer(record, index) : std::nullopt;
}

}  // namespace

void place_host_findings(record::RunRecord& record) {
  for (auto& finding : record.findings)
    if (!finding.where) finding.where = place_for(record, finding);
  // A line of a function that several tasks call does not tell whose it is.
  for (auto& finding : record.findings) {
    const bool has_case = finding.case_index && *finding.case_index < record.cases.size();
    if (finding.id != "stream-race" || !has_case) continue;
    const auto words = " The first case is " + record.cases[*finding.case_index].name + ".";
    finding.cause += words;
  }
}

void say_answers_once(record::RunRecord& record) {
  const auto task_of = [&](const record::Finding& finding) -> std::string_view {
    const bool has_case = finding.case_index && *finding.case_index < record.cases.size();
    return has_case ? std::string_view(record.cases[*finding.case_index].task) : std::string_view{};
  };
  // What threads did to each other, or the device saw, is more than what the answer shows.
  const auto is_said_better = [&](const record::Finding& finding) {
    if (!is_of_answers(finding.id) || !finding.lanes.empty()) return false;
    return std::ranges::any_of(record.findings, [&](const record::Finding& other) {
      return other.id == finding.id && !other.lanes.empty() && other.where &&
             task_of(other) == task_of(finding);
    });
  };
  std::vector<record::Finding> kept;
  for (const auto& finding : record.findings)
    if (!is_said_better(finding)) kept.push_back(finding);
  record.findings = std::move(kept);
}

}  // namespace warpscope::runner
