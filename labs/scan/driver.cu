// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states.

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;
using Words = DeviceArray<std::uint32_t>;

std::size_t state_words(std::size_t count) {
  return kStateWords * (static_cast<std::size_t>(ceil_div(static_cast<int>(count), kTile)) + 1);
}

/// Of a task that has nothing but numbers and their sums.
void run_plain(Call& call, void (*scan)(const std::uint32_t*, std::uint32_t*, int)) {
  const auto in = call.input<std::uint32_t>("in");
  Words device_in(in);
  Words out(in.size());
  call.measure([&] { scan(device_in.data(), out.data(), static_cast<int>(in.size())); });
  call.hand_back("out", out);
}

void run_long(Call& call) {
  const auto in = call.input<std::uint32_t>("in");
  Words device_in(in);
  Words out(in.size());
  Words scratch(in.size());
  call.measure(
      [&] { scan_long(device_in.data(), out.data(), scratch.data(), static_cast<int>(in.size())); });
  call.hand_back("out", out);
}

void run_once(Call& call) {
  const auto in = call.input<std::uint32_t>("in");
  Words device_in(in);
  Words out(in.size());
  Words state(state_words(in.size()));
  call.measure(
      [&] { scan_once(device_in.data(), out.data(), state.data(), static_cast<int>(in.size())); });
  call.hand_back("out", out);
}

void run_compact(Call& call) {
  const auto in = call.input<std::uint32_t>("in");
  const auto limit = static_cast<std::uint32_t>(call.parameter("limit"));
  Words device_in(in);
  Words out(in.size());
  auto kept = call.device_output<std::uint32_t>("kept");
  Words state(state_words(in.size()));
  call.measure([&] {
    compact(device_in.data(), limit, out.data(), kept.data(), state.data(),
            static_cast<int>(in.size()));
  });
  call.hand_back("out", out);
  call.hand_back("kept", kept);
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"scan_warps", [](Call& call) { run_plain(call, scan_warps); }},
                                   {"scan_tiles", [](Call& call) { run_plain(call, scan_tiles); }},
                                   {"scan_tree", [](Call& call) { run_plain(call, scan_tree); }},
                                   {"scan_long", run_long},
                                   {"scan_once", run_once},
                                   {"compact", run_compact}});
}
