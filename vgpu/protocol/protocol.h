// The messages between a program's runtime library (the client) and the device process.
//
// The client sends a request, the device answers it with one reply of the same opcode and sequence
// number. A message is a Header and a body of at most kMaxBodyBytes. Bodies are the fields in
// order, little endian, without padding; a string or byte array is a u32 length and its bytes. Bulk
// data travels in the staging memory that comes with the reply to `hello`. Neither side trusts a
// length of the other. A process has several devices when it is told so; a message says which one
// is meant. Streams, events, textures and addresses are numbered over all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace warpscope::device {

inline constexpr std::uint32_t kMagic = 0x4353'5057;  ///< "WPSC" in memory
inline constexpr std::uint8_t kProtocolVersion = 1;
/// Devices of one process.
inline constexpr std::uint32_t kMostDevices = 8;
inline constexpr std::uint32_t kMaxBodyBytes = 1U << 20;
/// Names (kernels, symbols, calls) are no longer than this.
inline constexpr std::uint32_t kMaxNameBytes = 1U << 16;
/// CUDA's limit on the parameters of a kernel, Programming Guide (CUDA 12.1 and newer, sm_70 and
/// newer).
inline constexpr std::uint32_t kMaxParameterBytes = 32764;

/// What a request asks for. Request fields → reply payload (after Status).
enum class Opcode : std::uint16_t {
  hello = 1,  ///< → DeviceDescription, which all devices share, and the staging descriptor. Frees
              ///< what an earlier client left
  upload,     ///< u64 bytes in staging: appends them to the module being sent
  load_module,  ///< → u32 module. Takes all bytes uploaded since the last one: a fat binary or PTX
                ///< text. u32 count of managed variables, each string name, u64 address
  kernel_info,     ///< u32 module, string name → KernelDescription
  symbol,          ///< u32 module, string name → u64 address, u64 bytes
  allocate,        ///< u64 bytes → u64 address
  release,         ///< u64 address
  memory_info,     ///< → u64 free bytes, u64 total bytes
  copy_to_device,  ///< CopyRequest: staging → device memory
  copy_to_host,    ///< CopyRequest: device memory → staging
  copy_on_device,  ///< Box destination, Box source of equal extents, u32 stream, u8 asynchronous
  fill,            ///< Box destination, u32 value, u8 bytes of an element (1, 2, 4), u32 stream, u8
                   ///< asynchronous
  launch,          ///< LaunchRequest → u8 kernels have printed something
  create_stream,   ///< u8 waits for the legacy default stream → u32 stream
  destroy_stream,  ///< u32 stream
  synchronize,     ///< u32 stream, or kAllStreams: the host waits on the modelled clock
  create_event,    ///< → u32 event
  destroy_event,   ///< u32 event
  record_event,    ///< u32 event, u32 stream
  wait_event,      ///< u32 stream, u32 event
  synchronize_event,  ///< u32 event
  elapsed_time,       ///< u32 first event, u32 second event → f64 seconds
  unsupported_call,   ///< string name of a runtime function
  /// u64 address, u64 bytes → the descriptor of the pages that cover the range; they are zero. The
  /// client puts them at these very addresses, so that host and kernels share the bytes
  share_memory = 100,
  unshare_memory,  ///< u64 address, as it was shared
  /// → string for standard output, string for standard error: the next part of what kernels have
  /// printed; both empty when there is no more
  take_output,
  create_texture,   ///< TextureRequest → u64 handle
  destroy_texture,  ///< u64 handle
  create_surface,   ///< ImageRequest → u64 handle
  destroy_surface,  ///< u64 handle
  get_limit,        ///< u32 cudaLimit → u64 value
  set_limit,        ///< u32 cudaLimit, u64 value
  /// Frees what the program has on the device, except for shared pages
  reset_device,
  reserve,          ///< u64 bytes → u64 address: addresses without memory
  allocate_at,      ///< u64 reserved address, u64 bytes
  set_peer_access,  ///< u32 other device, u8 enabled: what this device's kernels may reach
  set_grant,        ///< u64 address, u32 devices, a bit each: who reaches it, whatever was enabled
};
inline constexpr std::uint32_t kAllStreams = 0xFFFF'FFFF;

struct Header {
  std::uint32_t magic = kMagic;
  std::uint8_t version = kProtocolVersion;
  std::uint8_t device = 0;
  std::uint16_t opcode = 0;
  std::uint32_t sequence = 0;
  std::uint32_t body_bytes = 0;
};
static_assert(sizeof(Header) == 16);

struct Message {
  Opcode opcode = Opcode::hello;
  std::uint32_t sequence = 0;
  std::vector<std::byte> body;
  std::uint8_t device = 0;
};

/// The other side broke the rules above; what() is a sentence.
class ProtocolError : public std::exception {
 public:
  explicit ProtocolError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

/// First field of every reply: a cudaError_t value and, when it is not 0, a sentence for the user.
struct Status {
  std::int32_t code = 0;
  std::string message;
};

/// Puts fields into a body.
class BodyWriter {
 public:
  template <typename T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void put(T value) {
    append(std::as_bytes(std::span(&value, 1)));
  }
  void put_bytes(std::span<const std::byte> bytes);
  void put_string(std::string_view text);
  std::vector<std::byte> take() { return std::move(body_); }

 private:
  void append(std::span<const std::byte> bytes);

  std::vector<std::byte> body_;
};

/// Takes fields out of a body; ProtocolError when the body is too short or a length is above its
/// limit.
class BodyReader {
 public:
  explicit BodyReader(std::span<const std::byte> body) : rest_(body) {}
  template <typename T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) T get() {
    const std::span<const std::byte> bytes = take(sizeof(T));
    T value{};
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  bool get_flag() { return get<std::uint8_t>() != 0; }
  std::span<const std::byte> get_bytes(std::uint32_t limit);
  std::string get_string(std::uint32_t limit = kMaxNameBytes);
  /// ProtocolError when bytes are left.
  void expect_end() const;

 private:
  std::span<const std::byte> take(std::size_t count);
  std::span<const std::byte> rest_;
};

void put_status(BodyWriter& writer, const Status& status);
Status get_status(BodyReader& reader);

/// Header and body as they go over the socket. ProtocolError when the body is too long.
std::vector<std::byte> encode(const Message& message);
/// Checks magic, version and size.
Header decode_header(std::span<const std::byte, sizeof(Header)> bytes);

/// Collects bytes as they arrive and cuts them into messages.
class MessageAssembler {
 public:
  void append(std::span<const std::byte> bytes);
  /// The next whole message, or nothing yet. ProtocolError for a header that breaks the rules.
  std::optional<Message> next();
  /// True when no part of a message is left over.
  bool is_empty() const { return buffer_.size() == consumed_; }

 private:
  std::vector<std::byte> buffer_;
  std::size_t consumed_ = 0;
};

}  // namespace warpscope::device
