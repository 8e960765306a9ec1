#include "vgpu/cudart/host_guards.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "vgpu/cudart/host_faults.h"
#include "vgpu/cudart/runtime.h"
#include "vgpu/cudart/words.h"

namespace warpscope::cudart {
namespace {

constexpr std::uint64_t kGuardPageBytes = 4096;
/// Each costs a system call or two for every call of the runtime.
constexpr std::size_t kMostGuards = 256;
/// Each is a question to the device.
constexpr std::size_t kMostAccesses = 4096;

std::uint64_t page_of(std::uint64_t address) { return address / kGuardPageBytes * kGuardPageBytes; }
std::uint64_t page_behind(std::uint64_t address) { return page_of(address + kGuardPageBytes - 1); }

void protect(std::uint64_t begin, std::uint64_t end, int protection) {
  // Fails for what is not there any more, and then nothing is to be done.
  mprotect(reinterpret_cast<void*>(begin), end - begin, protection);
}

int& lifts_here() {
  thread_local int lifts = 0;
  return lifts;
}

}  // namespace

void HostGuards::add(const Work& work, std::uint64_t begin, std::uint64_t end) {
  if (!runtime_.is_watched() || guards_.size() >= kMostGuards) return;
  const MemoryBlock* block = runtime_.memory.find(reinterpret_cast<const void*>(begin));
  // Memory that the program registered shares its pages with other things of the program.
  const bool has_own_pages =
      block != nullptr && (block->kind == MemoryKind::pinned || block->kind == MemoryKind::managed);
  if (!has_own_pages) return;
  const std::uint64_t block_end = block->address + block->size_bytes;
  const std::uint64_t first = begin == block->address ? page_of(begin) : page_behind(begin);
  const std::uint64_t last = end >= block_end ? page_behind(block_end) : page_of(end);
  if (first < last) guards_.push_back({work, first, last});
}

void HostGuards::add_launch(const Work& work, const std::vector<std::byte>& parameters) {
  if (!runtime_.is_watched()) return;
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

void HostGuards::lift() {
  ++lifts_;
  ++lifts_here();
  if (is_set_) {
    is_set_ = false;
    for (const Guard& guard : guards_) protect(guard.begin, guard.end, PROT_READ | PROT_WRITE);
  }
  if (lifts_ == 1) runtime_.managed_turns.begin_call();
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
  if (guards_.empty()) return;
  std::erase_if(guards_, [&](const Guard& guard) {
    return runtime_.queue.has_waited_for(guard.work.stream, guard.work.sequence) ||
           runtime_.watch.seen_by_host_functions().covers(guard.work.stream, guard.work.sequence);
  });
  // Without our handler the program would end where it does not on a GPU.
  if (runtime_.sticky_error != cudaSuccess || !handles_host_faults()) guards_.clear();
  const auto is_closed = [](const Guard& guard) {
    return guard.work.is_launch || guard.work.writes;
  };
  for (const Guard& guard : guards_) {
    if (!is_closed(guard)) protect(guard.begin, guard.end, PROT_READ);
  }
  for (const Guard& guard : guards_) {
    if (is_closed(guard)) protect(guard.begin, guard.end, PROT_NONE);
  }
  is_set_ = !guards_.empty();
}

void HostGuards::tell(const Work& work, bool is_write, const ReturnAddresses& from) {
  if (!told_.insert(work.sequence).second) return;
  runtime_.watch.tell_of_host_race(work, is_write, from);
  std::erase_if(guards_, [&](const Guard& guard) { return guard.work.sequence == work.sequence; });
}

void HostGuards::judge_accesses() {
  std::vector<Access> left;
  for (const Access& access : std::exchange(accesses_, {})) {
    if (told_.contains(access.work.sequence)) continue;
    if (!runtime_.queue.is_done(access.work.sequence)) {
      left.push_back(access);
      continue;
    }
    const auto used = runtime_.connection().request<device::Opcode::host_use>(
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
    if (guard.begin < page) left.push_back({guard.work, guard.begin, page});
    if (page + kGuardPageBytes < guard.end)
      left.push_back({guard.work, page + kGuardPageBytes, guard.end});
  }
  guards_ = std::move(left);
  for (const Work& work : guilty) tell(work, is_write, from);
  set();
  // Another thread may have lifted what stopped this one; the access is made again.
  const MemoryBlock* block = runtime_.memory.find(reinterpret_cast<const void*>(page));
  return block != nullptr && block->is_on_host();
}

}  // namespace warpscope::cudart
