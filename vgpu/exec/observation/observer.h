// Those who are told what a launch's instructions did: event.h.
//
// A launch that is observed runs on one thread, and its kernel is lowered without the short ways
// past vgpu/exec/access, so that nothing is left out.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "vgpu/exec/observation/event.h"

namespace warpscope::exec {

/// What an observer says to an event. The greatest of several observers' answers counts.
enum class Answer : std::uint8_t {
  taken,
  in_full,    ///< to a LineAccess, of which it has done nothing: it wants the AccessEvent
  end_launch  ///< to an InstructionBegin
};

/// Watches one block at a time. Observers derive from ObserverOf.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  /// The kinds of events that it wants to be told of. Asked once.
  virtual EventMask wants() const = 0;
  /// One of these.
  virtual Answer take(const Event& event) = 0;
};

/// An observer `Self` of these kinds of events. For each it has an `on` with the kind's structure,
/// which gives nothing or an Answer. It may override wants() to want fewer of them.
template <typename Self, typename... Kinds>
class ObserverOf : public BlockObserver {
 public:
  EventMask wants() const override { return kEventMask<Kinds...>; }
  Answer take(const Event& event) final {
    // Of these there are by far the most: not by the way of a table.
    if (const auto* line = std::get_if<LineAccess>(&event)) return take_kind(*line);
    if (const auto* access = std::get_if<AccessEvent>(&event)) return take_kind(*access);
    return std::visit([this](const auto& kind) { return this->take_kind(kind); }, event);
  }

 private:
  template <typename Kind>
  Answer take_kind(const Kind& kind) {
    constexpr bool kIsWanted = (std::same_as<Kind, Kinds> || ...);
    constexpr bool kHas = requires(Self & self) { self.on(kind); };
    static_assert(kHas == kIsWanted, "an `on` for each kind in the list, and for no other");
    if constexpr (!kIsWanted) {
      return Answer::taken;
    } else if constexpr (std::is_void_v<decltype(std::declval<Self&>().on(kind))>) {
      static_cast<Self&>(*this).on(kind);
      return Answer::taken;
    } else {
      return static_cast<Self&>(*this).on(kind);
    }
  }
};

/// What block runners need to know of their block, once.
struct BlockShape {
  std::uint32_t shared_bytes = 0;
  std::uint32_t warps = 0;
  std::uint64_t local_bytes = 0;  ///< per thread
};

/// Watches a launch.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;
  /// One for each block that is resident at a time; it does not outlive the launch.
  virtual std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& shape) = 0;
};

}  // namespace warpscope::exec
