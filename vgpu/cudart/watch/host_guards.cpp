#include "vgpu/cudart/watch/host_guards.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/basics/words.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/watch/host_faults.h"
#include "vgpu/cudart/watch/host_watch.h"
#include "vgpu/cudart/watch/managed_turns.h"

namespace warpscope::cudart {
namespace {

constexpr std::uint64_t kGuardPageBytes = 4096;
constexpr std::size_t kMostGuards = 256;
/// Each is a question to the device.
constexpr std::size_t kMostAccesses = 4096;

std::uint64_t page_of(std::uint64_t address) { return address / kGuardPageBytes * kGuardPageBytes; }
std::uint64_t page_behind(std::uint64_t address) { return page_of(address + kGuardPageBytes - 1); }

void protect(std::uint64_t begin, std::uint64_t end, int protection) {
  // Fails for what is not there any more, and then nothing is to be done.
  mprotect(reinterpret_cast<void*>(begin), end - begin, protection);
}

int protection_of(bool forbids_reads) { return forbids_reads ? PROT_NONE : PROT_READ; }

int& lifts_here() {
  thread_local int lifts = 0;
  return lifts;
}

}  // namespace

void HostGuards::add(const Work& work, std::uint64_t begin, std::uint64_t end) {
  if (!runtime_.devices.is_watched() || guards_.size() >= kMostGuards) return;
  const MemoryBlock* block = runtime_.memory.find(reinterpret_cast<const void*>(begin));
  // Memory that the program registered shares its pages with other things of the program.
  const bool has_own_pages =
      block != nullptr && (block->kind == MemoryKind::pinned || block->kind == MemoryKind::managed);
  if (!has_own_pages) return;
  const std::uint64_t block_end = block->address + block->size_bytes;
  const std::uint64_t first = begin == block->address ? page_of(begin) : page_behind(begin);
  const std::uint64_t last = end >= block_end ? page_behind(block_end) : page_of(end);
  if (first < last) guards_.push_back({work, first, last, block->is_managed()});
}

void HostGuards::add_launch(const Work& work, const std::vector<std::byte>& parameters) {
  if (!runtime_.devices.is_watched()) return;
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= parameters.size();
       at += sizeof(std::uint64_t)) {
    std::uint64_t pointer = 0;
    std::memcpy(&pointer, parameters.data() + at, sizeof pointer);
    const MemoryBlock* block = runtime_.memory.find(reinterpret_cast<const void*>(pointer));
    if (block == nullptr || !block->is_on_host()) continue;
    add(work, block->address, block->address + block->size_bytes);
    runtime_.managed_turns.add_launch(block->address, work.sequence, work.site);
  }
}

bool HostGuards::is_lifted_here() { return lifts_here() > 0; }

void HostGuards::lift(bool unprotects) {
  ++lifts_;
  ++lifts_here();
  if (unprotects || protects_managed_) unprotect();
  if (lifts_ == 1) runtime_.managed_turns.begin_call();
}

void HostGuards::unprotect() {
  for (const Pages& pages : pages_) protect(pages.begin, pages.end, PROT_READ | PROT_WRITE);
  pages_.clear();
  protects_managed_ = false;
  is_stale_ = true;
}

void HostGuards::unprotect_for(const void* place) {
  const std::uint64_t address = address_of(place);
  if (std::ranges::any_of(pages_, [&](const Pages& pages) {
        return address >= pages.begin && address < pages.end;
      })) {
    unprotect();
  }
}

void HostGuards::set() {
  --lifts_here();
  if (--lifts_ > 0) return;
  try {
    judge_accesses();
    runtime_.managed_turns.end_call();
  } catch (const CudaFailure&) {
    accesses_.clear();  // after a sticky error the device answers nothing else
  }
  if (guards_.empty() && pages_.empty()) return;
  // Without our handler the program would end where it does not on a GPU.
  const bool may_be_set = runtime_.devices.sticky_error == cudaSuccess && handles_host_faults();
  if (!may_be_set) guards_.clear();
  if (may_be_set && !is_stale_ && protect_new()) return;
  unprotect();
  forget_finished_work();
  protect_all();
}

/// The host has waited for it.
void HostGuards::forget_finished_work() {
  std::erase_if(guards_, [&](const Guard& guard) {
    return runtime_.queue.has_waited_for(guard.work.stream, guard.work.sequence) ||
           runtime_.watch.seen_by_host_functions().covers(guard.work.stream, guard.work.sequence);
  });
}

void HostGuards::protect_all() {
  std::vector<const Guard*> ordered;
  for (const Guard& guard : guards_) ordered.push_back(&guard);
  std::ranges::sort(ordered, {}, &Guard::begin);
  // First what may be read, then what may not, which may be a part of it.
  for (const bool forbids_reads : {false, true}) {
    Pages next;
    const auto protect_next = [&] {
      if (next.begin == next.end) return;
      protect(next.begin, next.end, protection_of(forbids_reads));
      pages_.push_back(next);
    };
    for (const Guard* guard : ordered) {
      if (guard->forbids_reads() != forbids_reads) continue;
      if (guard->begin > next.end) {
        protect_next();
        next = {guard->begin, guard->end, forbids_reads};
      }
      next.end = std::max(next.end, guard->end);
    }
    protect_next();
  }
  protects_managed_ = std::ranges::any_of(guards_, &Guard::is_managed);
  protected_guards_ = guards_.size();
  is_stale_ = false;
}

bool HostGuards::protect_new() {
  for (; protected_guards_ < guards_.size(); ++protected_guards_) {
    const Guard& guard = guards_[protected_guards_];
    Pages* before = nullptr;
    for (Pages& pages : pages_) {
      if (pages.begin < guard.end && guard.begin < pages.end) return false;
      if (pages.end == guard.begin && pages.forbids_reads == guard.forbids_reads()) before = &pages;
    }
    protect(guard.begin, guard.end, protection_of(guard.forbids_reads()));
    if (before != nullptr) {
      before->end = guard.end;
    } else {
      pages_.push_back({guard.begin, guard.end, guard.forbids_reads()});
    }
    protects_managed_ = protects_managed_ || guard.is_managed;
  }
  return true;
}

void HostGuards::tell(const Work& work, bool is_write, const ReturnAddresses& from) {
  if (!told_.insert(work.sequence).second) return;
  runtime_.watch.tell_of_host_race(work, is_write, from);
  std::erase_if(guards_, [&](const Guard& guard) { return guard.work.sequence == work.sequence; });
  is_stale_ = true;
}

void HostGuards::judge_accesses() {
  std::vector<Access> left;
  for (const Access& access : std::exchange(accesses_, {})) {
    if (told_.contains(access.work.sequence)) continue;
    if (!runtime_.queue.is_done(access.work.sequence)) {
      left.push_back(access);
      continue;
    }
    const auto used = runtime_.devices.connection().request<device::Opcode::host_use>(
        {access.work.sequence, access.address});
    if (used.is_written || (used.is_read && access.is_write))
      tell(access.work, access.is_write, access.from);
  }
  accesses_ = std::move(left);
}

bool HostGuards::take(std::uint64_t address, bool is_write, const ReturnAddresses& from) {
  lift();
  const std::uint64_t page = page_of(address);
  std::vector<Guard> left;
  std::vector<Work> guilty;
  for (Guard& guard : std::exchange(guards_, {})) {
    if (address < guard.begin || address >= guard.end) {
      left.push_back(guard);
      continue;
    }
    if (guard.work.is_launch && accesses_.size() < kMostAccesses)
      accesses_.push_back({guard.work, address, is_write, from});
    if (!guard.work.is_launch && (guard.work.writes || is_write)) guilty.push_back(guard.work);
    // The access is made again as if nobody had looked: what it reads is what it would have read.
    if (guard.begin < page) left.push_back({guard.work, guard.begin, page, guard.is_managed});
    if (page + kGuardPageBytes < guard.end)
      left.push_back({guard.work, page + kGuardPageBytes, guard.end, guard.is_managed});
  }
  guards_ = std::move(left);
  for (const Work& work : guilty) tell(work, is_write, from);
  set();
  // Another thread may have lifted what stopped this one; the access is made again.
  const MemoryBlock* block = runtime_.memory.find(reinterpret_cast<const void*>(page));
  return block != nullptr && block->is_on_host();
}

}  // namespace warpscope::cudart
