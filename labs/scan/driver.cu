// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states.

#include <algorithm>

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;
using Words = DeviceArray<std::uint32_t>;

/// Words that nobody has written: whoever reads them first is told so.
class Room {
 public:
  explicit Room(std::size_t words) {
    check(cudaMalloc(&data_, std::max<std::size_t>(words, 1) * sizeof(*data_)));
  }
  ~Room() { cudaFree(data_); }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  std::uint32_t* data() { return data_; }

 private:
  std::uint32_t* data_ = nullptr;
};

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
  Room scratch(in.size());
  call.measure([&] {
    scan_long(device_in.data(), out.data(), scratch.data(), static_cast<int>(in.size()));
  });
  call.hand_back("out", out);
}

void run_once(Call& call) {
  const auto in = call.input<std::uint32_t>("in");
  Words device_in(in);
  Words out(in.size());
  Room state(state_words(in.size()));
  // The second call finds what the first one has left in `state`.
  for (int calls = call.int_parameter("calls"); calls > 1; --calls) {
    Words other_in(in.size());
    Words other_out(in.size());
    scan_once(other_in.data(), other_out.data(), state.data(), static_cast<int>(in.size()));
  }
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
  Room state(state_words(in.size()));
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
