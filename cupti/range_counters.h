// Hardware counters of each launch, by CUPTI's range profiler: each launch is a range of its own
// (automatic ranges) and is executed again until all counters were read (kernel replay), so that
// launches run one after the other while this goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cupti/functions.h"

namespace warpscope::cupti {

/// Counters of one launch, in the order of RangeCounters::names(); not a number where the GPU gave
/// none.
using CounterValues = std::vector<double>;

/// Of one context.
class RangeCounters {
 public:
  /// Asks for those of `wanted` that this GPU has. Throws CuptiError: counters that need a
  /// permission, a GPU that has none of them.
  RangeCounters(const Functions& functions, CUcontext context,
                const std::vector<std::string>& wanted);
  ~RangeCounters();
  RangeCounters(const RangeCounters&) = delete;
  RangeCounters& operator=(const RangeCounters&) = delete;

  const std::vector<std::string>& names() const { return names_; }
  bool is_started() const { return is_started_; }
  /// Launches of this thread from here on are counted.
  void start();
  /// Those since start(), in their order; at most kMostRanges.
  std::vector<CounterValues> stop();

  static constexpr std::size_t kMostRanges = 16;

 private:
  void choose(const std::vector<std::string>& wanted);
  void configure();

  const Functions& functions_;
  CUcontext context_;
  CUpti_Profiler_Host_Object* host_ = nullptr;
  CUpti_RangeProfiler_Object* profiler_ = nullptr;
  std::vector<std::string> names_;
  std::vector<const char*> name_pointers_;
  std::vector<std::uint8_t> configuration_, data_;
  bool is_started_ = false;
};

}  // namespace warpscope::cupti
