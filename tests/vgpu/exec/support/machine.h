// A virtual GPU with one PTX module: what a test of the SIMT machine needs to launch a kernel.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/vgpu/exec/support/h200_options.h"
#include "vgpu/exec/launch.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec::test {

/// Packs kernel arguments, each aligned to its size, as the PTX declares `.param`s of these types.
template <typename... Arguments>
std::vector<std::byte> pack(const Arguments&... arguments) {
  std::vector<std::byte> bytes;
  [[maybe_unused]] const auto append = [&bytes](const auto& argument) {
    const std::size_t size = sizeof argument;
    bytes.resize((bytes.size() + size - 1) / size * size + size);
    std::memcpy(bytes.data() + bytes.size() - size, &argument, size);
  };
  (append(arguments), ...);
  return bytes;
}

class Machine {
 public:
  static constexpr std::uint64_t kCapacityBytes = std::uint64_t{256} << 20;

  /// Parses and loads `ptx`; throws what these throw.
  explicit Machine(std::string ptx)
      : memory_(kCapacityBytes),
        program_(load(ptx::parse(std::move(ptx)), memory_, {},
                      h200().sm.shared_reserved_per_block_bytes)) {}

  /// Device address of a new array with these values.
  template <typename T>
  std::uint64_t upload(const std::vector<T>& values) {
    const std::uint64_t address = allocate(values.size() * sizeof(T));
    std::memcpy(host(address, values.size() * sizeof(T)), values.data(), values.size() * sizeof(T));
    return address;
  }

  std::uint64_t allocate(std::uint64_t size_bytes) {
    const auto address = memory_.allocate(size_bytes);
    if (!address) throw std::runtime_error("The test allocates more memory than its device has.");
    return *address;
  }

  template <typename T>
  std::vector<T> download(std::uint64_t address, std::size_t count) {
    std::vector<T> values(count);
    std::memcpy(values.data(), host(address, count * sizeof(T)), count * sizeof(T));
    return values;
  }

  template <typename... Arguments>
  LaunchResult launch(std::string_view kernel, Dim3 grid, Dim3 block,
                      const Arguments&... arguments) {
    const std::vector<std::byte> parameters = pack(arguments...);
    return exec::launch(*program_, kernel, {grid, block, dynamic_shared_bytes, parameters}, memory_,
                        options);
  }

  const Program& program() const { return *program_; }
  memory::DeviceMemory& memory() { return memory_; }

  std::uint32_t dynamic_shared_bytes = 0;  ///< of the launches that follow
  LaunchOptions options = h200_options();

 private:
  std::byte* host(std::uint64_t address, std::uint64_t size_bytes) {
    std::byte* bytes = memory_.translate(address, size_bytes);
    if (bytes == nullptr) throw std::runtime_error("The test reads outside its allocation.");
    return bytes;
  }

  memory::DeviceMemory memory_;
  std::shared_ptr<const Program> program_;
};

}  // namespace warpscope::exec::test
