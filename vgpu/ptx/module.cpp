#include "vgpu/ptx/module.h"

namespace warpscope::ptx {

std::string Register::full_name() const {
  std::string result(name);
  if (is_numbered) result += std::to_string(number);
  return result;
}

ParseError::ParseError(std::uint32_t line, std::string message)
    : line_(line), message_("PTX line " + std::to_string(line) + ": " + std::move(message)) {}

}  // namespace warpscope::ptx
