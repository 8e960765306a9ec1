// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states, so the device sees each access beside it.

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;
using Words = DeviceArray<std::uint32_t>;

void run_sum(Call& call) {
  const auto in = call.input<std::uint32_t>("in");
  Words device_in(in);
  Words out(1);
  call.measure([&] { sum(device_in.data(), out.data(), static_cast<int>(in.size())); });
  check(cudaDeviceSynchronize());
  out.copy_to(call.output<std::uint32_t>("out"));
}

void run_segment_sums(Call& call) {
  Words in(call.input<std::uint32_t>("in"));
  const auto sums = call.output<std::uint32_t>("sums");
  Words device_sums(sums.size());
  call.measure([&] { segment_sums(in.data(), device_sums.data(), static_cast<int>(sums.size())); });
  check(cudaDeviceSynchronize());
  device_sums.copy_to(sums);
}

void run_centre_rows(Call& call) {
  const auto in = call.input<std::int32_t>("in");
  DeviceArray<std::int32_t> device_in(in);
  DeviceArray<std::int32_t> out(in.size());
  const int rows = static_cast<int>(call.parameter("rows"));
  const int columns = static_cast<int>(call.parameter("columns"));
  call.measure([&] { centre_rows(device_in.data(), out.data(), rows, columns); });
  check(cudaDeviceSynchronize());
  out.copy_to(call.output<std::int32_t>("out"));
}

void run_decode(Call& call) {
  const auto codes = call.input<std::uint32_t>("codes");
  Words table(call.input<std::uint32_t>("table"));
  Words device_codes(codes);
  Words out(codes.size());
  const int count = static_cast<int>(codes.size());
  call.measure([&] { decode(table.data(), device_codes.data(), out.data(), count); });
  check(cudaDeviceSynchronize());
  out.copy_to(call.output<std::uint32_t>("out"));
}

void run_pack(Call& call) {
  const auto in = call.input<std::uint32_t>("in");
  const auto bits = call.output<std::uint32_t>("bits");
  Words device_in(in);
  Words device_bits(bits.size());
  Words kinds(bits.size());
  const auto limit = static_cast<std::uint32_t>(call.parameter("limit"));
  const int count = static_cast<int>(in.size());
  call.measure([&] { pack(device_in.data(), limit, device_bits.data(), kinds.data(), count); });
  check(cudaDeviceSynchronize());
  device_bits.copy_to(bits);
  kinds.copy_to(call.output<std::uint32_t>("kinds"));
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"sum", run_sum},
                                   {"segment_sums", run_segment_sums},
                                   {"centre_rows", run_centre_rows},
                                   {"decode", run_decode},
                                   {"pack", run_pack}});
}
