// The state of a running warp, and how its lanes diverge and reconverge.
//
// Lanes that took different ways form a tree. A leaf is a path: a group of lanes with one program
// counter. An inner node waits for its children at their reconvergence point, the immediate
// post-dominator of the branch where they parted. Paths can be run in any order, so one that waits
// (barrier, *.sync) never keeps the others from running.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "vgpu/counting/access_counters.h"
#include "vgpu/counting/warp_size.h"
#include "vgpu/exec/footprint/access_cache.h"
#include "vgpu/exec/launch/fault.h"
#include "vgpu/exec/machine/aligned_bytes.h"
#include "vgpu/exec/machine/heard.h"
#include "vgpu/exec/machine/held_stores.h"
#include "vgpu/exec/program/operation.h"

namespace warpscope::exec {

/// DivergenceNode::Barrier::id of those that wait at barrier.cluster.
inline constexpr std::uint32_t kClusterBarrier = 16;

inline constexpr std::uint32_t kNoInstruction = ~0u;

/// Why the machine's inner loop returned.
enum class Stop : std::uint8_t {
  waiting,  ///< no path of the warp can run: all wait or have exited
  slice,    ///< the time slice is used up; the warp can go on
  fault,    ///< BlockContext::fault is set
};

struct LoweredFunction;  // program/kernel.h

/// The registers of one function while it runs, for all lanes that called it together.
struct Frame {
  AlignedBytes bytes;               ///< the preface, then registers and param variables
  std::uint32_t preface_bytes = 0;  ///< see Slot
  std::uint64_t preface_of = 0;     ///< WarpContext::life for which the preface was filled in
  std::byte* registers() { return bytes.data() + preface_bytes; }
  /// The function begins: what it may read before it has set it becomes zero.
  void enter(const LoweredFunction& entered);
  const LoweredFunction* function = nullptr;
  std::uint64_t local_begin = 0;  ///< where its local variables begin in each lane's local memory
  bool in_use = false;
};

/// A node of the tree of paths: a path, or where paths reconverge.
struct DivergenceNode {
  enum class State : std::uint8_t {
    free,                  ///< no node; new_node() may take the place
    ready,                 ///< a path that runs, or can run
    waiting_for_children,  ///< its lanes parted or called a function: its children run
    at_barrier,            ///< waits at bar or barrier for other warps of the block
    at_sync,               ///< waits at a .sync instruction for other lanes of the warp
    at_mbarrier,           ///< waits for a phase of an mbarrier to end
  };
  State state = State::free;
  std::int32_t parent = -1;
  std::uint32_t children = 0;       ///< live ones that it waits for
  std::uint32_t mask = 0;           ///< lanes that have not exited
  const Operation* next = nullptr;  ///< where it goes on, by itself or when its children have ended
  /// Where it ends and its parent takes over; nullptr: at exit.
  const Operation* reconverge = nullptr;
  std::int32_t frame = 0;  ///< index into WarpContext::frames
  /// At a call: the frame of the function that its children run; -1 otherwise.
  std::int32_t callee_frame = -1;

  struct Barrier {
    std::uint32_t id = 0;       ///< or kClusterBarrier
    std::uint32_t threads = 0;  ///< expected count, 0 for all threads of the block
    // Of bar.red, when the barrier has opened:
    std::uint32_t true_count = 0;  ///< threads of the barrier with a true predicate
    std::uint32_t reducers = 0;    ///< threads that gave a predicate
  };
  Barrier barrier;  ///< at_barrier, and behind it
  struct Sync {
    std::uint32_t mask = 0;       ///< the member mask
    std::uint32_t elsewhere = 0;  ///< lanes of the mask that had more to do than exit
    /// May rendezvous with the same instruction at another program counter.
    bool meets_anywhere = false;
  };
  Sync sync;  ///< at_sync
  struct Mbarrier {
    std::uint32_t offset = 0;  ///< of the first lane's, in shared memory
    /// Turns of the block's other warps after which the test gives false; `next` is the test
    /// itself, which is made again.
    std::uint32_t timeout_turns = 0;
    bool has_timed_out = false;
  };
  Mbarrier mbarrier;  ///< at_mbarrier
};

struct BlockContext;  // machine/block.h
struct Rendezvous;    // machine/rendezvous.h
class WarpTrace;      // trace/warp_trace.h

/// A path's instruction, and its registers as a hash.
struct WarpPlace {
  const Operation* next = nullptr;
  std::uint64_t registers = 0;
  bool operator==(const WarpPlace&) const = default;
};

/// A warp between two turns, to be gone on with later: a copy of all that it has.
struct WarpState {
  struct Frame {
    const LoweredFunction* function = nullptr;  ///< nullptr: not in use
    std::uint64_t local_begin = 0;
    std::vector<std::byte> bytes;  ///< the preface, then registers and param variables
  };
  std::uint32_t warp_index = 0, alive = 0, cluster_arrived = 0;
  std::vector<DivergenceNode> nodes;
  std::vector<Frame> frames;
  std::uint64_t since_check = 0, local_written = 0, clock_reads = 0, executed = 0;
  std::vector<std::byte> local;  ///< of each lane the first local_written bytes
  std::int32_t rotation = 0;
  std::vector<WarpPlace> places;
  std::uint32_t waited_slices = 0;
};

/// All that handlers see. One per warp; reused for the next warp when the warp has ended.
struct WarpContext {
  std::byte* frame = nullptr;   ///< the registers of the running path's function; see Slot
  std::uint32_t active = 0;     ///< lanes that execute now: the path's mask and the guard
  std::uint32_t path_mask = 0;  ///< lanes of the running path
  alignas(64) std::uint32_t lane_mask[kWarpSize] = {};  ///< all ones for each active lane

  const Operation* operations = nullptr;  ///< of the kernel
  const Operation* reconverge = nullptr;  ///< of the running path
  std::int64_t slice = 0;                 ///< instructions left before the scheduler is asked
  std::int64_t accesses_left = 0;         ///< of the turn, where the kernel has_turns
  std::uint32_t rounds_to_wait = 0;       ///< the same: that the warp gets no turn
  HeldStores held_stores;                 ///< the same
  std::uint32_t others_words = 0;         ///< the same: lanes whose load gives zeros
  Heard heard;                            ///< LeftOut::many_lane_exchange
  /// Where the kernel has_contacts.
  struct Contacts {
    bool stops = false;                 ///< the warp has its turns by time
    bool may_make = false;              ///< one, before its turn ends
    std::uint32_t at = kNoInstruction;  ///< in front of which its turn ended
  };
  Contacts contacts;
  std::uint64_t since_check = 0;  ///< instructions since it was last looked for a spin
  AccessCounters* access_counters = nullptr;
  BlockCounters* block_counters = nullptr;
  AccessCache* access_cache = nullptr;  ///< by site
  BlockContext* block = nullptr;
  WarpTrace* trace = nullptr;        ///< nullptr: not traced
  Rendezvous* rendezvous = nullptr;  ///< while lanes perform a .sync from different places
  std::byte* local = nullptr;  ///< lane l's local memory begins at l * BlockContext::local_bytes
  std::uint64_t local_written = 0;  ///< bytes of each lane's local memory that may not be zero

  std::uint32_t warp_index = 0;
  /// Observed: the last instruction that read memory for the program's way or values, or which
  /// lanes are there.
  std::uint32_t last_read = kNoInstruction;
  std::uint64_t clock_reads = 0;  ///< that it has made
  std::uint64_t polls = 0;     ///< observed: strong reads, and tests of mbarriers that were in vain
  std::uint64_t executed = 0;  ///< instructions since the warp began
  std::uint64_t life = 0;      ///< how many warps have begun here
  std::uint32_t alive = 0;     ///< lanes that have not exited
  std::uint32_t cluster_arrived = 0;  ///< lanes for which barrier.cluster.arrive is not complete
  std::int32_t running = -1;          ///< index into nodes
  std::vector<DivergenceNode> nodes;
  std::vector<std::unique_ptr<Frame>> frames;  ///< the entry function's first
  Stop stop = Stop::waiting;

  template <typename T>
  T* at(Slot slot) {
    return reinterpret_cast<T*>(frame + slot);
  }
  std::uint32_t& predicate(Slot slot) { return *at<std::uint32_t>(slot); }

  /// Sets the lanes that execute, and lane_mask with it.
  void set_active(std::uint32_t mask) {
    active = mask;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      lane_mask[lane] = (mask >> lane & 1u) != 0 ? 0xffffffffu : 0u;
    }
  }
  bool is_full() const { return active == kFullMask; }

  /// The entry function's frame; the caller makes it large enough and fills its preface in before
  /// begin().
  Frame& entry_frame();
  /// Starts the warp at the beginning of `entry` with `lanes` alive.
  void begin(const LoweredFunction& entry, std::uint32_t lanes);
  /// A new frame for a function that the running path calls; -1 when the stack is used up. The
  /// caller fills in the parameters.
  std::int32_t push_frame(const LoweredFunction& callee);
  /// The running path calls the function of a new frame and will go on at `after`.
  const Operation* call(std::int32_t frame, const Operation* after);
  /// Lanes in `lanes` of the running path return from the function that was called; `next` is
  /// where the path's other lanes go on.
  const Operation* return_lanes(std::uint32_t lanes, const Operation* next);
  /// The path that waits at the call of the running path's function; nullptr in the entry
  /// function.
  const DivergenceNode* caller() const;
  /// Parts the running path: lanes in `taken` go to `target`, the others to `fall_through`; they
  /// reconverge at `point` (nullptr: where the running path ends). Returns the operation to go on
  /// with.
  const Operation* diverge(std::uint32_t taken, const Operation* target,
                           const Operation* fall_through, const Operation* point);
  /// The running path has come to its reconvergence point.
  const Operation* arrive();
  /// Lanes in `lanes` of the running path exit; returns what to go on with. `next` is where the
  /// path's other lanes go on.
  const Operation* exit_lanes(std::uint32_t lanes, const Operation* next);
  /// The running path waits in `state` and will go on at `next`; returns another path's operation
  /// or nullptr.
  const Operation* wait(DivergenceNode::State state, const Operation* next);
  /// Makes the ready path that was created last the running one; nullptr (Stop::waiting) when
  /// there is none.
  const Operation* resume();
  /// The same with the path that was suspended last.
  const Operation* resume_same() { return run(running); }
  /// Puts the running path back among the ready ones, to go on at `next`.
  void suspend(const Operation* next);
  /// Lets another ready path of this warp run first (fairness for lanes that spin).
  void turn() { ++rotation_; }
  /// The same at the end of a slice, or at a pause. When the warp makes no progress while lanes
  /// wait at a reconvergence point, these go on without the others: they may hold the lock that
  /// the others spin on.
  void rotate(bool is_spinning);
  /// True when the running path is where it was at an earlier call since forget_places(), with
  /// the same registers: it spins.
  bool is_again_here();
  void forget_places() { places_.clear(); }
  bool any_waits_at_reconvergence() const;
  /// Of a node that waits for its children the lanes that none of these has: they are at its
  /// reconvergence point.
  std::uint32_t lanes_at_reconvergence(std::int32_t node) const;
  bool any_waits_at_mbarrier() const;
  /// Of all its paths: where they are, and their functions' registers.
  std::uint64_t state_hash() const;
  /// Lanes that wait at a reconvergence point go on without the others when one of these waits
  /// for them at a .sync instruction: neither would ever come. False when there are none.
  bool release_for_syncs();
  /// Lanes whose next instruction is to exit.
  std::uint32_t lanes_at_exit() const;
  /// Lanes go on that wait at a reconvergence point behind which they only exit, or to which the
  /// others need not come. False when there are none.
  bool release_early_reconvergence();
  /// The same of those that wait for others at a barrier that need not be reached together. On a
  /// GPU they count as if they had gone on.
  bool release_for_barriers();

  /// Of a warp that is not running.
  WarpState save() const;
  /// Makes the warp what it was. The caller has made local memory large enough. False when the
  /// registers do not fit into LaunchOptions::most_state_bytes.
  bool restore(const WarpState& state);

 private:
  const Operation* run(std::int32_t node);
  std::int32_t new_node();
  bool is_one_of(const std::vector<std::uint32_t>& places, const Operation* next) const;
  bool only_exits(const Operation* next) const;
  bool is_early_reconvergence(const Operation* next) const;
  bool release_above(std::int32_t node, std::uint32_t awaited);
  void release_lanes(std::size_t node, std::uint32_t lanes);
  void dissolve(std::size_t node);
  void release_reconvergence();
  const Operation* end_node(std::int32_t index);
  std::int32_t rotation_ = 0;
  std::vector<WarpPlace> places_;    ///< of the running path, by is_again_here()
  std::uint32_t waited_slices_ = 0;  ///< in a row, in which lanes waited at a reconvergence point
};

/// Records a fault of the running operation and stops the warp. Returns nullptr, so that handlers
/// can return it.
const Operation* raise(WarpContext& context, const Operation* operation, Fault::Kind kind,
                       std::uint32_t lanes, std::string message, std::uint64_t address = 0,
                       std::uint32_t access_bytes = 0, bool is_store = false);

}  // namespace warpscope::exec
