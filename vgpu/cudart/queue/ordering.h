// What has happened before what: which queued operations a host-side wait covers.
#pragma once

#include <driver_types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace warpscope::cudart {

struct Capture;
struct GraphNode;

/// Position of an operation in the order in which the program asked for work; 1, 2, 3 …
using Sequence = std::uint64_t;
/// The virtual GPU's number for a stream, over all devices. A device's legacy default stream has
/// the number of the device.
using StreamNumber = std::uint32_t;

/// For each stream the last operation that is known to be done (a vector clock).
class Progress {
 public:
  void advance(StreamNumber stream, Sequence sequence) {
    Sequence& last = last_[stream];
    if (sequence > last) last = sequence;
  }
  /// Every operation up to `sequence`, in all streams.
  void advance_all(Sequence sequence) {
    if (sequence > floor_) floor_ = sequence;
    std::erase_if(last_, [&](const auto& entry) { return entry.second <= floor_; });
  }
  void merge(const Progress& other) {
    advance_all(other.floor_);
    for (const auto& [stream, sequence] : other.last_) advance(stream, sequence);
  }
  /// Whether all that `other` knows to be done is done here as well.
  bool covers(const Progress& other) const {
    if (other.floor_ > floor_) return false;
    for (const auto& [stream, sequence] : other.last_) {
      if (!covers(stream, sequence)) return false;
    }
    return true;
  }
  /// Everything up to this, and for each stream what is beyond it.
  Sequence floor() const { return floor_; }
  const std::map<StreamNumber, Sequence>& last() const { return last_; }
  bool covers(StreamNumber stream, Sequence sequence) const {
    if (sequence <= floor_) return true;
    const auto found = last_.find(stream);
    return found != last_.end() && sequence <= found->second;
  }

 private:
  Sequence floor_ = 0;
  std::map<StreamNumber, Sequence> last_;
};

/// Stream priorities as on an H200. They are told, kept and change nothing: one kernel runs at a
/// time.
inline constexpr int kLeastPriority = 0;
inline constexpr int kGreatestPriority = -5;

/// A stream of the program.
struct Stream {
  StreamNumber number = 0;
  int device = 0;
  unsigned long long id = 1;  ///< what cudaStreamGetId tells; no stream has that of an earlier one
  bool is_blocking = true;    ///< ordered with the legacy default stream
  int priority = kLeastPriority;
  /// What cudaStreamSetAttribute set, by attribute; hints that are kept for cudaStreamGetAttribute.
  std::map<int, cudaLaunchAttributeValue> attributes;
  Progress progress;                 ///< all that its last operation comes after, itself included
  Progress looked_at;                ///< what a query found unfinished; the next one finds it done
  std::shared_ptr<Capture> capture;  ///< what records its work, if anything does
  std::vector<GraphNode*> capture_tail;  ///< what the next recorded work comes after
};

/// An event of the program.
struct Event {
  std::uint32_t number = 0;  ///< the virtual GPU's
  int device = 0;
  bool has_timing = true;
  bool is_recorded = false;
  StreamNumber stream = 0;  ///< of the last record
  Sequence sequence = 0;
  Progress progress;
  Progress looked_at;                     ///< see Stream::looked_at
  std::shared_ptr<Capture> capture;       ///< when its last record was captured
  std::vector<GraphNode*> captured_tail;  ///< and after what
};

}  // namespace warpscope::cudart
