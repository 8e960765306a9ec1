// Warps that fill shared memory and warps that use it, of which only ones or the others do anything
// between two barriers: they take turns with one buffer.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "vgpu/exec/launch/pattern_count.h"
#include "vgpu/exec/observation/event.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::patterns {

class Turns {
 public:
  Turns(const Program& program, const Kernel& kernel) : program_(program), kernel_(kernel) {}
  /// Adds kBarriersOfTurns of the lines at which warps take turns.
  void add_to(std::vector<PatternCount>& patterns) const;

  /// One block at a time.
  class Block {
   public:
    explicit Block(Turns& turns) : turns_(turns) {}
    void begin() { spans_ = {}; }
    void access(const AccessEvent& event) {
      if (event.space == ptx::Space::shared) {
        shared_access(event.warp, event.kind != AccessKind::read);
      } else if (event.space != ptx::Space::local) {
        spans_.back().warps |= 1u << (event.warp % 32);
      }
    }
    void shared_access(std::uint32_t warp, bool is_write) {
      Span& now = spans_.back();
      now.warps |= 1u << (warp % 32);
      now.reads_shared = now.reads_shared || !is_write;
      now.writes_shared = now.writes_shared || is_write;
    }
    void meeting(const BarrierMeeting& meeting);

   private:
    /// What was done between two barriers.
    struct Span {
      std::uint32_t warps = 0;  ///< that accessed memory
      bool reads_shared = false, writes_shared = false;
      bool only_fills() const { return writes_shared && !reads_shared; }
      bool only_uses() const { return reads_shared && !writes_shared; }
      bool operator==(const Span&) const = default;
    };
    Turns& turns_;
    std::array<Span, 3> spans_{};  ///< the last two and this one
  };

 private:
  const Program& program_;
  const Kernel& kernel_;
  std::map<std::uint32_t, std::uint64_t> executions_;  ///< by instruction
};

}  // namespace warpscope::exec::patterns
