#include "vgpu/exec/patterns/barrier_use.h"

#include <algorithm>
#include <bit>
#include <map>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/patterns/watched_patterns.h"

namespace warpscope::exec::patterns {
namespace {

constexpr std::size_t kMostSites = 64;
// Sets of barriers, and places of global memory that a block touches. A kernel with more is left
// alone.
constexpr std::size_t kMostMasks = 1024;
constexpr std::size_t kMostGlobalCells = std::size_t{1} << 18;
// Of a launch, in global memory: a tenth of a second.
constexpr std::uint64_t kMostTouches = std::uint64_t{1} << 21;
constexpr std::uint64_t kCellBytes = 4;

// __syncthreads(): barrier 0, for all threads, without a value that they exchange.
bool is_block_barrier(const ptx::Instruction& instruction) {
  return has_modifier(instruction, "sync") && instruction.operands.size() == 1 &&
         instruction.operands[0].kind == ptx::Operand::Kind::integer &&
         instruction.operands[0].bits == 0;
}

bool reads_a_clock(const ptx::Instruction& instruction) {
  return std::ranges::any_of(instruction.operands, [](const ptx::Operand& operand) {
    return operand.kind == ptx::Operand::Kind::special &&
           (operand.name.starts_with("clock") || operand.name.starts_with("globaltimer"));
  });
}

bool is_barrier(const ptx::Instruction& instruction) {
  return meaning_of(instruction).memory == Memory::barrier;
}

// Other ways of waiting, accesses for other lanes, what nobody knows, and time that is measured
// between barriers.
bool is_not_understood(const ptx::Instruction& instruction) {
  switch (meaning_of(instruction).memory) {
    case Memory::anything:
    case Memory::of_block:
    case Memory::matrix_load:
    case Memory::matrix_load_store:
      return true;
    case Memory::barrier:
      return !has_modifier(instruction, "warp") && !is_block_barrier(instruction);
    case Memory::copy:
      return has_modifier(instruction, "bulk");
    default:
      return reads_a_clock(instruction);
  }
}

}  // namespace

BarrierUse::BarrierUse(const Program& program, const Kernel& kernel)
    : program_(program), kernel_(kernel) {
  if (!kernel.has_barrier || kernel.is_ordered || kernel.are_barriers_known) return;
  for (const LoweredFunction& lowered : kernel.functions) {
    for (std::uint32_t i = 0; i < lowered.function->body.size(); ++i) {
      const ptx::Instruction& instruction = lowered.function->body[i];
      if (is_not_understood(instruction)) return;
      if (is_barrier(instruction) && is_block_barrier(instruction))
        sites_.push_back({lowered.first_instruction + i, 0});
    }
  }
  is_open_ = !sites_.empty() && sites_.size() <= kMostSites;
}

void BarrierUse::give_up() {
  has_given_up_ = true;
  is_open_ = false;
  kernel_.are_barriers_known = true;
}

void BarrierUse::need(std::uint64_t sites) {
  if ((sites & known_) != 0) return;
  if (std::has_single_bit(sites)) {
    known_ |= sites;
    is_open_ = static_cast<std::size_t>(std::popcount(known_)) < sites_.size();
    if (!is_open_) kernel_.are_barriers_known = true;
    return;
  }
  masks_.insert(sites);
  if (masks_.size() > kMostMasks) give_up();
}

// Every pair of accesses keeps one of its barriers: the first one in the kernel's text, where any
// would do.
std::uint64_t BarrierUse::needed() const {
  std::uint64_t result = known_;
  std::vector<std::uint64_t> masks(masks_.begin(), masks_.end());
  std::ranges::stable_sort(masks, {}, [](std::uint64_t mask) { return std::popcount(mask); });
  for (const std::uint64_t mask : masks) {
    if ((mask & result) == 0) result |= mask & (~mask + 1);
  }
  return result;
}

void BarrierUse::add_to(std::vector<PatternCount>& patterns) const {
  if (!is_open_ || has_given_up_) return;
  const std::uint64_t needed_sites = needed();
  std::map<SourceLine, std::uint64_t> lines;
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    if ((needed_sites >> i & 1) != 0) continue;
    const ptx::Instruction& instruction = kernel_.instruction(sites_[i].instruction);
    const ptx::Function& function = *kernel_.function_of(sites_[i].instruction).function;
    const SourceLine where = attribute(program_, function, instruction);
    // A library's barrier is not the business of the line that calls it.
    const auto& files = program_.module().files;
    if (instruction.location.file >= files.size() ||
        files[instruction.location.file] != where.file || instruction.location.line != where.line)
      continue;
    lines[where] += sites_[i].executions;
  }
  for (const auto& [where, executions] : lines) {
    if (executions != 0) patterns.push_back({where, kUnneededBarriers, executions});
  }
}

BarrierUse::Block::Block(BarrierUse& use, std::uint32_t shared_bytes)
    : use_(use), last_opening_(use.sites_.size()), shared_(shared_bytes / kCellBytes + 1) {}

void BarrierUse::Block::begin() {
  first_epoch_ = ++epoch_;
  seen_epoch_ = 0;
  global_.clear();
}

void BarrierUse::Block::depends_on(std::uint32_t epoch) {
  if (epoch < first_epoch_ || epoch >= epoch_ || epoch == seen_epoch_) return;
  seen_epoch_ = epoch;
  std::uint64_t sites = 0;
  for (std::size_t i = 0; i < last_opening_.size(); ++i) {
    if (last_opening_[i] > epoch) sites |= std::uint64_t{1} << i;
  }
  if (sites != 0) use_.need(sites);
}

// Of the reads since the last write the last one counts, and the last one by another thread.
void BarrierUse::Block::touch(Cell& cell, std::uint32_t thread, bool is_write) {
  const auto who = static_cast<std::uint16_t>(thread);
  const auto differs = [&](std::uint16_t other) {
    return other != kNobody && (other != who || who == kManyThreads);
  };
  if (cell.write < first_epoch_) cell.writer = kNobody;
  if (cell.read < first_epoch_) cell.reader = cell.other_reader = kNobody;
  if (cell.other_read < first_epoch_) cell.other_reader = kNobody;
  if (differs(cell.writer)) depends_on(cell.write);
  if (is_write) {
    if (differs(cell.reader)) {
      depends_on(cell.read);
    } else if (differs(cell.other_reader)) {
      depends_on(cell.other_read);
    }
    cell = {epoch_, 0, 0, who, kNobody, kNobody};
    return;
  }
  if (cell.reader != who) {
    cell.other_reader = cell.reader;
    cell.other_read = cell.read;
    cell.reader = who;
  }
  cell.read = epoch_;
}

void BarrierUse::Block::access(const AccessEvent& event) {
  if (!use_.is_open_ || event.space == ptx::Space::local || event.size_bytes == 0) return;
  const bool is_write = event.kind != AccessKind::read;
  const bool is_copy = event.kind == AccessKind::copy_issued || event.kind == AccessKind::copy_done;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t thread = is_copy ? kManyThreads : event.warp * 32 + lane;
    const std::uint64_t first = event.addresses[lane] / kCellBytes;
    const std::uint64_t last = (event.addresses[lane] + event.size_bytes - 1) / kCellBytes;
    for (std::uint64_t cell = first; cell <= last; ++cell) {
      if (event.space == ptx::Space::shared) {
        if (cell < shared_.size()) touch(shared_[cell], thread, is_write);
      } else {
        touch(global_[cell], thread, is_write);
        ++use_.touches_;
      }
    }
  }
  if (global_.size() > kMostGlobalCells || use_.touches_ > kMostTouches) use_.give_up();
}

void BarrierUse::Block::meeting(const BarrierMeeting& meeting) {
  std::uint32_t waiting = 0;
  std::uint32_t alive = 0;
  for (const BarrierWaiter& waiter : meeting.waiting)
    waiting += static_cast<std::uint32_t>(std::popcount(waiter.who.lanes));
  for (const WarpLanes& lanes : meeting.alive)
    alive += static_cast<std::uint32_t>(std::popcount(lanes.lanes));
  ++epoch_;
  seen_epoch_ = 0;
  std::uint64_t sites = 0;
  for (const BarrierWaiter& waiter : meeting.waiting) {
    const auto site = std::ranges::find(use_.sites_, waiter.instruction, &Site::instruction);
    if (site == use_.sites_.end()) return use_.give_up();
    ++site->executions;
    const auto i = static_cast<std::size_t>(site - use_.sites_.begin());
    sites |= std::uint64_t{1} << i;
    last_opening_[i] = epoch_;
  }
  // Threads that meet from different places need both.
  if (meeting.barrier != 0 || waiting != alive) return use_.give_up();
  if (!std::has_single_bit(sites)) {
    for (std::uint64_t rest = sites; rest != 0; rest &= rest - 1) use_.need(rest & (~rest + 1));
  }
}

}  // namespace warpscope::exec::patterns
