// The instructions of a kernel that access memory, by small numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/observation/access_event.h"

namespace warpscope::exec::checks {

struct Place {
  static constexpr std::uint32_t kUnknown = ~0u;
  std::uint32_t instruction = kUnknown;
  AccessKind kind = AccessKind::read;
  Ordering ordering = Ordering::weak;
  Scope scope = Scope::system;
  std::uint32_t size_bytes = 0;  ///< per lane

  bool is_known() const { return instruction != kUnknown; }
  bool is_write() const { return kind != AccessKind::read; }
  /// Strong operations among threads that their scopes include do not race with each other (PTX
  /// ISA manual, section 8.7.1).
  bool is_strong(bool is_between_blocks) const {
    return ordering != Ordering::weak && (!is_between_blocks || scope != Scope::block);
  }
};

class Places {
 public:
  /// Numbers have ten bits. 0 is no place; the last one, which is not known either, stands for all
  /// that are too many.
  static constexpr std::uint32_t kMost = 1023;

  std::uint32_t number_of(const AccessEvent& event) {
    const std::size_t key =
        std::size_t{event.instruction} * kKinds + static_cast<std::size_t>(event.kind);
    if (key >= numbers_.size()) numbers_.resize(key + kKinds);
    std::uint32_t& number = numbers_[key];
    if (number == 0) number = add(event);
    return number;
  }
  /// 0: it has none yet.
  std::uint32_t find(std::uint32_t instruction, AccessKind kind) const {
    const std::size_t key = std::size_t{instruction} * kKinds + static_cast<std::size_t>(kind);
    return key < numbers_.size() ? numbers_[key] : 0;
  }
  const Place& operator[](std::uint32_t number) const { return places_[number]; }
  /// All numbers are below this.
  std::size_t size() const { return places_.size(); }

 private:
  static constexpr std::size_t kKinds = 5;

  std::uint32_t add(const AccessEvent& event) {
    if (places_.size() == kMost) places_.emplace_back();
    if (places_.size() > kMost) return kMost;
    places_.push_back(
        {event.instruction, event.kind, event.ordering, event.scope, event.size_bytes});
    return static_cast<std::uint32_t>(places_.size() - 1);
  }

  std::vector<std::uint32_t> numbers_;  ///< by instruction and kind
  std::vector<Place> places_ = std::vector<Place>(1);
};

}  // namespace warpscope::exec::checks
