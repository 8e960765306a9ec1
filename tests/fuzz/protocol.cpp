// A client that sends what no runtime library sends.
//
// The bytes are a list of actions: one byte says which, the rest its fields, most of them one byte
// each (ByteSource::take_number). Handles and addresses are drawn from those that the device has
// given out, or are numbers of the fuzzer's own; a field of a well-formed request is hostile far
// more often than its length, so a request is well formed unless the action says otherwise.
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/byte_source.h"
#include "tests/fuzz/fuzzers.h"
#include "tests/fuzz/protocol_kernels.h"
#include "vgpu/server/session.h"
#include "vgpu/server/texture_request.h"

namespace warpscope::fuzz {
namespace {

using namespace device;

constexpr std::size_t kMaxActions = 64;

const timing::Profile& small_profile() {
  static const timing::Profile profile = [] {
    timing::Profile mini = timing::load_profile(WARPSCOPE_SOURCE_DIR "/vgpu/profiles/mini.toml");
    mini.memory_bytes = std::uint64_t{16} << 20;
    mini.sm.count = 2;
    return mini;
  }();
  return profile;
}

/// What the device promises and did not keep.
void expect(bool is_kept) {
  if (!is_kept) std::abort();
}

class Client {
 public:
  explicit Client(std::span<const std::byte> bytes) : source_(bytes), session_(options()) {}

  void run() {
    const auto mode = source_.take<std::uint8_t>();
    uses_both_ = mode / 8 % 2 == 1;
    if (mode % 8 != 0) {
      ask(Opcode::hello, {});
      load(kProtocolKernels);
    }
    for (std::size_t i = 0; i < kMaxActions && !source_.is_empty(); ++i) act();
  }

 private:
  DeviceOptions options() {
    DeviceOptions options;
    options.profile = small_profile();
    options.device_count = 2;
    options.instruction_budget = 2000;
    options.log = [](const Event& event) { expect(!to_json_line(event).empty()); };
    options.is_canceled = [this] { return ++questions_ > 10000; };
    return options;
  }

  /// Sends a request as bytes, through an assembler that gets them in two parts.
  std::vector<std::byte> ask(Opcode opcode, std::vector<std::byte> body) {
    ++sequence_;
    // Streams, events and addresses of one device are used on the other.
    const std::uint8_t device = uses_both_ && sequence_ % 4 == 3 ? 1 : 0;
    const std::vector<std::byte> bytes = encode({opcode, sequence_, std::move(body), device});
    const std::size_t cut = sequence_ % (bytes.size() + 1);
    assembler_.append(std::span(bytes).first(cut));
    auto message = assembler_.next();
    assembler_.append(std::span(bytes).subspan(cut));
    if (!message) message = assembler_.next();
    expect(message.has_value() && assembler_.is_empty());
    const Reply reply = session_.handle(*message);
    expect(reply.message.opcode == opcode && reply.message.sequence == sequence_);
    expect(encode(reply.message).size() >= sizeof(Header));
    BodyReader reader(reply.message.body);
    const Status status = get_status(reader);
    std::vector<std::byte> payload;
    if (status.code != 0) return payload;
    const std::size_t status_bytes = 2 * sizeof(std::uint32_t) + status.message.size();
    payload.assign(reply.message.body.begin() + static_cast<std::ptrdiff_t>(status_bytes),
                   reply.message.body.end());
    if (opcode == Opcode::hello) {
      BodyReader description(payload);
      staging_ = SharedMapping(reply.passed_fd, get_device_description(description).staging_bytes);
    }
    return payload;
  }

  /// Remembers the first number of a reply.
  template <typename T>
  void keep(std::vector<std::uint64_t>& handles, const std::vector<std::byte>& payload) {
    if (payload.size() >= sizeof(T)) handles.push_back(BodyReader(payload).get<T>());
  }

  void load(std::string_view text) {
    if (text.empty() || staging_.bytes().size() < text.size()) return;
    std::memcpy(staging_.bytes().data(), text.data(), text.size());
    BodyWriter upload;
    upload.put(std::uint64_t{text.size()});
    ask(Opcode::upload, upload.take());
    BodyWriter body;
    const std::uint32_t managed = source_.take<std::uint8_t>() % 3;
    body.put(managed);
    for (std::uint32_t i = 0; i < managed; ++i) {
      body.put_string(i == 0 ? "counter" : "table");
      body.put(address());
    }
    keep<std::uint32_t>(modules_, ask(Opcode::load_module, body.take()));
  }

  std::uint64_t one_of(const std::vector<std::uint64_t>& handles) {
    const auto choice = source_.take<std::uint8_t>();
    if (handles.empty() || choice % 8 == 7) return source_.take_number();
    return handles[choice / 8 % handles.size()];
  }
  std::uint32_t module() { return static_cast<std::uint32_t>(one_of(modules_)); }
  std::uint32_t stream() { return static_cast<std::uint32_t>(one_of(streams_)); }
  std::uint32_t event() { return static_cast<std::uint32_t>(one_of(events_)); }
  std::uint32_t number32() { return static_cast<std::uint32_t>(source_.take_number()); }
  std::uint8_t flag() { return source_.take<std::uint8_t>() % 2; }
  std::uint64_t address() {
    const std::uint64_t base = one_of(addresses_);
    const auto choice = source_.take<std::uint8_t>();
    return choice < 192 ? base : base + source_.take_number();
  }
  std::string name() {
    const auto choice = source_.take<std::uint8_t>();
    if (choice < 128) return {static_cast<char>('a' + choice % 11)};
    if (choice < 160) return "counter";
    if (choice < 192) return "table";
    const auto bytes = source_.take_bytes(choice % 16);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  Box box() {
    const auto shape = source_.take<std::uint8_t>() % 4;
    const std::uint64_t begin = address();
    if (shape == 0) return Box::linear(begin, source_.take_number());
    Box box{begin, source_.take_number(), 0, source_.take_number(), source_.take_number(), 1};
    if (shape < 3) return box;
    box.slice_pitch = source_.take_number();
    box.depth = source_.take_number();
    return box;
  }

  void copy(Opcode direction) {
    CopyRequest request;
    request.box = box();
    const auto pieces = source_.take<std::uint8_t>();
    request.bytes = request.total_bytes = request.box.packed_bytes().value_or(1);
    if (pieces % 4 == 3) {
      request.first = source_.take_number();
      request.bytes = source_.take_number();
      request.total_bytes = source_.take_number();
    }
    request.stream = stream();
    request.is_asynchronous = flag() != 0;
    request.is_pinned = flag() != 0;
    BodyWriter body;
    put(body, request);
    ask(direction, body.take());
  }

  ImageRequest image() {
    ImageRequest request;
    request.address = address();
    request.component_kind = source_.take<std::uint8_t>() % 4;
    request.component_bytes = std::uint8_t{1} << source_.take<std::uint8_t>() % 4;
    request.components = std::uint8_t{1} << source_.take<std::uint8_t>() % 4;
    request.width = number32();
    request.height = number32();
    request.depth = number32();
    request.row_pitch = source_.take_number();
    request.slice_pitch = source_.take_number();
    request.dimensions = source_.take<std::uint8_t>() % 5;
    request.is_layered = flag() != 0;
    request.is_linear_memory = flag() != 0;
    return request;
  }

  void launch() {
    LaunchRequest request;
    request.module = module();
    request.kernel = name();
    const auto shape = source_.take<std::uint8_t>();
    request.grid = {1, 1, 1};
    request.block = {shape % 64U, 1, 1};
    if (shape % 4 == 3) {
      for (std::uint32_t& extent : request.grid) extent = number32();
      for (std::uint32_t& extent : request.block) extent = number32();
    }
    request.dynamic_shared_bytes = number32();
    request.dynamic_shared_limit_bytes = number32();
    request.stream = stream();
    request.is_cooperative = flag() != 0;
    BodyWriter parameters;
    parameters.put(address());
    parameters.put(source_.take<std::uint8_t>() % 2 == 0 ? one_of(textures_) : address());
    request.parameters = parameters.take();
    BodyWriter body;
    put(body, request);
    ask(Opcode::launch, body.take());
  }

  /// A request whose body is anything.
  void send_noise() {
    const auto opcode = static_cast<Opcode>(source_.take<std::uint8_t>());
    const auto bytes = source_.take_bytes(source_.take<std::uint8_t>());
    ask(opcode, {bytes.begin(), bytes.end()});
  }

  /// Bytes that need not be a request.
  void send_raw() {
    assembler_.append(source_.take_bytes(source_.take<std::uint8_t>()));
    while (const auto message = assembler_.next()) session_.handle(*message);
    if (!assembler_.is_empty()) throw ProtocolError("The rest is no message.");
  }

  void act();
  void act_on_handles(unsigned action);

  ByteSource source_;
  bool uses_both_ = false;
  std::uint64_t questions_ = 0;
  Session session_;
  MessageAssembler assembler_;
  SharedMapping staging_;
  std::uint32_t sequence_ = 0;
  std::vector<std::uint64_t> modules_, addresses_, events_, textures_, shared_;
  std::vector<std::uint64_t> streams_{0};
};

void Client::act() {
  BodyWriter body;
  const unsigned action = source_.take<std::uint8_t>() % 40;
  switch (action) {
    case 0:
      return send_noise();
    case 1:
      return send_raw();
    case 2: {
      const auto text = source_.take_bytes(source_.take<std::uint16_t>() % 4096);
      return load({reinterpret_cast<const char*>(text.data()), text.size()});
    }
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
      return launch();
    case 9:
      return copy(Opcode::copy_to_device);
    case 10:
      return copy(Opcode::copy_to_host);
    case 11:
      put(body, box());
      put(body, box());
      body.put(stream());
      body.put(flag());
      ask(Opcode::copy_on_device, body.take());
      return;
    case 12:
      put(body, box());
      body.put(number32());
      body.put(source_.take<std::uint8_t>());
      body.put(stream());
      body.put(flag());
      ask(Opcode::fill, body.take());
      return;
    case 13:
      return load(kProtocolKernels);
    case 14:
      body.put(module());
      body.put_string(name());
      ask(Opcode::kernel_info, body.take());
      return;
    case 15:
      body.put(module());
      body.put_string(name());
      keep<std::uint64_t>(addresses_, ask(Opcode::symbol, body.take()));
      return;
    case 16: {
      TextureRequest request;
      request.image = image();
      for (std::uint8_t& mode : request.address_modes) mode = source_.take<std::uint8_t>() % 5;
      request.is_linear = flag() != 0;
      request.has_normalized_coordinates = flag() != 0;
      request.reads_normalized_float = flag() != 0;
      put(body, request);
      return keep<std::uint64_t>(textures_, ask(Opcode::create_texture, body.take()));
    }
    case 17:
      put(body, image());
      return keep<std::uint64_t>(textures_, ask(Opcode::create_surface, body.take()));
    case 18: {
      const auto bytes = source_.take_bytes(source_.take<std::uint8_t>());
      const auto space = staging_.bytes();
      std::copy_n(bytes.begin(), std::min(bytes.size(), space.size()), space.begin());
      return;
    }
    case 19:
      ask(Opcode::hello, {});
      for (auto* handles : {&modules_, &addresses_, &events_, &textures_, &shared_}) {
        handles->clear();
      }
      return load(kProtocolKernels);
    default:
      return act_on_handles(action);
  }
}

void Client::act_on_handles(unsigned action) {
  BodyWriter body;
  switch (action) {
    case 20:
    case 21:
      body.put(source_.take_number());
      return keep<std::uint64_t>(addresses_, ask(Opcode::allocate, body.take()));
    case 22:
      body.put(address());
      ask(Opcode::release, body.take());
      return;
    case 23:
      shared_.push_back(address());
      addresses_.push_back(shared_.back());
      body.put(shared_.back());
      body.put(source_.take_number());
      ask(Opcode::share_memory, body.take());
      return;
    case 24:
      body.put(one_of(shared_));
      ask(Opcode::unshare_memory, body.take());
      return;
    case 25:
      body.put(flag());
      return keep<std::uint32_t>(streams_, ask(Opcode::create_stream, body.take()));
    case 26:
      return keep<std::uint32_t>(events_, ask(Opcode::create_event, {}));
    case 27:
    case 28:
    case 29:
    case 30:
    case 31:
    case 32: {
      constexpr std::array kOneHandle{Opcode::destroy_stream,  Opcode::synchronize,
                                      Opcode::destroy_event,   Opcode::synchronize_event,
                                      Opcode::destroy_texture, Opcode::destroy_surface};
      const Opcode opcode = kOneHandle.at(action - 27);
      if (action >= 31) {
        body.put(one_of(textures_));
      } else {
        body.put(action < 29 ? stream() : event());
      }
      ask(opcode, body.take());
      return;
    }
    case 33:
      body.put(event());
      body.put(stream());
      ask(Opcode::record_event, body.take());
      return;
    case 34:
      body.put(stream());
      body.put(event());
      ask(Opcode::wait_event, body.take());
      return;
    case 35:
      body.put(event());
      body.put(event());
      ask(Opcode::elapsed_time, body.take());
      return;
    case 36:
      body.put(number32());
      ask(Opcode::get_limit, body.take());
      return;
    case 37:
      body.put(number32());
      body.put(source_.take_number());
      ask(Opcode::set_limit, body.take());
      return;
    case 38:
      ask(flag() != 0 ? Opcode::take_output : Opcode::memory_info, {});
      return;
    default:
      body.put_string(name());
      ask(Opcode::unsupported_call, body.take());
      return;
  }
}

}  // namespace

void protocol(std::span<const std::byte> bytes) {
  try {
    Client(bytes).run();
  } catch (const ProtocolError&) {
    // The connection would end here.
  }
}

}  // namespace warpscope::fuzz
