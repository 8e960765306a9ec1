// What a compiler says of a program that it must refuse.
#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace warpscope {

/// Runs a command of the shell; returns what it wrote to both outputs. Throws std::runtime_error
/// when it cannot be started.
inline std::string compiler_output(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>&1").c_str(), "r"), pclose);
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string output;
  char buffer[4096];
  for (std::size_t count = 0; (count = fread(buffer, 1, sizeof buffer, pipe.get())) > 0;)
    output.append(buffer, count);
  return output;
}

}  // namespace warpscope
