#include "vgpu/exec/scheduling/in_order.h"

#include <algorithm>

namespace warpscope::exec {
namespace {

// Rounds in which no block ended before more blocks are admitted: a round is a slice of every warp.
constexpr std::uint32_t kRoundsBeforeAdmission = 8;
// Rounds of blocks that spin are short: so many count as one, which then has as many instructions.
constexpr std::uint32_t kShortRounds = (1 << 16) / 32;
constexpr std::uint32_t kShortRoundsOfResidents = (1 << 11) / 32;
// Shorter turns while blocks wait for each other, so that spinning costs little.
constexpr std::int64_t kResidentSliceInstructions = 1 << 11;
constexpr std::uint64_t kInstructionsBetweenReports = 1 << 16;

}  // namespace

Dim3 index_of(const Dim3& grid, std::uint64_t block) {
  const std::uint64_t row = block / grid.x;
  return {static_cast<std::uint32_t>(block % grid.x), static_cast<std::uint32_t>(row % grid.y),
          static_cast<std::uint32_t>(row / grid.y)};
}

bool may_go_on(Worker& worker, BlockContext& block) {
  return (worker.unreported < kInstructionsBetweenReports && !worker.is_over_budget()) ||
         worker.may_go_on(block);
}

InOrder::InOrder(LaunchContext& launch, Worker& worker, std::uint64_t first)
    : launch_(launch),
      worker_(worker),
      blocks_(launch.configuration.grid.count()),
      order_(blocks_, launch.options.schedule),
      limit_(launch.options.is_cooperative ? blocks_ : 1),
      next_(first) {}

std::optional<Fault> InOrder::run() {
  std::uint32_t rounds = 0;
  while (true) {
    admit();
    if (residents_ == 0) return std::nullopt;
    bool any_finished = false, all_short = true;
    for (std::size_t i = 0; i < residents_;) {
      BlockRunner& runner = *runners_[i];
      all_short = all_short && runner.is_spinning();
      const Progress progress = runner.run_round();
      if (progress == Progress::fault ||
          (progress == Progress::finished && !may_go_on(worker_, runner.context())))
        return runner.context().fault;
      if (progress == Progress::finished) {
        any_finished = true;
        retire(i);
      } else {
        ++i;
      }
    }
    const std::uint32_t whole = residents_ > 1 ? kShortRoundsOfResidents : kShortRounds;
    rounds = any_finished ? 0 : rounds + (all_short ? 1 : whole);
    if (rounds >= kRoundsBeforeAdmission * whole && next_ < blocks_ && launch_.kernel.is_ordered) {
      limit_ = std::max<std::uint64_t>(limit_ * 2, 2);
      rounds = 0;
    }
  }
}

void InOrder::admit() {
  while (residents_ < limit_ && next_ < blocks_) {
    if (residents_ == runners_.size()) runners_.push_back(std::make_unique<BlockRunner>(worker_));
    runners_[residents_++]->begin(index_of(launch_.configuration.grid, order_(next_++)));
  }
  if (residents_ > 1) worker_.slice_instructions = kResidentSliceInstructions;
}

// Keeps the order of the others: the turns depend on it.
void InOrder::retire(std::size_t index) {
  std::rotate(runners_.begin() + static_cast<std::ptrdiff_t>(index),
              runners_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
              runners_.begin() + static_cast<std::ptrdiff_t>(residents_));
  --residents_;
}

}  // namespace warpscope::exec
