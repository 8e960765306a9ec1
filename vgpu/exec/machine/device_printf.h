// printf in a kernel: formats one lane's arguments as the host's printf would.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// Bytes that a generic address of the lane holds; false when they are not all in readable memory.
bool read_generic(const WarpContext& c, std::uint32_t lane, std::uint64_t address,
                  std::span<std::byte> bytes);

/// Writes to a generic address of the lane; false, and nothing done, when it is not memory.
bool write_generic(WarpContext& c, std::uint32_t lane, std::uint64_t address,
                   std::span<const std::byte> bytes);

/// The zero-terminated string at a generic address, at most 64 KiB; nothing when it is not
/// readable.
std::optional<std::string> read_string(const WarpContext& c, std::uint32_t lane,
                                       std::uint64_t address);

struct Printed {
  std::string text;
  std::uint32_t arguments = 0;  ///< what printf on the device returns
  /// Bytes at generic addresses of the lane that were read for it, besides the format: arguments,
  /// the letters of strings, and the zero behind them. Only where an observer wants to know.
  struct Read {
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
  };
  std::vector<Read> reads;
  /// The first conversion of the format that printf in a kernel does not know, or none. Also only
  /// there.
  std::string unknown_conversion;
};

/// `arguments` is the generic address of the packed arguments: each at its natural alignment, as
/// nvcc lays them out for vprintf. Nothing when the format, an argument or a string of %s is not
/// readable. `*` as width or precision takes an argument; %n is printed as it is, as the
/// programming guide's list of conversions does not have it. Where the GPU's own printf leaves that
/// list, what it prints follows no rule (docs/evidence/h200.md), and this one prints what the
/// host's would.
std::optional<Printed> device_printf(const WarpContext& c, std::uint32_t lane, std::uint64_t format,
                                     std::uint64_t arguments);

}  // namespace warpscope::exec
