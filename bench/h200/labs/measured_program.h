// A lab's program that was built to measure, as a child process: cases in, times and answers out.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/unique_fd.h"
#include "bench/h200/labs/times.h"
#include "runner/run/case_exchange.h"

namespace warpscope::bench {

/// What the program says of the GPU.
struct Machine {
  std::string name;
  std::uint32_t major = 0, minor = 0, sm_count = 0;
  double clock_hz = 0, dram_bytes_per_s = 0;
  std::int32_t runtime_version = 0;  ///< 13000 for CUDA 13.0
  double empty_kernel_s = 0;
};

/// The program ended, or took too long. what() says which.
class ProgramLost : public std::runtime_error {
 public:
  ProgramLost(const std::string& what, bool is_too_slow)
      : std::runtime_error(what), is_too_slow_(is_too_slow) {}
  bool is_too_slow() const { return is_too_slow_; }

 private:
  bool is_too_slow_;
};

/// All functions throw ProgramLost, and lab_protocol::ExchangeError for bytes that make no sense.
class MeasuredProgram {
 public:
  /// Starts it. `runs`: how often each case is measured.
  MeasuredProgram(const std::filesystem::path& program, int runs);
  /// Kills it.
  ~MeasuredProgram();
  MeasuredProgram(const MeasuredProgram&) = delete;
  MeasuredProgram& operator=(const MeasuredProgram&) = delete;

  const Machine& machine() const { return machine_; }

  struct Result {
    std::vector<RunTimes> runs;  ///< none when a run failed
    runner::Answer answer;       ///< of the last run
  };
  Result run(const judge::Case& set);

 private:
  using Deadline = std::chrono::steady_clock::time_point;
  void start(const std::filesystem::path& program, int runs);
  void wait_for(int fd, short events, Deadline deadline) const;
  void send(std::span<const std::byte> bytes, Deadline deadline) const;
  std::vector<std::byte> receive(std::size_t count, Deadline deadline) const;
  std::vector<std::byte> receive_frame(std::uint32_t kind, std::uint64_t largest,
                                       Deadline deadline) const;

  pid_t pid_ = -1;
  UniqueFd cases_, answers_;
  Machine machine_;
  std::uint64_t last_nonce_ = 0;
};

}  // namespace warpscope::bench
