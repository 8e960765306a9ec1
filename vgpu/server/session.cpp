#include "vgpu/server/session.h"

#include <array>
#include <new>
#include <utility>

#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {
namespace {

struct Command {
  Opcode opcode;
  BodyWriter (*handler)(DeviceState&, BodyReader&);
  /// Answered even after a launch went wrong.
  bool survives_sticky_error = false;
};

constexpr std::array kCommands{
    Command{Opcode::upload, upload},
    Command{Opcode::load_module, load_module},
    Command{Opcode::kernel_info, kernel_info},
    Command{Opcode::symbol, symbol},
    Command{Opcode::allocate, allocate},
    Command{Opcode::release, release},
    Command{Opcode::memory_info, memory_info},
    Command{Opcode::copy_to_device, copy_to_device},
    Command{Opcode::copy_to_host, copy_to_host},
    Command{Opcode::copy_on_device, copy_on_device},
    Command{Opcode::fill, fill},
    Command{Opcode::launch, launch},
    Command{Opcode::take_output, take_output, true},
    Command{Opcode::create_stream, create_stream},
    Command{Opcode::destroy_stream, destroy_stream},
    Command{Opcode::synchronize, synchronize},
    Command{Opcode::create_event, create_event},
    Command{Opcode::destroy_event, destroy_event},
    Command{Opcode::record_event, record_event},
    Command{Opcode::wait_event, wait_event},
    Command{Opcode::synchronize_event, synchronize_event},
    Command{Opcode::elapsed_time, elapsed_time},
    Command{Opcode::create_texture, create_texture},
    Command{Opcode::destroy_texture, destroy_texture},
    Command{Opcode::create_surface, create_surface},
    Command{Opcode::destroy_surface, destroy_surface},
    Command{Opcode::get_limit, get_limit},
    Command{Opcode::set_limit, set_limit},
    Command{Opcode::reset_device, reset_device},
    Command{Opcode::reserve, reserve},
    Command{Opcode::allocate_at, allocate_at},
    Command{Opcode::set_peer_access, set_peer_access},
    Command{Opcode::set_grant, set_grant},
    Command{Opcode::share_memory, share_memory},
    Command{Opcode::unshare_memory, unshare_memory},
    Command{Opcode::unsupported_call, unsupported_call, true},
};

const Command& command_of(Opcode opcode) {
  for (const Command& command : kCommands) {
    if (command.opcode == opcode) return command;
  }
  throw ProtocolError("A request has the unknown opcode " +
                      std::to_string(static_cast<unsigned>(opcode)) + ".");
}

Reply reply_to(const Message& request, const Status& status, BodyWriter payload = {}) {
  BodyWriter writer;
  put_status(writer, status);
  Reply reply;
  reply.message.opcode = request.opcode;
  reply.message.sequence = request.sequence;
  reply.message.device = request.device;
  reply.message.body = writer.take();
  const std::vector<std::byte> rest = payload.take();
  reply.message.body.insert(reply.message.body.end(), rest.begin(), rest.end());
  return reply;
}

}  // namespace

Reply Session::hello(const Message& request) {
  BodyReader(request.body).expect_end();
  machine_.reset();
  machine_ = std::make_unique<Machine>(options_, progress_);
  BodyWriter payload;
  put(payload, describe(options_));
  Reply reply = reply_to(request, {}, std::move(payload));
  reply.passed_fd = machine_->staging_fd.get();
  return reply;
}

Reply Session::handle(const Message& request) {
  if (request.opcode == Opcode::hello) return hello(request);
  const Command& command = command_of(request.opcode);
  if (!machine_) throw ProtocolError("A request came before the greeting.");
  DeviceState& device = machine_->device(request.device);
  if (machine_->sticky_error != cuda_error::success && !command.survives_sticky_error) {
    return reply_to(request, {machine_->sticky_error, {}});
  }
  try {
    BodyReader fields(request.body);
    Reply reply = reply_to(request, {}, command.handler(device, fields));
    reply.owned_fd = std::exchange(machine_->outgoing_fd, UniqueFd());
    reply.passed_fd = reply.owned_fd.get();
    return reply;
  } catch (const CommandError& error) {
    return reply_to(request, error.status());
  } catch (const std::bad_alloc&) {
    return reply_to(request, {cuda_error::memory_allocation,
                              "The machine that simulates the GPU has no memory left."});
  }
}

}  // namespace warpscope::device
