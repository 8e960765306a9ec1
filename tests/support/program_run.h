// Runs a CUDA program against a device process, as `warpscope exec` does.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "device/events.h"

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

/// Runs the program at `path`. Everything is over when this returns.
ProgramRun run_program_at(const std::string& path, const std::vector<std::string>& arguments,
                          const std::string& profile, int devices);
/// The same with our library but without a device.
ProgramRun run_program_without_device_at(const std::string& path);

#ifdef WARPSCOPE_CUDA_PROGRAMS  // set for the test programs
/// The program of cuda/<name>.cu of the test program's own folder.
inline ProgramRun run_program(const std::string& name,
                              const std::vector<std::string>& arguments = {},
                              const std::string& profile = "mini", int devices = 1) {
  return run_program_at(WARPSCOPE_CUDA_PROGRAMS "/cudart_" + name, arguments, profile, devices);
}
/// The same for tests that look at one run from several sides: it runs once per test program.
inline const ProgramRun& run_once(const std::string& name,
                                  const std::vector<std::string>& arguments,
                                  const std::string& profile, int devices = 1) {
  static std::map<std::tuple<std::string, std::vector<std::string>, std::string, int>, ProgramRun>
      runs;
  const std::tuple key(name, arguments, profile, devices);
  const auto found = runs.find(key);
  if (found != runs.end()) return found->second;
  return runs.emplace(key, run_program(name, arguments, profile, devices)).first->second;
}
inline ProgramRun run_without_device(const std::string& name) {
  return run_program_without_device_at(WARPSCOPE_CUDA_PROGRAMS "/cudart_" + name);
}
#endif

}  // namespace warpscope::cudart
