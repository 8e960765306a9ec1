// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states, so the device sees each access beside it.

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;

void run_scale_records(Call& call) {
  const auto in = call.input<float>("in");
  const auto factor = call.input<float>("factor");
  DeviceArray<float> device_in(in);
  DeviceArray<float> device_out(in.size());
  const int records = call.int_parameter("records");
  const int fields = call.int_parameter("fields");
  call.measure(
      [&] { scale_records(device_in.data(), device_out.data(), records, fields, factor[0]); });
  call.hand_back("out", device_out);
}

void run_add_one(Call& call) {
  DeviceArray<float> data(call.input<float>("data"));
  const int offset = call.int_parameter("offset");
  const int count = call.int_parameter("count");
  call.measure([&] { add_one(data.data(), offset, count); });
  call.hand_back("data", data);
}

void run_kinetic_energy(Call& call) {
  const auto fields = call.input<float>("particles");
  const int count = call.int_parameter("count");
  static_assert(sizeof(Particle) == 8 * sizeof(float));
  const auto* particles = reinterpret_cast<const Particle*>(fields.data());
  DeviceArray<float> energy(static_cast<std::size_t>(count));
  call.measure([&] { kinetic_energy(particles, energy.data(), count); });
  call.hand_back("energy", energy);
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"scale_records", run_scale_records},
                                   {"add_one", run_add_one},
                                   {"kinetic_energy", run_kinetic_energy}});
}
