// What cudaDeviceGetAttribute and cudaGetDeviceProperties tell of a device.
#pragma once

#include <driver_types.h>

#include <string>

#include "vgpu/protocol/requests.h"

namespace warpscope::cudart {

/// Where the device pretends to sit on the PCI bus: domain and bus 0.
int pci_slot(int ordinal);
/// "0000:00:01.0", as cudaDeviceGetPCIBusId gives it.
std::string pci_bus_id(int ordinal);

/// The attribute's value. Limits that the data sheet gives come from there; what the virtual GPU
/// has no part in (textures' largest extents and the like) is what an H200 answers; features that
/// it lacks are 0. Attributes that CUDA reserves are 0. CudaFailure with cudaErrorInvalidValue for
/// a number that is no attribute.
int attribute_of(const device::DeviceDescription& device, int ordinal, cudaDeviceAttr attribute);

/// All fields; each agrees with the attribute of its meaning.
cudaDeviceProp properties_of(const device::DeviceDescription& device, int ordinal);

}  // namespace warpscope::cudart
