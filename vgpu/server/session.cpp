#include "vgpu/server/session.h"

#include <array>
#include <map>
#include <new>
#include <type_traits>
#include <utility>

#include "base/quantity.h"
#include "findings/catalogue.h"
#include "vgpu/protocol/cuda_error.h"
#include "vgpu/protocol/exchanges.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {
namespace {

struct Handler {
  Opcode opcode;
  BodyWriter (*answer)(DeviceState&, BodyReader&);
  /// Answered even after a launch went wrong.
  bool survives_sticky_error = false;
};

/// Reads the fields of a request, has them handled, and writes those of the reply.
template <Opcode opcode, auto handler>
BodyWriter answer(DeviceState& device, BodyReader& body) {
  const auto request = get<typename Exchange<opcode>::Request>(body);
  body.expect_end();
  using Result = decltype(handler(device, request));
  BodyWriter reply;
  if constexpr (std::is_void_v<Result>) {
    static_assert(std::is_same_v<typename Exchange<opcode>::Reply, Nothing>);
    handler(device, request);
  } else {
    static_assert(std::is_same_v<typename Exchange<opcode>::Reply, Result>);
    put(reply, handler(device, request));
  }
  return reply;
}

template <Opcode opcode, auto handler>
constexpr Handler kCommand{opcode, answer<opcode, handler>};
template <Opcode opcode, auto handler>
constexpr Handler kCommandAfterErrors{opcode, answer<opcode, handler>, true};

constexpr std::array kCommands{
    kCommand<Opcode::upload, upload>,
    kCommand<Opcode::load_module, load_module>,
    kCommand<Opcode::kernel_info, kernel_info>,
    kCommand<Opcode::symbol, symbol>,
    kCommand<Opcode::allocate, allocate>,
    kCommand<Opcode::release, release>,
    kCommand<Opcode::memory_info, memory_info>,
    kCommand<Opcode::copy_to_device, copy_to_device>,
    kCommand<Opcode::copy_to_host, copy_to_host>,
    kCommand<Opcode::copy_on_device, copy_on_device>,
    kCommand<Opcode::fill, fill>,
    kCommand<Opcode::launch, launch>,
    kCommandAfterErrors<Opcode::take_output, take_output>,
    kCommand<Opcode::create_stream, create_stream>,
    kCommand<Opcode::destroy_stream, destroy_stream>,
    kCommand<Opcode::synchronize, synchronize>,
    kCommand<Opcode::create_event, create_event>,
    kCommand<Opcode::destroy_event, destroy_event>,
    kCommand<Opcode::record_event, record_event>,
    kCommand<Opcode::wait_event, wait_event>,
    kCommand<Opcode::synchronize_event, synchronize_event>,
    kCommand<Opcode::elapsed_time, elapsed_time>,
    kCommand<Opcode::create_texture, create_texture>,
    kCommand<Opcode::destroy_texture, destroy_texture>,
    kCommand<Opcode::create_surface, create_surface>,
    kCommand<Opcode::destroy_surface, destroy_surface>,
    kCommand<Opcode::get_limit, get_limit>,
    kCommand<Opcode::set_limit, set_limit>,
    kCommand<Opcode::reset_device, reset_device>,
    kCommand<Opcode::reserve, reserve>,
    kCommand<Opcode::allocate_at, allocate_at>,
    kCommand<Opcode::set_peer_access, set_peer_access>,
    kCommand<Opcode::set_grant, set_grant>,
    kCommand<Opcode::share_memory, share_memory>,
    kCommand<Opcode::borrow_memory, borrow_memory>,
    kCommand<Opcode::unshare_memory, unshare_memory>,
    kCommandAfterErrors<Opcode::unsupported_call, unsupported_call>,
    kCommandAfterErrors<Opcode::host_site, host_site>,
    kCommandAfterErrors<Opcode::host_mistake, host_mistake>,
    kCommandAfterErrors<Opcode::host_reaction, host_reaction>,
    kCommandAfterErrors<Opcode::host_operation, host_operation>,
    kCommandAfterErrors<Opcode::host_use, host_use>,
    kCommandAfterErrors<Opcode::host_case, host_case>,
    kCommandAfterErrors<Opcode::host_ranges, host_ranges>,
};

const Handler& handler_of(Opcode opcode) {
  for (const Handler& handler : kCommands) {
    if (handler.opcode == opcode) return handler;
  }
  throw ProtocolError("A request has the unknown opcode " +
                      std::to_string(static_cast<unsigned>(opcode)) + ".");
}

Reply reply_to(const Message& request, Status status, BodyWriter payload = {}) {
  if (status.message.size() > kMaxNameBytes) status.message.resize(kMaxNameBytes);
  BodyWriter writer;
  put(writer, status);
  Reply reply;
  reply.message.opcode = request.opcode;
  reply.message.sequence = request.sequence;
  reply.message.device = request.device;
  reply.message.body = writer.take();
  const std::vector<std::byte> rest = payload.take();
  reply.message.body.insert(reply.message.body.end(), rest.begin(), rest.end());
  return reply;
}

/// What the request borrowed is given back at its end.
class GivesBack {
 public:
  explicit GivesBack(Machine& machine) : machine_(machine) {}
  ~GivesBack() {
    for (const auto& [address, region] : machine_.shared) {
      if (region.borrowed) region.borrowed->give_back();
    }
  }
  GivesBack(const GivesBack&) = delete;
  GivesBack& operator=(const GivesBack&) = delete;

 private:
  Machine& machine_;
};

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

void Session::begin_case(std::uint32_t case_index, bool is_checked, std::uint32_t schedule) {
  end_case();
  progress_.case_index = case_index;
  progress_.is_checked = is_checked;
  progress_.schedule = schedule;
  progress_.first_launch_id = progress_.next_launch_id;
  progress_.checked_accesses = 0;
  progress_.step_candidates = 0;
  progress_.watched_launches.clear();
  progress_.sampled_launches.clear();
  progress_.exchanged_inputs = {};
  progress_.returned.begin(options_.returned_fd);
  if (!machine_) return;
  machine_->forget_operations();
  // A case takes as long whichever came before.
  for (std::size_t i = 0; i < machine_->device_count(); ++i) {
    if (auto& contents = machine_->device(static_cast<std::uint32_t>(i)).l2_contents)
      contents->clear();
  }
}

void Session::keep_shared_memory() {
  if (!machine_) return;
  for (auto& [address, region] : machine_->shared)
    progress_.returned.add(region.bytes_of(address), true);
}

void Session::end_case() {
  if (!machine_) return;
  for (Diagnosed& wait : machine_->needless_waits.take(machine_->clock))
    machine_->device(0).diagnose(std::move(wait.finding), wait.call);
  for (std::uint32_t i = 0; i < machine_->device_count(); ++i) {
    DeviceState& device = machine_->device(i);
    if (!progress_.case_index && machine_->sticky_error == 0) tell_of_heap(device);
    const auto unfreed = std::exchange(device.allocations_of_case, {});
    if (!progress_.case_index || unfreed.empty()) continue;
    std::uint64_t bytes = 0;
    for (const auto& [address, size] : unfreed) bytes += size;
    record::Finding finding = make_finding("memory-not-freed");
    finding.cause = std::to_string(unfreed.size()) +
                    (unfreed.size() == 1 ? " allocation of " : " allocations of together ") +
                    std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes") +
                    " were still there when the case had ended.";
    if (unfreed.size() == 1) finding.cause.replace(finding.cause.rfind("were"), 4, "was");
    device.diagnose(std::move(finding));
  }
  Machine& machine = *machine_;
  std::erase_if(machine.streams_of_case, [&](auto id) { return !machine.clock.has_stream(id); });
  std::erase_if(machine.events_of_case, [&](auto id) { return !machine.events.contains(id); });
  tell_of_left("stream", std::exchange(machine.streams_of_case, {}).size());
  tell_of_left("event", std::exchange(machine.events_of_case, {}).size());
}

/// Diagnoses what kernels of a program without cases have left on the heap, by the line that asked
/// for it.
void Session::tell_of_heap(DeviceState& device) {
  if (!options_.watches_host) return;
  struct Left {
    std::uint64_t count = 0, bytes = 0;
  };
  std::map<record::SourceLine, Left> left;
  device.memory.for_each_live([&](const memory::Allocation& allocation) {
    if (!allocation.is_on_heap || allocation.origin.line == 0) return;
    Left& of = left[{allocation.origin.file, allocation.origin.line}];
    ++of.count;
    of.bytes += allocation.size_bytes;
  });
  for (const auto& [where, of] : left) {
    record::Finding finding = make_finding("memory-not-freed");
    finding.where = where;
    finding.cause = (of.count == 1 ? "An allocation of " + bytes_text(of.bytes) + " that a kernel"
                                   : std::to_string(of.count) + " allocations of together " +
                                         bytes_text(of.bytes) + " that kernels") +
                    " made with malloc() or new " + (of.count == 1 ? "was" : "were") +
                    " still there when the program had ended: free() or delete in a kernel gives "
                    "them back, and cudaFree() does not.";
    device.diagnose(std::move(finding), HostCall{0, 0});
  }
}

/// Diagnoses `count` things of this kind, "stream" or "event", that a case has left.
void Session::tell_of_left(const std::string& kind, std::size_t count) {
  if (!progress_.case_index || count == 0) return;
  record::Finding finding = make_finding(kind + "-not-destroyed");
  finding.cause = std::to_string(count) + " " + kind + (count == 1 ? " was" : "s were") +
                  " still there when the case had ended.";
  machine_->device(0).diagnose(std::move(finding));
}

Reply Session::handle(const Message& request) {
  progress_.is_stopped = false;
  if (request.opcode == Opcode::hello) return hello(request);
  const Handler& handler = handler_of(request.opcode);
  if (!machine_) throw ProtocolError("A request came before the greeting.");
  DeviceState& device = machine_->device(request.device);
  if (machine_->sticky_error != cuda_error::success && !handler.survives_sticky_error) {
    return reply_to(request, {machine_->sticky_error, {}});
  }
  try {
    BodyReader fields(request.body);
    const GivesBack gives_back(*machine_);
    Reply reply = reply_to(request, {}, handler.answer(device, fields));
    reply.owned_fd = std::exchange(machine_->outgoing_fd, UniqueFd());
    reply.passed_fd = reply.owned_fd.get();
    return reply;
  } catch (const CommandError& error) {
    return reply_to(request, error.status());
  } catch (const std::bad_alloc&) {
    auto finding = make_finding("memory-exhausted");
    finding.cause = "A call of the program wanted more than there is.";
    device.diagnose(std::move(finding));
    return reply_to(request, {cuda_error::memory_allocation,
                              "The machine that simulates the GPU has no memory left."});
  }
}

}  // namespace warpscope::device
