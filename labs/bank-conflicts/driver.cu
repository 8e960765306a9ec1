// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states, so the device sees each access beside it.
#include <array>

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;

constexpr std::size_t kLanes = 32;
// Each byte of an output before the call; the judge knows it. Shared memory that nobody has written
// holds 0xFF on the virtual GPU, and must not look the same.
constexpr int kNeverWritten = 0xEE;

int int_parameter(const Call& call, const char* name) {
  return static_cast<int>(call.parameter(name));
}

void run_passes(Call& call) {
  const auto addresses = call.input<std::int32_t>("addresses");
  const auto counts = call.output<std::int32_t>("passes");
  const int bytes = int_parameter(call, "bytes");
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
  if (out.size() > 0) check(cudaMemset(out.data(), kNeverWritten, out.size() * sizeof(T)));
  const int rows = int_parameter(call, "rows");
  const int columns = int_parameter(call, "columns");
  call.measure([&] { transpose(static_cast<const T*>(in.data()), out.data(), rows, columns); });
  check(cudaDeviceSynchronize());
  const auto answer = call.output<Scalar>("out");
  out.copy_to({reinterpret_cast<T*>(answer.data()), answer.size_bytes() / sizeof(T)});
}

void run_transpose(Call& call) { run_on_device<float, float>(call, transpose); }

void run_transpose_swizzled(Call& call) { run_on_device<float, float>(call, transpose_swizzled); }

void run_transpose_padded(Call& call) {
  const int padding = int_parameter(call, "padding");
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
  using Entry = std::pair<std::string_view, warpscope::driver::Task>;
  constexpr std::array tasks{Entry{"passes", run_passes}, Entry{"transpose", run_transpose},
                             Entry{"transpose_padded", run_transpose_padded},
                             Entry{"transpose_swizzled", run_transpose_swizzled}};
  return warpscope::driver::serve(tasks);
}
