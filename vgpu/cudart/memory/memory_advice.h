// What the program has said about ranges of managed memory: cudaMemAdvise, cudaMemPrefetchAsync.
// The virtual GPU moves no pages, so advice changes nothing but what the program can ask for again.
#pragma once

#include <driver_types.h>

#include <cstdint>
#include <functional>
#include <map>

namespace warpscope::cudart {

/// Of a byte of managed memory.
struct Advice {
  bool is_read_mostly = false;
  std::uint8_t accessed_by_devices = 0;  ///< a bit each
  bool is_accessed_by_host = false;
  cudaMemLocation preferred{cudaMemLocationTypeInvalid, cudaInvalidDeviceId};
  cudaMemLocation last_prefetch{cudaMemLocationTypeInvalid, cudaInvalidDeviceId};
};

class MemoryAdvice {
 public:
  /// Changes the advice for [begin, end).
  void change(std::uint64_t begin, std::uint64_t end, const std::function<void(Advice&)>& how);
  /// Forgets that for [begin, end).
  void forget(std::uint64_t begin, std::uint64_t end);
  void clear() { ranges_.clear(); }
  /// Shows each different advice in [begin, end), also the default where nothing was said.
  void visit(std::uint64_t begin, std::uint64_t end,
             const std::function<void(const Advice&)>& look) const;

 private:
  struct Range {
    std::uint64_t end = 0;
    Advice advice;
  };
  /// Makes `at` a border of ranges.
  void split(std::uint64_t at);

  std::map<std::uint64_t, Range> ranges_;  ///< by their begin; they do not overlap
};

}  // namespace warpscope::cudart
