// Whether the resident blocks of a launch can still come to an end, for launches with checks.
//
// A warp is closed when one of its states (places and registers of all its paths) has come again
// while nothing in memory changed: it does for ever what it did in between. If all warps that are
// not waiting are closed, nobody will ever change anything. Where barriers open meanwhile, warps
// let each other go on: then a block is closed when all of its warps have come to earlier states
// together. And where a loop has no way out, or a warp comes again to what alone decides whether
// its loop ends (loop_watch.h), there is no end either. That is certain.
//
// Who counts rounds or reads a clock while waiting never comes to the same state again. So it is
// also said that nobody goes on when all warps that can run have only asked (by strong reads or
// tests of mbarriers) for tens of millions of instructions, and nothing has changed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/machine/worker.h"
#include "vgpu/exec/scheduling/loop_watch.h"

namespace warpscope::exec {

class ProgressWatch {
 public:
  explicit ProgressWatch(Worker& worker) : worker_(worker) {}

  enum class Verdict : std::uint8_t {
    open,     ///< it goes on, or that is not known
    stuck,    ///< every warp of the blocks waits, or does the same for ever
    endless,  ///< a path is in a loop without a way out
    closed,   ///< a warp goes round a loop for ever, whatever changes in memory
  };
  using Runners = std::span<const std::unique_ptr<BlockRunner>>;
  /// After a round of these blocks, in which none ended.
  Verdict look(Runners residents);
  /// Blocks have come or gone.
  void begin_again();

  /// What to say of the block that `look` spoke about.
  Fault describe(Runners residents, Verdict verdict, std::uint64_t blocks_not_begun);

 private:
  struct State {
    std::uint64_t hash = 0;
    std::uint64_t round = 0;
  };
  bool is_closed(const BlockRunner& runner);
  /// All warps of the block have been in these states before, at the same time.
  bool is_closed_together(const BlockRunner& runner);
  /// Notes a state, and says whether it was there `turns` rounds ago or earlier.
  bool has_come_again(std::vector<State>& states, std::uint64_t hash, std::uint64_t turns) const;
  /// Since memory changed last: many instructions, and each warp that can run has asked for
  /// something again and again.
  bool has_waited_long(Runners residents);
  const BlockRunner* endless_block(Runners residents) const;

  /// Nothing is known of what was: memory has changed.
  void forget();

  Worker& worker_;
  LoopWatch loops_;
  const BlockRunner* closed_ = nullptr;  ///< of Verdict::closed
  std::uint64_t rounds_ = 0;             ///< looked at
  std::uint64_t quiet_ = 0;              ///< rounds in a row in which nothing in memory changed
  bool has_openings_ = false;            ///< of barriers, in these rounds
  bool is_waiting_ = false;         ///< threads asked others by strong accesses in the last rounds
  std::uint64_t begun_ = 0;         ///< instructions of the launch when the watch began
  std::uint64_t blocks_begun_ = 0;  ///< the same when blocks came or went
  std::uint64_t loops_looked_at_ = 0;  ///< the same at the last look at loops
  std::uint64_t quiet_since_ = 0;      ///< instructions of the launch by then
  using Warp = std::pair<const BlockRunner*, std::uint32_t>;
  std::map<Warp, std::vector<State>> states_;
  std::map<Warp, std::uint64_t> polls_;  ///< of each warp when the quiet began
};

}  // namespace warpscope::exec
