// Waits of streams for events behind which nothing needs what the event stands for.
//
// A wait is needed when an operation behind it uses memory, of the device or of the host, that one
// of the operations uses which the stream would not have waited for otherwise, and one of the two
// writes it; or when the host waits for what is behind it, and so perhaps for the others. Where
// that is not known it counts as needed.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "vgpu/server/operation_races.h"
#include "vgpu/timing/streams/virtual_clock.h"

namespace warpscope::device {

class NeedlessWaits {
 public:
  using Span = OperationRaces::Span;

  /// The requests that follow belong to this operation. `clock` knows of those before it.
  void begin(const HostOperation& operation, const timing::VirtualClock& clock);
  /// The operation records an event, makes its stream wait for one, or uses this memory. One of
  /// which nobody tells anything uses everything, as a launch that is not watched.
  void record(std::uint32_t event);
  void wait(std::uint32_t event);
  void use(const std::vector<Span>& spans);
  void use_everything() { use({{0, ~std::uint64_t{0}, true, false}}); }
  /// The host waits for a stream, or for an event.
  void host_waits_for_stream(std::uint32_t stream);
  void host_waits_for_event(std::uint32_t event);

  /// One for each line of which no wait was needed, and which cost something. To be called at the
  /// end, once.
  std::vector<Diagnosed> take(const timing::VirtualClock& clock);

 private:
  struct Done {
    HostOperation operation;
    std::vector<Span> spans;
  };
  struct Wait {
    HostOperation operation;
    std::vector<std::uint64_t> awaited;  ///< sequences of what it waits for
    bool has_next = false;               ///< something came behind it in its stream
  };
  /// What the operations cost that came directly behind the waits of a line.
  struct Cost {
    double lost_s = 0;
    std::uint32_t waits = 0;
  };
  void end_operation(const timing::VirtualClock& clock);
  template <typename IsBehind>
  void need(IsBehind is_behind);

  HostOperation current_;
  bool is_known_ = true;  ///< what the current operation does
  double begin_s_ = -1;   ///< when the first one was asked for
  std::deque<Done> done_;
  std::map<std::uint32_t, HostOperation> last_of_stream_, record_of_event_;
  std::vector<Wait> waits_;                ///< not known to be needed
  std::set<std::uint32_t> needed_;         ///< sites
  std::map<std::uint32_t, Cost> cost_of_;  ///< by site
};

}  // namespace warpscope::device
