// Hands the judge's inputs to the student's functions and their outputs back.
#include <algorithm>
#include <array>

#include "exercise.h"
#include "labs/driver/attribute.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::attributes;
using warpscope::driver::Call;
using warpscope::driver::DeviceArray;

/// Calls a function that adds two arrays.
template <typename Add>
void run_adding(Call& call, Add add) {
  const DeviceArray<float> a(call.input<float>("a")), b(call.input<float>("b"));
  DeviceArray<float> sum(a.size());
  call.measure([&] { add(a.data(), b.data(), sum.data(), static_cast<int>(a.size())); });
  call.hand_back("sum", sum);
}

void run_add_strided(Call& call) {
  const int blocks = call.int_parameter("blocks"), threads = call.int_parameter("threads");
  run_adding(call, [&](const float* a, const float* b, float* sum, int count) {
    add_strided(a, b, sum, count, blocks, threads);
  });
}

void run_add_wide(Call& call) {
  const int shared_bytes = call.int_parameter("shared_bytes");
  run_adding(call, [&](const float* a, const float* b, float* sum, int count) {
    add_wide(a, b, sum, count, shared_bytes);
  });
}

void run_ask_device(Call& call) {
  const Device device = ask_device();
  call.give("answer",
            std::array{device.devices, device.sms, device.copy_engines, device.warp_threads,
                       device.threads_per_block, device.threads_per_sm, device.registers_per_sm,
                       device.shared_bytes_per_sm});
  // The same, asked one by one.
  const auto asked = call.output<int>("asked");
  check(cudaGetDeviceCount(asked.data()));
  std::ranges::copy(
      attributes({cudaDevAttrMultiProcessorCount, cudaDevAttrAsyncEngineCount, cudaDevAttrWarpSize,
                  cudaDevAttrMaxThreadsPerBlock, cudaDevAttrMaxThreadsPerMultiProcessor,
                  cudaDevAttrMaxRegistersPerMultiprocessor,
                  cudaDevAttrMaxSharedMemoryPerMultiprocessor}),
      asked.begin() + 1);
}

void run_resident_blocks(Call& call) {
  const auto numbers = call.input<int>("numbers");
  const auto blocks = call.output<int>("blocks"), limiters = call.output<int>("limiters");
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto of = numbers.subspan(8 * i, 8);
    const Residents residents =
        resident_blocks({of[0], of[1], of[2], of[3], of[4]}, {of[5], of[6], of[7]});
    blocks[i] = residents.blocks;
    limiters[i] = residents.limiter;
  }
}

void run_scale_rows(Call& call) {
  const DeviceArray<float> in(call.input<float>("in")), factor(call.input<float>("factor"));
  DeviceArray<float> out(in.size());
  scale_rows(in.data(), factor.data(), out.data(), call.int_parameter("rows"),
             call.int_parameter("width"));
  call.hand_back("out", out);
}

void run_smooth_rows(Call& call) {
  const DeviceArray<float> in(call.input<float>("in"));
  DeviceArray<float> out(in.size());
  smooth_rows(in.data(), out.data(), call.int_parameter("rows"), call.int_parameter("width"));
  call.hand_back("out", out);
}

/// Calls a function that applies the bank of filters.
void run_filters(Call& call, void (*apply)(const float*, const float*, float*, int, int)) {
  const DeviceArray<float> in(call.input<float>("in")), weights(call.input<float>("weights"));
  auto out = call.device_output<float>("out");
  const int channels = call.int_parameter("channels"), samples = call.int_parameter("samples");
  call.measure([&] { apply(in.data(), weights.data(), out.data(), channels, samples); });
  call.hand_back("out", out);
}

void run_filter(Call& call) { run_filters(call, filter); }
void run_filter_filling(Call& call) { run_filters(call, filter_filling); }

void run_warps_to_hide(Call& call) {
  const auto numbers = call.input<int>("numbers");
  const auto warps = call.output<int>("warps");
  for (std::size_t i = 0; i < warps.size(); ++i)
    warps[i] = warps_to_hide(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
}

void run_waves_of(Call& call) {
  const auto numbers = call.input<int>("numbers");
  const auto answers = call.output<int>("waves");
  for (std::size_t i = 0; 2 * i < answers.size(); ++i) {
    const Waves waves = waves_of(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
    answers[2 * i] = waves.waves;
    answers[2 * i + 1] = waves.in_last;
  }
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"add_strided", run_add_strided},
                                   {"ask_device", run_ask_device},
                                   {"resident_blocks", run_resident_blocks},
                                   {"scale_rows", run_scale_rows},
                                   {"smooth_rows", run_smooth_rows},
                                   {"filter", run_filter},
                                   {"warps_to_hide", run_warps_to_hide},
                                   {"add_wide", run_add_wide},
                                   {"waves_of", run_waves_of},
                                   {"filter_filling", run_filter_filling}});
}
