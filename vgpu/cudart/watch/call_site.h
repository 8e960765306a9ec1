// Where in the program a call of the runtime comes from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "vgpu/protocol/host_calls.h"

namespace warpscope::cudart {

/// Of the program's functions, innermost first; the library's own are left out.
struct ReturnAddresses {
  std::array<std::uint64_t, device::kMostHostFrames> addresses{};
  std::size_t count = 0;
  std::uint64_t in_library = 0;  ///< the one in this library that the program called into

  auto operator<=>(const ReturnAddresses&) const = default;
};

struct CallSite {
  ReturnAddresses from;
  std::string function;  ///< the exported one that the program called

  auto operator<=>(const CallSite&) const = default;
};

/// Of what runs on this thread, or what the signal that it handles has interrupted.
/// Async-signal-safe but for its first use.
ReturnAddresses current_return_addresses();

/// That of the call that runs on this thread. Empty on a thread of the library's own.
CallSite current_call_site();

/// With each address as a place in its ELF file. Those in no file are left out.
device::HostSite to_host_site(const CallSite& site, std::uint32_t number);

}  // namespace warpscope::cudart
