#include "viewer/model/labels.h"

#include <filesystem>
#include <vector>

#include "record/labels.h"
#include "viewer/model/missing.h"

namespace warpscope::viewer {

namespace {

constexpr std::size_t kMostOfLabel = 32;

bool has_own_label(const record::RunRecord* record) {
  return record != nullptr && record->lab.empty();
}

}  // namespace

std::string side_label(const Session& session, Side side) {
  const auto* record = session.record(side);
  if (!has_own_label(record)) {
    const bool is_alone = record == nullptr && has_own_label(session.record(other(side)));
    return is_alone ? "none" : std::string(side_title(side));
  }
  std::vector<const record::RunRecord*> shown;
  std::size_t place = 0;
  for (const Side each : kSides) {
    if (each == side) place = shown.size();
    if (has_own_label(session.record(each))) shown.push_back(session.record(each));
  }
  auto label = record::distinct_labels(shown).at(place);
  if (label.size() <= kMostOfLabel) return label;
  // The end, where a number stands.
  std::size_t begin = label.size() - kMostOfLabel;
  while (begin < label.size() && (static_cast<unsigned char>(label[begin]) & 0xC0U) == 0x80U) {
    ++begin;
  }
  return "\u2026" + label.substr(begin);
}

std::string absence_of(const Session& session, Side side) {
  const Attempt& attempt = session.attempt(side);
  if (!attempt.problem().empty()) return attempt.problem();
  if (attempt.is_running())
    return "The first run of the " + std::string(side_name(side)) + " is under way.";
  if (side == Side::reference && !session.reason_to_hide_reference().empty())
    return session.reason_to_hide_reference();
  if (side == Side::reference && session.is_reference_hidden())
    return "The reference is hidden. It opens task by task, when you have predicted and a version "
           "of your own answers the task's cases. \"Show reference\" above shows it now.";
  if (side_label(session, side) == "none") return "No second record is open.";
  if (side == Side::student && session.waits_for_predictions())
    return "Nothing has run yet: predict first, in the pane Lab. Then press F5.";
  if (attempt.file().empty())
    return "No record of the " + std::string(side_name(side)) + " is open.";
  return "The " + std::string(side_name(side)) + " has not run yet. Press " +
         (side == Side::student ? "F5." : "F6.");
}

std::string source_absence_of(const Session& session, Side side) {
  const Attempt& attempt = session.attempt(side);
  if (attempt.record() == nullptr) return absence_of(session, side);
  if (attempt.whole_record() == nullptr || attempt.whole_record()->sources.empty())
    return why_no_source(*attempt.record());
  std::string text =
      "The reference's source is hidden: it has the answers of all tasks, and opens with the last "
      "of them, when you have predicted and a version of your own answers its cases.";
  text += session.reason_to_hide_reference().empty() ? " \"Show reference\" above shows it now."
                                                     : " " + session.reason_to_hide_reference();
  return text;
}

const char* severity_mark(record::Finding::Severity severity) {
  switch (severity) {
    case record::Finding::Severity::error:
      return "\u2717";
    case record::Finding::Severity::warning:
      return "!";
    case record::Finding::Severity::information:
      break;
  }
  return "i";
}

std::string short_place(const record::SourceLine& where) {
  return std::filesystem::path(where.file).filename().string() + ":" + std::to_string(where.line);
}

}  // namespace warpscope::viewer
