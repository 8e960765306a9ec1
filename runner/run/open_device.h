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

/// The name of a device: "virtual:mini" of the profile "mini"; "cuda:0" is its own.
std::string device_name(const std::string& profile);
/// The other way: what is told as profile for the device that a user asked for, "cuda:0",
/// "virtual:mini" or "auto", which is a real GPU where there is one and `usual` elsewhere.
std::string profile_of_device(const std::string& device, const std::string& usual);

struct DeviceSettings {
  std::string name;         ///< "virtual:mini", "cuda:0"
  device::Options options;  ///< without the data sheet's path, which the name tells
  /// What its process may take for itself, allocations of the program included; 0 is no limit.
  std::uint64_t memory_bytes = 0;
};

/// Throws std::runtime_error with a sentence, when there is no such device or it does not start.
std::unique_ptr<device::Link> open_device(const Installation& installation,
                                          const DeviceSettings& settings);

}  // namespace warpscope::runner
