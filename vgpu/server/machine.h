// What the devices of one program share: the clock, streams and events, the memory for transfers,
// and the pages that the program sees too.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "arch/profile.h"
#include "device/events.h"
#include "device/options.h"
#include "device/returned_arrays.h"
#include "vgpu/exec/scheduling/worker_pool.h"
#include "vgpu/memory/borrowed_bytes.h"
#include "vgpu/origin/exchanged_inputs.h"
#include "vgpu/origin/flow_tracker.h"
#include "vgpu/protocol/message.h"
#include "vgpu/protocol/staging.h"
#include "vgpu/server/left_elements.h"
#include "vgpu/server/needless_waits.h"
#include "vgpu/server/operation_races.h"
#include "vgpu/server/unwritten_copies.h"
#include "vgpu/timing/clock/equal_launches.h"
#include "vgpu/timing/streams/virtual_clock.h"

namespace warpscope::device {

class DeviceState;

/// What stays the same while the process lives: what the runner has told, and what the process
/// adds.
struct DeviceOptions : Options {
  arch::Profile profile;                  ///< of each device: the file of that path
  int returned_fd = -1;                   ///< of a file for ReturnedArrays; -1: none
  std::function<void(const Event&)> log;  ///< to the trusted side
  std::function<bool()> is_canceled;      ///< asked while a launch runs
  /// With `steps`: waits for what a launch that stands still is to do; nothing when it is to end.
  std::function<std::optional<StepCommand>()> wait_for_step;
  /// Asked while it does that: it is to stop on the way.
  std::function<bool()> is_step_interrupted;
  /// Has the client bring the bytes of borrowed memory; throws nothing, from any thread.
  std::function<void(std::uint64_t address)> bring_memory;
};

/// Pages that the program sees at the same addresses, and all devices reach.
struct SharedRegion {
  SharedMapping pages;           ///< unmapped after all memories have forgotten it
  std::uint64_t page_begin = 0;  ///< the program's address of the first page
  std::uint64_t bytes = 0;       ///< of the allocation
  std::shared_ptr<memory::BorrowedBytes> borrowed;  ///< nullptr: they are the pages themselves

  /// Of the allocation, which begins at `address`.
  std::span<std::byte> bytes_of(std::uint64_t address) const {
    return pages.bytes().subspan(address - page_begin, bytes);
  }
};

/// What a launch record, a transfer record and a finding need beyond one program's life.
struct RunProgress {
  std::optional<std::uint32_t> case_index;
  std::uint32_t next_launch_id = 0;
  bool is_checked = true;              ///< its launches, where DeviceOptions::checks
  std::uint64_t checked_accesses = 0;  ///< of the case
  std::map<std::string, std::uint32_t> watched_launches;  ///< of the case, by kernel
  std::map<std::string, std::uint32_t> sampled_launches;  ///< the same, of which requests are kept
  std::uint32_t schedule = 0;                ///< of the case; 0: DeviceOptions::schedule
  origin::ExchangedInputs exchanged_inputs;  ///< of the case
  ReturnedArrays returned;                   ///< of the case
  std::uint32_t first_launch_id = 0;         ///< of the case
  std::uint64_t step_candidates = 0;         ///< launches of the case that `steps` could mean
  bool is_stopped = false;                   ///< the runner has told the launch that runs to stop
};

/// An event of the program.
struct EventState {
  std::uint32_t device = 0;
  std::optional<double> time_s;  ///< of the last record
};

/// Bytes of the memory shared with the program.
inline constexpr std::size_t kStagingBytes = std::size_t{8} << 20;

class Machine {
 public:
  /// std::system_error or std::runtime_error when the host lacks memory.
  Machine(const DeviceOptions& options, RunProgress& progress);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// ProtocolError when there is no such device.
  DeviceState& device(std::uint32_t index);
  std::size_t device_count() const { return devices_.size(); }
  /// Gives a device nothing of what the program had on it; host memory stays.
  void reset(std::uint32_t index);
  /// Bytes of any device or of the host, as DeviceMemory::translate gives them: copies need no
  /// access between devices.
  std::byte* translate(std::uint64_t address, std::uint64_t bytes) const;
  /// The device whose memory the address is in; device_count() for the host's.
  std::uint32_t owner_of(std::uint64_t address) const;
  std::uint64_t used_bytes() const;
  /// The allocations that the program sees too.
  std::vector<std::span<std::byte>> shared_memory() const;

  const DeviceOptions& options;
  RunProgress& progress;
  timing::VirtualClock clock;
  UniqueFd staging_fd;
  SharedMapping staging;
  std::unique_ptr<timing::TimesKeeper> kept_times;  ///< only with DeviceOptions::times_folder
  exec::WorkerPool worker_pool;                     ///< for launches; one runs at a time
  std::map<std::uint64_t, SharedRegion> shared;     ///< by the address of the allocation
  std::uint64_t shared_bytes = 0;                   ///< of all pages in `shared`
  UniqueFd outgoing_fd;  ///< goes along with the reply that is being made
  std::map<std::uint32_t, EventState> events;
  std::uint32_t next_event = 1;
  /// Made by the program since the case began. Some of them may be gone.
  std::set<std::uint32_t> streams_of_case, events_of_case;
  std::string output, error_output;  ///< printed by kernels, not yet taken by the program
  /// The error of a launch that went wrong: CUDA answers it to every later call, on all devices.
  std::int32_t sticky_error = 0;
  origin::FlowTracker flow_tracker;  ///< only with DeviceOptions::follows_data
  OperationRaces operations;         ///< only with DeviceOptions::watches_host
  NeedlessWaits needless_waits;      ///< the same
  UnwrittenCopies unwritten_copies;  ///< the same
  LeftElements left_elements;        ///< the same
  /// Around the operations that come, by the numbers of HostRange; how many were told.
  std::vector<std::uint32_t> open_ranges;
  std::uint32_t ranges_told = 0;
  /// Messages of host_calls.h that went on to the runner.
  std::uint32_t host_sites_told = 0, host_mistakes_told = 0, host_reactions_told = 0;

  /// What findings about several operations look back at: each case begins anew, so that what is
  /// said of it does not depend on the cases before it.
  void forget_operations() {
    operations = {};
    needless_waits = {};
    unwritten_copies = {};
    left_elements = {};
    host_mistakes_told = host_reactions_told = 0;
  }

  /// These end the request with cudaErrorInvalidResourceHandle when the handle is unknown.
  void expect_stream(std::uint32_t id) const;
  EventState& event(std::uint32_t id);

 private:
  void connect(std::uint32_t index);

  std::vector<std::unique_ptr<DeviceState>> devices_;
};

}  // namespace warpscope::device
