// A cold L2 cache: other data are read before the first kernel of a run, so that nothing of the
// run's own is there. The card's settings stay as they are.
#pragma once

#include <cstddef>
#include <map>

#include "cupti/functions.h"

namespace warpscope::cupti {

/// The kernel that reads; its activity record is none of the program's.
inline constexpr const char* kColdCacheKernel = "warpscope_read_other_data";

class ColdCache {
 public:
  /// More than any L2 cache of today holds (an H200's: 50 MiB).
  static constexpr std::size_t kBytes = std::size_t{256} << 20;

  explicit ColdCache(const Functions& functions) : functions_(functions) {}
  /// Reads, and waits until that is done and all else of the context. The context is the calling
  /// thread's. False: the driver refuses, for want of memory perhaps.
  bool make_cold(CUcontext context);
  /// The context ends, with what it has of ours.
  void forget(CUcontext context) { parts_.erase(context); }

 private:
  struct Part {
    CUfunction kernel = nullptr;
    CUdeviceptr data = 0;
  };
  bool prepare(Part& part) const;

  const Functions& functions_;
  std::map<CUcontext, Part> parts_;
};

}  // namespace warpscope::cupti
