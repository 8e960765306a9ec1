// Which operations of a case a metric is about.
#pragma once

#include <cstdint>

namespace warpscope::runner {

enum class Counted : std::uint8_t {
  all,
  used,  ///< those that the case's answer comes from, without instructions that nothing needs
};

/// `operation`: a record::Launch or record::Transfer.
bool is_counted(const auto& operation, Counted counted) {
  return counted == Counted::all || !operation.is_unused;
}

}  // namespace warpscope::runner
