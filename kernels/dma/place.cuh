// Whether a transfer fits the arrays that it is given.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/dma/pattern.cuh"
#include "kernels/dma/require.cuh"

namespace warpscope::dma {

/// Where a transfer begins, and how many bytes there are: of an array, `float buffer[64]`, all of
/// it. Of a pointer nobody knows; an `extern __shared__ float all[]` is one too.
struct Place {
  const char* pointer;
  std::int64_t bytes;  ///< below 0: not known

  template <typename Given>
  __device__ static Place of(Given& given) {
    const auto* const pointer = reinterpret_cast<const char*>(static_cast<const void*>(given));
    if constexpr (std::extent_v<Given> != 0) {
      return {pointer, static_cast<std::int64_t>(sizeof(Given))};
    } else {
      return {pointer, -1};
    }
  }
  __device__ bool has_room(std::int64_t first, std::int64_t last, std::int64_t run_bytes) const {
    const std::int64_t least = first < last ? first : last, most = first < last ? last : first;
    return bytes < 0 || (least >= 0 && most + run_bytes <= bytes);
  }
};

/// Stops the kernel where the first or the last run of a transfer lies outside of an array that it
/// is given. Where an array of indices says where the runs are, that side is not looked at.
template <typename P>
__device__ void require_room(const P& pattern, const Place& source, const Place& destination,
                             std::int64_t source_offset = 0, std::int64_t destination_offset = 0) {
  if constexpr (RunPattern<P>) {
    const auto runs = static_cast<std::int64_t>(pattern.runs());
    const auto bytes = static_cast<std::int64_t>(pattern.run_bytes());
    if (runs == 0 || bytes == 0) return;
    bool fits = true;
    if constexpr (!requires { P::kIndexesSource; })
      fits = source.has_room(source_offset + pattern.source_offset(0),
                             source_offset + pattern.source_offset(runs - 1), bytes);
    if constexpr (!requires { P::kIndexesDestination; })
      fits = fits &&
             destination.has_room(destination_offset + pattern.destination_offset(0),
                                  destination_offset + pattern.destination_offset(runs - 1), bytes);
    require(fits,
            "The transfer does not fit the array that it is given and runs into what lies beside "
            "it: give a larger array, or a pointer if what lies there belongs to it");
  } else if constexpr (PatternOfParts<P>) {
    pattern.for_each_part([&](const auto& part) {
      require_room(part.pattern, source, destination, part.source_offset, part.destination_offset);
    });
  }
}

}  // namespace warpscope::dma
