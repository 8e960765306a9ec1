// The frame of the calls whose names end in _ptsz and _ptds.
#pragma once

#include <driver_types.h>

#include <utility>

#include "vgpu/cudart/streams/streams.h"

namespace warpscope::cudart {

/// Makes a call for which the default stream is the calling thread's own.
template <typename... Parameters, typename... Arguments>
cudaError_t in_thread_stream(cudaError_t (*call)(Parameters...), Arguments&&... arguments) {
  const PerThreadDefault scope;
  return call(std::forward<Arguments>(arguments)...);
}

}  // namespace warpscope::cudart
