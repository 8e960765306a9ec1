#include "vgpu/exec/execution/memory_undo.h"

#include <bit>
#include <cstring>

#include "vgpu/exec/observation/observer.h"

namespace warpscope::exec {
namespace {

// Saves what an access to global memory will overwrite; all else does not matter here.
class Saving : public ObserverOf<Saving, AccessEvent> {
 public:
  explicit Saving(MemoryUndo& undo) : undo_(undo) {}
  void on(const AccessEvent& event) {
    if (event.space != ptx::Space::global || event.kind == AccessKind::read) return;
    for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
      const std::byte* host = event.host(static_cast<std::uint32_t>(std::countr_zero(rest)));
      if (host != nullptr) undo_.save(host, event.size_bytes);
    }
  }

 private:
  MemoryUndo& undo_;
};

}  // namespace

std::unique_ptr<BlockObserver> MemoryUndo::observe_blocks(const BlockShape&) {
  return std::make_unique<Saving>(*this);
}

void MemoryUndo::save(const std::byte* host, std::uint32_t size_bytes) {
  Part& part = parts_.back();
  std::uint32_t& saved_bytes = part.sizes[host];
  if (saved_bytes >= size_bytes) return;
  saved_bytes = size_bytes;
  // It is the launch's own memory, to which it is going to write.
  part.pieces.push_back({const_cast<std::byte*>(host), size_bytes});
  part.bytes.insert(part.bytes.end(), host, host + size_bytes);
  bytes_ += size_bytes;
  while (bytes_ > most_bytes_ && parts_.size() > 1) forget_oldest();
}

void MemoryUndo::forget_oldest() {
  bytes_ -= parts_.front().bytes.size();
  parts_.pop_front();
  ++forgotten_;
}

void MemoryUndo::begin_part() {
  parts_.emplace_back();
  while (bytes_ > most_bytes_ && parts_.size() > 1) forget_oldest();
}

void MemoryUndo::join_with_previous(std::size_t part) {
  const auto at = parts_.begin() + static_cast<std::ptrdiff_t>(part - forgotten_);
  Part& to = *(at - 1);
  to.pieces.insert(to.pieces.end(), at->pieces.begin(), at->pieces.end());
  to.bytes.insert(to.bytes.end(), at->bytes.begin(), at->bytes.end());
  for (const auto& [host, size_bytes] : at->sizes) to.sizes.emplace(host, size_bytes);
  parts_.erase(at);
}

void MemoryUndo::go_back_to(std::size_t part) {
  while (parts() > part) {
    const Part& last = parts_.back();
    // The newest first: what was saved first was there first.
    std::size_t end = last.bytes.size();
    for (std::size_t k = last.pieces.size(); k-- > 0;) {
      end -= last.pieces[k].size_bytes;
      std::memcpy(last.pieces[k].host, last.bytes.data() + end, last.pieces[k].size_bytes);
    }
    bytes_ -= last.bytes.size();
    parts_.pop_back();
  }
  parts_.emplace_back();
}

}  // namespace warpscope::exec
