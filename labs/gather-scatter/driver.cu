// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states.

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;
using Words = DeviceArray<std::uint32_t>;
using Numbers = DeviceArray<std::int32_t>;

Known known_of(const Call& call) { return static_cast<Known>(call.parameter("known")); }

Sizes sizes_of(const Call& call) {
  return {call.int_parameter("alignment"), call.int_parameter("bytes"),
          call.int_parameter("threads"), call.int_parameter("elements")};
}

void run_gather(Call& call) {
  const auto index = call.input<std::int32_t>("index");
  Numbers device_index(index);
  Words table(call.input<std::uint32_t>("table"));
  auto out = call.device_output<std::uint32_t>("out");
  call.measure([&] {
    gather(known_of(call), sizes_of(call), device_index.data(), table.data(), out.data(),
           static_cast<int>(index.size()));
  });
  call.hand_back("out", out);
}

void run_scatter(Call& call) {
  const auto cell = call.input<std::int32_t>("cell");
  Numbers device_cell(cell);
  Numbers rank(call.input<std::int32_t>("rank"));
  Numbers begin(call.input<std::int32_t>("begin"));
  Words particles(call.input<std::uint32_t>("particles"));
  auto out = call.device_output<std::uint32_t>("out");
  call.measure([&] {
    scatter(device_cell.data(), rank.data(), begin.data(), particles.data(), out.data(),
            static_cast<int>(cell.size()));
  });
  call.hand_back("out", out);
}

void run_add(Call& call) {
  const auto index = call.input<std::int32_t>("index");
  Numbers device_index(index);
  Words values(call.input<std::uint32_t>("values"));
  Words sums(call.input<std::uint32_t>("sums"));
  call.measure([&] {
    add(device_index.data(), values.data(), sums.data(), static_cast<int>(index.size()));
  });
  call.hand_back("sums", sums);
}

void run_near(Call& call) {
  Numbers list(call.input<std::int32_t>("list"));
  Words particles(call.input<std::uint32_t>("particles"));
  auto out = call.device_output<std::uint32_t>("out");
  call.measure([&] {
    near(known_of(call), sizes_of(call), list.data(), particles.data(), out.data(),
         static_cast<int>(out.size()));
  });
  call.hand_back("out", out);
}

void run_reorder(Call& call) {
  const auto index = call.input<std::int32_t>("index");
  Numbers device_index(index);
  Words in(call.input<std::uint32_t>("in"));
  auto out = call.device_output<std::uint32_t>("out");
  call.measure([&] {
    reorder(device_index.data(), in.data(), out.data(), static_cast<int>(index.size()),
            call.int_parameter("bytes"), call.int_parameter("fields"));
  });
  call.hand_back("out", out);
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"gather", run_gather},
                                   {"scatter", run_scatter},
                                   {"add", run_add},
                                   {"near", run_near},
                                   {"reorder", run_reorder}});
}
