// What a test tells the stand-in for CUPTI.
#pragma once

#include <cupti.h>

#include <cstdint>

inline constexpr std::uint64_t kStandInBegin_ns = 1'000'000'000;
inline constexpr std::uint32_t kStandInDefaultStream = 7;
inline constexpr std::uint32_t kStandInDevice = 1;  ///< of the only context

extern "C" {
/// A context is there.
void stand_in_context();
/// The GPU has this counter, and each launch from now on counts so much.
void stand_in_counter(const char* name, double value);
/// Whether kernels are recorded as activities.
int stand_in_records_kernels();
/// A launch: the calls of the driver around it and, where these are recorded, its record; whether
/// counters were read meanwhile.
int stand_in_kernel(const CUpti_ActivityKernel10* kernel);
/// The call that begins or ends the capture of a stream; the driver's stand-in says if it captures.
void stand_in_capture(int is_begin);
/// The launch of a graph of this kernel; whether counters were read meanwhile.
int stand_in_graph(const CUpti_ActivityKernel10* kernel);
}
