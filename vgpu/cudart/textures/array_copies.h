// What CUDA arrays hold, and copies to and from them.
#pragma once

#include <driver_types.h>

#include <cstddef>

#include "vgpu/cudart/copies/transfers.h"
#include "vgpu/cudart/textures/arrays.h"

namespace warpscope::cudart {

/// Bytes of an element. CudaFailure with cudaErrorInvalidChannelDescriptor for a format that arrays
/// cannot have: one, two or four components of 8, 16 or 32 bits, integers or floats.
std::size_t element_bytes_of(const cudaChannelFormatDesc& format);

/// Where a rectangle of an array begins: `column_bytes` into row `row` of slice `slice`.
/// CudaFailure with cudaErrorInvalidValue unless the array holds `bytes` of `rows` rows in `slices`
/// slices there.
std::byte* place_in(const Array& array, std::size_t column_bytes, std::size_t row,
                    std::size_t slice, std::size_t bytes, std::size_t rows, std::size_t slices);

/// A copy as cudaMemcpy3D describes it; the stream is still to be set. CudaFailure with
/// cudaErrorInvalidValue or cudaErrorInvalidPitchValue.
CopyCall copy_call_of(const Arrays& arrays, const cudaMemcpy3DParms& parameters);

}  // namespace warpscope::cudart
