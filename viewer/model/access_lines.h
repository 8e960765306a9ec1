// Lines of a record whose requests were kept, and what the other side has in their place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "viewer/model/selection.h"

namespace warpscope::viewer {

/// A line, and its requests in the one of the chosen launches in which the worst of them is: the
/// one with the greatest excess, of equals the one that takes most, of these the first.
struct AccessLine {
  record::SourceLine where;
  std::string text;  ///< of the source, without spaces around it; empty: not known
  std::uint32_t launch = 0;
  std::vector<record::WarpRequest> requests;  ///< not empty
  std::size_t worst = 0;                      ///< index of the worst one
  /// How many times the fewest sectors or passes the worst one takes.
  double excess() const;
};

/// Of the launches that the selection covers, by file and line.
std::vector<AccessLine> access_lines(const record::RunRecord& record, const Selection& selection,
                                     Side side);
/// The one to show where no line is chosen: with the greatest excess, of equals the one that takes
/// most, of these the first; nothing where there are none.
std::optional<std::size_t> worst_line(const std::vector<AccessLine>& lines);
/// Index of the line; nothing where it has no requests.
std::optional<std::size_t> find_line(const std::vector<AccessLine>& lines,
                                     const record::SourceLine& where);

/// A line of the other side and one of its requests.
struct Counterpart {
  std::size_t line = 0, request = 0;
};
/// What the other side does instead of `lines[line].requests[request]`: at a line of the same text,
/// else at the worst one that does the same to an array of the same name, with the worst request
/// beside the worst and one of the same warp beside any other. Nothing where it does no such thing.
std::optional<Counterpart> counterpart(const AccessLine& line, std::size_t request,
                                       const std::vector<AccessLine>& others);

/// What stands beside a request: the other side's line, and which of its requests.
struct Beside {
  AccessLine line;
  std::size_t request = 0;
};
/// The counterpart in the other side's record: in the case that `line` is of, where that record has
/// one there, else in all that the selection covers. `record` is that of `line`.
std::optional<Beside> beside(const AccessLine& line, std::size_t request,
                             const record::RunRecord& record, const record::RunRecord& other,
                             const Selection& selection, Side other_side);
/// "copy/stride-32, launch 5": where a launch is; without a case "launch 5".
std::string launch_place(const record::RunRecord& record, std::uint32_t launch);

/// Why there are no requests to show: a sentence.
std::string why_no_requests(const record::RunRecord& record);
/// The source's text that a line is of; empty where it was not kept.
std::string_view source_text(const record::RunRecord& record, const std::string& file);

}  // namespace warpscope::viewer
