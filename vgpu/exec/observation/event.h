// What a launch's instructions did, told to those who watch (observer.h) in the order in which they
// did it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/observation/access_event.h"

namespace warpscope::exec {

struct Operation;    // program/operation.h
struct WarpContext;  // machine/warp.h

/// Lanes of one warp that act together.
struct WarpLanes {
  std::uint32_t warp = 0;  ///< in the block
  std::uint32_t lanes = 0;
};

/// The next block begins.
struct BlockBegin {
  std::uint64_t number = 0;  ///< linear in the grid
  Dim3 index;
};
struct WarpBegin {
  std::uint32_t warp = 0;
};
/// All its threads have exited.
struct WarpEnd {
  std::uint32_t warp = 0;
};

/// The running path of a warp comes to the PTX instruction Operation::instruction; only in kernels
/// that are lowered for it (KernelUse::stepped). The observer may take as long as it likes; nothing
/// else of the launch runs meanwhile. With Answer::end_launch the launch ends here, as if by a
/// fault, but without one.
struct InstructionBegin {
  const WarpContext* warp = nullptr;
  const Operation* operation = nullptr;
};

/// Lanes that fetch, through a texture, elements that its linear memory does not have. The hardware
/// gives zeros for them and reports nothing. Besides AccessEvent, which has the elements that are
/// there.
struct OutsideFetch {
  WarpLanes who;
  std::uint32_t instruction = 0;
  std::int64_t index = 0;      ///< that the first of them asks for
  std::uint64_t elements = 0;  ///< that there are
};

/// Lanes whose printf has a conversion that printf in a kernel does not know.
struct UnknownConversion {
  WarpLanes who;
  std::uint32_t instruction = 0;
  std::string_view text;  ///< "%zu"
};

struct Fence {
  WarpLanes who;
  Scope scope = Scope::system;
};
/// bar.warp.sync, or another `.sync` instruction, of these lanes.
struct WarpSync {
  WarpLanes who;
  /// What a lane did before is seen by the others: bar.warp.sync promises it, and no vote, match,
  /// shuffle or reduction does (PTX ISA, 9.7.13; CUDA programming guide on warp functions).
  bool orders_memory = true;
};
/// A reduction across the warp (redux.sync) of these lanes' values, which all of them get.
struct WarpReduction {
  WarpLanes who;
  std::uint32_t instruction = 0;
};
/// A .sync instruction of these lanes, for which lanes in its mask never came: when it began, they
/// had other things to do, and then they exited.
struct MissingLanes {
  WarpLanes who;
  std::uint32_t instruction = 0;
  std::uint32_t missing = 0;
};

/// bar.arrive.
struct BarrierArrival {
  WarpLanes who;
  std::uint32_t barrier = 0;
};
/// Lanes that wait at a barrier of the block.
struct BarrierWaiter {
  WarpLanes who;
  std::uint32_t instruction = 0;  ///< that they wait at
  std::uint32_t threads = 0;      ///< that it says the barrier is for; 0: all of the block
};
/// A barrier that opens, before BarrierOpening: who came, and from where.
struct BarrierMeeting {
  std::uint32_t barrier = 0;
  std::span<const BarrierWaiter> waiting;
  std::span<const WarpLanes> alive;  ///< lanes of the block that have not exited, by warp
};
/// A barrier opens for those that wait at it.
struct BarrierOpening {
  std::uint32_t barrier = 0;
  std::span<const WarpLanes> waiting;
};

/// Lanes use what the shuffle `instruction` took from lanes that did not take part in it; or they
/// store what that instruction was the first to compute from a register that nobody has set.
struct UndefinedUse {
  WarpLanes who;
  std::uint32_t instruction = 0;
  bool is_unset = false;
};
/// Lanes use a value that lacks what a shuffle could not give them, e.g. a part of a sum, in this
/// instruction; its access follows.
struct PartialUse {
  WarpLanes who;
  std::uint32_t instruction = 0;
};

/// Lanes whose sum of two numbers of 32 bits passes the end of an int, in a line that adds up small
/// numbers (sum_watch.h). Told once for a line; `a` and `b` are those of the first lane.
struct SumPastEnd {
  WarpLanes who;
  std::uint32_t instruction = 0;
  std::int32_t a = 0, b = 0;
};

/// The mbarrier at `offset` of shared memory is initialised.
struct MbarrierInit {
  WarpLanes who;
  std::uint32_t offset = 0;
  std::uint32_t instruction = 0;
};
/// Any later instruction on it, before it is done.
struct MbarrierUse {
  WarpLanes who;
  std::uint32_t offset = 0;
  std::uint32_t instruction = 0;
};
struct MbarrierArrival {
  WarpLanes who;
  std::uint32_t offset = 0;
};
/// A wait there that succeeded.
struct MbarrierWait {
  WarpLanes who;
  std::uint32_t offset = 0;
};
/// An asynchronous copy that writes to `to` has been made: its source may change now.
struct CopyPerformed {
  const std::byte* to = nullptr;
};

/// To add a kind of event: its structure, its name here, and who tells of it.
using Event = std::variant<AccessEvent, LineAccess, BlockBegin, WarpBegin, WarpEnd,
                           InstructionBegin, OutsideFetch, UnknownConversion, Fence, WarpSync,
                           WarpReduction, MissingLanes, BarrierArrival, BarrierMeeting,
                           BarrierOpening, UndefinedUse, PartialUse, SumPastEnd, MbarrierInit,
                           MbarrierUse, MbarrierArrival, MbarrierWait, CopyPerformed>;
static_assert(std::is_trivially_copyable_v<Event>, "An event is made on the stack, and is quick.");

/// Kinds of events, a bit for each alternative of Event.
using EventMask = std::uint32_t;

namespace event_kinds {
template <typename Kind, typename Variant>
struct Index;
template <typename Kind, typename... Rest>
struct Index<Kind, std::variant<Kind, Rest...>> : std::integral_constant<std::uint32_t, 0> {};
template <typename Kind, typename First, typename... Rest>
struct Index<Kind, std::variant<First, Rest...>>
    : std::integral_constant<std::uint32_t, 1 + Index<Kind, std::variant<Rest...>>::value> {};
}  // namespace event_kinds

template <typename... Kinds>
inline constexpr EventMask kEventMask = (EventMask{0} | ... |
                                         (EventMask{1} << event_kinds::Index<Kinds, Event>::value));

}  // namespace warpscope::exec
