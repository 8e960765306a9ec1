// Whether the resident blocks of a launch can still come to an end, for launches with checks.
//
// Said is only what is certain. A warp is closed when one of its states (places and registers of
// all its paths) has come again while nothing in memory changed: it does for ever what it did in
// between. If all warps that are not waiting are closed, nobody will ever change anything. And
// where a loop has no way out, there is no end either.
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

namespace warpscope::exec {

class ProgressWatch {
 public:
  explicit ProgressWatch(Worker& worker) : worker_(worker) {}

  enum class Verdict : std::uint8_t {
    open,     ///< it goes on, or that is not known
    stuck,    ///< every warp of the blocks waits, or does the same for ever
    endless,  ///< a path is in a loop without a way out
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
  const BlockRunner* endless_block(Runners residents) const;

  Worker& worker_;
  std::uint64_t rounds_ = 0;  ///< looked at
  std::uint64_t quiet_ = 0;   ///< rounds in a row in which nothing in memory changed
  bool is_waiting_ = false;   ///< threads asked others by strong accesses in the last rounds
  std::map<std::pair<const BlockRunner*, std::uint32_t>, std::vector<State>> states_;
};

}  // namespace warpscope::exec
