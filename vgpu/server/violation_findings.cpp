#include "vgpu/server/violation_findings.h"

#include <string>

#include "base/demangle.h"
#include "findings/catalogue.h"
#include "vgpu/exec/base/text.h"
#include "vgpu/server/fault_findings.h"

namespace warpscope::device {
namespace {

using exec::index_text;
using exec::Violation;

/// Of a race that only a fence behind the look at a flag would prevent.
constexpr const char* kNoFenceTitle =
    "A thread reads what another one has announced, with no fence behind the look";
constexpr const char* kNoFenceHint =
    "Put __threadfence() behind the loop that waits for the flag, behind drawing the ticket or "
    "taking the lock.";

/// Of two blocks that store to one place, where a word that both have changed might order them if
/// there were a fence. It need be no flag: a counter is such a word, too.
constexpr const char* kBothStoreHint =
    "Is this place meant for one of the two alone? Then one of the indices is wrong. If a flag, a "
    "ticket or a lock says whose turn it is, put __threadfence() between the store and that.";

/// Of one where several threads wait for the same value of a word.
constexpr const char* kEarlierValueHint =
    "Several threads may find the word so at once. Let each wait for a value that is there only "
    "when "
    "it is that thread's turn, such as a number that only grows, or take the turn by an atomic.";

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
/// nvcc makes several variables of an array or structure whose places are all known: "_$_0" ends
/// the name of the first one.
std::string shared_array_text(std::string mangled) {
  constexpr std::string_view kPart = "_$_";
  std::string parts;
  for (std::size_t at = mangled.rfind(kPart); at != std::string::npos; at = mangled.rfind(kPart)) {
    parts += "part " + mangled.substr(at + kPart.size()) + " of ";
    mangled.erase(at);
  }
  const std::string name = demangled(mangled);
  const std::size_t colons = name.rfind("::");
  return parts + "the shared array " +
         (colons == std::string::npos ? name : name.substr(colons + 2));
}

std::string place_text(const Violation& violation, const memory::DeviceMemory& memory) {
  const std::string bytes =
      std::to_string(violation.access_bytes) + (violation.access_bytes == 1 ? " byte " : " bytes ");
  if (violation.space == ptx::Space::local)
    return bytes + "at byte " + std::to_string(violation.address) + " of its local memory";
  if (violation.space == ptx::Space::shared) {
    if (!violation.array.empty())
      return bytes + "at byte " + std::to_string(violation.array_offset) + " of " +
             shared_array_text(violation.array);
    return bytes + "at byte " + std::to_string(violation.address) + " of shared memory";
  }
  const memory::Allocation* allocation = memory.find(violation.address);
  if (allocation == nullptr) return bytes + "of global memory";
  return bytes + "at byte " + std::to_string(violation.address - allocation->address) + " of a " +
         std::to_string(allocation->size_bytes) + "-byte " +
         (allocation->is_module_variable ? "device variable" : "allocation");
}

/// Then that a word was changed behind the first store need not be to tell of it.
bool both_store(const Violation& violation) {
  return violation.access.is_store && violation.other.is_store;
}

std::string cause_of(const Violation& violation, const memory::DeviceMemory& memory) {
  if (!violation.detail.empty()) return violation.detail;
  const Violation::Access& access = violation.access;
  if (violation.kind == Violation::Kind::out_of_bounds)
    return thread_text(access) + " " + verb(access) + " " + std::to_string(violation.access_bytes) +
           " bytes at byte " + std::to_string(static_cast<std::int64_t>(violation.array_offset)) +
           " of " + shared_array_text(violation.array) + ", which has " +
           std::to_string(violation.array_bytes) + " bytes: there lies another array, or nothing.";
  std::string text = thread_text(access) + " " + verb(access) + " " + place_text(violation, memory);
  if (!violation.is_race) return text + ", which nothing has written before.";
  const Violation::Access& other = violation.other;
  text += "; " + thread_text(other) + " " + verb(other) + " it at " + line_text(other.where);
  if (violation.lacks_fence)
    return text +
           " before it set a flag or gave a lock back. This warp has looked at that word, but no "
           "__threadfence() follows the look: what is read here may be older.";
  if (violation.lacks_fence_of_store && both_store(violation))
    return text +
           " and has changed another word since that this one has looked at, with no "
           "__threadfence() in between.";
  if (violation.lacks_fence_of_store)
    return text +
           " and has told of it since by another word that this one has looked at, without a "
           "__threadfence() in between: neither volatile nor an atomic orders the two.";
  if (violation.lacks_block_in_index)
    return text + ": the index has the number of the thread, and not that of the block.";
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

/// A barrier would keep apart only threads of one block, and most such loads want the atomic's
/// value.
bool is_plain_read_beside_atomics(const Violation& violation) {
  return violation.kind == Violation::Kind::missing_trailing_barrier && violation.is_race &&
         violation.space == ptx::Space::global && violation.access.is_atomic &&
         !violation.other.is_store && !violation.other.is_atomic;
}

record::Finding words_for(const Violation& violation) {
  const std::string_view id = exec::finding_id(violation.kind);
  if (is_plain_read_beside_atomics(violation)) return make_finding(id, "beside atomics");
  if (violation.lacks_block_in_index) return make_finding("local-for-global-index", "of a race");
  if (violation.is_of_register) return make_finding(id, "of a variable");
  return make_finding(id, violation.is_race ? wording_of(violation.protocol) : std::string_view{});
}

}  // namespace

record::Finding finding_of(const Violation& violation, const memory::DeviceMemory& memory) {
  record::Finding finding = words_for(violation);
  if (violation.lacks_fence) {
    finding.title = kNoFenceTitle;
    finding.hint = kNoFenceHint;
  }
  if (violation.lacks_fence_of_store)
    finding.hint = both_store(violation)
                       ? kBothStoreHint
                       : "Put __threadfence() between the store and the flag or ticket behind it.";
  if (violation.lacks_syncwarp)
    finding.hint = "Put __syncwarp() in front of the fence of the lane that sets the flag.";
  if (violation.look) finding.hint = kEarlierValueHint;
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
