// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states, so the device sees each access beside it.

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;

using DeviceTask = void (*)(const std::uint32_t*, std::uint32_t*, int);

void run_on_device(Call& call, DeviceTask task) {
  const auto in = call.input<std::uint32_t>("in");
  DeviceArray<std::uint32_t> device_in(in);
  DeviceArray<std::uint32_t> device_out(in.size());
  call.measure([&] { task(device_in.data(), device_out.data(), static_cast<int>(in.size())); });
  check(cudaDeviceSynchronize());
  device_out.copy_to(call.output<std::uint32_t>("out"));
}

void run_encode(Call& call) { run_on_device(call, encode); }

void run_repair(Call& call) { run_on_device(call, repair); }

void run_interpret(Call& call) {
  const auto codes = call.input<std::uint8_t>("codes");
  const auto words = call.input<std::uint32_t>("words");
  const auto results = call.output<std::uint32_t>("results");
  call.measure([&] {
    interpret(codes.data(), words.data(), results.data(), static_cast<int>(words.size()));
  });
  check(cudaDeviceSynchronize());
}

void run_collatz(Call& call) {
  const auto numbers = call.input<std::uint32_t>("numbers");
  const auto effort = call.input<std::uint8_t>("effort");
  const auto steps = call.output<std::int32_t>("steps");
  call.measure([&] {
    collatz(numbers.data(), effort.data(), steps.data(), static_cast<int>(numbers.size()));
  });
  check(cudaDeviceSynchronize());
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"encode", run_encode},
                                   {"repair", run_repair},
                                   {"interpret", run_interpret},
                                   {"collatz", run_collatz}});
}
