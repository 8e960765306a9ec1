// Running a command of the shell and keeping what it printed.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

namespace warpscope::runner::test {

struct Finished {
  int exit_code = -1;
  std::string output;  ///< standard output and standard error
};

inline Finished run_command(const std::string& command) {
  FILE* pipe = ::popen(("( " + command + " ) 2>&1 </dev/null").c_str(), "r");
  Finished finished;
  std::array<char, 4096> buffer;
  while (const auto count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    finished.output.append(buffer.data(), count);
  }
  finished.exit_code = WEXITSTATUS(::pclose(pipe));
  return finished;
}

}  // namespace warpscope::runner::test
