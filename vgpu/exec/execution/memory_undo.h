// What global memory held before a launch wrote to it, so that the launch can go back.
//
// An observer: the accesses of a kernel that is lowered for one are told before they are made.
#pragma once

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
  /// `most_bytes` of memory's old contents are kept; then the oldest part is forgotten.
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
  /// Puts back what memory held when `part` began, which is then the last one, and empty.
  void go_back_to(std::size_t part);

 private:
  struct Piece {
    std::byte* host = nullptr;
    std::uint32_t size_bytes = 0;
  };
  struct Part {
    std::vector<Piece> pieces;  ///< oldest first
    std::vector<std::byte> bytes;
    std::unordered_map<const std::byte*, std::uint32_t> sizes;  ///< of pieces, by place
  };
  void forget_oldest();

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::size_t forgotten_ = 0;  ///< parts
  std::deque<Part> parts_;     ///< oldest first
};

}  // namespace warpscope::exec
