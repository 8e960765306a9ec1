// The blocks of a launch whose warps wait for each other, on one thread, as a GPU's time goes: the
// warp has its turn whose next contact with others comes first.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/worker.h"
#include "vgpu/exec/trace/contact_times.h"

namespace warpscope::exec {

/// Of a kernel that has_contacts. How long a warp takes from one contact to the next is what a
/// clock has seen (LaunchOptions::contact_times), or a guess. Blocks that the device holds are
/// resident, and others begin when one of them ends.
class ByTime {
 public:
  ByTime(LaunchContext& launch, Worker& worker);
  std::optional<Fault> run();

 private:
  struct WarpTime {
    std::uint64_t left = 0;      ///< cycle of its last contact, or in which it began or went on
    std::uint64_t comes = 0;     ///< to its next one
    std::uint64_t at = 0;        ///< cycle of its next turn: in which that one is seen
    std::uint64_t executed = 0;  ///< instructions since the last one
    std::uint32_t place = ContactTimes::kBegin;   ///< of that last contact
    std::uint32_t contact = kNoInstruction;       ///< in front of which it waits for its turn
    std::map<std::uint64_t, std::uint32_t> ways;  ///< how often it went from place to place
    bool is_queued = false;
  };
  struct Resident {
    std::unique_ptr<BlockRunner> runner;
    std::uint64_t number = 0;
    std::vector<WarpTime> warps;
    std::uint64_t last = 0;  ///< cycle in which its last warp so far ended
  };
  struct Next {
    std::uint64_t at = 0, order = 0;  ///< those of one cycle in the order in which they came
    std::uint32_t resident = 0, warp = 0;
    bool operator>(const Next& other) const {
      return at != other.at ? at > other.at : order > other.order;
    }
  };

  bool has_room() const;
  void admit(std::uint64_t now);
  void queue(std::uint32_t resident, std::uint32_t warp);
  bool turn(const Next& next);
  void come_to_barrier(const Next& next, const BlockRunner::Turn& turn);
  void go_on(std::uint32_t resident, std::uint64_t now);
  ContactTimes::Step step(Resident& block, std::uint32_t warp, std::uint32_t to) const;
  void end_block(std::uint32_t resident);

  LaunchContext& launch_;
  Worker& worker_;
  const ContactTimes* times_;
  std::vector<bool> returns_;  ///< by instruction: a contact that the warp waits for
  std::vector<Resident> residents_;
  std::vector<std::uint32_t> free_;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next_;
  std::uint64_t order_ = 0, limit_ = 1, begun_ = 0, resident_ = 0;
  std::uint64_t turns_without_end_ = 0;
  std::optional<Fault> fault_;
};

}  // namespace warpscope::exec
