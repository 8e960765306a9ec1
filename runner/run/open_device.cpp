#include "runner/run/open_device.h"

#include <stdexcept>
#include <string_view>

#include "runner/run/virtual_device.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kVirtual = "virtual:";

}  // namespace

std::string virtual_device(const std::string& profile) { return std::string(kVirtual) + profile; }

std::unique_ptr<device::Link> open_device(const Installation& installation,
                                          const DeviceSettings& settings) {
  if (settings.name.starts_with(kVirtual)) {
    return std::make_unique<VirtualDevice>(installation, settings.name.substr(kVirtual.size()),
                                           settings);
  }
  throw std::runtime_error("There is no device \"" + settings.name +
                           "\": what runs programs here is a virtual GPU, virtual:PROFILE.");
}

}  // namespace warpscope::runner
