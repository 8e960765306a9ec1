// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states, so the device sees each access beside it.
#include <array>

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;
using warpscope::lab_protocol::kUnwrittenBesideShared;

constexpr std::size_t kLanes = 32;
void run_passes(Call& call) {
  const auto addresses = call.input<std::int32_t>("addresses");
  const auto counts = call.output<std::int32_t>("passes");
  const int bytes = call.int_parameter("bytes");
  for (std::size_t i = 0; i < counts.size(); ++i) {
    // A copy of its own for each call: what the function changes or reads beyond stays there.
    std::array<int, kLanes> lanes{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] = addresses[i * kLanes + lane];
    call.measure([&] { counts[i] = passes(lanes.data(), bytes); });
  }
}

/// Uploads "in", calls transpose(in, out, rows, columns) on elements of type T, and hands "out"
/// back. `Scalar` is the type that the judge speaks of; a T has one or several.
template <typename T, typename Scalar, typename Transpose>
void run_on_device(Call& call, Transpose transpose) {
  const auto scalars = call.input<Scalar>("in");
  const std::span elements(reinterpret_cast<const T*>(scalars.data()),
                           scalars.size_bytes() / sizeof(T));
  DeviceArray<T> in(elements);
  DeviceArray<T> out(elements.size());
  out.fill(kUnwrittenBesideShared);
  const int rows = call.int_parameter("rows");
  const int columns = call.int_parameter("columns");
  call.measure([&] { transpose(static_cast<const T*>(in.data()), out.data(), rows, columns); });
  check(cudaDeviceSynchronize());
  const auto answer = call.output<Scalar>("out");
  out.copy_to({reinterpret_cast<T*>(answer.data()), answer.size_bytes() / sizeof(T)});
}

void run_transpose(Call& call) { run_on_device<float, float>(call, transpose); }

void run_transpose_swizzled(Call& call) { run_on_device<float, float>(call, transpose_swizzled); }

void run_transpose_padded(Call& call) {
  const int padding = call.int_parameter("padding");
  const auto padded = [padding](const auto* in, auto* out, int rows, int columns) {
    transpose_padded(in, out, rows, columns, padding);
  };
  switch (call.parameter("bytes")) {
    case 4:
      return run_on_device<float, float>(call, padded);
    case 8:
      return run_on_device<double, double>(call, padded);
    default:
      return run_on_device<float4, float>(call, padded);
  }
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"passes", run_passes},
                                   {"transpose", run_transpose},
                                   {"transpose_padded", run_transpose_padded},
                                   {"transpose_swizzled", run_transpose_swizzled}});
}
