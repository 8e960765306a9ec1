#include "vgpu/cudart/watch/host_watch.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "vgpu/cudart/basics/error_table.h"
#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/basics/words.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/watch/managed_turns.h"

namespace warpscope::cudart {
namespace {

/// Operations that are remembered until the host waits for them.
constexpr std::size_t kMostAwaited = 4096;

/// The failure that this thread's last error comes from.
struct LastFailure {
  std::uint32_t number = 0;
  std::uint32_t later_calls = 0;
};
LastFailure& last_failure() {
  thread_local LastFailure failure;
  return failure;
}

std::atomic<bool>& is_off() {
  static std::atomic<bool> off = false;
  return off;
}

struct LaunchSites {
  std::vector<CallSite> pushed;
  std::optional<CallSite> popped;
};
LaunchSites& launch_sites() {
  thread_local LaunchSites sites;
  return sites;
}

/// Errors that are answers, that the device tells of by itself, or that programs leave alone
/// because what they wanted is so already.
bool is_told_otherwise(cudaError_t error) {
  switch (error) {
    case cudaErrorNotReady:
    case cudaErrorNotSupported:
    case cudaErrorNoDevice:
    case cudaErrorPeerAccessAlreadyEnabled:
    case cudaErrorHostMemoryAlreadyRegistered:
    case cudaErrorDevicesUnavailable:
    case cudaErrorInitializationError:
      return true;
    default:
      return is_sticky(error);
  }
}

}  // namespace

void do_not_watch() { is_off() = true; }

void push_launch_site() {
  if (is_off()) return;
  CallSite site = current_call_site();
  site.function.clear();
  launch_sites().pushed.push_back(std::move(site));
}

void pop_launch_site() {
  if (is_off()) return;
  LaunchSites& sites = launch_sites();
  if (sites.pushed.empty()) return;
  sites.popped = std::move(sites.pushed.back());
  sites.pushed.pop_back();
}

bool HostWatch::is_on() const { return runtime_.devices.is_watched(); }

SiteNumber HostWatch::number_of(const CallSite& site) {
  if (site.from.count == 0) return 0;
  const auto [found, is_new] = sites_.try_emplace(site, sites_.size() + 1);
  if (is_new) {
    runtime_.devices.connection().request<device::Opcode::host_site>(
        to_host_site(site, found->second));
  }
  return found->second;
}

SiteNumber HostWatch::site() {
  if (!is_on()) return 0;
  if (!current_site_) current_site_ = number_of(current_call_site());
  return *current_site_;
}

SiteNumber HostWatch::launch_site() {
  const auto popped = std::exchange(launch_sites().popped, std::nullopt);
  if (!is_on()) return 0;
  if (popped) current_site_ = number_of(*popped);
  return site();
}

device::HostOrder HostWatch::asked() {
  if (!is_on()) return {};
  return {site(), ++asked_, waits_};
}

void HostWatch::tell(std::string_view id, std::string cause, SiteNumber site, std::uint32_t number,
                     CaseNumber in_case) {
  runtime_.devices.connection().request<device::Opcode::host_mistake>(
      {std::string(id), std::move(cause), number, site, in_case, false});
}

HostWatch::CaseNumber HostWatch::current_case() {
  const CaseNumber now = runtime_.devices.connection().request<device::Opcode::host_case>().number;
  if (now != case_) keep_rounds();
  case_ = now;
  return now;
}

void HostWatch::keep_rounds() {
  for (const auto& found : rounds_.found()) rounds_of_cases_.push_back({found, case_});
  rounds_ = {};
}

void HostWatch::tell_of_crash(const char* id, std::string cause, const ReturnAddresses& from) {
  runtime_.devices.connection().request<device::Opcode::host_mistake>(
      {id, std::move(cause), 0, number_of({from, {}}), 0, true});
}

void HostWatch::tell_of_host_race(const HostGuards::Work& work, bool is_write,
                                  const ReturnAddresses& from) {
  const std::string other = std::string(work.what) + " (" + site_text(work.site) + ")";
  if (is_write) {
    tell("host-device-race",
         "The host writes to memory that " + other + " uses, and has not waited for it.",
         number_of({from, {}}));
  } else {
    tell("missing-sync-before-host-read",
         "The host reads memory that " + other + " writes, and has not waited for it.",
         number_of({from, {}}));
  }
}

void HostWatch::begin_call() {
  explained_id_.clear();
  explained_cause_.clear();
  current_site_.reset();
  announced_ = 0;
  ++last_failure().later_calls;
}

void HostWatch::explain(std::string_view id, std::string cause) {
  explained_id_ = id;
  explained_cause_ = std::move(cause);
}

std::uint32_t HostWatch::announce_failure() {
  if (!is_on()) return 0;
  announced_ = ++last_mistake_;
  return announced_;
}

void HostWatch::note_failure(cudaError_t error) {
  last_failure() = {};
  if (!is_on() || is_told_otherwise(error)) return;
  const std::uint32_t number = announced_ != 0 ? announced_ : ++last_mistake_;
  last_failure().number = number;
  unanswered_[number].number = number;
  if (announced_ != 0) return;
  const CallSite from = current_call_site();
  std::string cause = from.function.empty() ? "A call" : from.function;
  cause += " failed with " + std::string(error_name(error)) + " (" + error_text(error) + ")";
  cause += explained_cause_.empty() ? "." : ": " + explained_cause_;
  const char* id = error == cudaErrorMemoryAllocation ? "ignored-out-of-memory" : "unchecked-error";
  tell(explained_id_.empty() ? id : explained_id_, std::move(cause), number_of(from), number);
}

void HostWatch::note_look() {
  const LastFailure failure = std::exchange(last_failure(), {});
  if (failure.number == 0 || !is_on()) return;
  device::HostReaction& reaction = unanswered_[failure.number];
  reaction.number = failure.number;
  (failure.later_calls == 0 ? reaction.is_seen : reaction.is_seen_late) = true;
  reaction.check_site = number_of(current_call_site());
  runtime_.devices.connection().request<device::Opcode::host_reaction>(reaction);
}

void HostWatch::note_work() {
  ++works_;
  if (unanswered_.empty() || !is_on()) return;
  for (auto& [number, reaction] : std::exchange(unanswered_, {})) {
    reaction.went_on = true;
    runtime_.devices.connection().request<device::Opcode::host_reaction>(reaction);
  }
}

void HostWatch::expect_wait(const char* what, StreamNumber stream, Sequence sequence) {
  if (!is_on()) return;
  if (awaited_.size() >= kMostAwaited) {
    std::erase_if(awaited_, [&](const Awaited& work) {
      return runtime_.queue.has_waited_for(work.stream, work.sequence);
    });
  }
  if (awaited_.size() < kMostAwaited) awaited_.push_back({what, stream, sequence, site()});
}

void HostWatch::note_event_wait(const Event& event) {
  const SiteNumber from = site();
  if (from == 0) return;
  Waits& waits = waits_at_[from];
  const CaseNumber now = current_case();
  ++waits.in_case[now];
  EventUse& use = event_uses_[event.number];
  use.is_looked_at = true;
  if (event.is_recorded || event.capture) {
    use.is_waited_for = true;
    waits.was_useful = true;
  } else if (use.vain_wait == 0) {
    use.vain_wait = from;
    use.in_case = now;
  }
}

void HostWatch::note_event_record(const Event& event) {
  if (!is_on()) return;
  EventUse& use = event_uses_[event.number];
  use.is_recorded_later = true;
  const bool is_forgotten = use.record != 0 && !use.is_looked_at && works_ > use.record + 1;
  use.forgotten_site = is_forgotten ? use.record_site : 0;
  use.record = works_;
  use.record_site = site();
  use.is_looked_at = false;
}

void HostWatch::note_event_look(const Event& event) {
  const auto use = event_uses_.find(event.number);
  if (use != event_uses_.end()) use->second.is_looked_at = true;
}

/// The time of two records with nothing between them, or of which the second came first, where
/// there was something behind an earlier record of the same event.
void HostWatch::note_empty_time(const Event& first, const Event& second) {
  EventUse& from = event_uses_[first.number];
  EventUse& to = event_uses_[second.number];
  const bool is_empty = from.record == to.record || from.record + 1 == to.record;
  const bool is_reversed = from.record > to.record;
  if ((is_empty || is_reversed) && from.forgotten_site != 0) {
    tell("event-recorded-again",
         "It was recorded before, at " + site_text(from.forgotten_site) +
             ", and an event has the time of its last record only: " +
             (is_reversed ? "that is behind the record of the event up to which the time is asked "
                            "for, so it is below 0."
                          : "between the two of which the time is asked for, the program has given "
                            "the device nothing to do."),
         from.record_site, 0, current_case());
    from.forgotten_site = 0;
  }
  from.is_looked_at = to.is_looked_at = true;
}

void HostWatch::note_elapsed(const Event& first, const Event& second, bool have_happened) {
  if (!is_on()) return;
  if (have_happened) note_empty_time(first, second);
  const auto key = std::pair(first.number, second.number);
  if (have_happened) {
    early_times_.erase(key);
  } else {
    early_times_.try_emplace(key, EarlyTime{site(), current_case()});
  }
}

void HostWatch::tell_early_times() {
  for (const auto& [events, early] : early_times_) {
    tell("event-not-reached",
         "Nothing had waited for the events, so the call failed with cudaErrorNotReady and gave no "
         "time.",
         early.site, 0, early.in_case);
  }
}

void HostWatch::tell_unawaited_work() {
  std::erase_if(awaited_, [&](const Awaited& work) {
    return runtime_.queue.has_waited_for(work.stream, work.sequence) ||
           seen_by_host_functions_.covers(work.stream, work.sequence);
  });
  if (awaited_.empty()) return;
  const Awaited& last = awaited_.back();
  std::string cause = "The program ends, and nothing has waited for " + std::string(last.what);
  if (awaited_.size() > 1) {
    cause += ", nor for " + std::to_string(awaited_.size() - 1) + " other operation" +
             (awaited_.size() > 2 ? "s" : "") + " before it";
  }
  tell("unawaited-work", cause + ".", last.site);
}

/// A loop's first waits may well be for events that its first rounds record; in some of a lab's
/// cases it may have one round only.
bool HostWatch::Waits::is_of_loop() const {
  return was_useful || std::ranges::any_of(in_case, [](const auto& of) { return of.second > 1; });
}

void HostWatch::tell_vain_waits() {
  for (const auto& [number, use] : event_uses_) {
    if (use.vain_wait == 0 || waits_at_[use.vain_wait].is_of_loop()) continue;
    if (!use.is_recorded_later || use.is_waited_for) continue;
    tell("event-never-recorded",
         "The event had not been recorded when it was waited for, so the wait did nothing; it was "
         "recorded later.",
         use.vain_wait, 0, use.in_case);
  }
}

void HostWatch::tell_leaks() {
  struct Left {
    std::size_t count = 0;
    std::uint64_t bytes = 0;
  };
  std::map<SiteNumber, Left> left;
  for (const auto& [address, block] : runtime_.memory.blocks()) {
    const bool is_programs = block.kind == MemoryKind::device || block.kind == MemoryKind::pool ||
                             block.kind == MemoryKind::managed;
    if (!is_programs || block.made_at == 0) continue;
    left[block.made_at].bytes += block.size_bytes;
    ++left[block.made_at].count;
  }
  for (const auto& [made_at, of] : left) {
    std::string cause = of.count == 1 ? "An allocation of " + bytes_text(of.bytes)
                                      : std::to_string(of.count) + " allocations of together " +
                                            bytes_text(of.bytes);
    cause += of.count == 1 ? " that was" : " that were";
    cause += " made here ";
    cause += of.count == 1 ? "was" : "were";
    tell("memory-not-freed", cause + " still there when the program had ended.", made_at);
  }
}

void HostWatch::note_allocation(std::uint64_t address, std::uint64_t size_bytes) {
  if (!is_on()) return;
  current_case();
  rounds_.allocated(site(), address, size_bytes, asked_);
}

void HostWatch::tell_allocations() {
  keep_rounds();
  for (const auto& [found, in_case] : rounds_of_cases_) {
    tell("allocation-in-loop",
         std::to_string(found.rounds) + " times in a row " + bytes_text(found.size_bytes) +
             " were allocated here and freed again before the next time; cudaFree waits until the "
             "device has nothing left to do.",
         found.site, 0, in_case);
  }
}

void HostWatch::end_program() {
  if (!is_on() || runtime_.devices.sticky_error != cudaSuccess) return;
  tell_unawaited_work();
  tell_vain_waits();
  tell_early_times();
  tell_leaks();
  tell_allocations();
  runtime_.managed_turns.tell();
}

namespace {

/// Called when this library is left, after the program's own destructors.
[[gnu::destructor]] void end_program() {
  Runtime& runtime = Runtime::instance();
  // A thread that still runs may be in a call.
  const std::unique_lock lock(runtime.mutex, std::try_to_lock);
  if (!lock) return;
  try {
    runtime.watch.end_program();
  } catch (const CudaFailure&) {
    // The device is gone; it knows what there is to know.
  }
}

}  // namespace
}  // namespace warpscope::cudart
