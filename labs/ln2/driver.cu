// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states.

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;

void run_series(Call& call) {
  const auto first = call.input<std::int32_t>("first");
  const int terms = call.int_parameter("terms");
  DeviceArray<std::int32_t> device_first(first);
  DeviceArray<float> sums(first.size());
  call.measure(
      [&] { series(device_first.data(), sums.data(), static_cast<int>(first.size()), terms); });
  call.hand_back("sums", sums);
}

/// Of `kSums` sums for each row.
template <int kSums>
void run_rows(Call& call, void (*task)(const float*, float*, int, int)) {
  const auto in = call.input<float>("in");
  const int rows = call.int_parameter("rows");
  const int terms = call.int_parameter("terms");
  DeviceArray<float> device_in(in);
  DeviceArray<float> sums(kSums * static_cast<std::size_t>(rows));
  call.measure([&] { task(device_in.data(), sums.data(), rows, terms); });
  call.hand_back("sums", sums);
}

void run_orders(Call& call) { run_rows<4>(call, orders); }
void run_compensated(Call& call) { run_rows<1>(call, compensated); }

void run_special(Call& call) {
  const auto x = call.input<float>("x");
  const auto z = call.input<float>("z");
  const auto p = call.input<float>("p");
  DeviceArray<float> device_x(x);
  DeviceArray<float> device_z(z);
  DeviceArray<float> device_p(p);
  DeviceArray<float> cosines(x.size());
  DeviceArray<float> tails(x.size());
  DeviceArray<float> inverses(x.size());
  call.measure([&] {
    special(device_x.data(), device_z.data(), device_p.data(), cosines.data(), tails.data(),
            inverses.data(), static_cast<int>(x.size()));
  });
  call.hand_back("cosines", cosines);
  call.hand_back("tails", tails);
  call.hand_back("inverses", inverses);
}

void run_exponentials(Call& call) {
  const auto x = call.input<float>("x");
  DeviceArray<float> device_x(x);
  DeviceArray<float> accurate(x.size());
  DeviceArray<float> fast(x.size());
  call.measure([&] {
    exponentials(device_x.data(), accurate.data(), fast.data(), static_cast<int>(x.size()));
  });
  call.hand_back("accurate", accurate);
  call.hand_back("fast", fast);
}

void run_brighten(Call& call) {
  const auto in = call.input<float>("in");
  DeviceArray<float> device_in(in);
  DeviceArray<float> out(in.size());
  call.measure([&] { brighten(device_in.data(), out.data(), static_cast<int>(in.size())); });
  call.hand_back("out", out);
}

void run_bits(Call& call) {
  const auto words = call.input<std::uint32_t>("words");
  DeviceArray<std::uint32_t> device_words(words);
  DeviceArray<std::uint32_t> reversed(words.size());
  DeviceArray<std::int32_t> ones(words.size());
  DeviceArray<std::int32_t> leading(words.size());
  DeviceArray<std::int32_t> lowest(words.size());
  call.measure([&] {
    bits(device_words.data(), reversed.data(), ones.data(), leading.data(), lowest.data(),
         static_cast<int>(words.size()));
  });
  call.hand_back("reversed", reversed);
  call.hand_back("ones", ones);
  call.hand_back("leading", leading);
  call.hand_back("lowest", lowest);
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"series", run_series},
                                   {"orders", run_orders},
                                   {"compensated", run_compensated},
                                   {"special", run_special},
                                   {"exponentials", run_exponentials},
                                   {"brighten", run_brighten},
                                   {"bits", run_bits}});
}
