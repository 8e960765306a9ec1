// Keeps a few of a launch's requests to global and shared memory, of each source line: the first,
// the worst, and some in between. LaunchOptions::requests.
//
// It is an observer for the sake of the observed lowering, and told of accesses by another way
// (requests.h). One thread runs what is watched, so what is kept does not depend on the host. An
// observed launch is watched whole; of any other, some blocks run first and memory is put back
// (sample_watch.h), so that a plain launch has nothing of it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vgpu/counting/access_counters.h"
#include "vgpu/exec/access/access.h"
#include "vgpu/exec/launch/warp_request.h"
#include "vgpu/exec/observation/observer.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::exec {

class RequestSampler : public LaunchObserver {
 public:
  static constexpr std::size_t kMostLines = 64, kMostOfLine = LineRequests::kMost;

  RequestSampler(const Program& program, const Kernel& kernel, const memory::DeviceMemory& memory,
                 std::uint64_t shared_bytes);
  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& shape) override;

  /// What an observed access asks for; called after it was counted, or where it will be.
  void take(const WarpContext& context, const GlobalAccess& access);
  void take(const WarpContext& context, const AtomicAccess& access);
  void take(const WarpContext& context, const SharedAccess& access);
  void take(const WarpContext& context, const CopyAccess& access);
  /// Accesses by all lanes that go the way of report_pattern() and report_line().
  void take_pattern(const WarpContext& context, std::uint32_t site, ptx::Space space,
                    const LaneAddresses& addresses, std::uint32_t size_bytes);
  void take_line(const WarpContext& context, std::uint32_t site, std::uint32_t first);

  /// What was kept. `counted`: what the launch has counted, by site. Of a site for which it is not
  /// the sum of what this has seen, nothing is given.
  SampledRequests finish(std::span<const AccessCounters> counted) const;

 private:
  class Block;
  struct Kept {
    std::uint64_t order = 0;  ///< of the group's requests
    std::uint32_t site = 0;
    WarpRequest request;
  };
  /// Requests of one space and kind at one line.
  struct Group {
    std::size_t line = 0;
    WarpRequest::Space space = WarpRequest::Space::global;
    WarpRequest::Kind kind = WarpRequest::Kind::load;
    std::uint64_t count = 0;
    std::uint64_t every = 1;    ///< a power of two: the distance of those in between
    std::vector<Kept> between;  ///< a few, evenly
    Kept worst;
  };
  static constexpr std::int32_t kNotAsked = -1, kNotKept = -2;

  /// Index of groups_; negative where nothing of the site is kept.
  std::int32_t group_of(std::uint32_t site);
  /// Of a site that has a group.
  void add(const WarpContext& context, std::uint32_t site, WarpRequest request);
  void keep(const WarpContext& context, WarpRequest& request) const;

  const Program& program_;
  const Kernel& kernel_;
  const memory::DeviceMemory& memory_;
  std::uint64_t shared_end_;
  std::vector<std::int32_t> group_of_site_;  ///< index of groups_
  std::vector<std::uint64_t> seen_;          ///< by site, of those that have a group
  std::vector<SourceLine> lines_;
  std::vector<Group> groups_;
  std::uint64_t blocks_ = 0;  ///< that have begun
};

}  // namespace warpscope::exec
