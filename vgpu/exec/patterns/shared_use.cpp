#include "vgpu/exec/patterns/shared_use.h"

#include "vgpu/exec/patterns/watched_patterns.h"

namespace warpscope::exec::patterns {

void SharedUse::add_to(std::vector<PatternCount>& patterns) const {
  if (reached_ > reserved_bytes_)
    patterns.push_back({{}, kSharedBytesReached, reached_ - reserved_bytes_});
}

}  // namespace warpscope::exec::patterns
