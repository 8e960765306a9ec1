// Hands the judge's inputs to the student's functions and their outputs back.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "exercise.h"
#include "labs/driver/driver.h"
#include "labs/driver/failure.h"

void stop(const char* file, int line, const char* call, cudaError_t error) {
  const std::string path = file;
  throw warpscope::driver::Failure(path.substr(path.rfind('/') + 1) + ":" + std::to_string(line) +
                                   ": " + call + ": " + cudaGetErrorName(error));
}

namespace {
int times_asked = 0;
}  // namespace

void* no_memory() {
  ++times_asked;
  return nullptr;
}

namespace {

using warpscope::driver::Call;
using warpscope::driver::check;
using warpscope::driver::DeviceArray;

int int_parameter(const Call& call, const char* name) {
  return static_cast<int>(call.parameter(name));
}

void run_add(Call& call) {
  const auto a = call.input<float>("a");
  const auto b = call.input<float>("b");
  const auto sum = call.output<float>("sum");
  const int threads = int_parameter(call, "threads");
  call.measure([&] { add(a.data(), b.data(), sum.data(), static_cast<int>(a.size()), threads); });
}

void run_blocks_for(Call& call) {
  const auto counts = call.input<int>("counts");
  const auto threads = call.input<int>("threads");
  const auto blocks = call.output<int>("blocks");
  for (std::size_t i = 0; i < blocks.size(); ++i) blocks[i] = blocks_for(counts[i], threads[i]);
}

/// What stop() said when `fails` was called; empty when it was not called.
void tell(void (*fails)(), std::span<std::uint8_t> text) {
  std::ranges::fill(text, std::uint8_t{0});
  try {
    fails();
  } catch (const std::exception& error) {
    const std::string said = error.what();
    std::memcpy(text.data(), said.data(), std::min(said.size(), text.size()));
  }
  cudaGetLastError();  // nobody else is to find it
}

void run_failures(Call& call) {
  tell(fail_in_set_device, call.output<std::uint8_t>("set_device"));
  times_asked = 0;
  tell(fail_in_copy, call.output<std::uint8_t>("copy"));
  call.output<int>("calls")[0] = times_asked;
}

void run_try_launch(Call& call) {
  const auto data = call.output<int>("data");
  DeviceArray<int> device_data(data.size());
  const auto error = try_launch(device_data.data(), int_parameter(call, "threads"));
  const auto codes = call.output<int>("codes");
  codes[0] = error;
  codes[1] = cudaGetLastError();
  check(cudaDeviceSynchronize());
  device_data.copy_to(data);
}

/// Managed memory that frees itself.
class ManagedFloats {
 public:
  explicit ManagedFloats(std::size_t size) : size_(size) {
    check(cudaMallocManaged(&data_, std::max<std::size_t>(1, size) * sizeof(float)));
  }
  ~ManagedFloats() { cudaFree(data_); }
  ManagedFloats(const ManagedFloats&) = delete;
  ManagedFloats& operator=(const ManagedFloats&) = delete;
  float* data() { return data_; }
  std::span<float> values() { return {data_, size_}; }

 private:
  float* data_ = nullptr;
  std::size_t size_ = 0;
};

void run_add_managed(Call& call) {
  const auto answer = call.output<float>("sum");
  ManagedFloats a(answer.size());
  ManagedFloats b(answer.size());
  ManagedFloats sum(answer.size());
  std::ranges::copy(call.input<float>("a"), a.data());
  std::ranges::copy(call.input<float>("b"), b.data());
  std::ranges::copy(answer, sum.data());  // what nobody has written
  add_managed(a.data(), b.data(), sum.data(), static_cast<int>(answer.size()));
  std::ranges::copy(sum.values(), answer.data());  // at once: add_managed has waited
  check(cudaDeviceSynchronize());
}

void run_places(Call& call) {
  const auto block = call.output<int>("block");
  DeviceArray<int> device_block(block.size());
  DeviceArray<int> device_warp(block.size());
  DeviceArray<int> device_lane(block.size());
  places(device_block.data(), device_warp.data(), device_lane.data(),
         static_cast<int>(block.size()), int_parameter(call, "threads"));
  check(cudaDeviceSynchronize());
  device_block.copy_to(block);
  device_warp.copy_to(call.output<int>("warp"));
  device_lane.copy_to(call.output<int>("lane"));
}

void run_warps_of(Call& call) {
  const auto shapes = call.input<std::uint32_t>("shapes");
  const auto warps = call.output<std::int64_t>("warps");
  for (std::size_t i = 0; i < warps.size(); ++i) {
    const auto of = shapes.subspan(6 * i, 6);
    warps[i] = warps_of(dim3(of[0], of[1], of[2]), dim3(of[3], of[4], of[5]));
  }
}

void run_mirror(Call& call) {
  DeviceArray<int> in(call.input<int>("in"));
  DeviceArray<int> out(in.size());
  mirror(in.data(), out.data(), int_parameter(call, "width"), int_parameter(call, "height"));
  check(cudaDeviceSynchronize());
  out.copy_to(call.output<int>("out"));
}

void run_shell(Call& call) {
  DeviceArray<int> in(call.input<int>("in"));
  DeviceArray<int> out(in.size());
  shell(in.data(), out.data(), int_parameter(call, "width"), int_parameter(call, "height"),
        int_parameter(call, "depth"));
  check(cudaDeviceSynchronize());
  out.copy_to(call.output<int>("out"));
}

void run_add_strided(Call& call) {
  DeviceArray<float> a(call.input<float>("a"));
  DeviceArray<float> b(call.input<float>("b"));
  DeviceArray<float> sum(a.size());
  const int blocks = int_parameter(call, "blocks");
  const int threads = int_parameter(call, "threads");
  call.measure([&] {
    add_strided(a.data(), b.data(), sum.data(), static_cast<int>(a.size()), blocks, threads);
  });
  check(cudaDeviceSynchronize());
  sum.copy_to(call.output<float>("sum"));
}

int attribute(cudaDeviceAttr name) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, name, 0));
  return value;
}

/// The same as ask_device(), asked one by one.
std::array<int, 8> asked_one_by_one() {
  int devices = 0;
  check(cudaGetDeviceCount(&devices));
  return {devices,
          attribute(cudaDevAttrMultiProcessorCount),
          attribute(cudaDevAttrAsyncEngineCount),
          attribute(cudaDevAttrWarpSize),
          attribute(cudaDevAttrMaxThreadsPerBlock),
          attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
          attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
          attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor)};
}

void run_ask_device(Call& call) {
  const Device device = ask_device();
  const std::array answer{device.devices,           device.sms,
                          device.copy_engines,      device.warp_threads,
                          device.threads_per_block, device.threads_per_sm,
                          device.registers_per_sm,  device.shared_bytes_per_sm};
  std::ranges::copy(answer, call.output<int>("answer").begin());
  std::ranges::copy(asked_one_by_one(), call.output<int>("asked").begin());
}

void run_resident_blocks(Call& call) {
  const auto numbers = call.input<int>("numbers");
  const auto blocks = call.output<int>("blocks");
  const auto limiters = call.output<int>("limiters");
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto of = numbers.subspan(8 * i, 8);
    const Residents residents =
        resident_blocks({of[0], of[1], of[2], of[3], of[4]}, {of[5], of[6], of[7]});
    blocks[i] = residents.blocks;
    limiters[i] = residents.limiter;
  }
}

void run_resident_blocks_of_add(Call& call) {
  call.output<int>("blocks")[0] =
      resident_blocks_of_add(int_parameter(call, "threads"), int_parameter(call, "shared_bytes"));
  const std::array limits{attribute(cudaDevAttrMaxBlocksPerMultiprocessor),
                          attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
                          attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
                          attribute(cudaDevAttrReservedSharedMemoryPerBlock)};
  std::ranges::copy(limits, call.output<int>("limits").begin());
}

void run_add_filling(Call& call) {
  DeviceArray<float> a(call.input<float>("a"));
  DeviceArray<float> b(call.input<float>("b"));
  DeviceArray<float> sum(a.size());
  const Shape shape = add_filling(a.data(), b.data(), sum.data(), static_cast<int>(a.size()));
  check(cudaDeviceSynchronize());
  sum.copy_to(call.output<float>("sum"));
  const std::array numbers{shape.blocks, shape.threads, attribute(cudaDevAttrMultiProcessorCount),
                           attribute(cudaDevAttrMaxThreadsPerMultiProcessor)};
  std::ranges::copy(numbers, call.output<int>("shape").begin());
}

}  // namespace

int main() {
  using Entry = std::pair<std::string_view, warpscope::driver::Task>;
  constexpr std::array tasks{Entry{"add", run_add},
                             Entry{"blocks_for", run_blocks_for},
                             Entry{"failures", run_failures},
                             Entry{"try_launch", run_try_launch},
                             Entry{"add_managed", run_add_managed},
                             Entry{"places", run_places},
                             Entry{"warps_of", run_warps_of},
                             Entry{"mirror", run_mirror},
                             Entry{"shell", run_shell},
                             Entry{"add_strided", run_add_strided},
                             Entry{"ask_device", run_ask_device},
                             Entry{"resident_blocks", run_resident_blocks},
                             Entry{"resident_blocks_of_add", run_resident_blocks_of_add},
                             Entry{"add_filling", run_add_filling}};
  return warpscope::driver::serve(tasks);
}
