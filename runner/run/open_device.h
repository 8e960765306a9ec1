// Which device a name means, and how it is opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "device/link.h"
#include "device/options.h"
#include "runner/installation/installation.h"

namespace warpscope::runner {

/// The name of a virtual GPU: "virtual:mini" of the profile "mini".
std::string virtual_device(const std::string& profile);

struct DeviceSettings {
  std::string name;         ///< "virtual:mini"
  device::Options options;  ///< without the data sheet's path, which the name tells
  /// What its process may take for itself, allocations of the program included; 0 is no limit.
  std::uint64_t memory_bytes = 0;
};

/// Throws std::runtime_error with a sentence, when there is no such device or it does not start.
std::unique_ptr<device::Link> open_device(const Installation& installation,
                                          const DeviceSettings& settings);

}  // namespace warpscope::runner
