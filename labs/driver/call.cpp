#include <stdexcept>

#include "labs/driver/driver.h"

namespace warpscope::driver {
namespace {

void check_type(const std::string& name, ElementType type, ElementType wanted) {
  if (type != wanted) {
    throw std::runtime_error("The driver asks for array \"" + name +
                             "\" with another element type.");
  }
}

}  // namespace

std::int64_t Call::parameter(const std::string& name) const {
  const auto found = parameters_.find(name);
  if (found == parameters_.end()) {
    throw std::runtime_error("The case has no parameter \"" + name + "\".");
  }
  return found->second;
}

std::span<const std::byte> Call::input_bytes(const std::string& name, ElementType type) const {
  const auto found = inputs_.find(name);
  if (found == inputs_.end()) throw std::runtime_error("The case has no input \"" + name + "\".");
  check_type(name, found->second.type, type);
  return found->second.bytes;
}

std::span<std::byte> Call::output_bytes(const std::string& name, ElementType type) {
  for (auto& output : outputs_) {
    if (output.name != name) continue;
    check_type(name, output.type, type);
    return output.bytes;
  }
  throw std::runtime_error("The case has no output \"" + name + "\".");
}

}  // namespace warpscope::driver
