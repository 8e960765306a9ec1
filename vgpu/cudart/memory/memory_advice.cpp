#include "vgpu/cudart/memory/memory_advice.h"

#include <algorithm>
#include <iterator>

namespace warpscope::cudart {

void MemoryAdvice::split(std::uint64_t at) {
  const auto above = ranges_.lower_bound(at);
  if (above == ranges_.begin()) return;
  Range& below = std::prev(above)->second;
  if (below.end <= at) return;
  ranges_.emplace(at, below);
  below.end = at;
}

void MemoryAdvice::change(std::uint64_t begin, std::uint64_t end,
                          const std::function<void(Advice&)>& how) {
  split(begin);
  split(end);
  for (std::uint64_t at = begin; at < end;) {
    auto range = ranges_.lower_bound(at);
    if (range == ranges_.end() || range->first != at) {
      const std::uint64_t next = range == ranges_.end() ? end : std::min(end, range->first);
      range = ranges_.emplace(at, Range{next, {}}).first;
    }
    how(range->second.advice);
    at = range->second.end;
  }
}

void MemoryAdvice::forget(std::uint64_t begin, std::uint64_t end) {
  split(begin);
  split(end);
  ranges_.erase(ranges_.lower_bound(begin), ranges_.lower_bound(end));
}

void MemoryAdvice::visit(std::uint64_t begin, std::uint64_t end,
                         const std::function<void(const Advice&)>& look) const {
  auto range = ranges_.upper_bound(begin);
  if (range != ranges_.begin() && std::prev(range)->second.end > begin) --range;
  for (std::uint64_t at = begin; at < end; ++range) {
    if (range == ranges_.end() || range->first > at) look(Advice{});
    if (range == ranges_.end() || range->first >= end) return;
    look(range->second.advice);
    at = range->second.end;
  }
}

}  // namespace warpscope::cudart
