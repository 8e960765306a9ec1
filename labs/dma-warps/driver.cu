// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states, so the device sees each access beside it.

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;
using warpscope::lab_protocol::kUnwrittenBesideShared;

Setup setup_of(const Call& call) {
  return {static_cast<Carrier>(call.parameter("carrier")), call.int_parameter("stages"),
          call.int_parameter("dma_warps")};
}

/// Calls saxpy(a, x, y, count), and hands y back.
template <typename Saxpy>
void run_on_device(Call& call, Saxpy saxpy_on_device) {
  DeviceArray<float> x(call.input<float>("x"));
  DeviceArray<float> y(call.input<float>("y"));
  const auto a = static_cast<float>(call.parameter("a"));
  call.measure([&] {
    saxpy_on_device(a, static_cast<const float*>(x.data()), y.data(), static_cast<int>(x.size()));
  });
  call.hand_back("y", y);
}

void run_saxpy_objects(Call& call) { run_on_device(call, saxpy_objects); }

void run_saxpy(Call& call) {
  const Setup setup = setup_of(call);
  run_on_device(
      call, [&](float a, const float* x, float* y, int count) { saxpy(a, x, y, count, setup); });
}

void run_stencil(Call& call) {
  DeviceArray<float> in(call.input<float>("in"));
  const auto answer = call.output<float>("out");
  DeviceArray<float> out(answer.size());
  out.fill(kUnwrittenBesideShared);
  const int width = call.int_parameter("width"), height = call.int_parameter("height");
  const int pitch = call.int_parameter("pitch");
  call.measure([&] { stencil(in.data(), out.data(), width, height, pitch); });
  check(cudaDeviceSynchronize());
  out.copy_to(answer);
}

void run_add_down(Call& call) {
  DeviceArray<float> grid(call.input<float>("grid"));
  const int rows = call.int_parameter("rows"), columns = call.int_parameter("columns");
  call.measure([&] { add_down(grid.data(), rows, columns); });
  call.hand_back("grid", grid);
}

void run_in_flight(Call& call) {
  const auto setups = call.input<std::int32_t>("setups");
  const auto bytes = call.output<std::int32_t>("bytes");
  constexpr std::size_t kNumbers = 5;  // of a setup
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto at = setups.subspan(i * kNumbers, kNumbers);
    bytes[i] = bytes_in_flight({static_cast<Carrier>(at[0]), at[1], at[2]}, at[3], at[4]);
  }
}

void run_little(Call& call) {
  const auto questions = call.input<std::int32_t>("questions");
  const auto warps = call.output<std::int32_t>("warps");
  constexpr std::size_t kNumbers = 3;  // of a question
  for (std::size_t i = 0; i < warps.size(); ++i) {
    const auto at = questions.subspan(i * kNumbers, kNumbers);
    warps[i] = dma_warps_needed(at[0], at[1], at[2]);
  }
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"saxpy_objects", run_saxpy_objects},
                                   {"saxpy", run_saxpy},
                                   {"stencil", run_stencil},
                                   {"add_down", run_add_down},
                                   {"bytes_in_flight", run_in_flight},
                                   {"dma_warps_needed", run_little}});
}
