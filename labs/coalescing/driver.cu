// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states, so the device sees each access beside it.
#include <array>

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;

int int_parameter(const Call& call, const char* name) {
  return static_cast<int>(call.parameter(name));
}

void run_scale_records(Call& call) {
  const auto in = call.input<float>("in");
  const auto factor = call.input<float>("factor");
  DeviceArray<float> device_in(in);
  DeviceArray<float> device_out(in.size());
  const int records = int_parameter(call, "records");
  const int fields = int_parameter(call, "fields");
  call.measure(
      [&] { scale_records(device_in.data(), device_out.data(), records, fields, factor[0]); });
  check(cudaDeviceSynchronize());
  device_out.copy_to(call.output<float>("out"));
}

void run_add_one(Call& call) {
  DeviceArray<float> data(call.input<float>("data"));
  const int offset = int_parameter(call, "offset");
  const int count = int_parameter(call, "count");
  call.measure([&] { add_one(data.data(), offset, count); });
  check(cudaDeviceSynchronize());
  data.copy_to(call.output<float>("data"));
}

void run_kinetic_energy(Call& call) {
  const auto fields = call.input<float>("particles");
  const int count = int_parameter(call, "count");
  static_assert(sizeof(Particle) == 8 * sizeof(float));
  const auto* particles = reinterpret_cast<const Particle*>(fields.data());
  DeviceArray<float> energy(static_cast<std::size_t>(count));
  call.measure([&] { kinetic_energy(particles, energy.data(), count); });
  check(cudaDeviceSynchronize());
  energy.copy_to(call.output<float>("energy"));
}

}  // namespace

int main() {
  using Entry = std::pair<std::string_view, warpscope::driver::Task>;
  constexpr std::array tasks{Entry{"scale_records", run_scale_records},
                             Entry{"add_one", run_add_one},
                             Entry{"kinetic_energy", run_kinetic_energy}};
  return warpscope::driver::serve(tasks);
}
