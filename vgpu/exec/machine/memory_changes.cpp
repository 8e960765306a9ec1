#include "vgpu/exec/machine/memory_changes.h"

#include <bit>
#include <cstring>

namespace warpscope::exec {

void MemoryChanges::note_watched(const AccessEvent& event, const memory::DeviceMemory& memory) {
  compare();
  if (event.ordering != Ordering::weak || event.kind == AccessKind::atomic) has_strong_ = true;
  const auto first = static_cast<std::uint32_t>(std::countr_zero(event.lanes));
  switch (event.kind) {
    case AccessKind::read:
      break;
    case AccessKind::write:
    case AccessKind::atomic:
      if (event.size_bytes > std::tuple_size_v<decltype(Pending::before)>) {
        has_changed_ = true;
        return;
      }
      for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
        Pending& pending = pending_.emplace_back();
        pending.host = event.host(static_cast<std::uint32_t>(std::countr_zero(rest)));
        pending.size_bytes = event.size_bytes;
        std::memcpy(pending.before.data(), pending.host, event.size_bytes);
      }
      break;
    case AccessKind::copy_issued:
    case AccessKind::copy_done:
      has_changed_ = true;
      return;
  }
  if (event.space != ptx::Space::global) return;
  const memory::Allocation* allocation = memory.find(event.addresses[first]);
  if (allocation == nullptr || allocation->is_adopted) has_changed_ = true;
}

void MemoryChanges::compare() {
  for (const Pending& pending : pending_) {
    if (std::memcmp(pending.before.data(), pending.host, pending.size_bytes) != 0)
      has_changed_ = true;
  }
  pending_.clear();
}

bool MemoryChanges::take() {
  compare();
  return std::exchange(has_changed_, false);
}

}  // namespace warpscope::exec
