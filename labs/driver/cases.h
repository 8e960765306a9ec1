// Cases as they come and answers as they go: what serving is made of (serve.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab_protocol/exchange.h"
#include "labs/driver/driver.h"

namespace warpscope::driver {

/// A case as it came.
struct SetCase {
  std::uint64_t nonce = 0;
  std::string task;
  Call call;
};

using Tasks = std::span<const std::pair<std::string_view, Task>>;

/// The descriptor that the environment variable names; the variable is taken away, so that the
/// student's code need not know where it went. Throws lab_protocol::ExchangeError without one.
int descriptor_of(const char* variable);

/// Nothing at the end of the stream. Throws lab_protocol::ExchangeError for anything that is no
/// case.
std::optional<SetCase> next_case(int fd);

struct Result {
  lab_protocol::Status status = lab_protocol::Status::ok;
  std::string failure;  ///< what went wrong; empty when the task ran well
};

Result run_task(Tasks tasks, SetCase& set);

/// The whole frame; outputs only where nothing went wrong.
std::vector<std::byte> encode_answer(const SetCase& set, const Result& result);

/// Throws lab_protocol::ExchangeError when nobody reads.
void write_all(int fd, std::span<const std::byte> bytes);

}  // namespace warpscope::driver
