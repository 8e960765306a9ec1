// A client that sends what no runtime library sends.
//
// The bytes are a list of actions: one byte says which, the rest its fields, most of them one byte
// each (ByteSource::take_number). Handles and addresses are drawn from those that the device has
// given out, or are numbers of the fuzzer's own; a field of a well-formed request is hostile far
// more often than its length, so a request is well formed unless the action says otherwise.
#include <algorithm>
#include <array>

#include "tests/fuzz/fuzzers.h"
#include "tests/fuzz/protocol_client.h"
#include "tests/fuzz/protocol_kernels.h"

namespace warpscope::fuzz {

using namespace device;

void Client::copy(Opcode direction) {
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

void Client::launch() {
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
void Client::send_noise() {
  const auto opcode = static_cast<Opcode>(source_.take<std::uint8_t>());
  const auto bytes = source_.take_bytes(source_.take<std::uint8_t>());
  ask(opcode, {bytes.begin(), bytes.end()});
}

/// Bytes that need not be a request.
void Client::send_raw() {
  assembler_.append(source_.take_bytes(source_.take<std::uint8_t>()));
  while (const auto message = assembler_.next()) session_.handle(*message);
  if (!assembler_.is_empty()) throw ProtocolError("The rest is no message.");
}

void Client::act() {
  BodyWriter body;
  constexpr unsigned kOnDevices = 240;
  const auto choice = source_.take<std::uint8_t>();
  if (choice >= kOnDevices) return act_on_devices(choice - kOnDevices);
  const unsigned action = choice % 40;
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
      return greet();
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

/// What belongs to a device or to several: whom the requests go to, access, addresses without
/// memory and memory at them (nodes of graphs), the whole device.
void Client::act_on_devices(unsigned action) {
  BodyWriter body;
  switch (action) {
    case 0:
    case 1:
      device_ = action;
      return;
    case 2: {
      const auto chosen = source_.take<std::uint8_t>();
      device_ = chosen;
      if (chosen >= kMostDevices) device_.reset();
      return;
    }
    case 3:
    case 4:
      body.put(source_.take<std::uint8_t>() % 3U);
      body.put(flag());
      ask(Opcode::set_peer_access, body.take());
      return;
    case 5:
      body.put(address());
      body.put(std::uint32_t{source_.take<std::uint8_t>()});
      ask(Opcode::set_grant, body.take());
      return;
    case 6:
    case 7:
    case 8:
      body.put(source_.take_number());
      return keep<std::uint64_t>(reserved_, ask(Opcode::reserve, body.take()));
    case 9:
    case 10:
    case 11:
    case 12: {
      std::uint64_t begin = one_of(reserved_);
      if (action == 12) begin += source_.take_number();
      body.put(begin);
      body.put(source_.take_number());
      addresses_.push_back(begin);
      ask(Opcode::allocate_at, body.take());
      return;
    }
    case 13: {
      // Between the devices, whose memory need not reach each other.
      const Box whole = Box::linear(address(), source_.take_number());
      put(body, whole);
      put(body, Box::linear(address(), whole.width));
      body.put(stream());
      body.put(flag());
      ask(Opcode::copy_on_device, body.take());
      return;
    }
    case 14:
      return launch();
    default:
      ask(Opcode::reset_device, {});
      return;
  }
}

void protocol(std::span<const std::byte> bytes) {
  try {
    Client(bytes).run();
  } catch (const ProtocolError&) {
    // The connection would end here.
  }
}

}  // namespace warpscope::fuzz
