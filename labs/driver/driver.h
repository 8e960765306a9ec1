// What a lab's driver.cu is written against: it takes the judge's cases, calls the student's
// functions and hands the outputs back. It runs in the student's process and is not trusted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab_protocol/value.h"
#include "labs/driver/check.h"
#include "labs/driver/device_array.h"

namespace warpscope::driver {

using lab_protocol::ElementType;
using lab_protocol::ElementTypeOf;

/// One case that the judge set.
class Call {
 public:
  struct Input {
    ElementType type = ElementType::f32;
    std::vector<std::byte> bytes;
  };
  struct Output {
    std::string name;
    ElementType type = ElementType::f32;
    std::vector<std::byte> bytes;
  };

  Call(std::map<std::string, std::int64_t> parameters, std::map<std::string, Input> inputs,
       std::vector<Output> outputs)
      : parameters_(std::move(parameters)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)) {}

  /// Each throws Failure for a name that the case lacks or a T of another element type.
  std::int64_t parameter(const std::string& name) const;
  /// The same as an int, which the judge keeps to.
  int int_parameter(const std::string& name) const { return static_cast<int>(parameter(name)); }
  /// Host memory.
  template <class T>
  std::span<const T> input(const std::string& name) const {
    const auto bytes = input_bytes(name, ElementTypeOf<T>::value);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  /// Host memory of the shape that the judge declared; every byte is 0xFF at first.
  template <class T>
  std::span<T> output(const std::string& name) {
    const auto bytes = output_bytes(name, ElementTypeOf<T>::value);
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  /// Device memory for an output, as hand_back() takes it; every byte is as of any DeviceArray.
  template <class T>
  DeviceArray<T> device_output(const std::string& name) {
    return DeviceArray<T>(output<T>(name).size());
  }
  /// Copies values to the first elements of an output.
  template <class Values>
  void give(const std::string& name, const Values& values) {
    std::ranges::copy(values, output<typename Values::value_type>(name).begin());
  }
  /// The same of a text, as bytes; what does not fit is left out, and 0 follows.
  void give_text(const std::string& name, std::string_view text) {
    const auto bytes = output<std::uint8_t>(name);
    std::ranges::fill(bytes, std::uint8_t{0});
    std::ranges::copy(text.substr(0, bytes.size()), bytes.begin());
  }
  /// Calls the student's function, as `call.measure([&] { scale(in.data(), count); })`: it sets the
  /// student's part apart from the driver's. Allocate and upload before it.
  template <class Function>
  void measure(Function&& function) {
    std::forward<Function>(function)();
  }

  /// Waits for the device and copies the first elements of the array to an output. Throws
  /// CudaError for the line that calls it.
  template <class T>
  void hand_back(const std::string& name, const DeviceArray<T>& array,
                 const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    check(cudaDeviceSynchronize(), file, line);
    array.copy_to(output<T>(name));
  }

  /// In the order of the case.
  const std::vector<Output>& outputs() const { return outputs_; }
  /// Every byte 0xFF again, for another run of the same case.
  void clear_outputs();

 private:
  std::span<const std::byte> input_bytes(const std::string& name, ElementType type) const;
  std::span<std::byte> output_bytes(const std::string& name, ElementType type);

  std::map<std::string, std::int64_t> parameters_;
  std::map<std::string, Input> inputs_;
  std::vector<Output> outputs_;
};

using Task = void (*)(Call&);

/// Serves cases from the descriptors in WARPSCOPE_CASES_FD and WARPSCOPE_ANSWERS_FD until they end.
/// A task that throws, or leaves an error in the CUDA runtime, gives an answer that says so.
/// Returns the program's exit code: 0, or 2 when the descriptors do not carry what they should.
int serve(std::span<const std::pair<std::string_view, Task>> tasks);
inline int serve(std::initializer_list<std::pair<std::string_view, Task>> tasks) {
  return serve(std::span(tasks.begin(), tasks.size()));
}

}  // namespace warpscope::driver
