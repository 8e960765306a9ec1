// Registers that hold what a shuffle took from lanes that did not take part, what it left to lanes
// for which there was nothing to take, or what nobody has set, of one block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::exec {

class UndefinedValues {
 public:
  explicit UndefinedValues(std::uint32_t warps) : warps_(warps) {}

  void begin_warp(std::uint32_t warp) { warps_[warp].clear(); }
  bool has_any(std::uint32_t warp) const { return !warps_[warp].empty(); }

  static constexpr std::uint32_t kUnset = std::uint32_t{1} << 31;
  struct Value {
    std::uint32_t lanes = 0;  ///< that have an undefined value
    /// Number of the shuffle's instruction. With kUnset: of the first one that computed with a
    /// register that nobody had set, in the lanes `computed`; kUnset alone: none has.
    std::uint32_t origin = 0;
    /// Lanes whose own value came back, because the other lane would have been out of range. What
    /// is computed from it lacks something, e.g. a sum over the warp.
    std::uint32_t partial = 0;
    /// With kUnset: of `lanes` those whose value is more than a copy of what nobody has set.
    std::uint32_t computed = 0;
    bool is_plain() const { return (lanes | partial) == 0; }
    bool is_unset() const { return (origin & kUnset) != 0; }
    Value among(std::uint32_t mask) const {
      return {lanes & mask, origin, partial & mask, computed & mask};
    }
    /// The origin of all when `other` is added: a copy does not hide that something was computed.
    std::uint32_t origin_with(const Value& other) const {
      const bool is_kept = other.lanes == 0 || (other.origin == kUnset && computed != 0);
      return is_kept ? origin : other.origin;
    }
  };
  /// Of the register of the function that runs in the frame at `frame`.
  Value at(std::uint32_t warp, const std::byte* frame, std::uint32_t index) const {
    for (const Entry& entry : warps_[warp]) {
      if (entry.frame == frame && entry.index == index) return entry.value;
    }
    return {};
  }
  /// The lanes in `written` of the register get new values, of which those in `value` are
  /// undefined.
  void set(std::uint32_t warp, const std::byte* frame, std::uint32_t index, std::uint32_t written,
           Value value) {
    auto& entries = warps_[warp];
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].frame != frame || entries[i].index != index) continue;
      Value& now = entries[i].value;
      now.origin = now.among(~written).origin_with(value.among(written));
      now.lanes = (now.lanes & ~written) | (value.lanes & written);
      now.partial = (now.partial & ~written) | (value.partial & written);
      now.computed = (now.computed & ~written) | (value.computed & written);
      if (now.is_plain()) entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
    if (const Value kept = value.among(written); !kept.is_plain())
      entries.push_back({frame, index, kept});
  }
  /// A value was used: it is said once.
  void forget(std::uint32_t warp, std::uint32_t origin) {
    for (Entry& entry : warps_[warp]) {
      if (entry.value.origin == origin) entry.value.lanes = entry.value.computed = 0;
    }
    std::erase_if(warps_[warp], [](const Entry& entry) { return entry.value.is_plain(); });
  }

 private:
  struct Entry {
    const std::byte* frame = nullptr;
    std::uint32_t index = 0;
    Value value;
  };
  std::vector<std::vector<Entry>> warps_;
};

}  // namespace warpscope::exec
