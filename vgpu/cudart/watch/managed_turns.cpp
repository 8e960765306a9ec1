#include "vgpu/cudart/watch/managed_turns.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/basics/words.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/memory/memory_advice.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/watch/host_watch.h"

namespace warpscope::cudart {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
/// Larger arrays are looked at up to here: comparing costs at each call of the runtime.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;
constexpr std::size_t kMostArrays = 8;
/// Each page is a question to the device.
constexpr std::size_t kMostPagesOfTurn = 64;
/// A flag, or a count, that host and kernels share is one page, and there is no better way.
constexpr std::size_t kFewestPagesOfTurn = 4;
/// Input that is written a few times has to move as often.
constexpr std::uint32_t kFewestTurns = 5;
constexpr std::uint32_t kMostTurns = 1000;
constexpr std::uint32_t kLaunchesWithoutTurn = 64;

const std::byte* bytes_at(std::uint64_t address) {
  return reinterpret_cast<const std::byte*>(address);
}

}  // namespace

bool ManagedTurns::is_advised(std::uint64_t address, std::uint64_t bytes) const {
  bool is_advised = false;
  runtime_.advice.visit(address, address + bytes, [&](const Advice& advice) {
    is_advised = is_advised || advice.is_read_mostly || advice.accessed_by_devices != 0 ||
                 advice.is_accessed_by_host ||
                 advice.preferred.type != cudaMemLocationTypeInvalid ||
                 advice.last_prefetch.type != cudaMemLocationTypeInvalid;
  });
  return is_advised;
}

void ManagedTurns::begin_call() {
  for (auto& [address, watched] : watched_) {
    if (watched.is_over) continue;
    for (std::uint64_t at = 0; at < watched.before.size(); at += kPageBytes) {
      const std::size_t count = std::min<std::uint64_t>(kPageBytes, watched.before.size() - at);
      const std::byte* now = bytes_at(address + at);
      const std::byte* before = watched.before.data() + at;
      if (std::memcmp(now, before, count) == 0) continue;
      const auto changed = std::mismatch(now, now + count, before).first;
      watched.written.insert(address + at + static_cast<std::uint64_t>(changed - now));
    }
  }
}

void ManagedTurns::judge(Watched& watched) {
  std::vector<Turn> left;
  for (Turn& turn : std::exchange(watched.unjudged, {})) {
    if (!runtime_.queue.is_done(turn.sequence)) {
      left.push_back(std::move(turn));
      continue;
    }
    std::uint64_t pages = 0;
    for (const std::uint64_t address : turn.addresses) {
      const auto used =
          runtime_.devices.connection().request<device::Opcode::host_use>({turn.sequence, address});
      if (used.is_read || used.is_written) ++pages;
    }
    if (pages < kFewestPagesOfTurn) continue;
    if (watched.turns++ == 0) watched.site = turn.site;
    watched.pages += pages;
  }
  watched.unjudged = std::move(left);
  const bool is_vain = watched.turns == 0 && watched.launches > kLaunchesWithoutTurn;
  watched.is_over = is_vain || watched.turns >= kMostTurns;
}

void ManagedTurns::end_call() {
  for (auto watched = watched_.begin(); watched != watched_.end();) {
    const auto& [address, of] = *watched;
    const MemoryBlock* block = runtime_.memory.at(bytes_at(address));
    // What was freed keeps what is known of it, and its addresses may be another array's.
    const bool is_there =
        block != nullptr && block->is_managed() && block->size_bytes >= of.before.size();
    if (!is_there && of.turns < kFewestTurns) {
      watched = watched_.erase(watched);
      continue;
    }
    Watched& changed = watched->second;
    if (!is_there) changed.is_over = true;
    if (!changed.is_over) {
      judge(changed);
      std::memcpy(changed.before.data(), bytes_at(address), changed.before.size());
    }
    ++watched;
  }
}

void ManagedTurns::add_launch(std::uint64_t address, Sequence sequence, std::uint32_t site) {
  const MemoryBlock* block = runtime_.memory.find(bytes_at(address));
  if (block == nullptr || !block->is_managed()) return;
  auto found = watched_.find(block->address);
  if (found == watched_.end()) {
    if (watched_.size() >= kMostArrays) return;
    found = watched_.try_emplace(block->address).first;
    found->second.before.resize(std::min(block->size_bytes, kMostBytes));
  }
  Watched& watched = found->second;
  if (watched.is_over) return;
  // The first launch finds what the host had to write.
  const bool is_first = watched.launches++ == 0;
  const auto written = std::exchange(watched.written, {});
  if (is_first || written.size() < kFewestPagesOfTurn ||
      is_advised(block->address, watched.before.size()))
    return;
  Turn turn{sequence, site, {written.begin(), written.end()}};
  turn.addresses.resize(std::min(turn.addresses.size(), kMostPagesOfTurn));
  watched.unjudged.push_back(std::move(turn));
}

void ManagedTurns::tell() const {
  for (const auto& [address, watched] : watched_) {
    if (watched.turns < kFewestTurns) continue;
    runtime_.watch.tell_at(
        "managed-memory-thrash",
        std::to_string(watched.turns) +
            " launches from here used managed memory that the host had written "
            "since the launch before: together " +
            std::to_string(watched.pages) + " pages of " + bytes_text(kPageBytes) +
            ", each of which goes to the host and back on a GPU when it is first touched.",
        watched.site);
  }
}

}  // namespace warpscope::cudart
