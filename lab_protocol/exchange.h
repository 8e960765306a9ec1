// How the runner (trusted) and a lab's driver (not trusted) exchange cases and answers: frames of
// bytes over two streams, little endian. Both sides check what they read; a frame that does not fit
// is an ExchangeError, never an allocation of a size that a hostile length names.
//
//   frame   {u32 magic, u32 kind, u64 payload bytes} payload
//   case    {u64 nonce, text task, u32 n, n × {text name, i64 value},
//            u32 n, n × {text name, u32 element type, u64 count, bytes},
//            u32 n, n × {text name, u32 element type, u64 count}}
//   answer  {u64 nonce, u32 status, text message, u32 n, n × {u64 bytes, bytes}}   outputs in the
//           order of the case; none unless the status is ok
//   text    {u32 bytes, bytes}
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpscope::lab_protocol {

/// The environment variables that name the two descriptors to the driver.
inline constexpr const char* kCasesVariable = "WARPSCOPE_CASES_FD";
inline constexpr const char* kAnswersVariable = "WARPSCOPE_ANSWERS_FD";

inline constexpr std::uint32_t kMagic = 0x31435357;  // "WSC1"
enum class FrameKind : std::uint32_t { set_case = 1, answer = 2 };
enum class Status : std::uint32_t {
  ok = 0,
  failed = 1,  ///< the task threw, or the CUDA runtime reported an error; the message says which
  left_error = 2,  ///< failed: the task came to its end, with an error that nobody asked for
};

/// Bounds of a case; an answer's follow from the case.
inline constexpr std::uint64_t kMaxPayloadBytes = std::uint64_t{1} << 32;
inline constexpr std::uint32_t kMaxTextBytes = 4096;
inline constexpr std::uint32_t kMaxEntries = 256;

struct FrameHeader {
  std::uint32_t magic = kMagic;
  FrameKind kind = FrameKind::set_case;
  std::uint64_t payload_bytes = 0;
};
inline constexpr std::size_t kFrameHeaderBytes = 16;
static_assert(sizeof(FrameHeader) == kFrameHeaderBytes);

class ExchangeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Appends values to a payload.
class PayloadWriter {
 public:
  template <typename Number>
  void number(Number value) {
    raw(std::as_bytes(std::span(&value, 1)));
  }
  /// Cut at kMaxTextBytes.
  void text(const std::string& value) {
    const auto size =
        static_cast<std::uint32_t>(value.size() < kMaxTextBytes ? value.size() : kMaxTextBytes);
    number(size);
    raw(std::as_bytes(std::span(value.data(), size)));
  }
  /// Not inlined: GCC 12 warns of overflows that are none when it sees through several calls.
  [[gnu::noinline]] void raw(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  /// So many more bytes will follow.
  void reserve(std::size_t bytes) { bytes_.reserve(bytes_.size() + bytes); }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Takes values from a payload that may be hostile. Throws ExchangeError instead of reading past
/// it.
class PayloadReader {
 public:
  explicit PayloadReader(std::span<const std::byte> payload) : rest_(payload) {}
  template <typename Number>
  Number number() {
    Number value;
    std::memcpy(&value, raw(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() {
    const auto size = number<std::uint32_t>();
    if (size > kMaxTextBytes) throw ExchangeError("a text is longer than allowed");
    const auto bytes = raw(size);
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  std::uint32_t entry_count() {
    const auto count = number<std::uint32_t>();
    if (count > kMaxEntries) throw ExchangeError("there are more entries than allowed");
    return count;
  }
  std::span<const std::byte> raw(std::uint64_t size) {
    if (size > rest_.size()) throw ExchangeError("it ends too early");
    const auto bytes = rest_.first(static_cast<std::size_t>(size));
    rest_ = rest_.subspan(static_cast<std::size_t>(size));
    return bytes;
  }
  void expect_end() const {
    if (!rest_.empty()) throw ExchangeError("it is longer than it should be");
  }

 private:
  std::span<const std::byte> rest_;
};

/// A whole frame around a payload.
inline std::vector<std::byte> frame(FrameKind kind, std::span<const std::byte> payload) {
  FrameHeader header;
  header.kind = kind;
  header.payload_bytes = payload.size();
  PayloadWriter writer;
  writer.raw(std::as_bytes(std::span(&header, 1)));
  writer.raw(payload);
  return writer.take();
}

/// Checks a header's magic, kind and size.
inline FrameHeader read_header(std::span<const std::byte> bytes, FrameKind expected,
                               std::uint64_t largest_payload_bytes) {
  FrameHeader header;
  if (bytes.size() < sizeof header) throw ExchangeError("its header is too short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic || header.kind != expected) {
    throw ExchangeError("its header is not one of Warpscope's");
  }
  if (header.payload_bytes > largest_payload_bytes) throw ExchangeError("it is too large");
  return header;
}

}  // namespace warpscope::lab_protocol
