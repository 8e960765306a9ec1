// What instructions do with mbarriers, for a trace.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/program/operation.h"

namespace warpscope::exec::async {

/// Of a place in the block's shared memory.
inline std::uint32_t offset_of(const BlockContext& block, const std::byte* at) {
  return static_cast<std::uint32_t>(at - block.shared.data());
}

/// What neighbouring lanes of one instruction do with one mbarrier is one record.
class TracedLanes {
 public:
  TracedLanes(WarpContext& c, const Operation* op, MbarrierRecord::Kind kind) : context_(c) {
    record_.kind = kind;
    record_.instruction = op->instruction;
  }
  /// A lane that does something with this one; what it does is added to the record. Nobody reads
  /// the record where nothing is traced.
  MbarrierRecord& of(std::uint32_t lane, const std::byte* at) {
    if (context_.trace == nullptr) return record_;
    const std::uint32_t offset = offset_of(*context_.block, at);
    if (record_.lanes != 0 && offset != record_.offset) write();
    record_.offset = offset;
    record_.lanes |= 1U << lane;
    return record_;
  }
  /// After the last lane.
  void write() {
    if (context_.trace == nullptr || record_.lanes == 0) return;
    const bool says =
        record_.kind != MbarrierRecord::Kind::arrival || record_.count != 0 || record_.bytes != 0;
    if (says) context_.trace->mbarrier(record_);
    record_.lanes = record_.count = 0;
    record_.bytes = 0;
  }

 private:
  WarpContext& context_;
  MbarrierRecord record_;
};

}  // namespace warpscope::exec::async
