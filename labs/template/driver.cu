// Hands the judge's inputs to the student's function and its output back.
#include <array>

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;

void run_triple(Call& call) {
  const auto in = call.input<float>("in");
  DeviceArray<float> device_in(in);
  DeviceArray<float> device_out(in.size());
  call.measure([&] { triple(device_in.data(), device_out.data(), static_cast<int>(in.size())); });
  check(cudaDeviceSynchronize());
  device_out.copy_to(call.output<float>("out"));
}

}  // namespace

int main() {
  using Entry = std::pair<std::string_view, warpscope::driver::Task>;
  constexpr std::array tasks{Entry{"triple", run_triple}};
  return warpscope::driver::serve(tasks);
}
