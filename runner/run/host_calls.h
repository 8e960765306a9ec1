// What the program's runtime told of the program's own calls: it becomes findings with lines.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/record.h"
#include "runner/run/call_sites.h"
#include "vgpu/server/device_log.h"

namespace warpscope::runner {

/// Of one device process.
class HostCalls {
 public:
  void add(const device::HostSite& site);
  void add(const device::HostReaction& reaction);
  /// A finding about a call, which settle() gives back.
  void add(record::Finding finding, const device::HostCall& call);

  /// The findings that stay, with their lines. A failure that the program looked at is none, unless
  /// that was the end of the program (`ended_well` is false); what was left behind is none then.
  std::vector<record::Finding> settle(bool ended_well);

  /// The program's line of a site, when all have been told.
  std::optional<record::SourceLine> line_of(std::uint32_t site);

 private:
  struct Told {
    record::Finding finding;
    device::HostCall call;
  };
  /// Of each site, and the function that is called there. Looks them up the first time.
  using Places = std::map<std::uint32_t, std::pair<HostPlace, std::string>>;
  const Places& places();

  std::vector<device::HostSite> sites_;
  std::optional<Places> places_;
  std::map<std::uint32_t, device::HostReaction> reactions_;  ///< by mistake
  std::vector<Told> told_;
};

}  // namespace warpscope::runner
