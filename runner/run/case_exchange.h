// The trusted side of lab_protocol/exchange.h: cases out, answers in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lab_protocol/exchange.h"
#include "labs/judge/judge.h"

namespace warpscope::runner {

/// A case as a whole frame, with stand-ins in place of their inputs. `nonce` comes back in its
/// answer. Throws std::runtime_error for a case that is beyond the format's bounds.
std::vector<std::byte> encode_case(const judge::Case& set, std::uint64_t nonce);

/// The most bytes that an honest answer's payload has.
std::uint64_t largest_answer_bytes(const judge::Case& set);

struct Answer {
  lab_protocol::Status status = lab_protocol::Status::ok;
  std::string message;                          ///< when failed
  std::map<std::string, judge::Array> outputs;  ///< when ok: shapes are as the case declares
};
/// Reads an answer's payload, which may be hostile. Throws lab_protocol::ExchangeError.
Answer decode_answer(std::span<const std::byte> payload, const judge::Case& set,
                     std::uint64_t nonce);

}  // namespace warpscope::runner
