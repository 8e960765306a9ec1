// Managed memory that the host writes between launches which use it: on a GPU its pages move to the
// host and back each time, one by one. Which pages these are is known exactly, how long it takes is
// not.
//
// Between two calls of the runtime only the program itself writes to its memory, so what has
// changed meanwhile is found by comparing. What the host only reads is not seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "vgpu/cudart/queue/ordering.h"

namespace warpscope::cudart {

struct Runtime;

class ManagedTurns {
 public:
  explicit ManagedTurns(Runtime& runtime) : runtime_(runtime) {}

  /// A call of the runtime begins or ends. With the runtime's mutex locked, as all that follows.
  void begin_call();
  void end_call();
  /// A launch was asked for that is given a pointer into managed memory, at this address.
  void add_launch(std::uint64_t address, Sequence sequence, std::uint32_t site);
  /// Tells of memory whose pages went back and forth in several launches.
  void tell() const;

 private:
  /// Where the host has written, and the launch that came next.
  struct Turn {
    Sequence sequence = 0;
    std::uint32_t site = 0;                ///< HostWatch::site
    std::vector<std::uint64_t> addresses;  ///< one in each page
  };
  struct Watched {
    std::vector<std::byte> before;    ///< its bytes when the last call ended
    std::set<std::uint64_t> written;  ///< by the host since the last launch: one address per page
    std::vector<Turn> unjudged;       ///< the launch has not run yet
    std::uint32_t launches = 0;
    std::uint32_t turns = 0;  ///< launches that used what the host had written before
    std::uint64_t pages = 0;  ///< of all these
    std::uint32_t site = 0;   ///< of the first such launch
    bool is_over = false;     ///< enough is known
  };
  bool is_advised(std::uint64_t address, std::uint64_t bytes) const;
  void judge(Watched& watched);

  Runtime& runtime_;
  std::map<std::uint64_t, Watched> watched_;  ///< by address of the allocation
};

}  // namespace warpscope::cudart
