#include "vgpu/exec/execution/launch_undo.h"

#include <algorithm>
#include <bit>

#include "vgpu/memory/written_bytes.h"

namespace warpscope::exec {
namespace {

class SavingAll : public ObserverOf<SavingAll, AccessEvent> {
 public:
  explicit SavingAll(LaunchUndo& undo) : undo_(undo) {}
  void on(const AccessEvent& event) {
    if (event.space != ptx::Space::global) return;
    if (event.ordering != Ordering::weak && event.scope == Scope::system) look_for_host(event);
    if (event.kind == AccessKind::read) return;
    for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      if (const std::byte* host = event.host(lane))
        undo_.save(event.addresses[lane], host, event.size_bytes);
    }
  }

 private:
  // An access by which the kernel and the host may wait for each other.
  void look_for_host(const AccessEvent& event) {
    for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1)
      undo_.note_strong(event.addresses[std::countr_zero(rest)]);
  }
  LaunchUndo& undo_;
};

}  // namespace

std::unique_ptr<BlockObserver> LaunchUndo::observe_blocks(const BlockShape& /*shape*/) {
  return std::make_unique<SavingAll>(*this);
}

LaunchUndo::Chunk* LaunchUndo::chunk_of(std::uint64_t number) {
  if (number == last_number_) return last_;
  auto [found, is_new] = by_number_.try_emplace(number, nullptr);
  if (is_new) {
    if (chunks_.size() == most_chunks_) {
      give_up();
      return nullptr;
    }
    found->second = &chunks_.emplace_back();
  }
  last_number_ = number;
  return last_ = found->second;
}

void LaunchUndo::give_up() {
  is_full_ = true;
  chunks_.clear();
  by_number_.clear();
  last_number_ = ~std::uint64_t{0};
}

void LaunchUndo::note_strong(std::uint64_t address) {
  const memory::Allocation* of = is_full_ ? nullptr : memory_.find(address);
  if (of != nullptr && of->is_adopted) give_up();
}

void LaunchUndo::save(std::uint64_t address, const std::byte* host, std::uint32_t size_bytes) {
  while (size_bytes > 0 && !is_full_) {
    Chunk* chunk = chunk_of(address / kChunkBytes);
    if (chunk == nullptr) return;
    const std::uint64_t at = address % kChunkBytes;
    const std::uint64_t bit = at % kWordBits;
    const std::uint64_t count = std::min<std::uint64_t>(size_bytes, kWordBits - bit);
    const std::uint64_t bits = ~std::uint64_t{0} >> (kWordBits - count) << bit;
    std::uint64_t& saved = chunk->saved.at(at / kWordBits);
    const memory::Allocation* of = (bits & ~saved) != 0 ? memory_.find(address) : nullptr;
    for (std::uint64_t rest = bits & ~saved; rest != 0; rest &= rest - 1) {
      const auto offset = static_cast<std::uint64_t>(std::countr_zero(rest)) - bit;
      chunk->before.at(at + offset) = host[offset];
      if (of != nullptr && of->written && !of->written->has_all(address + offset - of->address, 1))
        chunk->unwritten.at(at / kWordBits) |= rest & (~rest + 1);
    }
    saved |= bits;
    address += count;
    host += count;
    size_bytes -= static_cast<std::uint32_t>(count);
  }
}

void LaunchUndo::go_back() {
  const memory::Allocation* of = nullptr;
  for (const auto& [number, chunk] : by_number_) {
    for (std::uint64_t at = 0; at < kChunkBytes; ++at) {
      if (!Chunk::has(chunk->saved, at)) continue;
      const std::uint64_t address = number * kChunkBytes + at;
      if (of == nullptr || address - of->address >= of->size_bytes) of = memory_.find(address);
      if (of == nullptr) continue;
      of->host[address - of->address] = chunk->before.at(at);
      if (of->written && Chunk::has(chunk->unwritten, at))
        of->written->clear(address - of->address, 1);
    }
  }
  chunks_.clear();
  by_number_.clear();
  last_number_ = ~std::uint64_t{0};
}

}  // namespace warpscope::exec
