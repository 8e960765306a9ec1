// Hands the judge's inputs to the student's functions and their outputs back.
#include <algorithm>
#include <array>
#include <string>

#include "exercise.h"
#include "labs/driver/driver.h"
#include "labs/driver/failure.h"
#include "labs/driver/managed_array.h"

void stop(const char* file, int line, const char* call, cudaError_t error) {
  const std::string path = file;
  throw warpscope::driver::Failure(path.substr(path.rfind('/') + 1) + ":" + std::to_string(line) +
                                   ": " + call + ": " + cudaGetErrorName(error));
}

namespace {
int times_asked = 0;
}  // namespace

void* no_memory() {
  ++times_asked;
  return nullptr;
}

namespace {

using warpscope::driver::Call;
using warpscope::driver::check;
using warpscope::driver::DeviceArray;
using warpscope::driver::ManagedArray;

void run_add(Call& call) {
  const auto a = call.input<float>("a"), b = call.input<float>("b");
  const auto sum = call.output<float>("sum");
  const int threads = call.int_parameter("threads");
  call.measure([&] { add(a.data(), b.data(), sum.data(), static_cast<int>(a.size()), threads); });
}

void run_blocks_for(Call& call) {
  std::ranges::transform(call.input<int>("counts"), call.input<int>("threads"),
                         call.output<int>("blocks").begin(), blocks_for);
}

/// Hands back what stop() said when `fails` was called; nothing when it was not called.
void tell(Call& call, const char* name, void (*fails)()) {
  std::string said;
  try {
    fails();
  } catch (const std::exception& error) {
    said = error.what();
  }
  call.give_text(name, said);
  cudaGetLastError();  // nobody else is to find it
}

void run_failures(Call& call) {
  tell(call, "set_device", fail_in_set_device);
  times_asked = 0;
  tell(call, "copy", fail_in_copy);
  call.give("calls", std::array{times_asked});
}

void run_try_launch(Call& call) {
  auto data = call.device_output<int>("data");
  const int error = try_launch(data.data(), call.int_parameter("threads"));
  const int left = cudaGetLastError();
  call.give("codes", std::array{error, left});
  call.hand_back("data", data);
}

void run_add_managed(Call& call) {
  const auto answer = call.output<float>("sum");
  ManagedArray<float> a(call.input<float>("a")), b(call.input<float>("b"));
  ManagedArray<float> sum(answer);  // what nobody has written
  add_managed(a.data(), b.data(), sum.data(), static_cast<int>(answer.size()));
  std::ranges::copy(sum.values(), answer.data());  // at once: add_managed has waited
  check(cudaDeviceSynchronize());
}

void run_places(Call& call) {
  auto block = call.device_output<int>("block");
  auto warp = call.device_output<int>("warp"), lane = call.device_output<int>("lane");
  places(block.data(), warp.data(), lane.data(), static_cast<int>(block.size()),
         call.int_parameter("threads"));
  call.hand_back("block", block);
  warp.copy_to(call.output<int>("warp"));
  lane.copy_to(call.output<int>("lane"));
}

void run_warps_of(Call& call) {
  const auto shapes = call.input<std::uint32_t>("shapes");
  const auto warps = call.output<std::int64_t>("warps");
  for (std::size_t i = 0; i < warps.size(); ++i) {
    const auto of = shapes.subspan(6 * i, 6);
    warps[i] = warps_of(dim3(of[0], of[1], of[2]), dim3(of[3], of[4], of[5]));
  }
}

/// Calls a function that reads and writes a box of numbers.
template <typename Box>
void run_box(Call& call, Box box) {
  DeviceArray<int> in(call.input<int>("in")), out(in.size());
  box(in.data(), out.data(), call.int_parameter("width"), call.int_parameter("height"));
  call.hand_back("out", out);
}

void run_mirror(Call& call) { run_box(call, mirror); }

void run_shell(Call& call) {
  run_box(call, [&](const int* in, int* out, int width, int height) {
    shell(in, out, width, height, call.int_parameter("depth"));
  });
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"add", run_add},
                                   {"blocks_for", run_blocks_for},
                                   {"failures", run_failures},
                                   {"try_launch", run_try_launch},
                                   {"add_managed", run_add_managed},
                                   {"places", run_places},
                                   {"warps_of", run_warps_of},
                                   {"mirror", run_mirror},
                                   {"shell", run_shell}});
}
