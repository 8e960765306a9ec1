#include "vgpu/exec/execution/memory_undo.h"

#include <algorithm>
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

std::uint64_t low_bits(std::uint32_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

std::unique_ptr<BlockObserver> MemoryUndo::observe_blocks(const BlockShape&) {
  return std::make_unique<Saving>(*this);
}

MemoryUndo::Piece& MemoryUndo::piece_at(Part& part, std::byte* host) {
  const auto [at, is_new] =
      part.places.try_emplace(host, static_cast<std::uint32_t>(part.pieces.size()));
  if (is_new) part.pieces.push_back({host, 0, {}});
  return part.pieces[at->second];
}

void MemoryUndo::save(const std::byte* host, std::uint32_t size_bytes) {
  while (size_bytes > 0) {
    const auto offset =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(host) % kPieceBytes);
    const std::uint32_t count = std::min(size_bytes, kPieceBytes - offset);
    Part& part = parts_.back();
    const std::uint64_t before = part.taken_bytes();
    // It is the launch's own memory, to which it is going to write.
    const bool is_last = !part.pieces.empty() && part.pieces.back().host == host - offset;
    Piece& piece =
        is_last ? part.pieces.back() : piece_at(part, const_cast<std::byte*>(host) - offset);
    const std::uint64_t wanted = low_bits(count) << offset;
    if ((piece.kept & wanted) == 0) {
      std::memcpy(piece.bytes.data() + offset, host, count);
    } else {
      for (std::uint32_t i = 0; i < count; ++i)
        if ((piece.kept >> (offset + i) & 1) == 0) piece.bytes.at(offset + i) = host[i];
    }
    piece.kept |= wanted;
    bytes_ += part.taken_bytes() - before;
    host += count;
    size_bytes -= count;
  }
  while (bytes_ > most_bytes_ && parts_.size() > 1) forget_oldest();
}

void MemoryUndo::forget_oldest() {
  bytes_ -= parts_.front().taken_bytes();
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
  bytes_ -= to.taken_bytes() + at->taken_bytes();
  for (const Piece& later : at->pieces) {
    Piece& piece = piece_at(to, later.host);
    for (std::uint64_t rest = later.kept & ~piece.kept; rest != 0; rest &= rest - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(rest));
      piece.bytes.at(i) = later.bytes.at(i);
    }
    piece.kept |= later.kept;
  }
  bytes_ += to.taken_bytes();
  parts_.erase(at);
}

void MemoryUndo::go_back_to(std::size_t part) {
  while (parts() > part) {
    const Part& last = parts_.back();
    for (const Piece& piece : last.pieces) {
      if (piece.kept == low_bits(kPieceBytes)) {
        std::memcpy(piece.host, piece.bytes.data(), kPieceBytes);
        continue;
      }
      for (std::uint64_t rest = piece.kept; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        piece.host[i] = piece.bytes.at(i);
      }
    }
    bytes_ -= last.taken_bytes();
    parts_.pop_back();
  }
  parts_.emplace_back();
}

}  // namespace warpscope::exec
