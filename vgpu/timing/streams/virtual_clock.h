// The clock of a program's virtual devices: when each copy, launch and event happens, in modelled
// seconds from the start of the run.
//
// Operations arrive in the order in which the program asked for them. Each starts when the host has
// asked, the operations before it in its stream are done (and, for the legacy default stream, all
// blocking streams', CUDA Programming Guide, "Default Stream"), and its engine is free. Kernels run
// side by side as far as they leave each other room (kernel_engine.h). With one copy engine the
// copies of both directions share it; with two or more each direction has its own, and further ones
// are for copies between devices. An engine works in the order in which it was asked, as hardware
// queues do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "arch/profile.h"
#include "vgpu/timing/streams/kernel_engine.h"

namespace warpscope::timing {

using arch::Profile;
using StreamId = std::uint32_t;
using DeviceIndex = std::uint32_t;
/// Of the first device; the legacy default stream of any device has the device's number.
inline constexpr StreamId kLegacyDefaultStream = 0;

class VirtualClock {
 public:
  explicit VirtualClock(const Profile& profile, DeviceIndex device_count = 1);

  enum class Copy : std::uint8_t { to_device, to_host, on_device, fill, between_devices };

  /// A stream of a device, which waits for the device's legacy default stream unless `is_blocking`
  /// is false (cudaStreamNonBlocking).
  StreamId create_stream(bool is_blocking, DeviceIndex device = 0);
  bool has_stream(StreamId stream) const { return streams_.contains(stream); }
  /// What records call the stream: the lowest number that none had when it was made. So a program
  /// that makes four streams again and again is seen to use four. The stream exists.
  StreamId shown_number(StreamId stream) const { return streams_.at(stream).shown_number; }
  std::size_t stream_count() const { return streams_.size(); }
  /// What it has been asked for is done all the same, and waits for the device wait for that.
  /// False for a default stream and for one that does not exist.
  bool destroy_stream(StreamId stream);
  /// Destroys all that a device has.
  void destroy_streams_of(DeviceIndex device);

  /// All of these need an existing stream: std::out_of_range otherwise.
  /// A kernel that takes `alone_s` when it is alone.
  Interval launch(StreamId stream, double alone_s, const KernelUse& use = {});
  /// When that would begin, were it asked for now.
  double start_of_launch_s(StreamId stream, double alone_s, const KernelUse& use = {}) const;
  Interval copy(StreamId stream, Copy kind, std::uint64_t bytes, bool is_pinned);
  /// When what is in the stream now will be done.
  double record(StreamId stream);
  /// The same without a call of the host's: of a node of a graph, which is asked for as a whole.
  double done_s(StreamId stream) const;
  /// Later work of the stream starts no earlier than `time_s`.
  void wait_until(StreamId stream, double time_s);
  /// How much earlier the stream's last operation would have begun without the waits, by
  /// wait_until(), since the one before it.
  double lost_by_waits_s(StreamId stream) const { return streams_.at(stream).lost_by_waits_s; }
  /// The host waits for one stream, for all of a device, or for a time that record() gave.
  void synchronize(StreamId stream);
  void synchronize_all(DeviceIndex device = 0);
  void synchronize_until(double time_s);

  /// The host's time.
  double now_s() const { return now_s_; }

 private:
  enum class Engine : std::uint8_t { none, kernels, to_device, to_host, to_peer };
  struct Stream {
    bool is_blocking = true;
    DeviceIndex device = 0;
    double done_s = 0;
    std::optional<double> done_without_waits_s{};  ///< set: waits came behind the last operation
    double lost_by_waits_s = 0;
    StreamId shown_number = 0;
    Engine last_engine = Engine::none;  ///< that its last operation had
    double last_end_s = 0;              ///< of that
    double told_s = 0;  ///< when it hears of the events that it waits for, since then
    /// When all that it has been asked for is done, waits for events too.
    double known_done_s() const { return std::max(done_s, told_s); }
  };
  /// When a device's engines are free.
  struct Engines {
    KernelEngine kernels;
    double to_device_s = 0, to_host_s = 0, to_peer_s = 0;
    /// When streams that were destroyed are done: all of them, and those that block.
    double destroyed_s = 0, destroyed_blocking_s = 0;
  };
  StreamId take_number();
  Engines& engines_of(StreamId stream);
  /// What copies in this direction wait for.
  Engine copy_engine(Copy direction) const;
  static double& free_s(Engines& engines, Engine of);
  /// Earliest start of an operation that is asked for now of the stream, which is done by itself
  /// at `done_s`.
  double ready_s(const Stream& stream, StreamId id, double done_s) const;
  /// When an operation may begin as far as its stream is concerned; and without the stream's waits
  /// for events.
  struct Ready {
    double at_s = 0, without_waits_s = 0;
  };
  /// Of one of this engine that is asked for now.
  Ready ready_for(const Stream& stream, StreamId id, Engine engine) const;
  /// The host asks for it.
  Ready ask(Stream& stream, StreamId id, Engine engine);
  Interval occupy(StreamId stream, Engine engine, double duration_s);
  Interval occupy_kernels(StreamId stream, double gap_s, double alone_s, const KernelUse& use);

  Profile profile_;
  std::map<StreamId, Stream> streams_;
  std::vector<Engines> engines_;       ///< of each device
  std::set<StreamId> unused_numbers_;  ///< below next_number_
  StreamId next_stream_, next_number_;
  double now_s_ = 0;
};

}  // namespace warpscope::timing
