// Tells any number of observers what a block does.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "vgpu/exec/observation/observer.h"

namespace warpscope::exec {

/// The observers of one block at a time, in the order in which they are told.
class ObserverFanout {
 public:
  /// One that wants LineAccess must want AccessEvent as well. At most 32.
  void add(std::unique_ptr<BlockObserver> observer) {
    const EventMask mask = observer->wants();
    const std::uint32_t bit = 1U << observers_.size();
    wanted_ |= mask;
    if ((mask & kEventMask<AccessEvent, LineAccess>) == kEventMask<AccessEvent>) in_full_ |= bit;
    observers_.push_back({std::move(observer), mask, bit});
  }
  /// Somebody watches.
  bool any() const { return wanted_ != 0; }
  template <typename Kind>
  bool wants() const {
    return (wanted_ & kEventMask<Kind>) != 0;
  }

  /// To each that wants this kind.
  template <typename Kind>
  Answer tell(const Kind& kind) {
    static_assert(!std::is_same_v<Kind, LineAccess>, "tell_line()");
    return wants<Kind>() ? tell_each(Event(kind), kEventMask<Kind>, ~0U) : Answer::taken;
  }
  /// An access, made as an event at once because it is large.
  void tell_access(const Event& event) {
    tell_each(event, kEventMask<AccessEvent>, std::exchange(awaiting_, ~0U));
  }
  /// An access that can be told in few words. False when somebody wants it in full: then
  /// tell_access() must be told of it next, and goes to these alone.
  bool tell_line(const LineAccess& line) {
    if (!wants<LineAccess>()) return false;
    const Event event(line);
    std::uint32_t awaiting = in_full_;
    for (const auto& [observer, mask, bit] : observers_) {
      if ((mask & kEventMask<LineAccess>) != 0 && observer->take(event) != Answer::taken)
        awaiting |= bit;
    }
    if (awaiting != 0) awaiting_ = awaiting;
    return awaiting == 0;
  }

 private:
  struct Each {
    std::unique_ptr<BlockObserver> observer;
    EventMask mask = 0;
    std::uint32_t bit = 0;
  };
  Answer tell_each(const Event& event, EventMask kind, std::uint32_t among) {
    Answer all = Answer::taken;
    for (const auto& [observer, mask, bit] : observers_) {
      if ((mask & kind) != 0 && (among & bit) != 0) all = std::max(all, observer->take(event));
    }
    return all;
  }

  std::vector<Each> observers_;
  EventMask wanted_ = 0;
  std::uint32_t in_full_ = 0;  ///< those who want accesses, but no lines
  /// Of the next access, by index: who has not been told of it as a line.
  std::uint32_t awaiting_ = ~0U;
};

}  // namespace warpscope::exec
