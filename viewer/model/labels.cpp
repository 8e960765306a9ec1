#include "viewer/model/labels.h"

#include <filesystem>

namespace warpscope::viewer {

std::string absence_of(const Session& session, Side side) {
  const Attempt& attempt = session.attempt(side);
  if (!attempt.problem().empty()) return attempt.problem();
  if (attempt.is_running())
    return "The first run of the " + std::string(side_name(side)) + " is under way.";
  if (attempt.file().empty())
    return "No record of the " + std::string(side_name(side)) + " is open.";
  return "The " + std::string(side_name(side)) + " has not run yet. Press " +
         (side == Side::student ? "F5." : "F6.");
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
