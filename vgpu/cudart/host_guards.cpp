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
    if (block != nullptr && block->is_on_host())
      add(work, block->address, block->address + block->size_bytes);
  }
}

bool HostGuards::is_lifted_here() { return lifts_here() > 0; }

void HostGuards::lift() {
  ++lifts_;
  ++lifts_here();
  if (!is_set_) return;
  is_set_ = false;
  for (const Guard& guard : guards_) protect(guard.begin, guard.end, PROT_READ | PROT_WRITE);
}

void HostGuards::set() {
  --lifts_here();
  if (--lifts_ > 0 || guards_.empty()) return;
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

bool HostGuards::is_conflict(const Guard& guard, std::uint64_t address, bool is_write) {
  if (!guard.work.is_launch) return guard.work.writes || is_write;
  const auto used =
      runtime_.connection().request<device::Opcode::host_use>({guard.work.sequence, address});
  return used.is_written || (used.is_read && is_write);
}

bool HostGuards::take(std::uint64_t address, bool is_write, const ReturnAddresses& from) {
  lift();
  const auto holds = [&](const Guard& guard) {
    return guard.begin <= address && address < guard.end;
  };
  const bool is_launch = std::any_of(guards_.begin(), guards_.end(), [&](const Guard& guard) {
    return holds(guard) && guard.work.is_launch;
  });
  if (is_launch) {
    try {
      runtime_.queue.perform_all();
    } catch (const CudaFailure& failure) {
      if (is_sticky(failure.code())) runtime_.sticky_error = failure.code();
    }
  }
  std::vector<Guard> left;
  std::vector<Sequence> told;
  for (Guard& guard : std::exchange(guards_, {})) {
    if (!holds(guard)) {
      left.push_back(guard);
    } else if (is_conflict(guard, address, is_write)) {
      if (std::find(told.begin(), told.end(), guard.work.sequence) == told.end())
        runtime_.watch.tell_of_host_race(guard.work, is_write, from);
      told.push_back(guard.work.sequence);
    } else {
      const std::uint64_t page = page_of(address);
      if (guard.begin < page) left.push_back({guard.work, guard.begin, page});
      if (page + kGuardPageBytes < guard.end)
        left.push_back({guard.work, page + kGuardPageBytes, guard.end});
    }
  }
  // One place in the program is enough.
  std::erase_if(left, [&](const Guard& guard) {
    return std::find(told.begin(), told.end(), guard.work.sequence) != told.end();
  });
  guards_ = std::move(left);
  set();
  // Another thread may have lifted what stopped this one; the access is made again.
  const MemoryBlock* block = runtime_.memory.find(reinterpret_cast<const void*>(page_of(address)));
  return block != nullptr && block->is_on_host();
}

}  // namespace warpscope::cudart
