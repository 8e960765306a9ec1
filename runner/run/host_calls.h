// What the program's runtime told of the program's own calls: it becomes findings with lines.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "record/record.h"
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

 private:
  struct Told {
    record::Finding finding;
    device::HostCall call;
  };
  std::vector<device::HostSite> sites_;
  std::map<std::uint32_t, device::HostReaction> reactions_;  ///< by mistake
  std::vector<Told> told_;
};

}  // namespace warpscope::runner
