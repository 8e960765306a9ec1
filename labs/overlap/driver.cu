// Hands the judge's inputs to the student's functions and their outputs back.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "exercise.h"
#include "host_vector.h"
#include "labs/driver/driver.h"

#ifndef _OPENMP
#error "lab.toml asks for OpenMP"
#endif

namespace {

using warpscope::driver::Call;

/// Device memory that nothing has written: a fill would be an operation of the case.
class RawDeviceMemory {
 public:
  explicit RawDeviceMemory(std::size_t bytes) {
    if (bytes != 0) check(cudaMalloc(&memory_, bytes));
  }
  ~RawDeviceMemory() {
    if (memory_ != nullptr) cudaFree(memory_);
  }
  RawDeviceMemory(const RawDeviceMemory&) = delete;
  RawDeviceMemory& operator=(const RawDeviceMemory&) = delete;
  unsigned* numbers() const { return static_cast<unsigned*>(memory_); }

 private:
  void* memory_ = nullptr;
};

/// Two moments of the device's clock, behind everything that was asked for before.
class Bracket {
 public:
  Bracket() {
    check(cudaEventCreate(&begin_));
    check(cudaEventCreate(&end_));
    record(begin_);
  }
  ~Bracket() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  Bracket(const Bracket&) = delete;
  Bracket& operator=(const Bracket&) = delete;
  float close_ms() {
    record(end_);
    check(cudaEventSynchronize(end_));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin_, end_));
    return ms;
  }

 private:
  static void record(cudaEvent_t event) {
    check(cudaDeviceSynchronize());
    check(cudaEventRecord(event, cudaStreamLegacy));
  }
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

using Solver = float (*)(const Job&);

template <typename Vector>
void run_on(Call& call, Solver solve) {
  const auto given = call.input<unsigned>("in");
  Vector in(given.begin(), given.end());
  Vector out(in.size(), 0xFFFFFFFFU);
  const RawDeviceMemory device(in.size() * sizeof(unsigned));
  const Job job{in.data(),
                out.data(),
                device.numbers(),
                static_cast<int>(in.size()),
                call.int_parameter("rounds"),
                call.int_parameter("chunks"),
                call.int_parameter("streams")};
  Bracket bracket;
  float told_ms = 0;
  call.measure([&] { told_ms = solve(job); });
  std::ranges::copy(out, call.output<unsigned>("out").begin());  // before anybody waits
  const float taken_ms = bracket.close_ms();
  std::ranges::copy(out, call.output<unsigned>("later").begin());
  const auto times = call.output<float>("times");
  times[0] = told_ms;
  times[1] = taken_ms;
}

template <Solver solve>
void run_job(Call& call) {
  if (call.parameter("pageable") != 0) {
    run_on<std::vector<unsigned>>(call, solve);
  } else {
    run_on<HostVector<unsigned>>(call, solve);
  }
}

int is_page_locked(const void* memory) {
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, memory));
  return attributes.type == cudaMemoryTypeHost ? 1 : 0;
}

void run_host_memory(Call& call) {
  const auto told = call.output<int>("is_page_locked");
  const unsigned* memory = nullptr;
  {
    HostVector<unsigned> numbers(static_cast<std::size_t>(call.parameter("count")), 7U);
    memory = numbers.data();
    told[0] = is_page_locked(memory);
    numbers.resize(2 * numbers.size(), 8U);  // takes other memory, gives the first back
    told[1] = is_page_locked(numbers.data());
    memory = numbers.data();
  }
  told[2] = is_page_locked(memory);
}

void run_on_cpu(Call& call) {
  const auto in = call.input<unsigned>("in");
  const auto out = call.output<unsigned>("out");
  const auto begin = std::chrono::steady_clock::now();
  on_cpu(in.data(), out.data(), static_cast<int>(in.size()), call.int_parameter("rounds"));
  const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begin;
  if (in.size() < 10000) return;
  std::printf("on_cpu: %zu numbers in %.0f us, measured on this machine with %u processors\n",
              in.size(), taken.count(), std::thread::hardware_concurrency());
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"host_memory", run_host_memory},
                                   {"sequential", run_job<sequential>},
                                   {"depth_first", run_job<depth_first>},
                                   {"breadth_first", run_job<breadth_first>},
                                   {"any_device", run_job<any_device>},
                                   {"on_cpu", run_on_cpu}});
}
