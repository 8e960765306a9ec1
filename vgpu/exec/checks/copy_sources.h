// Memory that asynchronous copies of a block still have to read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "vgpu/exec/observation/access_event.h"

namespace warpscope::exec::checks {

/// What a lane's copy reads, and who asked for it.
struct CopySource {
  std::uint64_t begin = 0, end = 0;  ///< addresses; of shared memory offsets
  std::uint32_t warp = 0, lane = 0, place = 0;
};

/// By where the copies write to.
class CopySources {
 public:
  bool is_empty() const { return sources_.empty(); }
  void add(const std::byte* to, const CopySource& source) {
    sources_[to] = source;
    low_ = std::min(low_, source.begin);
    high_ = std::max(high_, source.end);
  }
  /// The copy is done.
  void remove(const std::byte* to) {
    if (sources_.empty()) return;
    sources_.erase(to);
    if (sources_.empty()) clear();
  }
  void clear() {
    sources_.clear();
    low_ = ~std::uint64_t{0};
    high_ = 0;
  }
  /// One that reads some of these bytes; nullptr: none.
  const CopySource* find(std::uint64_t begin, std::uint64_t end) const {
    if (begin >= high_ || end <= low_) return nullptr;
    const auto found = std::find_if(sources_.begin(), sources_.end(), [&](const auto& entry) {
      return begin < entry.second.end && entry.second.begin < end;
    });
    return found == sources_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<const std::byte*, CopySource> sources_;
  std::uint64_t low_ = ~std::uint64_t{0}, high_ = 0;
};

}  // namespace warpscope::exec::checks
