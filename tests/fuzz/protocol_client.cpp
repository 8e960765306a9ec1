#include "tests/fuzz/protocol_client.h"

#include <cstdlib>
#include <cstring>

#include "tests/fuzz/protocol_kernels.h"

namespace warpscope::fuzz {
namespace {

using namespace device;

constexpr std::size_t kMaxActions = 64;

const arch::Profile& small_profile() {
  static const arch::Profile profile = [] {
    arch::Profile mini = arch::load_profile(WARPSCOPE_SOURCE_DIR "/arch/profiles/mini.toml");
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

DeviceOptions make_options(std::uint64_t& questions) {
  DeviceOptions options;
  options.profile = small_profile();
  options.device_count = 2;
  options.instruction_budget = 2000;
  options.log = [](const Event& event) { expect(!to_json_line(event).empty()); };
  options.is_canceled = [&questions] { return ++questions > 10000; };
  return options;
}

}  // namespace

Client::Client(std::span<const std::byte> bytes)
    : source_(bytes), session_(make_options(questions_)) {}

void Client::run() {
  const auto mode = source_.take<std::uint8_t>();
  uses_both_ = mode / 8 % 2 == 1;
  loads_late_ = mode / 16 % 2 == 1;
  if (mode % 8 != 0) greet();
  for (std::size_t i = 0; i < kMaxActions && !source_.is_empty(); ++i) act();
}

void Client::greet() {
  ask(Opcode::hello, {});
  for (auto* handles : {&modules_, &addresses_, &reserved_, &events_, &textures_, &shared_}) {
    handles->clear();
  }
  if (!loads_late_) load(kProtocolKernels);
}

std::uint32_t Client::module() {
  if (loads_late_ && modules_.empty()) load(kProtocolKernels);
  return static_cast<std::uint32_t>(one_of(modules_));
}

std::vector<std::byte> Client::ask(Opcode opcode, std::vector<std::byte> body) {
  ++sequence_;
  // Streams, events and addresses of one device are used on the other.
  const std::uint8_t device = device_.value_or(uses_both_ && sequence_ % 4 == 3 ? 1 : 0);
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
  const auto status = get<Status>(reader);
  std::vector<std::byte> payload;
  if (status.code != 0) return payload;
  payload.assign(reader.rest().begin(), reader.rest().end());
  if (opcode == Opcode::hello) {
    BodyReader description(payload);
    staging_ = SharedMapping(reply.passed_fd, get<DeviceDescription>(description).staging_bytes);
  }
  return payload;
}

void Client::load(std::string_view text) {
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

std::uint64_t Client::one_of(const std::vector<std::uint64_t>& handles) {
  const auto choice = source_.take<std::uint8_t>();
  if (handles.empty() || choice % 8 == 7) return source_.take_number();
  return handles[choice / 8 % handles.size()];
}

std::uint64_t Client::address() {
  const std::uint64_t base = one_of(addresses_);
  const auto choice = source_.take<std::uint8_t>();
  return choice < 192 ? base : base + source_.take_number();
}

std::string Client::name() {
  const auto choice = source_.take<std::uint8_t>();
  if (choice < 128) return {static_cast<char>('a' + choice % 11)};
  if (choice < 160) return "counter";
  if (choice < 192) return "table";
  const auto bytes = source_.take_bytes(choice % 16);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Box Client::box() {
  const auto shape = source_.take<std::uint8_t>() % 4;
  const std::uint64_t begin = address();
  if (shape == 0) return Box::linear(begin, source_.take_number());
  Box box{begin, source_.take_number(), 0, source_.take_number(), source_.take_number(), 1};
  if (shape < 3) return box;
  box.slice_pitch = source_.take_number();
  box.depth = source_.take_number();
  return box;
}

ImageRequest Client::image() {
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

}  // namespace warpscope::fuzz
