// What the program does wrong outside of kernels, told to the device, which passes it on. Only when
// the device wants it (DeviceDescription::watches_host).
#pragma once

#include <driver_types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vgpu/cudart/queue/ordering.h"
#include "vgpu/cudart/watch/allocation_rounds.h"
#include "vgpu/cudart/watch/call_site.h"
#include "vgpu/cudart/watch/host_guards.h"

namespace warpscope::cudart {

struct Runtime;

/// A number of a place in the program, as device::HostSite has it; 0: not known.
using SiteNumber = std::uint32_t;

class HostWatch {
 public:
  explicit HostWatch(Runtime& runtime) : runtime_(runtime) {}

  /// False also before the first call that needs a device. With the runtime's mutex locked, as all
  /// that follows.
  bool is_on() const;

  /// Where the program calls from; told to the device when it is new. 0 when nobody wants to know.
  SiteNumber site();
  /// That of the launch that runs: of its <<<…>>> where it has one.
  SiteNumber launch_site();

  /// The same for what the program asks for: with when it did. Of a launch behind launch_site().
  device::HostOrder asked();
  /// The program waits for a stream, an event or a device.
  void note_wait() { ++waits_; }

  /// A call begins. Forgets what explained the failure of the one before.
  void begin_call();
  /// Says what is wrong with the call, which is about to fail.
  void explain(std::string_view id, std::string cause);
  bool is_explained() const { return !explained_id_.empty(); }
  /// The number for a failure that the device tells by itself, with a finding of its own.
  std::uint32_t announce_failure();
  /// The call failed.
  void note_failure(cudaError_t error);
  /// The program asks for this thread's last error, which is none of the kind that everybody sees.
  void note_look();
  /// The program gave the device something to do.
  void note_work();

  /// The host has to wait for this operation before the program ends.
  void expect_wait(const char* what, StreamNumber stream, Sequence sequence);
  /// A function of the program was called in a stream: what came before is known to be done.
  void note_host_function(const Progress& progress) { seen_by_host_functions_.merge(progress); }
  const Progress& seen_by_host_functions() const { return seen_by_host_functions_; }

  /// cudaMalloc has given memory; cudaFree is about to take some of any kind.
  void note_allocation(std::uint64_t address, std::uint64_t size_bytes);
  void note_free(std::uint64_t address) { rounds_.freed(address, asked_); }

  /// A stream or the host waits for an event, whether it was recorded or not.
  void note_event_wait(const Event& event);
  void note_event_record(const Event& event);
  /// The program asks whether the event has happened.
  void note_event_look(const Event& event);
  /// The program asks for the time between the two, of which the host knows that both have
  /// happened, or not.
  void note_elapsed(const Event& first, const Event& second, bool have_happened);

  /// The program has used memory of a device, or shared memory that is not there, by itself, and
  /// ends by that.
  void tell_of_crash(const char* id, std::string cause, const ReturnAddresses& from);
  /// The program has accessed memory that work uses which it has not waited for.
  void tell_of_host_race(const HostGuards::Work& work, bool is_write, const ReturnAddresses& from);
  /// Something else to tell, of a place of the program.
  void tell_at(std::string_view id, std::string cause, SiteNumber site) {
    tell(id, std::move(cause), site);
  }
  /// The program ends: tells what it leaves behind. Of a lab's program, whose cases are calls of
  /// the student's functions, what only a whole case shows.
  void end_program();

 private:
  struct Awaited {
    const char* what = "";
    StreamNumber stream = 0;
    Sequence sequence = 0;
    SiteNumber site = 0;
  };
  using CaseNumber = std::uint32_t;  ///< a device::HostCase
  struct EventUse {
    SiteNumber vain_wait = 0;  ///< the first wait before there was a record
    CaseNumber in_case = 0;    ///< when that was
    bool is_recorded_later = false, is_waited_for = false;
    std::uint64_t record = 0;       ///< the last one, by what the program asked for; 0: none
    SiteNumber record_site = 0;     ///< where that was
    SiteNumber forgotten_site = 0;  ///< of the one before, if work followed and nobody looked
    bool is_looked_at = false;      ///< since the last record
  };
  /// Waits for events at a place of the program.
  struct Waits {
    std::map<CaseNumber, std::uint32_t> in_case;  ///< how many
    bool was_useful = false;                      ///< for an event that had been recorded
    bool is_of_loop() const;
  };
  struct Rounds {
    AllocationRounds::Found found;
    CaseNumber in_case = 0;
  };
  SiteNumber number_of(const CallSite& site);
  void tell(std::string_view id, std::string cause, SiteNumber site, std::uint32_t number = 0,
            CaseNumber in_case = 0);
  /// Which case runs. A new one begins with no rounds.
  CaseNumber current_case();
  void keep_rounds();
  void tell_unawaited_work();
  void tell_vain_waits();
  void tell_early_times();
  void note_empty_time(const Event& first, const Event& second);
  void tell_leaks();
  void tell_allocations();

  Runtime& runtime_;
  std::map<CallSite, SiteNumber> sites_;
  std::string explained_id_, explained_cause_;
  std::optional<SiteNumber> current_site_;  ///< of the running call, once it is asked for
  std::uint32_t announced_ = 0;             ///< failure of the running call, by the device
  std::uint32_t last_mistake_ = 0;
  std::map<std::uint32_t, device::HostReaction> unanswered_;  ///< failures before the next work
  std::vector<Awaited> awaited_;
  Progress seen_by_host_functions_;
  CaseNumber case_ = 0;      ///< the last one that is known of
  AllocationRounds rounds_;  ///< of that case
  std::vector<Rounds> rounds_of_cases_;
  std::map<std::uint32_t, EventUse> event_uses_;  ///< by the event's number
  std::map<SiteNumber, Waits> waits_at_;          ///< for events
  struct EarlyTime {
    SiteNumber site = 0;
    CaseNumber in_case = 0;
  };
  /// Of two events, by their numbers, whose time was asked for too early, and not again since.
  std::map<std::pair<std::uint32_t, std::uint32_t>, EarlyTime> early_times_;
  std::uint32_t asked_ = 0, waits_ = 0;  ///< as HostOrder has them
  std::uint64_t works_ = 0;              ///< all that the program gave the device to do
};

/// The device does not want to know: nothing need be looked up.
void do_not_watch();

/// Keeps the call site of a launch by <<<…>>> between its two calls on this thread: the second
/// comes from code that the compiler made.
void push_launch_site();
void pop_launch_site();

}  // namespace warpscope::cudart
