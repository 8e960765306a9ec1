// What outputs hold before the call, so that elements that nobody writes are seen: the driver fills
// them, the judge looks for it.
#pragma once

namespace warpscope::lab_protocol {

/// Each byte of an output. As a float it is a NaN, as a signed number -1.
inline constexpr unsigned char kUnwritten = 0xFF;
/// The same where outputs come out of shared memory: on the virtual GPU shared memory that nobody
/// has written holds 0xFF, and must not look the same.
inline constexpr unsigned char kUnwrittenBesideShared = 0xEE;

}  // namespace warpscope::lab_protocol
