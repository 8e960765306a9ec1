#include "runner/cli/outputs.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <stdexcept>

#include "base/error_sentence.h"
#include "base/files.h"
#include "runner/cli/commands.h"
#include "runner/cli/exit_codes.h"

namespace warpscope::cli {

void expect_writable(const std::string& file) {
  if (file.empty() || file == "-") return;
  if (const auto reason = reason_not_to_write(file); !reason.empty()) throw UsageError(reason);
}

void Outputs::add(const std::string& file, const std::function<void()>& write) {
  if (file.empty()) return;
  try {
    write();
  } catch (const std::exception& error) {
    has_failed_ = true;
    fmt::print(stderr, "warpscope: {}\n", error_sentence(error));
  }
}

int Outputs::exit_code(int code) const { return has_failed_ ? kToolError : code; }

void finish_standard_output() {
  errno = 0;
  if (std::cout.flush().good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  // What failed before is known, and not why.
  throw std::runtime_error(
      errno == 0 ? std::string("Not all of the output could be written.")
                 : fmt::format("Cannot write to standard output: {}.", std::strerror(errno)));
}

}  // namespace warpscope::cli
