// What CUPTI's activity records say, as parts of a run record: kernels, copies and fills, with the
// GPU's own time stamps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "cupti/functions.h"
#include "record/record.h"

namespace warpscope::cupti {

/// Since the last take.
struct SeenOperations {
  std::vector<record::Launch> launches;
  std::vector<record::Transfer> transfers;
  std::uint64_t dropped = 0;  ///< records that CUPTI had no room for
};

/// Streams get numbers as they appear; the default stream of a context has its device's.
class ActivityReader {
 public:
  /// `begin_ns`: what times are counted from, by cuptiGetTimestamp().
  explicit ActivityReader(std::uint64_t begin_ns) : begin_ns_(begin_ns) {}
  /// Before any stream appears: other streams than default ones have this number or a greater one.
  void set_device_count(std::uint32_t count) { next_stream_ = std::max(next_stream_, count); }
  void set_default_stream(std::uint32_t id, std::uint32_t device) { streams_[id] = device; }
  /// The number of a stream that CUPTI knows by `id`.
  std::uint32_t stream(std::uint32_t id);
  /// One record of any kind; others than those above are passed over.
  void read(const CUpti_Activity& record);
  void note_dropped(std::uint64_t count) { seen_.dropped += count; }
  SeenOperations take() { return std::exchange(seen_, {}); }

  /// From the beginning to a time of cuptiGetTimestamp().
  double seconds(std::uint64_t time_ns) const;

 private:
  void read_kernel(const CUpti_ActivityKernel10& kernel);
  void read_copy(const CUpti_ActivityMemcpy6& copy);
  void read_fill(const CUpti_ActivityMemset4& fill);

  std::uint64_t begin_ns_;
  std::map<std::uint32_t, std::uint32_t> streams_;
  std::uint32_t next_stream_ = 1;
  SeenOperations seen_;
};

}  // namespace warpscope::cupti
