#include "vgpu/timing/clock/equal_launches.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <utility>

#include "arch/l1_size.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/timing/clock/changes.h"

namespace warpscope::timing {
namespace {

constexpr std::size_t kMostKnown = 1 << 12;
/// Of launches whose blocks wait for each other; each has as much as its trace.
constexpr std::size_t kMostTurns = 1 << 4;
/// Of what L2Contents tells of.
constexpr std::uint64_t kSectorsOfPart = 32;

/// A launch's key, for this kernel alone: those of another one with the same code have other lines.
Fingerprint in_module(const Fingerprint& key, const MachineKernel& kernel) {
  Hasher hasher;
  hasher.add(key);
  hasher.add(static_cast<std::uint64_t>(std::bit_cast<std::uintptr_t>(&kernel)));
  return hasher.value();
}

/// Their bytes are not in TouchedMemory.
bool uses_images(const exec::LaunchTrace& trace) {
  using Kind = exec::AccessSite::Kind;
  return std::ranges::any_of(trace.sites(), [](const exec::AccessSite& site) {
    return site.kind == Kind::image || site.kind == Kind::image_reduction;
  });
}

/// What the clock reads of them.
void add(Hasher& hasher, std::span<const exec::AccessSite> sites) {
  hasher.add(sites.size());
  for (const exec::AccessSite& site : sites)
    hasher.add(std::uint64_t{site.instruction} << 32 | static_cast<std::uint64_t>(site.kind) << 16 |
               static_cast<std::uint64_t>(site.l1_use) << 8 | (site.computes_floats ? 1U : 0U));
}

void add(Hasher& hasher, const exec::BlockTrace& block) {
  hasher.add(block.number);
  hasher.add(block.warp_end.size());
  for (const std::uint64_t end : block.warp_end) hasher.add(end);
  for (std::size_t at = 0; at < block.bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, block.bytes.data() + at, std::min(sizeof word, block.bytes.size() - at));
    hasher.add(word);
  }
}

void add(Hasher& hasher, const WarpRequests& warp) {
  hasher.add(std::uint64_t{warp.entries.size()});
  for (const auto& [block, lanes] : warp.entries) hasher.add(std::uint64_t{block} << 32 | lanes);
  hasher.add(warp.requests.size());
  for (const Request& request : warp.requests) {
    hasher.add(std::uint64_t{request.site} << 32 | request.entries);
    hasher.add(std::uint64_t{request.first_line} << 32 | request.lines);
    hasher.add(std::uint64_t{request.wavefronts} << 32 | std::uint64_t{request.bank_words} << 24 |
               std::uint64_t{request.sectors} << 16 | std::uint64_t{request.waits ? 4U : 0U} |
               static_cast<std::uint64_t>(request.kind));
    hasher.add(std::uint64_t{request.barrier} << 32 | request.threads);
    hasher.add(request.bytes);
  }
  for (const LineRequest& line : warp.lines) {
    hasher.add(std::uint64_t{line.line});
    hasher.add(std::uint64_t{line.sectors} << 8 | std::uint64_t{line.times});
  }
  for (const auto& [operands, entry] : warp.rare) {
    hasher.add(std::uint64_t{operands.instruction} << 32 | operands.lanes);
    hasher.add(std::uint64_t{entry} << 32 | static_cast<std::uint64_t>(operands.operands));
  }
  for (const exec::MbarrierRecord& record : warp.mbarriers) {
    hasher.add(std::uint64_t{record.offset} << 32 | record.lanes);
    hasher.add(std::uint64_t{record.count} << 32 | static_cast<std::uint64_t>(record.kind) << 2 |
               (record.parity ? 2U : 0U) | (record.drops ? 1U : 0U));
    hasher.add(static_cast<std::uint64_t>(record.bytes));
  }
  for (const exec::BulkCopyRecord& copy : warp.bulk_copies) {
    hasher.add(std::uint64_t{copy.mbarrier} << 32 | copy.bytes);
    hasher.add(copy.address);
    hasher.add((copy.is_to_global ? 1U : 0U) | (copy.is_within_shared ? 2U : 0U));
  }
}

}  // namespace

EqualLaunches::Key EqualLaunches::key_of(const arch::Profile& profile, const MachineKernel& kernel,
                                         const exec::LaunchTrace& trace, const TimedShape& shape,
                                         const Sample& sample, const L2Contents::Found& found) {
  Hasher hasher;
  for (const std::uint64_t value :
       {kernel.fingerprint[0], kernel.fingerprint[1], shape.blocks,
        std::uint64_t{resident_blocks(profile.sm, shape.block, {})},
        arch::l1_size(profile.sm.l1_and_shared, profile.sm, shape.block), std::uint64_t{sample.sms},
        std::bit_cast<std::uint64_t>(sample.share),
        std::bit_cast<std::uint64_t>(sample.memory_share),
        std::bit_cast<std::uint64_t>(sample.turns)})
    hasher.add(value);
  add(hasher, trace.sites());
  hasher.add(found.parts.size());
  for (const std::uint64_t part : found.parts)
    hasher.add(part - shape.first_sector / kSectorsOfPart);
  // The same bytes, counted from the same sector, are the same requests, which take longer to read.
  Hasher of_bytes = hasher;
  of_bytes.add(shape.first_sector);
  for (const exec::BlockTrace* block : sample.blocks) add(of_bytes, *block);
  if (by_bytes_.size() >= kMostKnown) by_bytes_.clear();
  const auto [known, is_new] = by_bytes_.try_emplace(in_module(of_bytes.value(), kernel));
  if (!is_new) return known->second;
  for (const exec::BlockTrace* block : sample.blocks) {
    hasher.add(block->number);
    const std::size_t warps = block->warp_end.size();
    for (std::size_t warp = 0; warp < warps; ++warp) {
      requests_.read(block->warp(warp), trace.sites(), block->number * warps + warp,
                     shape.first_sector);
      add(hasher, requests_);
    }
  }
  return known->second = hasher.value();
}

std::optional<Fingerprint> EqualLaunches::key(const arch::Profile& profile,
                                              const MachineKernel& kernel,
                                              const exec::LaunchTrace& trace,
                                              const TimedShape& shape,
                                              const exec::TouchedMemory& touched) {
  if (uses_images(trace) || shape.l2_contents == nullptr || shape.without) return std::nullopt;
  const Key key = key_of(profile, kernel, trace, shape, sample_of(profile, trace, shape),
                         shape.l2_contents->look(touched));
  return in_module(key, kernel);
}

const EqualLaunches::Turns* EqualLaunches::turns(const Fingerprint& key) const {
  const auto found = turns_.find(key);
  return found == turns_.end() ? nullptr : &found->second;
}

void EqualLaunches::keep_turns(const Fingerprint& key, Turns turns) {
  if (turns_.size() >= kMostTurns) turns_.clear();
  turns_.insert_or_assign(key, std::move(turns));
}

std::optional<TimedLaunch> EqualLaunches::time(
    const arch::Profile& profile, const MachineKernel& kernel, const exec::LaunchTrace& trace,
    const TimedShape& shape, const exec::TouchedMemory& touched, TimesKeeper* keeper) {
  const Sample sample = sample_of(profile, trace, shape);
  // Nor are another launch's clocks, or its time without some cost, wanted for this one.
  if (uses_images(trace) || shape.l2_contents == nullptr || shape.without ||
      shape.readings != nullptr || shape.contacts != nullptr) {
    ++runs_;
    return time_launch(profile, kernel, trace, shape, sample);
  }
  const L2Contents::Found found = shape.l2_contents->look(touched);
  // What is there when the launch begins must be there until it ends, this time and the other one.
  const auto stays = [&](const std::optional<TimedLaunch>& timed) {
    return !timed || timed->fetched_bytes <= found.spare_bytes;
  };
  const Key key = key_of(profile, kernel, trace, shape, sample, found);
  const Key of_kernel = in_module(key, kernel);
  const auto before = known_.find(of_kernel);
  if (before != known_.end() && stays(before->second)) return before->second;
  if (known_.size() >= kMostKnown) known_.clear();
  if (keeper != nullptr) {
    auto kept = keeper->find(key, kernel);
    if (kept && stays(kept)) return known_.insert_or_assign(of_kernel, kept).first->second;
  }
  ++runs_;
  auto timed = time_launch(profile, kernel, trace, shape, sample);
  if (!stays(timed)) return timed;
  known_.insert_or_assign(of_kernel, timed);
  // One whose timeline nobody wanted is not for those who want it.
  if (keeper != nullptr && timed && shape.timeline) keeper->keep(key, kernel, *timed);
  return timed;
}

}  // namespace warpscope::timing
