// A shared library that a program needs only to start: whoever calls it is told that it is not
// there.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace warpscope::runner {

struct StubFunction {
  std::string sentence;   ///< what its caller is told
  std::string version{};  ///< by which callers ask for it; empty: none
};

/// An ELF file for x86-64 with this soname. Each function, by its name, writes its sentence to
/// standard error and ends the program by exit(127).
std::vector<std::byte> stub_library(const std::string& soname,
                                    const std::map<std::string, StubFunction>& functions);

}  // namespace warpscope::runner
