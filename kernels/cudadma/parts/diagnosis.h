// What a choice of parameters comes to, printed by the host.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdio>

#include "schedule.h"

namespace cudadma {

/// What diagnose is asked about; sizes in bytes.
struct DiagnosisRequest {
  int alignment, bytes_per_thread, bytes_per_elmt, num_dma_threads, num_elmts;
  bool fully_templated, verbose;
};

/// What Little's law asks of each multiprocessor.
struct MemoryNeed {
  bool is_of_this_device;  ///< or of an H200, when no device answers
  double bytes_per_s;      ///< peak of the memory
  double latency_s;        ///< of a load from memory while it is busy
  double bytes_in_flight_per_sm;
};

/// Peak bandwidth times latency, divided among the multiprocessors. The latency is taken as 800
/// cycles, what a load takes on Hopper while the memory is busy.
inline MemoryNeed memory_need() {
  constexpr double kLatencyCycles = 800;
  int device = 0, multiprocessors = 132, bus_bits = 6016, memory_khz = 3201000, clock_khz = 1980000;
  const auto ask = [&](int& value, cudaDeviceAttr attribute) {
    return cudaDeviceGetAttribute(&value, attribute, device) == cudaSuccess && value > 0;
  };
  MemoryNeed need{};
  need.is_of_this_device = cudaGetDevice(&device) == cudaSuccess &&
                           ask(multiprocessors, cudaDevAttrMultiProcessorCount) &&
                           ask(bus_bits, cudaDevAttrGlobalMemoryBusWidth) &&
                           ask(memory_khz, cudaDevAttrMemoryClockRate) &&
                           ask(clock_khz, cudaDevAttrClockRate);
  need.bytes_per_s = 2.0 * memory_khz * 1e3 * bus_bits / 8;  // two transfers a cycle
  need.latency_s = kLatencyCycles / (clock_khz * 1e3);
  need.bytes_in_flight_per_sm = need.bytes_per_s * need.latency_s / multiprocessors;
  return need;
}

/// Bytes that the DMA threads of one object have in flight in a step.
inline long long bytes_of_step(const DiagnosisRequest& of, const Schedule& schedule) {
  const long long element =
      at_most(of.bytes_per_elmt, schedule.step_columns * schedule.lanes * of.alignment);
  return element * at_most(of.num_elmts, schedule.step_rows * schedule.groups);
}

inline void print_case(const DiagnosisRequest& of, const Schedule& schedule) {
  const int rows = at_most(of.num_elmts, schedule.groups * schedule.step_rows);
  switch (schedule.which) {
    case Schedule::Case::split:
      std::printf(
          "  CASE: Split Elements - %d threads move an element in one load each, so that\n"
          "        warps are shared: %d elements in a step.\n",
          schedule.lanes, rows);
      break;
    case Schedule::Case::full:
      std::printf(
          "  CASE: Full Elements - %d threads move an element in %d loads each: %d elements\n"
          "        in a step.\n",
          schedule.lanes, schedule.columns, rows);
      break;
    case Schedule::Case::big:
      std::printf("  CASE: Big Elements - all %d threads move one element, in %d steps.\n",
                  schedule.lanes, divide_up(schedule.columns, schedule.step_columns));
      break;
  }
}

inline void print_bytes_in_flight(const DiagnosisRequest& of, const Schedule& schedule) {
  const MemoryNeed need = memory_need();
  const long long bytes = bytes_of_step(of, schedule);
  const double objects = need.bytes_in_flight_per_sm / static_cast<double>(bytes);
  std::printf(
      "  BYTES IN FLIGHT: %lld per object and step. %s needs %.0f on each multiprocessor\n"
      "        (%.0f GB/s times %.0f ns): %d such objects at work at once.\n",
      bytes, need.is_of_this_device ? "This device" : "An H200", need.bytes_in_flight_per_sm,
      need.bytes_per_s * 1e-9, need.latency_s * 1e9, static_cast<int>(objects) + 1);
}

/// Prints to standard output: parameters, how the threads share the work, the number of steps,
/// whether one is enough, what to do if not, and the bytes in flight beside what the memory needs.
inline void print_diagnosis(const char* name, const DiagnosisRequest& of) {
  std::printf(
      "****************************************************************\n"
      "  %s: what these parameters come to\n"
      "****************************************************************\n\n"
      "  PARAMETERS\n"
      "    - ALIGNMENT:         %d\n"
      "    - BYTES-PER-THREAD:  %d\n"
      "    - BYTES-PER-ELMT:    %d\n"
      "    - NUM ELMTS:         %d\n"
      "    - DMA THREADS:       %d\n"
      "    - FULLY TEMPLATED:   %s\n\n",
      name, of.alignment, of.bytes_per_thread, of.bytes_per_elmt, of.num_elmts, of.num_dma_threads,
      of.fully_templated ? "true" : "false");
  const bool is_valid = (of.alignment == 4 || of.alignment == 8 || of.alignment == 16) &&
                        of.bytes_per_thread > 0 && of.bytes_per_thread % of.alignment == 0 &&
                        of.bytes_per_elmt > 0 && of.bytes_per_elmt % 4 == 0 && of.num_elmts > 0 &&
                        of.num_dma_threads > 0 && of.num_dma_threads <= 1024;
  if (!is_valid) {
    std::printf(
        "  DIAGNOSIS: IMPOSSIBLE. ALIGNMENT is 4, 8 or 16, BYTES-PER-THREAD a multiple of it,\n"
        "        BYTES-PER-ELMT a multiple of 4, and all are positive, with at most 1024\n"
        "        threads.\n\n");
    return;
  }
  const Schedule schedule = make_schedule(of.alignment, of.bytes_per_thread / of.alignment,
                                          of.bytes_per_elmt, of.num_elmts, of.num_dma_threads);
  const int steps = number_of_steps(schedule, of.num_elmts);
  print_case(of, schedule);
  std::printf("  TOTAL REQUIRED STEPS: %d\n", steps);
  if (steps == 1) {
    std::printf("  DIAGNOSIS: OPTIMIZED! Everything is in flight at once.\n");
  } else {
    std::printf(
        "  DIAGNOSIS: UN-OPTIMIZED! Each step waits for the one before it.\n"
        "  RECOMMENDATIONS:\n"
        "    - Give the object more DMA threads\n"
        "    - Give each thread more registers for loads (BYTES-PER-THREAD)\n");
    if (of.alignment < 16)
      std::printf("    - Pad elements, so that pointers and strides allow a larger ALIGNMENT\n");
  }
  if (!of.fully_templated)
    std::printf("  Sizes and numbers of threads as template arguments save instructions.\n");
  print_bytes_in_flight(of, schedule);
  if (of.verbose) {
    std::printf(
        "  THREADS PER ELMT %d, ELMTS AT ONCE %d, LOADS PER ELMT AND THREAD %d,\n"
        "  ROWS PER STEP %d, COLUMNS PER STEP %d, IDLE THREADS %d\n",
        schedule.lanes, schedule.groups, schedule.columns, schedule.step_rows,
        schedule.step_columns, of.num_dma_threads - schedule.lanes * schedule.groups);
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace cudadma
