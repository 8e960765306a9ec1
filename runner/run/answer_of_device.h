// Whether what a program answered is what it had from the device.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "record/record.h"

namespace warpscope::runner {

/// `outputs`: size in bytes and fingerprint of each array of an answer. False when one of them is
/// neither what a copy to the host brought in this case nor what several in a row brought. True
/// where nothing can be said: for memory that the host and the device share, for pieces that are
/// not whole words, and for outputs of less than 64 bytes, which a host may well put together.
bool is_answer_of_device(std::span<const std::pair<std::uint64_t, std::uint64_t>> outputs,
                         const record::RunRecord& record, std::uint32_t case_index);

}  // namespace warpscope::runner
