// Answers that no kernel computed.
#pragma once

#include <cstdint>
#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// True for a case with a right answer for which no kernel wrote a byte, or for which the kernels
/// moved less than a quarter of the bytes that the task must move: the answer was computed on the
/// host. Copies from one place of the device to another count as work of the device. So is one for
/// which the program copied a quarter of those bytes to the host, besides the answer, and something
/// of at least a quarter of the answer's size to the device, besides the inputs; one for which a
/// quarter of the answer's size, which is no input, reached the device by whatever way; one
/// of a small answer for which it copied a quarter of those bytes, inputs as they were or what the
/// answer does not come from, to the host before its last kernel that writes; one whose answer's
/// words were uploaded; one that is right for what the host was shown and not for what the device
/// had; and one whose answer is not what the device gave to the program.
bool is_made_on_host(const record::RunRecord& record, std::uint32_t case_index);

/// Of such a case, by which of these signs: "no kernel computed it", in words that follow "the
/// answer is right, but".
std::string sign_of_host(const record::RunRecord& record, std::uint32_t case_index);
/// The same as a sentence with names and numbers.
std::string evidence_of_host(const record::RunRecord& record, std::uint32_t case_index);

}  // namespace warpscope::runner
