// Which array of its own a kernel used, in the words of whoever wrote the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::device {

/// " The array is parameter 2 of the kernel.", counted from 1: the only parameter of 8 bytes that
/// points into the allocation that holds the address or is the nearest to it. Empty where none or
/// several do, and where nothing is near. `parameters` is the launch's buffer; the runner, which
/// has the sources, puts the parameter's name in its place.
std::string parameter_sentence(std::uint64_t address, const exec::KernelInfo& kernel,
                               std::span<const std::byte> parameters,
                               const memory::DeviceMemory& memory);

/// The same of a parameter that is no pointer of the device: of a null pointer the only one of 8
/// bytes that is 0, of a host's the only one that lies up to 4 GiB before the address.
std::string bad_pointer_sentence(std::uint64_t address, const exec::KernelInfo& kernel,
                                 std::span<const std::byte> parameters);

}  // namespace warpscope::device
