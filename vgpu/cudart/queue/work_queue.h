// Work that the program asked for and that is not done yet.
//
// CUDA lets the host run ahead of the device. To make a missing synchronisation visible, work is
// done as late as CUDA allows: when the host waits, or when the queue is full. Then everything is
// done in the order in which it was asked for, but the bytes of an asynchronous copy to the host
// arrive only when the host has waited for that copy.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "vgpu/cudart/devices/connection.h"
#include "vgpu/cudart/queue/asked_ranges.h"
#include "vgpu/cudart/queue/ordering.h"

namespace warpscope::cudart {

class WorkQueue {
 public:
  /// `mutex` is locked by whoever calls; perform_all unlocks it while another thread performs.
  /// `begin_use`: called before anything reads or writes memory of the program.
  WorkQueue(std::mutex& mutex, std::function<void()> begin_use)
      : mutex_(mutex), begin_use_(std::move(begin_use)) {}

  /// What an operation is given when it is done. An operation keeps no stream of its own: a
  /// captured one is done again in whatever stream its graph is launched.
  struct Work {
    Connection& connection;  ///< to the device that does it
    StreamNumber stream = 0;
    std::span<std::byte> target;  ///< where bytes for the host go; empty for other operations
  };
  using Perform = std::function<void(const Work&)>;

  /// Queues an operation of `stream`, which is `legacy` itself for its device's default stream.
  /// `host_target` is where a copy to the host writes.
  Sequence enqueue(Connection& connection, Stream& stream,
                   std::span<Stream* const> blocking_streams, Stream& legacy, Perform perform,
                   std::span<std::byte> host_target = {});
  /// From now on the last queued operation is known to call a function of the program, which sees
  /// all bytes that came before it in its stream. `progress` is its stream's.
  void mark_host_function(const Progress& progress);
  /// From now on the last queued operation is known to read memory of the host, into which
  /// everything that came before it in its stream has written.
  void show_host_memory(const Progress& progress);

  /// What the device is told before it does the last queued operation.
  void note_operation(device::HostOperation note) { operations_.back().note = std::move(note); }
  /// What is sent now, and is not queued, has these ranges around it.
  void note_ranges(Connection& connection) { ranges_.tell(connection, ranges_.now().get()); }
  /// What the host has waited for.
  const Progress& host() const { return host_; }

  /// Does all queued work. The first error that is not sticky is thrown at the end; a sticky one at
  /// once, and the rest of the work is dropped.
  void perform_all();

  /// The host waits for what `progress` covers: all work is done, and bytes for the host arrive.
  void wait(const Progress& progress);
  Sequence last_sequence() const { return last_sequence_; }

  bool has_waited_for(StreamNumber stream, Sequence sequence) const {
    return host_.covers(stream, sequence);
  }
  bool has_waited_for(const Progress& progress) const { return host_.covers(progress); }
  bool is_empty() const { return operations_.empty(); }
  /// The device has done it; its bytes for the host may still be on their way.
  bool is_done(Sequence sequence) const {
    return operations_.empty() || sequence < operations_.front().sequence;
  }
  /// True when a function of the program is queued: it is called although nobody waits.
  bool has_host_function() const { return host_functions_ > 0; }
  bool is_performing() const { return is_performing_; }
  /// Forgets all work, after an error.
  void drop_all();

 private:
  struct Operation {
    Connection* connection = nullptr;
    Perform perform;
    StreamNumber stream = 0;
    Sequence sequence = 0;
    std::span<std::byte> host_target;
    std::optional<Progress> shown;  ///< what has arrived at the host when this is done
    bool is_host_function = false;
    std::optional<device::HostOperation> note{};
    std::shared_ptr<const nvtx::OpenRanges> ranges{};  ///< around it
  };
  /// Bytes on their way to the host.
  struct Arrival {
    int device = 0;
    std::vector<std::byte> bytes;
    std::span<std::byte> host_target;
    StreamNumber stream = 0;
    Sequence sequence = 0;
  };
  /// Lets the next thread perform.
  struct Ending {
    explicit Ending(WorkQueue& ended) : queue(ended) {}
    ~Ending() {
      queue.is_performing_ = false;
      queue.performed_.notify_all();
    }
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
    WorkQueue& queue;
  };
  void perform(const Operation& operation);
  void deliver(const Progress& up_to);

  std::mutex& mutex_;
  std::function<void()> begin_use_;
  AskedRanges ranges_;
  std::deque<Operation> operations_;
  std::deque<Arrival> arrivals_;
  Progress host_;  ///< what the host has waited for
  Sequence last_sequence_ = 0;
  std::size_t host_functions_ = 0;  ///< among the operations
  /// The thread in perform_all, while a function of the program runs and others may look in.
  bool is_performing_ = false;
  std::condition_variable_any performed_;
};

}  // namespace warpscope::cudart
