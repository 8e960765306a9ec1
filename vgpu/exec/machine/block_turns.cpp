// Turns of a block's warps: how long they are, and what is looked for when they end.
#include <immintrin.h>

#include <algorithm>

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec {
namespace {

// While warps of a block spin, each waits for another one: turns of a few tries.
constexpr std::int64_t kSpinningSliceInstructions = 32;
// One try, where blocks share time: it takes as long as many instructions of the others.
constexpr std::int64_t kOneTryInstructions = 4;
// Turns in another order than the usual one are of different lengths, up to 2048 instructions.
constexpr std::int64_t kShortestTurnInstructions = 16;
constexpr std::uint64_t kTurnDoublings = 8;
// Where warps may lose their turn in front of an access: it has 1 to 32 of them, mostly few, so
// that what is read and then written is often in two turns.
constexpr std::uint64_t kAccessDoublings = 6;
// Of warps that are slow, of how many, and in how many rounds each of them runs once.
constexpr std::uint64_t kOneSlowOf = 4, kRoundsOfSlow = 8;
// Behind a flag that is seen before what it is for.
constexpr std::uint64_t kMostRoundsToWait = 128;
constexpr std::int64_t kAnyAccesses = std::int64_t{1} << 40;
// After so many it is looked for a spin, where blocks or warps can wait for each other.
constexpr std::int64_t kInstructionsBeforeLook = 1 << 10;

// Blocks of code that a loop which only waits goes through, at most.
constexpr int kMostStepsOfSpin = 8;

bool has_used_slice(const WarpContext& context) {
  return context.stop == Stop::slice && context.slice < 0;  // a pause leaves some of it
}

}  // namespace

std::int64_t BlockRunner::slice_instructions() {
  if (const std::uint64_t seed = block_.options->schedule; seed != 0 && !is_spinning_) {
    const std::uint64_t chance = scrambled(seed ^ (linear_index(block_) << 24) ^ ++turns_);
    return kShortestTurnInstructions << (chance % kTurnDoublings);
  }
  if (!is_spinning_) return worker_.slice_instructions;
  return block_.options->shares_time ? kOneTryInstructions : kSpinningSliceInstructions;
}

void BlockRunner::begin_turn(WarpStorage& warp) {
  WarpContext& context = warp.context;
  const std::uint64_t chance =
      scrambled(scrambled(block_.options->schedule + turns_) ^ linear_index(block_));
  context.accesses_left = (std::int64_t{1} << (chance % kAccessDoublings)) - 1;
  // What blocks cannot tell each other of, nobody sees too early.
  context.held_stores.holds_now = block_.kernel->is_ordered && (chance >> 8 & 1) != 0;
  context.held_stores.rounds_to_wait =
      static_cast<std::uint32_t>(1 + (chance >> 16) % kMostRoundsToWait);
  if ((chance >> 9 & 1) != 0) block_.async.move_early();
}

// Some warps wait for their next turn for long, as if their accesses took long.
bool BlockRunner::is_held_up(WarpStorage& warp) {
  WarpContext& context = warp.context;
  if (context.rounds_to_wait > 0) {
    --context.rounds_to_wait;
    return true;
  }
  const std::uint64_t of_warp =
      scrambled(block_.options->schedule ^ linear_index(block_) << 20 ^ context.warp_index);
  return of_warp % kOneSlowOf == 0 && scrambled(of_warp + ++turns_) % kRoundsOfSlow != 0;
}

// Runs a warp until it waits, ends or has used its slice. Meetings of its own lanes cost of the
// slice as well, or a loop around one would never let the others run.
void BlockRunner::run_slice(WarpStorage& warp, std::int64_t instructions, bool is_same_path) {
  WarpContext& context = warp.context;
  block_.slice_instructions = instructions;
  context.slice = instructions;
  do {
    const Operation* operation = is_same_path ? context.resume_same() : context.resume();
    is_same_path = false;
    while (operation != nullptr) operation = operation->handler(context, operation);
    _mm256_zeroupper();  // code with SSE instructions is slow otherwise
  } while (context.stop != Stop::fault && context.stop != Stop::slice &&
           (release_syncs(warp) || context.release_for_syncs()));
  const auto executed = static_cast<std::uint64_t>(instructions - context.slice);
  block_.executed += executed;
  worker_.unreported += executed;
  context.since_check += executed;
  context.executed += executed;
  worker_.longest_warp = std::max(worker_.longest_warp, context.executed);
}

// Whether the path that has used the slice spins: from block to block of its code, it comes back to
// where it was, with the same registers.
bool BlockRunner::spins(WarpStorage& warp) {
  WarpContext& context = warp.context;
  context.forget_places();
  context.accesses_left = kAnyAccesses;
  if (!has_used_slice(context)) run_slice(warp, 0, true);  // the turn was lost within a block
  for (int step = 0; step < kMostStepsOfSpin && has_used_slice(context); ++step) {
    if (context.is_again_here()) return true;
    run_slice(warp, 0, true);
  }
  return false;
}

// Short slices count together until they are as long as the others: lanes may spin on what another
// warp has, and need not be parted for that.
void BlockRunner::end_slice(WarpStorage& warp, bool is_spinning) {
  WarpContext& context = warp.context;
  const bool has_lost_turn = has_turns() && context.accesses_left < 0;
  if (!has_used_slice(context) && !has_lost_turn) {  // a pause
    is_spinning = context.any_waits_at_reconvergence() && context.is_again_here();
  } else {
    if (!is_spinning) {
      if (context.since_check < static_cast<std::uint64_t>(worker_.slice_instructions)) {
        context.turn();
        return;
      }
      is_spinning = spins(warp);
      if (context.stop != Stop::slice) return;
    }
    if (is_spinning) {
      is_spinning_ = true;
      // The next blocks of the launch probably will spin, too.
      worker_.slice_instructions = std::min(worker_.slice_instructions, kInstructionsBeforeLook);
    }
  }
  context.since_check = 0;
  context.rotate(is_spinning);
}

// Gives a warp its turn. False on a fault.
bool BlockRunner::advance(WarpStorage& warp) {
  WarpContext& context = warp.context;
  block_.running = &context;
  const std::int64_t slice = slice_instructions();
  if (has_turns()) begin_turn(warp);
  const bool looks = block_.kernel->is_ordered && slice > kInstructionsBeforeLook && !has_turns();
  run_slice(warp, looks ? kInstructionsBeforeLook : slice, false);
  bool is_spinning = false;
  if (looks && has_used_slice(context)) {
    is_spinning = spins(warp);
    if (!is_spinning && has_used_slice(context))
      run_slice(warp, slice - kInstructionsBeforeLook, true);
  }
  if (context.stop == Stop::slice) end_slice(warp, is_spinning);
  if (context.stop == Stop::fault) return false;
  return !worker_.is_time_to_ask() || worker_.may_go_on(block_);
}

}  // namespace warpscope::exec
