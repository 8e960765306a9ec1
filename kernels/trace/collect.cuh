// Phase marks on the host: out of the device's buffer, and as a trace that Perfetto and
// chrome://tracing open.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "json_text.h"
#include "marks.cuh"

namespace warpscope::trace {

/// The marks of one launch, by block, then warp, then time.
struct Timeline {
  std::vector<Mark> marks;
  std::uint32_t dropped = 0;   ///< marks that found no place
  double clock_hz = 0;         ///< of the multiprocessors, by which cycles are turned into time
  std::uint64_t first_ns = 0;  ///< the first warp's start, on the device's clock

  /// When a phase began and ended, in seconds from the first warp's start. The warps' starts are as
  /// exact as %globaltimer, which on a real GPU moves in steps of 32 ns to 1 us; within a warp
  /// times are exact to the cycle.
  double begin_s(const Mark& mark) const { return seconds(mark, mark.begin_cycles); }
  double end_s(const Mark& mark) const { return seconds(mark, mark.end_cycles); }

 private:
  double seconds(const Mark& mark, std::uint64_t cycles) const {
    return static_cast<double>(mark.warp_start_ns - first_ns) * 1e-9 +
           static_cast<double>(cycles) / clock_hz;
  }
};

/// Throws std::runtime_error with CUDA's reason when a call failed.
inline void expect_success(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

/// Gives the phases of this translation unit's buffer their names by number, for the run record:
/// before the first traced launch. At most `most_names`; a name is cut after `name_bytes` - 1
/// bytes. Throws std::invalid_argument for more names and std::runtime_error with CUDA's reason.
inline void name_phases(std::span<const char* const> names) {
  if (names.size() > most_names)
    throw std::invalid_argument("only the first 32 phases can have names");
  std::vector<char> bytes(most_names * name_bytes);
  for (std::size_t phase = 0; phase < names.size(); ++phase) {
    const std::string_view name = std::string_view(names[phase]).substr(0, name_bytes - 1);
    std::copy(name.begin(), name.end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(phase * name_bytes));
  }
  expect_success(cudaMemcpyToSymbol(buffer, bytes.data(), bytes.size(), bytes_of_marks),
                 "naming the trace's phases");
}

/// Waits for the device, takes the marks out of this translation unit's buffer and empties it.
/// Throws std::runtime_error with CUDA's reason.
inline Timeline collect() {
  expect_success(cudaDeviceSynchronize(), "waiting for the traced launch");
  std::vector<Buffer> copy(1);
  expect_success(cudaMemcpyFromSymbol(copy.data(), buffer, sizeof(Buffer)),
                 "reading the trace's buffer");
  void* address = nullptr;
  expect_success(cudaGetSymbolAddress(&address, buffer), "finding the trace's buffer");
  expect_success(cudaMemset(address, 0, bytes_of_marks), "emptying the trace's buffer");
  int device = 0;
  int clock_khz = 0;
  expect_success(cudaGetDevice(&device), "the current device");
  expect_success(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, device),
                 "the device's clock");
  Timeline timeline;
  timeline.dropped = copy[0].dropped;
  timeline.clock_hz = clock_khz * 1e3;
  for (const Mark& mark : copy[0].mark) {
    if (mark.is_written == 0) continue;
    timeline.first_ns = timeline.marks.empty() ? mark.warp_start_ns
                                               : std::min(timeline.first_ns, mark.warp_start_ns);
    timeline.marks.push_back(mark);
  }
  return timeline;
}

/// The name of a phase out of the names by number; a phase beyond them is called by its number.
inline std::string phase_name(std::uint16_t phase, std::span<const char* const> names) {
  return phase < names.size() ? names[phase] : "phase " + std::to_string(phase);
}

/// Writes the timeline in Chrome's trace event format: a process per multiprocessor, a thread per
/// warp, a slice per phase. `names` are the phases' names by number, in UTF-8. Times are in
/// microseconds with six decimals, as the format wants them.
inline void write_chrome_trace(std::ostream& out, const Timeline& timeline,
                               std::span<const char* const> names) {
  constexpr std::uint64_t warps_of_block = 32;
  out << "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"dropped\": " << timeline.dropped
      << "}, \"traceEvents\": [";
  const char* separator = "\n";
  for (const Mark& mark : timeline.marks) {
    const std::uint64_t thread = mark.block * warps_of_block + mark.warp;
    const std::string name = json_text(phase_name(mark.phase, names));
    const double begin_us = timeline.begin_s(mark) * 1e6;
    out << separator << "{\"ph\": \"X\", \"name\": \"" << name << "\", \"pid\": " << mark.sm
        << ", \"tid\": " << thread << ", \"ts\": " << std::to_string(begin_us)
        << ", \"dur\": " << std::to_string(timeline.end_s(mark) * 1e6 - begin_us)
        << ", \"args\": {\"block\": " << mark.block << ", \"warp\": " << mark.warp << "}}";
    separator = ",\n";
  }
  out << "\n]}\n";
}

}  // namespace warpscope::trace
