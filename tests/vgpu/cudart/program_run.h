// Runs a CUDA program against a device process, as `warpscope exec` does.
#pragma once

#include <string>
#include <vector>

#include "vgpu/server/device_log.h"

namespace warpscope::cudart {

struct ProgramRun {
  int exit_code = -1;  ///< 128 + signal when a signal ended it
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
  int device_exit_code = -1;
  std::vector<device::Event> events;

  template <typename T>
  std::vector<T> events_of() const {
    std::vector<T> found;
    for (const device::Event& event : events) {
      if (const T* match = std::get_if<T>(&event)) found.push_back(*match);
    }
    return found;
  }
};

/// `name` is that of cuda/<name>.cu. Everything is over when this returns.
ProgramRun run_program(const std::string& name, const std::vector<std::string>& arguments = {},
                       const std::string& profile = "mini", int devices = 1);
/// The same with our library but without a device.
ProgramRun run_without_device(const std::string& name);

}  // namespace warpscope::cudart
