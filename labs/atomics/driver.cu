// Hands the judge's inputs to the student's functions and their outputs back. Every device array
// has exactly the size that the exercise states, so the device sees each access beside it.
#include <vector>

#include "exercise.h"
#include "labs/driver/driver.h"

namespace {

using warpscope::driver::Call;
using warpscope::driver::DeviceArray;

/// An array of `size` elements that all have this value.
template <typename T>
DeviceArray<T> filled(std::size_t size, T value) {
  const std::vector<T> values(size, value);
  return DeviceArray<T>(std::span<const T>(values));
}

using Histogram = void (*)(const unsigned*, int, unsigned*, int);

template <Histogram count_keys>
void run_histogram(Call& call) {
  DeviceArray<unsigned> keys(call.input<unsigned>("keys"));
  DeviceArray<unsigned> bins(call.input<unsigned>("bins"));
  const int count = static_cast<int>(keys.size());
  call.measure([&] { count_keys(keys.data(), count, bins.data(), static_cast<int>(bins.size())); });
  call.hand_back("bins", bins);
}

void run_keep_positive(Call& call) {
  DeviceArray<int> in(call.input<int>("in"));
  const auto answer = call.output<int>("out");
  DeviceArray<int> out(answer.size());
  auto kept = filled(1, 0U);
  call.measure(
      [&] { keep_positive(in.data(), static_cast<int>(in.size()), out.data(), kept.data()); });
  check(cudaDeviceSynchronize());
  out.copy_to(answer);
  kept.copy_to(call.output<unsigned>("kept"));
}

using Combine = void (*)(const unsigned*, int, unsigned*);

template <Combine combine_words>
void run_combine(Call& call) {
  DeviceArray<unsigned> in(call.input<unsigned>("in"));
  DeviceArray<unsigned> words(call.input<unsigned>("words"));
  call.measure([&] { combine_words(in.data(), static_cast<int>(in.size()), words.data()); });
  call.hand_back("words", words);
}

void run_sum_repeatable(Call& call) {
  DeviceArray<float> in(call.input<float>("in"));
  const auto results = call.output<float>("result");
  for (std::size_t i = 0; i < results.size(); ++i) {
    auto result = filled(1, 0.0F);
    call.measure([&] { sum_repeatable(in.data(), static_cast<int>(in.size()), result.data()); });
    check(cudaDeviceSynchronize());
    result.copy_to(results.subspan(i, 1));
  }
}

void run_sum_in_one_launch(Call& call) {
  DeviceArray<float> in(call.input<float>("in"));
  DeviceArray<float> partials(kMostBlocks);
  auto ticket = filled(1, 0U);
  auto result = filled(1, 0.0F);
  const auto results = call.output<float>("results");
  const auto tickets = call.output<unsigned>("tickets");
  for (std::size_t i = 0; i < results.size(); ++i) {
    call.measure([&] {
      sum_in_one_launch(in.data(), static_cast<int>(in.size()), partials.data(), ticket.data(),
                        result.data());
    });
    check(cudaDeviceSynchronize());
    result.copy_to(results.subspan(i, 1));
    ticket.copy_to(tickets.subspan(i, 1));
  }
}

void run_best_of_slots(Call& call) {
  DeviceArray<unsigned> keys(call.input<unsigned>("keys"));
  DeviceArray<float> values(call.input<float>("values"));
  const int slots = call.int_parameter("slots");
  const auto size = static_cast<std::size_t>(slots);
  auto best_value = filled(size, -INFINITY);
  auto best_index = filled(size, -1);
  auto locks = filled(size, 0U);
  call.measure([&] {
    best_of_slots(keys.data(), values.data(), static_cast<int>(keys.size()), best_value.data(),
                  best_index.data(), locks.data(), slots);
  });
  call.hand_back("best_value", best_value);
  best_index.copy_to(call.output<int>("best_index"));
}

}  // namespace

int main() {
  return warpscope::driver::serve({{"histogram", run_histogram<histogram>},
                                   {"histogram_private", run_histogram<histogram_private>},
                                   {"histogram_aggregated", run_histogram<histogram_aggregated>},
                                   {"keep_positive", run_keep_positive},
                                   {"combine", run_combine<combine>},
                                   {"combine_in_shared", run_combine<combine_in_shared>},
                                   {"sum_repeatable", run_sum_repeatable},
                                   {"sum_in_one_launch", run_sum_in_one_launch},
                                   {"best_of_slots", run_best_of_slots}});
}
