// Operations that use the same memory, and that nothing orders: of several streams, or of nodes of
// a graph.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "device/events.h"
#include "record/record.h"
#include "vgpu/exec/launch.h"
#include "vgpu/protocol/box.h"
#include "vgpu/protocol/host_calls.h"

namespace warpscope::device {

class OperationRaces {
 public:
  using Span = exec::LaunchFootprint::Span;

  /// The requests that follow belong to this operation, of whose order the client tells.
  void begin(const HostOperation& operation);
  /// Where the program asked for the operation; 0: not known.
  std::uint32_t site() const { return current_.host_site; }
  /// The operation has used this memory; `what` names it, "launch of scale". Gives a finding
  /// for each earlier operation that nothing orders before it and that uses some of it otherwise.
  std::vector<Diagnosed> add(const std::string& what, const std::vector<Span>& spans);

  /// Whether an operation that is remembered used the address.
  HostUseReply use_of(const HostUse& asked) const;

 private:
  struct Done {
    HostOperation operation;
    std::string what;
    std::vector<Span> spans;  ///< by address
  };
  HostOperation current_;
  std::deque<Done> done_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> told_;  ///< pairs of sites
};

/// Whether the operation is known to come after that one, or is the same.
bool comes_after(const HostOperation& operation, const HostOperation& earlier);

/// Whether there are bytes that both use and at least one writes. By address.
bool use_same(const std::vector<OperationRaces::Span>& one,
              const std::vector<OperationRaces::Span>& other);

/// What a copy or a fill uses of a box.
std::vector<OperationRaces::Span> spans_of(const Box& box, bool is_write);

}  // namespace warpscope::device
