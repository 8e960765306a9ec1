// Which registers of a kernel hold the number of the thread in the grid, or an address made of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vgpu/exec/analysis/upper_limits.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// What is known of all values that a register ever holds. i stands for the number of the thread in
/// a grid of one dimension, blockIdx.x * blockDim.x + threadIdx.x; n for the number of threads.
struct IndexValue {
  enum class Kind : std::uint8_t {
    none,          ///< nothing sets it (yet)
    constant,      ///< offset
    parameter,     ///< of 8 bytes, at `place` of the parameter buffer, and offset added
    thread_index,  ///< threadIdx.x
    block_index,   ///< blockIdx.x
    block_size,    ///< blockDim.x
    grid_size,     ///< gridDim.x
    block_start,   ///< blockIdx.x * blockDim.x
    thread_count,  ///< n * scale
    index,         ///< (i + any multiple of n, if is_strided) * scale + offset
    address,       ///< the same, added to the parameter at `place`
    unknown,
  };
  Kind kind = Kind::none;
  bool is_strided = false;
  std::int64_t scale = 1;
  std::int64_t offset = 0;
  std::uint32_t place = 0;
  /// Of (i + ...) alone, as it was when the value became one of 64 bits, less than...
  std::optional<UpperLimit> limit;
  std::int64_t limit_offset = 0;  ///< ... that, and this added
  bool operator==(const IndexValue&) const = default;
};

struct IndexValues {
  std::vector<IndexValue> registers;
  /// Limits below which an index is whenever n * scale is added to it: the sum must not overflow.
  struct Sum {
    UpperLimit limit;
    std::int64_t scale = 1;
  };
  std::vector<Sum> sums;
};

/// Added at most to an index that is one of 32 bits.
inline constexpr std::int64_t kMostIndexOffset = 1 << 20;

/// By register. Sums that overflow are as if they did not, which the launch has to exclude.
/// `unset`: by unset_registers().
IndexValues find_index_values(const ptx::Function& function, const UpperLimits& limits,
                              const std::vector<bool>& unset);

}  // namespace warpscope::exec
