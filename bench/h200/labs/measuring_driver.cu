// What takes the place of labs/driver/serve.cpp in a driver that measures on a real GPU. Each case
// is run many times, with fresh arrays each time. Two times are taken, in runs of their own:
//
//   kernel_s  the GPU's time in the kernels of the call, each between two events. Before each
//             kernel the stream is held until kernel and events are queued, so that the host's
//             speed does not count, and before the first one of a run the L2 cache is filled with
//             other data, by reading.
//             This is what the virtual GPU's durations of launches model.
//   call_s    wall clock from the call until the device is idle again: with the host's work,
//             copies and launch costs. Nothing is held or overwritten.
//
// Launches are seen by the linker's --wrap (build.sh), so student code is compiled as always.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "bench/h200/labs/times.h"
#include "lab_protocol/exchange.h"
#include "labs/driver/cases.h"
#include "labs/driver/driver.h"

extern "C" {
cudaError_t __real_cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**);
cudaError_t __real_cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, size_t,
                                               cudaStream_t);
}

namespace warpscope::driver {
namespace {

using bench::RunTimes;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kOtherWords = std::size_t{16} << 20;  // several times the L2 cache
constexpr long long kHeldNs = 40'000;                       // until all is queued
constexpr long long kWarmNs = 300'000'000;                  // clocks rise from idle
constexpr int kEmptyKernels = 50;

/// Keeps a stream busy for so many nanoseconds. Writes the cycles that passed.
__global__ void hold(long long duration_ns, long long* cycles) {
  long long begin_ns = 0;
  long long now_ns = 0;
  const long long begin = clock64();
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin_ns));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now_ns));
  } while (now_ns - begin_ns < duration_ns);
  if (cycles != nullptr) *cycles = clock64() - begin;
}

__global__ void empty() {}

/// Reads `count` words of 16 bytes; `never` is where the compiler thinks that it needs them.
__global__ void read_all_of(const uint4* words, std::size_t count, unsigned* never) {
  unsigned bits = 0;
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    bits |= words[i].x;
  }
  if (bits != 0) *never = bits;
}

struct EventPair {
  EventPair() {
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
  }
  ~EventPair() {
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
  }
  EventPair(const EventPair&) = delete;
  EventPair& operator=(const EventPair&) = delete;
  cudaEvent_t begin = nullptr, end = nullptr;
};

enum class Mode { off, kernels, calls };

/// The run that is being measured. One at a time; calls and launches come from one thread.
class Measurement {
 public:
  void begin_run(Mode mode) {
    mode_ = mode;
    times_ = {};
    used_ = 0;
  }
  RunTimes end_run() {
    mode_ = Mode::off;
    return times_;
  }
  void call_begins() {
    if (mode_ == Mode::off) return;
    check(cudaDeviceSynchronize());
    is_in_call_ = true;
    begin_ = Clock::now();
  }
  void call_ends() {
    if (!is_in_call_) return;
    check(cudaDeviceSynchronize());
    times_.call_s += std::chrono::duration<double>(Clock::now() - begin_).count();
    is_in_call_ = false;
    for (std::size_t i = 0; i < used_; ++i) {
      float duration_ms = 0;
      check(cudaEventElapsedTime(&duration_ms, events_[i]->begin, events_[i]->end));
      times_.kernel_s += 1e-3 * duration_ms;
    }
    used_ = 0;
  }
  template <class Launch>
  cudaError_t launch(cudaStream_t stream, Launch real_launch) {
    if (!is_in_call_ || is_ours_) return real_launch();
    ++times_.launches;
    if (mode_ != Mode::kernels) return real_launch();
    if (used_ == events_.size()) events_.push_back(std::make_unique<EventPair>());
    const EventPair& pair = *events_[used_++];
    is_ours_ = true;
    if (times_.launches == 1) fill_cache(stream);
    hold<<<1, 1, 0, stream>>>(kHeldNs, nullptr);
    is_ours_ = false;
    check(cudaEventRecord(pair.begin, stream));
    const cudaError_t result = real_launch();
    check(cudaEventRecord(pair.end, stream));
    return result;
  }
  /// Launches that are not the exercise's.
  template <class Work>
  void ours(Work work) {
    is_ours_ = true;
    work();
    is_ours_ = false;
  }

 private:
  /// Reading leaves nothing in the cache that a later kernel has to write back.
  void fill_cache(cudaStream_t stream) {
    if (other_ == nullptr) {
      check(cudaMalloc(reinterpret_cast<void**>(&other_), kOtherWords * sizeof(uint4)));
      check(cudaMemset(other_, 0, kOtherWords * sizeof(uint4)));
    }
    read_all_of<<<1024, 256, 0, stream>>>(other_, kOtherWords, &other_->x);
  }

  Mode mode_ = Mode::off;
  bool is_in_call_ = false, is_ours_ = false;
  Clock::time_point begin_;
  RunTimes times_;
  std::vector<std::unique_ptr<EventPair>> events_;
  std::size_t used_ = 0;
  uint4* other_ = nullptr;
};

Measurement& measurement() {
  static auto* const only = new Measurement;  // the CUDA runtime is gone before destructors run
  return *only;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// The clock of a busy SM, in hertz.
double busy_clock_hz() {
  DeviceArray<long long> cycles(1);
  measurement().ours([&] {
    hold<<<1, 1>>>(kWarmNs, nullptr);
    hold<<<1, 1>>>(kWarmNs / 10, cycles.data());
  });
  check(cudaDeviceSynchronize());
  long long passed = 0;
  cycles.copy_to({&passed, 1});
  return static_cast<double>(passed) / (1e-9 * (kWarmNs / 10));
}

/// What kernel_s is for a kernel that does nothing.
double empty_kernel_s() {
  std::vector<double> times;
  for (int i = 0; i < kEmptyKernels; ++i) {
    measurement().begin_run(Mode::kernels);
    measurement().call_begins();
    empty<<<1, 32>>>();
    measurement().call_ends();
    times.push_back(measurement().end_run().kernel_s);
  }
  return median(std::move(times));
}

std::vector<std::byte> frame_of(std::uint32_t kind, lab_protocol::PayloadWriter& writer) {
  return lab_protocol::frame(static_cast<lab_protocol::FrameKind>(kind), writer.take());
}

std::vector<std::byte> machine_frame() {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0));
  int memory_khz = 0;
  int runtime = 0;
  check(cudaDeviceGetAttribute(&memory_khz, cudaDevAttrMemoryClockRate, 0));
  check(cudaRuntimeGetVersion(&runtime));
  lab_protocol::PayloadWriter writer;
  writer.text(properties.name);
  writer.number(static_cast<std::uint32_t>(properties.major));
  writer.number(static_cast<std::uint32_t>(properties.minor));
  writer.number(static_cast<std::uint32_t>(properties.multiProcessorCount));
  writer.number(busy_clock_hz());
  // Two transfers in each cycle of the memory's clock.
  writer.number(2e3 * memory_khz * properties.memoryBusWidth / 8);
  writer.number(std::int32_t{runtime});
  writer.number(empty_kernel_s());
  return frame_of(bench::kMachineFrame, writer);
}

std::vector<std::byte> times_frame(const std::vector<RunTimes>& runs) {
  lab_protocol::PayloadWriter writer;
  writer.number(static_cast<std::uint32_t>(runs.size()));
  for (const RunTimes& run : runs) {
    writer.number(run.kernel_s);
    writer.number(run.call_s);
    writer.number(run.launches);
  }
  return frame_of(bench::kTimesFrame, writer);
}

/// What run_task() says, and encode_answer() takes.
using TaskResult = decltype(run_task(Tasks{}, std::declval<SetCase&>()));

RunTimes run_once(Tasks tasks, SetCase& set, Mode mode, TaskResult& result) {
  set.call.clear_outputs();
  measurement().begin_run(mode);
  result = run_task(tasks, set);
  return measurement().end_run();
}

/// Nothing when a run failed; `result` says how.
std::vector<RunTimes> measure(Tasks tasks, SetCase& set, int runs, TaskResult& result) {
  std::vector<RunTimes> all;
  for (int run = -bench::kWarmUpRuns; run < runs; ++run) {
    RunTimes times = run_once(tasks, set, Mode::kernels, result);
    if (!result.failure.empty()) return {};
    const RunTimes plain = run_once(tasks, set, Mode::calls, result);
    if (!result.failure.empty()) return {};
    times.call_s = plain.call_s;
    if (run >= 0) all.push_back(times);
  }
  return all;
}

int runs_wanted() {
  const char* text = std::getenv(bench::kRunsVariable);
  const int runs = text == nullptr ? 0 : std::atoi(text);
  if (runs < 1) throw lab_protocol::ExchangeError("this program is started by measure_labs");
  return runs;
}

}  // namespace

void call_begins() { measurement().call_begins(); }

void call_ends() { measurement().call_ends(); }

int serve(std::span<const std::pair<std::string_view, Task>> tasks) {
  try {
    const int runs = runs_wanted();
    const int cases_fd = descriptor_of(lab_protocol::kCasesVariable);
    const int answers_fd = descriptor_of(lab_protocol::kAnswersVariable);
    write_all(answers_fd, machine_frame());
    while (auto set = next_case(cases_fd)) {
      TaskResult result{};
      const auto times = measure(tasks, *set, runs, result);
      std::fflush(nullptr);
      write_all(answers_fd, times_frame(times));
      write_all(answers_fd, encode_answer(*set, result));
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "driver: %s\n", error.what());
    return 2;
  }
}

}  // namespace warpscope::driver

// What the linker puts in the place of the runtime's functions.
extern "C" {

cudaError_t __wrap_cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                    size_t shared_bytes, cudaStream_t stream) {
  return warpscope::driver::measurement().launch(stream, [&] {
    return __real_cudaLaunchKernel(function, grid, block, arguments, shared_bytes, stream);
  });
}

/// What <<<…>>> calls since CUDA 12.8 or so.
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                      size_t shared_bytes, cudaStream_t stream) {
  return warpscope::driver::measurement().launch(stream, [&] {
    return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
  });
}

cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration,
                                       const void* function, void** arguments) {
  return warpscope::driver::measurement().launch(configuration->stream, [&] {
    return __real_cudaLaunchKernelExC(configuration, function, arguments);
  });
}

cudaError_t __wrap_cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                               void** arguments, size_t shared_bytes,
                                               cudaStream_t stream) {
  return warpscope::driver::measurement().launch(stream, [&] {
    return __real_cudaLaunchCooperativeKernel(function, grid, block, arguments, shared_bytes,
                                              stream);
  });
}

}  // extern "C"
