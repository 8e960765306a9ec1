#include "vgpu/server/violation_findings.h"

#include <array>
#include <string>

#include "base/demangle.h"
#include "vgpu/exec/base/text.h"
#include "vgpu/server/fault_findings.h"

namespace warpscope::device {
namespace {

using exec::index_text;
using exec::Violation;

struct ViolationWords {
  Violation::Kind kind;
  const char* title;
  const char* hint;
  record::Finding::Severity severity = record::Finding::Severity::error;
};

constexpr std::array<ViolationWords, 19> kViolationWords{{
    {Violation::Kind::uninitialised_global, "A kernel reads device memory that nothing has written",
     "cudaMalloc does not clear memory: copy to it, call cudaMemset, or write it in a kernel "
     "first."},
    {Violation::Kind::uninitialised_shared, "A kernel reads shared memory that nothing has written",
     "Shared memory begins with anything in it: let threads write each element that is read."},
    {Violation::Kind::uninitialised_local, "A kernel reads a local array before writing it",
     "Give the array values before the loop that reads it."},
    {Violation::Kind::missing_barrier,
     "A thread reads what another one writes, with no barrier in between",
     "Put __syncthreads() behind the writes, before other threads read."},
    {Violation::Kind::missing_trailing_barrier,
     "A thread overwrites what another one still reads, with no barrier in between",
     "Put __syncthreads() behind the reads, before the next round writes."},
    {Violation::Kind::conflicting_writes, "Two threads write different values to one place",
     "Let one thread write it, or use an atomic."},
    {Violation::Kind::missing_syncwarp,
     "Lanes of a warp use each other's values without a __syncwarp()",
     "Lanes of a warp need not run in step: put __syncwarp() between writing and reading, or "
     "__syncthreads() if other warps read it, too."},
    {Violation::Kind::non_atomic_update,
     "Threads load, change and store the same place, and lose each other's changes",
     "Use an atomic, e.g. atomicAdd(). Words that change together need a lock."},
    {Violation::Kind::race_between_blocks,
     "Blocks use the same place, and nothing says which comes first",
     "Use atomics, or end the kernel between them. Who sets a flag needs __threadfence() before "
     "it."},
    {Violation::Kind::copy_not_waited, "A kernel uses memory that an asynchronous copy still uses",
     "Wait for the copy, and then for the other threads, before reading or writing there."},
    {Violation::Kind::out_of_bounds, "A kernel accesses memory outside its arrays",
     "Compare the index with the array's length before the access."},
    {Violation::Kind::divergent_barrier,
     "Threads of a block meet at __syncthreads() from different places",
     "Let all threads of the block reach the same __syncthreads(): move it out of the branch or "
     "the loop that not all of them go through."},
    {Violation::Kind::early_exit, "Threads return before a __syncthreads() of the others",
     "Guard the work instead of returning, so that every thread reaches each barrier.",
     record::Finding::Severity::warning},
    {Violation::Kind::shuffle_from_inactive_lane,
     "A shuffle takes a value from a lane that does not take part",
     "Let all lanes of the warp shuffle, those without an element with a neutral value; or use the "
     "result only where the source lane has one."},
    {Violation::Kind::missing_lanes_in_mask, "A mask names lanes that never come",
     "The mask must name exactly the lanes that reach the call: take it from __ballot_sync() "
     "before the branch."},
    {Violation::Kind::barrier_thread_count,
     "A named barrier is for a number of threads that cannot be right",
     "A barrier counts whole warps: give each side the same number, a multiple of 32."},
    {Violation::Kind::broken_lock, "A lock does not keep others out",
     "Take the lock in one step: while (atomicCAS(&lock, 0, 1) != 0) {}, and a __threadfence() "
     "behind it."},
    {Violation::Kind::lock_not_waited_for, "Threads that find a lock taken go on without it",
     "Right where somebody else does what they leave out. Otherwise try again until the lock is "
     "taken: bool done = false; while (!done) { if (atomicCAS(&lock, 0, 1) == 0) { ...; done = "
     "true; } }.",
     record::Finding::Severity::information},
    {Violation::Kind::printf_format, "A kernel's printf has a conversion that kernels do not have",
     "In kernels there are the sizes h, l and ll, and a precision is a number: print a size_t as "
     "%llu, cast to unsigned long long; a char by %d; and write the precision into the format.",
     record::Finding::Severity::warning},
}};

/// Of a race that only a fence behind the look at a flag would prevent.
constexpr const char* kNoFenceTitle =
    "A thread reads what another one has announced, with no fence behind the look";
constexpr const char* kNoFenceHint =
    "Put __threadfence() behind the loop that waits for the flag, behind drawing the ticket or "
    "taking the lock.";

/// Of one where several threads wait for the same value of a word.
constexpr const char* kEarlierValueHint =
    "Several threads may find the word so at once. Let each wait for a value that is there only "
    "when "
    "it is that thread's turn, such as a number that only grows, or take the turn by an atomic.";

const ViolationWords& words_of(Violation::Kind kind) {
  for (const ViolationWords& words : kViolationWords) {
    if (words.kind == kind) return words;
  }
  return kViolationWords.back();
}

std::string thread_text(const Violation::Access& access) {
  if (access.lane >= Violation::kManyLanes)
    return "threads of warp " + std::to_string(access.warp) + " of block " +
           index_text(access.block_index);
  return "thread " + index_text(access.thread_index) + " of block " +
         index_text(access.block_index);
}

std::string verb(const Violation::Access& access) {
  const std::string many = access.is_atomic ? "update" : access.is_store ? "write" : "read";
  return access.lane >= Violation::kManyLanes ? many : many + "s";
}

std::string line_text(const exec::SourceLine& line) {
  return line.line == 0 ? "an unknown line" : "line " + std::to_string(line.line);
}

/// The PTX name of a variable inside of a function: "_ZZ6kernelPfE4tile" or "kernel$tile".
std::string variable_text(const std::string& mangled) {
  const std::string name = demangled(mangled);
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

std::string place_text(const Violation& violation, const memory::DeviceMemory& memory) {
  const std::string bytes =
      std::to_string(violation.access_bytes) + (violation.access_bytes == 1 ? " byte " : " bytes ");
  if (violation.space == ptx::Space::local)
    return bytes + "at byte " + std::to_string(violation.address) + " of its local memory";
  if (violation.space == ptx::Space::shared) {
    if (!violation.array.empty())
      return bytes + "at byte " + std::to_string(violation.array_offset) + " of the shared array " +
             variable_text(violation.array);
    return bytes + "at byte " + std::to_string(violation.address) + " of shared memory";
  }
  const memory::Allocation* allocation = memory.find(violation.address);
  if (allocation == nullptr) return bytes + "of global memory";
  return bytes + "at byte " + std::to_string(violation.address - allocation->address) + " of a " +
         std::to_string(allocation->size_bytes) + "-byte " +
         (allocation->is_module_variable ? "device variable" : "allocation");
}

std::string cause_of(const Violation& violation, const memory::DeviceMemory& memory) {
  if (!violation.detail.empty()) return violation.detail;
  const Violation::Access& access = violation.access;
  if (violation.kind == Violation::Kind::out_of_bounds)
    return thread_text(access) + " " + verb(access) + " " + std::to_string(violation.access_bytes) +
           " bytes at byte " + std::to_string(static_cast<std::int64_t>(violation.array_offset)) +
           " of the shared array " + variable_text(violation.array) + ", which has " +
           std::to_string(violation.array_bytes) + " bytes: there lies another array, or nothing.";
  std::string text = thread_text(access) + " " + verb(access) + " " + place_text(violation, memory);
  if (!violation.is_race) return text + ", which nothing has written before.";
  const Violation::Access& other = violation.other;
  text += "; " + thread_text(other) + " " + verb(other) + " it at " + line_text(other.where);
  if (violation.lacks_fence)
    return text +
           " before it set a flag or gave a lock back. This warp has looked at that word, but no "
           "__threadfence() follows the look: what is read here may be older.";
  if (violation.lacks_fence_of_store)
    return text +
           " and has told of it since by another word that this one has looked at, without a "
           "__threadfence() in between: volatile does not order the two.";
  if (violation.lacks_syncwarp)
    return text +
           ". Another lane of its warp made the fence in front of the flag, and had not waited for "
           "this one.";
  if (violation.look)
    return text + ". The wait at " + line_text(violation.look->where) +
           " does not keep the two apart: it ends when a word is " +
           std::to_string(violation.look_value) +
           ", and that the word was as well before the other thread changed it.";
  switch (violation.kind) {
    case Violation::Kind::copy_not_waited:
      return text + " by an asynchronous copy that nobody has waited for.";
    case Violation::Kind::race_between_blocks:
      return text + ", and nothing orders the two blocks.";
    case Violation::Kind::missing_syncwarp:
      return text + ", in the same warp, and no __syncwarp() lies in between.";
    case Violation::Kind::conflicting_writes:
      if (other.warp == access.warp && other.block_index == access.block_index)
        return text + " in the same instruction with a value of its own, and either may remain.";
      [[fallthrough]];
    default:
      return text + ", and nothing between the two makes one wait for the other.";
  }
}

}  // namespace

record::Finding finding_of(const Violation& violation, const memory::DeviceMemory& memory) {
  const ViolationWords& words = words_of(violation.kind);
  record::Finding finding;
  finding.id = exec::name(violation.kind);
  finding.title = words.title;
  finding.hint = words.hint;
  if (violation.lacks_fence) {
    finding.title = kNoFenceTitle;
    finding.hint = kNoFenceHint;
  }
  if (violation.lacks_fence_of_store)
    finding.hint = "Put __threadfence() between the store and the flag or ticket behind it.";
  if (violation.lacks_syncwarp)
    finding.hint = "Put __syncwarp() in front of the fence of the lane that sets the flag.";
  if (violation.look) finding.hint = kEarlierValueHint;
  finding.severity = words.severity;
  finding.cause = cause_of(violation, memory);
  if (violation.count > 1)
    finding.cause += " This happens " + std::to_string(violation.count) + " times.";
  const Violation::Access& access = violation.access;
  if (access.where.line != 0)
    finding.where = record::SourceLine{access.where.file, access.where.line};
  const exec::SourceLine& other = violation.other.where;
  if (violation.is_race && other.line != 0)
    finding.other = record::SourceLine{other.file, other.line};
  finding.lanes =
      "block " + index_text(access.block_index) + " warp " + std::to_string(access.warp);
  if (access.lane < Violation::kManyLanes) finding.lanes += " lane " + std::to_string(access.lane);
  return finding;
}

}  // namespace warpscope::device
