#include "runner/run/open_device.h"

#include <stdexcept>
#include <string_view>

#include "runner/run/cuda_device.h"
#include "runner/run/gpu_profile.h"
#include "runner/run/nvml.h"
#include "runner/run/virtual_device.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kVirtual = "virtual:";

}  // namespace

std::string device_name(const std::string& profile) {
  return gpu_index(profile) ? profile : std::string(kVirtual) + profile;
}

std::string profile_of_device(const std::string& device, const std::string& usual) {
  if (device == "auto") return has_gpu() ? "cuda:0" : usual;
  if (device.starts_with(kVirtual)) return device.substr(kVirtual.size());
  if (gpu_index(device)) return device;
  throw std::runtime_error("There is no device \"" + device +
                           "\"; say virtual:PROFILE, cuda:0 for a real GPU, or auto.");
}

std::unique_ptr<device::Link> open_device(const Installation& installation,
                                          const DeviceSettings& settings) {
  if (settings.name.starts_with(kVirtual)) {
    return std::make_unique<VirtualDevice>(installation, settings.name.substr(kVirtual.size()),
                                           settings);
  }
  if (const auto index = gpu_index(settings.name))
    return std::make_unique<CudaDevice>(installation, *index, settings);
  throw std::runtime_error("There is no device \"" + settings.name +
                           "\": programs run on virtual:PROFILE or on cuda:0.");
}

}  // namespace warpscope::runner
