// The mbarrier object, PTX ISA manual section 9.7.13.15: 64 bits in shared memory, opaque to the
// program. Ours holds the phase's parity, the pending and the expected arrivals and the tx-count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warpscope::exec {

struct Mbarrier {
  /// Largest arrival count and largest absolute tx-count, as the manual gives them.
  static constexpr std::uint32_t kMostArrivals = (1u << 20) - 1;
  static constexpr std::int64_t kMostBytes = (1 << 20) - 1;

  std::uint32_t pending = 0;   ///< arrivals that the current phase waits for
  std::uint32_t expected = 0;  ///< arrivals of the next phase
  std::int32_t bytes = 0;      ///< tx-count
  bool parity = false;         ///< of the current phase
  bool is_valid = false;       ///< initialised and not invalidated

  static Mbarrier unpack(std::uint64_t bits) {
    Mbarrier result;
    result.pending = static_cast<std::uint32_t>(bits & kMostArrivals);
    result.expected = static_cast<std::uint32_t>(bits >> 20 & kMostArrivals);
    result.bytes = static_cast<std::int32_t>(bits >> 40 & 0x1fffff) - (1 << 20);
    result.parity = (bits >> 61 & 1) != 0;
    result.is_valid = bits >> 62 == kValid;
    return result;
  }
  std::uint64_t pack() const {
    return std::uint64_t{pending} | std::uint64_t{expected} << 20 |
           static_cast<std::uint64_t>(bytes + (1 << 20)) << 40 |
           static_cast<std::uint64_t>(parity ? 1 : 0) << 61 | (is_valid ? kValid : 0) << 62;
  }
  static Mbarrier load(const std::byte* at) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    return unpack(bits);
  }
  void store(std::byte* at) const {
    const std::uint64_t bits = pack();
    std::memcpy(at, &bits, sizeof bits);
  }

  // Each returns why it cannot be done, or nullptr.
  const char* expect(std::int64_t more_bytes) {
    if (bytes + more_bytes > kMostBytes || bytes + more_bytes < -kMostBytes)
      return "its transaction count leaves the range of 20 bits";
    bytes += static_cast<std::int32_t>(more_bytes);
    return nullptr;
  }
  const char* complete(std::int64_t fewer_bytes) {
    if (const char* problem = expect(-fewer_bytes)) return problem;
    end_phase();
    return nullptr;
  }
  const char* arrive(std::uint32_t count) {
    if (count > pending) return "more threads arrive than the phase expects";
    pending -= count;
    end_phase();
    return nullptr;
  }

 private:
  // Two bits that neither memory of zeros nor of ones has.
  static constexpr std::uint64_t kValid = 2;

  void end_phase() {
    if (pending != 0 || bytes != 0) return;
    pending = expected;
    parity = !parity;
  }
};

}  // namespace warpscope::exec
