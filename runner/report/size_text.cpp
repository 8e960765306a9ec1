#include "runner/report/size_text.h"

#include <fmt/format.h>

namespace warpscope::runner {

std::string size_text(const record::Dim3& size) {
  if (size.z != 1) return fmt::format("{}x{}x{}", size.x, size.y, size.z);
  return size.y != 1 ? fmt::format("{}x{}", size.x, size.y) : std::to_string(size.x);
}

}  // namespace warpscope::runner
