// What the program's runtime told of the program's own calls: it becomes findings with lines.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "device/events.h"
#include "record/record.h"
#include "runner/run/call_sites.h"

namespace warpscope::runner {

/// What settle() asks of the program.
struct HostProgram {
  /// Whether it came to a good end; with a case, whether this one did.
  std::function<bool(std::optional<std::uint32_t> case_index)> ended_well;
  PlaceSearch search{};
  /// Text of a source that a line is in; left out: from the file itself.
  std::function<std::optional<std::string>(const std::string& file)> text{};
  /// A driver calls the student's functions: what is still there at the end is of its doing, what
  /// it asks of errors is no look of theirs, and refused launches are judged by their case.
  bool has_driver = false;
};

/// Of one device process.
class HostCalls {
 public:
  void add(const device::HostSite& site);
  void add(const device::HostReaction& reaction);
  /// A finding about a call, which settle() gives back.
  void add(record::Finding finding, const device::HostCall& call);
  /// The program was ended by a signal in this case. What it told of that as its last word is said
  /// of the case, though the device may have heard it in the case before.
  void place_crash(std::uint32_t case_index);
  /// Calls with each finding that waits for settle().
  void for_each(const std::function<void(record::Finding&)>& call);

  /// All from which the program called.
  const std::vector<device::HostSite>& sites() const { return sites_; }
  /// Where these are in its text, one for each of sites(), before the calls that need it.
  void set_places(std::span<const HostPlace> places);

  /// The findings that stay, with their lines. A failure that the program looked at is none, unless
  /// that was its end (HostProgram::ended_well); what was left behind is none then.
  std::vector<record::Finding> settle(const HostProgram& program);

  /// The program's line of a site.
  std::optional<record::SourceLine> line_of(std::uint32_t site) const;

 private:
  struct Told {
    record::Finding finding;
    device::HostCall call;
  };
  std::vector<device::HostSite> sites_;
  /// Of each site, and the function that is called there.
  std::map<std::uint32_t, std::pair<HostPlace, std::string>> places_;
  std::map<std::uint32_t, device::HostReaction> reactions_;  ///< by mistake
  std::vector<Told> told_;
};

}  // namespace warpscope::runner
