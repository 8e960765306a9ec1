// Phase marks as a run record (docs/reference/record.md), which `warpscope report` and the viewer
// open: what `warpscope exec --record` writes on the virtual GPU by itself, written by the program
// on any GPU.
#pragma once

#include <ctime>
#include <ostream>

#include "collect.cuh"

namespace warpscope::trace {

/// The launch that was traced.
struct TracedLaunch {
  std::string kernel;  ///< its name, in UTF-8
  dim3 grid;
  dim3 block;
  std::size_t dynamic_shared_bytes = 0;
  double duration_s =
      0;  ///< measured by the caller, with events; 0 takes the end of the last phase
};

/// Writes a run record of one launch with its phases, on the current device. `names` are the
/// phases' names by number, in UTF-8. Times are measured on a real GPU and modelled on the virtual
/// one, and the record says which. Throws std::runtime_error with CUDA's reason.
inline void write_run_record(std::ostream& out, const Timeline& timeline,
                             const TracedLaunch& launch, std::span<const char* const> names) {
  int device = 0;
  int driver = 0;
  cudaDeviceProp properties{};
  expect_success(cudaGetDevice(&device), "the current device");
  expect_success(cudaDriverGetVersion(&driver), "the driver's version");
  expect_success(cudaGetDeviceProperties(&properties, device), "the device's properties");
  // The UUID of each virtual GPU begins so.
  const bool is_virtual = std::string_view(properties.uuid.bytes, 13) == "warpscope GPU";
  const char* const times = is_virtual ? "modelled" : "measured";
  const char* const counters = is_virtual ? "exact_count" : "measured";

  char created[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  double duration_s = launch.duration_s;
  if (duration_s <= 0) {
    for (const Mark& mark : timeline.marks) duration_s = std::max(duration_s, timeline.end_s(mark));
  }
  const auto quoted = [](std::string_view text) { return '"' + json_text(text) + '"'; };
  const auto size = [](const dim3& d) {
    return "{\"x\": " + std::to_string(d.x) + ", \"y\": " + std::to_string(d.y) +
           ", \"z\": " + std::to_string(d.z) + "}";
  };
  const auto precision = out.precision(17);
  out << "{\"schema_version\": 1, \"created\": " << quoted(created)
      << ",\n \"producer\": {\"version\": \"kernels/trace\", \"driver\": \"CUDA " << driver / 1000
      << '.' << driver % 1000 / 10 << "\"},\n \"device\": {\"id\": \""
      << (is_virtual ? "virtual:" : "cuda:") << device
      << "\", \"name\": " << quoted(properties.name) << ", \"counters\": \"" << counters
      << "\", \"times\": \"" << times << "\", \"sm_count\": " << properties.multiProcessorCount
      << ", \"clock_hz\": " << timeline.clock_hz << ", \"compute_capability\": \""
      << properties.major << '.' << properties.minor
      << "\"},\n \"program\": {\"label\": " << quoted(launch.kernel)
      << "},\n \"launches\": [{\"id\": 0, \"kernel\": " << quoted(launch.kernel)
      << ", \"grid\": " << size(launch.grid) << ", \"block\": " << size(launch.block)
      << ", \"dynamic_shared_bytes\": " << launch.dynamic_shared_bytes
      << ", \"start_s\": 0, \"duration_s\": " << duration_s
      << ", \"counters\": {},\n  \"phases\": [";
  const char* separator = "\n";
  const std::size_t kept = std::min(timeline.marks.size(), most_recorded_phases);
  for (const Mark& mark : std::span(timeline.marks).first(kept)) {
    out << separator << "   {\"block\": " << mark.block << ", \"warp\": " << mark.warp
        << ", \"sm\": " << mark.sm << ", \"name\": " << quoted(phase_name(mark.phase, names))
        << ", \"warp_start_ns\": " << mark.warp_start_ns
        << ", \"begin_cycles\": " << mark.begin_cycles << ", \"end_cycles\": " << mark.end_cycles
        << "}";
    separator = ",\n";
  }
  out << "],\n  \"phases_left_out\": " << timeline.marks.size() - kept + timeline.dropped
      << "}],\n \"outcome\": {\"kind\": \"completed\"}}\n";
  out.precision(precision);
}

}  // namespace warpscope::trace
