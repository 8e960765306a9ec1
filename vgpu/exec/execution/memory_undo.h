// What global memory held before a launch wrote to it, so that the launch can go back.
//
// An observer: the accesses of a kernel that is lowered for one are told before they are made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "vgpu/exec/observation/observer.h"

namespace warpscope::exec {

class MemoryUndo : public LaunchObserver {
 public:
  /// About `most_bytes` are taken for memory's old contents; then the oldest part is forgotten.
  explicit MemoryUndo(std::uint64_t most_bytes) : most_bytes_(most_bytes), parts_(1) {}
  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& shape) override;

  /// These bytes will be overwritten. The first time since begin_part() keeps them.
  void save(const std::byte* host, std::uint32_t size_bytes);
  /// What is saved from now on belongs to the next part.
  void begin_part();
  /// Joins a part with the one before it, which is not the first.
  void join_with_previous(std::size_t part);
  /// Parts are counted from the launch's beginning.
  std::size_t parts() const { return forgotten_ + parts_.size(); }
  /// False when what was before that part can no longer be had.
  bool can_go_back_to(std::size_t part) const { return part >= forgotten_; }
  /// What is saved since begin_part() takes so much that it is time for the next one.
  bool is_last_part_large() const { return parts_.back().taken_bytes() > most_bytes_ / 16; }
  /// Puts back what memory held when `part` began, which is then the last one, and empty.
  void go_back_to(std::size_t part);

 private:
  /// 64 bytes at such a place, and which of them are kept. Others are not ours to put back: next to
  /// the launch's memory the program may have its own.
  static constexpr std::uint32_t kPieceBytes = 64;
  struct Piece {
    std::byte* host = nullptr;
    std::uint64_t kept = 0;  ///< a bit for each byte
    std::array<std::byte, kPieceBytes> bytes;
  };
  /// With the table's.
  static constexpr std::uint64_t kTakenBytes = sizeof(Piece) + 48;
  struct Part {
    std::vector<Piece> pieces;
    std::unordered_map<const std::byte*, std::uint32_t> places;  ///< of pieces, by host
    std::uint64_t taken_bytes() const { return pieces.size() * kTakenBytes; }
  };
  /// The piece of that place, of which nothing is kept if it is new.
  static Piece& piece_at(Part& part, std::byte* host);
  void forget_oldest();

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::size_t forgotten_ = 0;  ///< parts
  std::deque<Part> parts_;     ///< oldest first
};

}  // namespace warpscope::exec
