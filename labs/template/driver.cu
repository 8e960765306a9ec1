// Hands the judge's inputs to the student's function and its output back.

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
  call.hand_back("out", device_out);
}

}  // namespace

int main() { return warpscope::driver::serve({{"triple", run_triple}}); }
