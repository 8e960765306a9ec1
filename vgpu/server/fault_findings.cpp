#include "vgpu/server/fault_findings.h"

#include <bit>

#include "base/short_words.h"
#include "findings/catalogue.h"
#include "vgpu/exec/base/text.h"
#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/index_sentence.h"

namespace warpscope::device {
namespace {

using exec::Fault;

std::string bytes_text(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

std::string allocation_text(const memory::Allocation& allocation) {
  return "a " + std::to_string(allocation.size_bytes) + "-byte " +
         (allocation.is_module_variable ? "device variable" : "allocation");
}

/// Of the array that is meant, when it is known: another one may lie nearer.
memory::NearestAllocation around(const memory::Allocation* meant,
                                 memory::NearestAllocation nearest) {
  if (meant == nullptr || nearest.inside_freed) return nearest;
  nearest.below = *meant;
  nearest.above = *meant;
  return nearest;
}

using Access = record::Finding::Access;

/// Where an address lies, in words ("4 bytes past the end of a 132-byte allocation") and as a
/// finding has it.
struct Lies {
  std::string text;
  Access::Place place = Access::Place::other;
  std::uint64_t array_bytes = 0, distance_bytes = 0;
};

Lies where_lies(std::uint64_t address, std::uint64_t access_bytes, std::uint64_t array_address,
                const memory::DeviceMemory& memory) {
  if (const memory::Allocation* hit = memory.find(address)) {
    const std::uint64_t inside = hit->address + hit->size_bytes - address;
    return {"across the end of " + allocation_text(*hit) + ", of which " + bytes_text(inside) +
                " of " + std::to_string(access_bytes) + " are left",
            Access::Place::across_end, hit->size_bytes, inside};
  }
  if (const auto other = memory.unreachable(address)) {
    return {"in " + allocation_text(*other->allocation) + " of device " +
            std::to_string(other->device) + ", to which device " + std::to_string(memory.device()) +
            " has no access"};
  }
  const memory::NearestAllocation nearest =
      around(memory.find(array_address), memory.nearest(address));
  if (nearest.inside_freed) {
    return {"at byte " + std::to_string(address - nearest.inside_freed->address) + " of " +
            allocation_text(*nearest.inside_freed) + " that was freed before"};
  }
  std::uint64_t past = kNearBytes;
  if (nearest.below) past = address - nearest.below->address - nearest.below->size_bytes;
  // A negative index leads in front of an array.
  const std::uint64_t before = nearest.above ? nearest.above->address - address : kNearBytes;
  if (nearest.above && past != 0 && before < past)
    return {bytes_text(before) + " before the beginning of " + allocation_text(*nearest.above),
            Access::Place::before_array, nearest.above->size_bytes, before};
  if (past < kNearBytes)
    return {(past == 0 ? "directly" : bytes_text(past)) + " past the end of " +
                allocation_text(*nearest.below),
            Access::Place::past_end, nearest.below->size_bytes, past};
  if (address < 4096)
    return {"through a null pointer (address " + exec::hexadecimal(address) + ")",
            Access::Place::null_pointer};
  return {"at address " + exec::hexadecimal(address) + ", where nothing is allocated"};
}

Access access_of(const Fault& fault) {
  const auto index = [](const exec::Dim3& of) { return record::Dim3{of.x, of.y, of.z}; };
  Access access;
  access.block_index = index(fault.block_index);
  access.thread_index = index(fault.thread_index);
  access.lanes = static_cast<std::uint32_t>(std::popcount(fault.lane_mask));
  access.bytes = fault.access_bytes;
  return access;
}

std::string address_cause(const Fault& fault, const Lies& lies) {
  return "thread " + exec::index_text(fault.thread_index) + " of block " +
         exec::index_text(fault.block_index) + (fault.is_store ? " writes " : " reads ") +
         bytes_text(fault.access_bytes) + " " + lies.text + "." +
         std::string(index_sentence(fault.index_use));
}

/// Memory of the kernels' heap that begins there and was freed before.
bool is_freed_again(const Fault& fault, const memory::DeviceMemory& memory) {
  if (fault.kind != Fault::Kind::invalid_free || memory.find(fault.address) != nullptr)
    return false;
  const auto freed = memory.nearest(fault.address).inside_freed;
  return freed && freed->is_on_heap && freed->address == fault.address;
}

std::string free_cause(const Fault& fault, const memory::DeviceMemory& memory) {
  const std::string thread = "thread " + exec::index_text(fault.thread_index) + " of block " +
                             exec::index_text(fault.block_index) + " frees ";
  if (is_freed_again(fault, memory))
    return thread + allocation_text(*memory.nearest(fault.address).inside_freed) +
           " that was freed before.";
  if (const memory::Allocation* hit = memory.find(fault.address)) {
    const std::uint64_t inside = fault.address - hit->address;
    return thread + (inside == 0 ? "" : "byte " + std::to_string(inside) + " of ") +
           allocation_text(*hit) +
           (hit->is_on_heap ? ", and not its beginning." : ", which the host has made.");
  }
  return thread + "an address " + where_lies(fault.address, 1, 0, memory).text + ".";
}

bool is_freed_memory(const Fault& fault, const memory::DeviceMemory& memory) {
  return fault.kind == Fault::Kind::out_of_bounds && fault.space == ptx::Space::global &&
         memory.find(fault.address) == nullptr &&
         memory.nearest(fault.address).inside_freed.has_value();
}

bool is_no_peers_memory(const Fault& fault, const memory::DeviceMemory& memory) {
  return fault.kind == Fault::Kind::out_of_bounds && fault.space == ptx::Space::global &&
         memory.unreachable(fault.address).has_value();
}

/// An index that leads past the end of managed or pinned memory, whose addresses are the host's:
/// not a pointer to memory that the device does not reach.
bool is_past_shared_pages(const Fault& fault, const memory::DeviceMemory& memory) {
  constexpr std::uint64_t kNear = std::uint64_t{64} << 10;
  if (fault.kind != Fault::Kind::host_pointer) return false;
  const auto below = memory.nearest(fault.address).below;
  return below && below->is_adopted && fault.address - (below->address + below->size_bytes) < kNear;
}

/// A finding with its words.
record::Finding words_for(Fault::Kind kind, const Fault& fault,
                          const memory::DeviceMemory& memory) {
  constexpr const char* kOfKernel = "of a kernel";
  if (is_freed_again(fault, memory)) return make_finding("double-free", kOfKernel);
  if (is_no_peers_memory(fault, memory)) return make_finding("no-peer-access");
  if (is_freed_memory(fault, memory)) return make_finding("use-after-free", kOfKernel);
  auto finding = make_finding(exec::finding_id(kind), kOfKernel);
  // No mistake, and none of the table; the runner drops it.
  if (kind == Fault::Kind::canceled) finding.title = "The launch was canceled";
  return finding;
}

}  // namespace

std::string_view wording_of(exec::Protocol protocol) {
  switch (protocol) {
    case exec::Protocol::ring:
      return "of a ring";
    case exec::Protocol::mbarriers:
      return "of mbarriers";
    case exec::Protocol::named_barriers:
      return "of named barriers";
    case exec::Protocol::groups:
      return "of groups";
    case exec::Protocol::block_barrier:
      break;
  }
  return {};
}

std::int32_t cuda_error_of(const Fault& fault) {
  if (fault.kind == Fault::Kind::canceled) return cuda_error::launch_timeout;
  const auto* finding = find_finding(exec::finding_id(fault.kind));
  return finding != nullptr ? finding->stops_with : cuda_error::unknown;
}

record::Finding finding_of(const Fault& fault, const memory::DeviceMemory& memory) {
  const auto kind = is_past_shared_pages(fault, memory) ? Fault::Kind::out_of_bounds : fault.kind;
  record::Finding finding = words_for(kind, fault, memory);
  finding.cause = fault.message;
  // Who spins looks at a word, or tests an mbarrier.
  const bool spins = kind == Fault::Kind::spin_without_progress &&
                     fault.protocol != exec::Protocol::named_barriers;
  const bool waits = kind == Fault::Kind::deadlock || spins;
  if (waits && fault.protocol != exec::Protocol::block_barrier)
    give_words(finding, finding.id, wording_of(fault.protocol));
  if (kind == Fault::Kind::out_of_bounds || kind == Fault::Kind::misaligned_address)
    finding.access = access_of(fault);
  if (kind == Fault::Kind::out_of_bounds && fault.space == ptx::Space::shared)
    finding.access->place = Access::Place::beyond_shared;
  if (kind == Fault::Kind::out_of_bounds && fault.space == ptx::Space::global) {
    const Lies lies = where_lies(fault.address, fault.access_bytes, fault.array_address, memory);
    if (lies.place == Access::Place::null_pointer)
      give_words(finding, "out-of-bounds", "of a null pointer");
    finding.cause = address_cause(fault, lies);
    finding.access->place = lies.place;
    finding.access->array_bytes = lies.array_bytes;
    finding.access->distance_bytes = lies.distance_bytes;
    finding.index_source = index_source(fault.index_use);
    finding.index_guard = index_guard(fault.index_use);
  }
  if (kind == Fault::Kind::invalid_free) finding.cause = free_cause(fault, memory);
  if (fault.where.line != 0) {
    finding.where = record::SourceLine{fault.where.file, fault.where.line};
  }
  if (fault.lane_mask != 0) {
    finding.lanes = "block " + exec::index_text(fault.block_index) + " warp " +
                    std::to_string(fault.warp) + " " + lane_text(fault.lane_mask);
  }
  return finding;
}

namespace {

/// Its even barrier says that the buffer is full, the odd one that it may be filled.
std::string object_text(const exec::UnmetArrival& unmet) {
  if (!unmet.is_of_object) return {};
  return " (by it the DMA object with number " + std::to_string(unmet.barrier / 2) +
         " hears that its buffer is " + (unmet.barrier % 2 == 0 ? "full)" : "empty)");
}

}  // namespace

record::Finding finding_of(const exec::UnmetArrival& unmet) {
  record::Finding finding = make_finding("unmet-arrival");
  if (!unmet.awaited.empty()) {
    finding.cause = "When block " + exec::index_text(unmet.block_index) +
                    " ended, nobody had waited for " + unmet.awaited +
                    ", the last time that it came: one side makes more rounds than the other.";
  } else {
    finding.cause = "When block " + exec::index_text(unmet.block_index) + " ended, " +
                    std::to_string(unmet.arrived) + " threads had arrived at barrier " +
                    std::to_string(unmet.barrier) + ", which is for " +
                    std::to_string(unmet.threads) + object_text(unmet) +
                    ", and the others never waited there: they went on without knowing what the "
                    "arrival says, e.g. that a buffer is full.";
  }
  if (unmet.where.line != 0) finding.where = record::SourceLine{unmet.where.file, unmet.where.line};
  return finding;
}

std::string lane_text(std::uint32_t lane_mask) {
  return (std::popcount(lane_mask) == 1 ? "lane " : "lanes ") + exec::lane_list(lane_mask);
}

std::string in_one_line(const record::Finding& finding, const std::string& kernel) {
  std::string text = finding.id + " in " + with_short_words(kernel);
  if (finding.where) {
    text += " at " + finding.where->file + ":" + std::to_string(finding.where->line);
  }
  text += ": " + finding.cause;
  if (!finding.lanes.empty()) text += " [" + finding.lanes + "]";
  return text;
}

}  // namespace warpscope::device
