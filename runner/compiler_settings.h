// How a lab's files are compiled.
#pragma once

#include <chrono>
#include <cstdint>

#include "runner/build/compiler.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {

/// What lab.toml says of it. `capability`: of the virtual GPU.
inline CompilerSettings compiler_settings(const LabDescription& lab,
                                          const arch::ComputeCapability& capability) {
  return {.capability = capability,
          .has_openmp = lab.has_openmp,
          .has_machine_code = lab.has_machine_code,
          .limits = {.memory_bytes = lab.limits.compile_memory_bytes,
                     .time = std::chrono::milliseconds(
                         static_cast<std::int64_t>(lab.limits.compile_s * 1000))}};
}

}  // namespace warpscope::runner
