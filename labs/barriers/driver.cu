// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states.

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;
using Numbers = DeviceArray<std::int32_t>;

void run_neighbours(Call& call) {
  const auto in = call.input<std::int32_t>("in");
  Numbers device_in(in);
  Numbers chosen(call.input<std::int32_t>("chosen"));
  Numbers out(in.size());
  call.measure([&] {
    neighbours(device_in.data(), chosen.data(), out.data(), static_cast<int>(in.size()));
  });
  call.hand_back("out", out);
}

void run_sums(Call& call) {
  const auto in = call.input<std::uint32_t>("in");
  DeviceArray<std::uint32_t> device_in(in);
  auto device_sums = call.device_output<std::uint32_t>("sums");
  call.measure([&] { sums(device_in.data(), device_sums.data(), static_cast<int>(in.size())); });
  call.hand_back("sums", device_sums);
}

void run_heat(Call& call) {
  const auto in = call.input<std::int32_t>("in");
  const int rows = call.int_parameter("rows");
  const int width = call.int_parameter("width");
  const int rounds = call.int_parameter("rounds");
  Numbers device_in(in);
  Numbers out(in.size());
  call.measure([&] { heat(device_in.data(), out.data(), rows, width, rounds); });
  call.hand_back("out", out);
}

void run_settle(Call& call) {
  const auto in = call.input<std::int32_t>("in");
  const int rows = call.int_parameter("rows");
  const int width = call.int_parameter("width");
  Numbers device_in(in);
  Numbers out(in.size());
  auto topplings = call.device_output<std::int32_t>("topplings");
  call.measure([&] { settle(device_in.data(), out.data(), topplings.data(), rows, width); });
  call.hand_back("out", out);
  call.hand_back("topplings", topplings);
}

void run_teams(Call& call) {
  const auto in = call.input<std::int32_t>("in");
  const int rows = call.int_parameter("rows");
  const int width = call.int_parameter("width");
  Numbers device_in(in);
  Numbers out(in.size());
  auto topplings = call.device_output<std::int32_t>("topplings");
  auto most = call.device_output<std::int32_t>("most");
  call.measure(
      [&] { teams(device_in.data(), out.data(), topplings.data(), most.data(), rows, width); });
  call.hand_back("out", out);
  call.hand_back("topplings", topplings);
  call.hand_back("most", most);
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"neighbours", run_neighbours},
                                   {"sums", run_sums},
                                   {"heat", run_heat},
                                   {"settle", run_settle},
                                   {"teams", run_teams}});
}
