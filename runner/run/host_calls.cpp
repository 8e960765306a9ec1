#include "runner/run/host_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

#include "findings/catalogue.h"
#include "runner/findings/call_statement.h"
#include "runner/run/call_sites.h"
#include "runner/run/embedded_sources.h"

namespace warpscope::runner {
namespace {

using Places = std::map<std::uint32_t, std::pair<HostPlace, std::string>>;  ///< and the function

std::string place_text(const HostPlace& place, const std::optional<record::SourceLine>& from) {
  if (!place.where)
    return place.function.empty() ? "an unknown line" : "a line of " + place.function;
  if (from && from->file == place.where->file) return fmt::format("line {}", place.where->line);
  const auto& file = place.where->file;
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), place.where->line);
}

/// Puts lines in the place of "{site N}".
void fill_in(std::string& text, const Places& places,
             const std::optional<record::SourceLine>& from) {
  constexpr std::string_view kMark = "{site ";
  for (auto at = text.find(kMark); at != std::string::npos; at = text.find(kMark, at + 1)) {
    std::uint32_t number = 0;
    const auto digits = at + kMark.size();
    const auto end = text.find('}', digits);
    if (end == std::string::npos) return;
    std::from_chars(text.data() + digits, text.data() + end, number);
    const auto found = places.find(number);
    text.replace(at, end + 1 - at,
                 found == places.end() ? "an unknown line" : place_text(found->second.first, from));
  }
}

/// Findings of a whole program, of what is still there when it ends for instance. In a lab the
/// driver cleans up, and its memory is what the host writes.
bool is_of_whole_program(std::string_view id) {
  return id == "memory-not-freed" || id == "unawaited-work" || id == "managed-memory-thrash";
}

/// Findings that are known when a program, or a case, has come to its end.
bool is_of_whole_case(std::string_view id) {
  return id == "event-never-recorded" || id == "allocation-in-loop" ||
         id == "issue-order-serialises";
}

/// Nothing is said for what broke off, nor of what a lab's driver does.
bool is_left_out(const record::Finding& finding, const HostPlace& place, const HostProgram& program,
                 bool ended_well) {
  if (is_of_whole_program(finding.id)) return program.has_driver || !ended_well;
  if (!is_of_whole_case(finding.id)) return false;
  return !ended_well || (program.has_driver && !place.where);
}

/// Findings that say what is wrong, where others only say that a call failed.
bool is_explained(std::string_view id) {
  return id != "unchecked-error" && id != "ignored-out-of-memory";
}

/// The first place that a sentence names which is known.
std::optional<record::SourceLine> named_place(std::string_view text, const Places& places) {
  for (const auto& [number, place] : places) {
    if (place.first.where && text.find(fmt::format("{{site {}}}", number)) != text.npos)
      return place.first.where;
  }
  return std::nullopt;
}

/// The source shows that nothing takes what the call gives back.
bool drops_result_at(const HostPlace& place, const std::string& function,
                     const HostProgram& program) {
  const auto& file = place.where->file;
  const auto text = program.text ? program.text(file) : source_text(file);
  return text && drops_result(*text, place.where->line, function);
}

enum class Judgement : std::uint8_t { mistake, intended };

/// A failed call is a mistake when nobody could see its error, or when it was the last thing that
/// the program did.
Judgement judge(const HostPlace& place, const std::string& function,
                const device::HostReaction& reaction, bool ended_well, const HostProgram& program) {
  const bool is_end = !reaction.went_on && !ended_well;
  if (is_end) return Judgement::mistake;
  if (reaction.is_seen) return Judgement::intended;
  if (function.empty()) return Judgement::mistake;  // a launch by <<<…>>> gives nothing back
  if (!place.where) return Judgement::intended;     // nobody knows
  return drops_result_at(place, function, program) ? Judgement::mistake : Judgement::intended;
}

/// Something takes what the call gives back: it is known that it failed.
bool was_looked_at(const HostPlace& place, const std::string& function,
                   const HostProgram& program) {
  return !function.empty() && place.where && !drops_result_at(place, function, program);
}

}  // namespace

void HostCalls::add(const device::HostSite& site) {
  sites_.push_back(site);
  places_[site.number] = {{}, site.function};
}

void HostCalls::add(const device::HostReaction& reaction) {
  reactions_[reaction.number] = reaction;
}

void HostCalls::add(record::Finding finding, const device::HostCall& call) {
  told_.push_back({std::move(finding), call});
}

void HostCalls::place_crash(std::uint32_t case_index) {
  const auto crash = std::ranges::find_if(told_.rbegin(), told_.rend(),
                                          [](const Told& told) { return told.call.is_crash; });
  if (crash != told_.rend() && crash->finding.case_index) crash->finding.case_index = case_index;
}

void HostCalls::for_each(const std::function<void(record::Finding&)>& call) {
  for (auto& told : told_) call(told.finding);
}

void HostCalls::set_places(std::span<const HostPlace> places) {
  for (std::size_t i = 0; i < sites_.size(); ++i) places_[sites_[i].number].first = places[i];
}

std::optional<record::SourceLine> HostCalls::line_of(std::uint32_t site) const {
  const auto found = places_.find(site);
  return found == places_.end() ? std::nullopt : found->second.first.where;
}

std::vector<record::Finding> HostCalls::settle(const HostProgram& program) {
  std::vector<record::Finding> kept;
  auto& places = places_;
  std::set<std::optional<std::uint32_t>> unexplained;  // cases with such a failure
  for (auto& [finding, call] : told_) {
    const auto& [place, function] = places[call.site];
    const auto id = finding.id;
    const bool ended_well = program.ended_well(finding.case_index);
    if (is_left_out(finding, place, program, ended_well)) continue;
    const auto reaction = reactions_.find(call.mistake);
    if (call.mistake != 0) {
      const auto of = reaction == reactions_.end() ? device::HostReaction{} : reaction->second;
      const bool is_launch = finding.launch.has_value();
      const bool is_judged = !is_launch || !program.has_driver;
      if (is_judged && judge(place, function, of, ended_well, program) == Judgement::intended) {
        if (!is_launch) continue;
        finding.severity = record::Finding::Severity::information;
      }
      // What fails later may fail because of the first.
      if (!is_launch && !is_explained(id) && !unexplained.insert(finding.case_index).second)
        continue;
      if (of.is_seen_late && (!program.has_driver || places[of.check_site].first.where)) {
        finding.cause += fmt::format(
            " The first look at the error is at {{site {}}}, behind other calls.", of.check_site);
      }
    }
    if (!finding.launch) {
      const auto words =
          make_finding(id, was_looked_at(place, function, program) ? "that ended the program"
                                                                   : std::string_view{});
      // The device has seen who wrote there, and says which words fit.
      const bool has_own_words = id == "uninitialised-copy";
      if (!has_own_words) finding.title = words.title;
      finding.severity = words.severity;
      // It has compared the two operations as well, and says which hint fits them.
      if (!has_own_words && id != "stream-race") finding.hint = words.hint;
      // Destructors that run behind cudaDeviceReset do no harm.
      if (id == "use-after-reset" && function.starts_with("cudaFree"))
        finding.severity = record::Finding::Severity::warning;
    }
    if (place.where || !finding.where)
      finding.where = place.where ? place.where : named_place(finding.cause, places);
    if (!place.where && !place.function.empty())
      finding.cause += " The place is in " + place.function + ".";
    fill_in(finding.cause, places, finding.where);
    kept.push_back(std::move(finding));
  }
  const bool has_error = std::ranges::any_of(kept, [](const record::Finding& finding) {
    return finding.severity == record::Finding::Severity::error;
  });
  if (has_error)
    std::erase_if(kept, [](const auto& finding) { return finding.id == "memory-not-freed"; });
  return kept;
}

}  // namespace warpscope::runner
