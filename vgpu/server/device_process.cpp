#include "vgpu/server/device_process.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>
#include <vector>

#include "findings/catalogue.h"
#include "vgpu/protocol/socket_io.h"
#include "vgpu/server/control_link.h"
#include "vgpu/server/session.h"

namespace warpscope::device {
namespace {

/// A program that does not take its replies for this long has lost its connection.
constexpr timeval kSendLimit{10, 0};
/// Bytes of replies that are kept back until they go in one piece.
constexpr std::size_t kMostTogether = std::size_t{64} << 10;

record::Device record_of(const timing::Profile& profile) {
  record::Device device;
  device.id = "virtual:" + profile.name;
  device.name = profile.title;
  device.counters = record::Provenance::exact_count;
  device.times = record::Provenance::modelled;
  device.sm_count = profile.sm.count;
  device.clock_hz = profile.sm.clock_hz;
  device.dram_bytes_per_s = profile.memory.dram_bytes_per_s;
  device.compute_capability =
      std::to_string(profile.compute_major) + "." + std::to_string(profile.compute_minor);
  return device;
}

class Process {
 public:
  explicit Process(ProcessOptions options)
      : client_(std::move(options.client)),
        inputs_(std::move(options.inputs)),
        returned_(std::move(options.returned)),
        control_(std::move(options.control)),
        session_(session_options(options)) {
    setsockopt(client_.get(), SOL_SOCKET, SO_SNDTIMEO, &kSendLimit, sizeof kSendLimit);
    control_.send(Started{record_of(options.profile)});
  }

  void run() {
    bool is_orderly = false;
    try {
      while (serve_once()) {
      }
      is_orderly = assembler_.is_empty();
      session_.end_case();
      session_.keep_shared_memory();
    } catch (const ProtocolError& error) {
      diagnose(make_finding("broken-connection"), error.what());
    } catch (const std::system_error&) {
      // The program does not read or is gone: not orderly, and nothing else to say.
    } catch (const std::exception& error) {
      diagnose(make_finding("device-error", "of the process"), error.what());
    }
    client_.reset();
    control_.send(Finished{is_orderly});
  }

 private:
  DeviceOptions session_options(const ProcessOptions& options) {
    DeviceOptions device;
    device.profile = options.profile;
    device.device_count = options.device_count;
    device.instruction_budget = options.instruction_budget;
    device.worker_threads = options.worker_threads;
    device.models_l1 = options.models_l1;
    device.checks = options.checks;
    device.most_checked_threads = options.most_checked_threads;
    device.most_checked_accesses = options.most_checked_accesses;
    device.compares_orders = options.compares_orders;
    device.schedule = options.schedule;
    device.watches_host = options.watches_host;
    device.follows_data = options.follows_data;
    device.returned_fd = returned_.get();
    device.log = [this](const Event& event) { control_.send(event); };
    device.is_canceled = [this] { return is_canceled(); };
    return device;
  }

  /// Whether nobody waits for the launch any more. Small launches ask thousands of times in a
  /// second, and each answer takes two calls of the kernel: one that is a millisecond old will do.
  /// Asked by one thread at a time.
  bool is_canceled() {
    constexpr auto kBetweenLooks = std::chrono::milliseconds(1);
    const auto now = std::chrono::steady_clock::now();
    if (is_canceled_ || now < next_look_) return is_canceled_;
    next_look_ = now + kBetweenLooks;
    is_canceled_ = control_.is_closed() || is_hung_up(client_.get());
    return is_canceled_;
  }

  void diagnose(record::Finding finding, const char* cause) {
    finding.cause = cause;
    control_.send(Diagnosed{std::move(finding)});
  }

  /// Waits for something to do and does it; false when it is over.
  bool serve_once() {
    std::array<pollfd, 2> entries{pollfd{control_.fd(), POLLIN, 0},
                                  pollfd{client_.get(), POLLIN, 0}};
    if (poll(entries.data(), entries.size(), -1) < 0) {
      if (errno == EINTR) return true;
      throw std::system_error(errno, std::generic_category(), "cannot wait for the program");
    }
    // The program first: it hears of a case only when we have told the runner that it begins, so
    // what it asked for before that belongs to the case before.
    const bool has_requests = entries[1].revents != 0;
    if (has_requests && !take_requests()) return false;
    if (!has_requests) take_commands();
    return !control_.is_closed();
  }

  void take_commands() {
    for (const BeginCase& command : control_.take_commands()) {
      session_.begin_case(command.case_index, command.is_checked, command.schedule);
      session_.exchange_inputs(exchanged_inputs(command));
      control_.send(Acknowledged{command.command_id});
    }
  }

  std::vector<ExchangedInput> exchanged_inputs(const BeginCase& command) const {
    std::vector<ExchangedInput> inputs;
    off_t at = 0;
    for (const auto& [bytes, match_by] : command.exchanged) {
      ExchangedInput input;
      input.match_by = match_by;
      for (auto* array : {&input.shown, &input.held}) {
        array->resize(bytes);
        if (pread(inputs_.get(), array->data(), bytes, at) != static_cast<ssize_t>(bytes))
          throw std::runtime_error("the inputs to exchange are not there");
        at += static_cast<off_t>(bytes);
      }
      inputs.push_back(std::move(input));
    }
    return inputs;
  }

  bool take_requests() {
    std::array<std::byte, std::size_t{64} << 10> buffer;
    const Received received = receive_available(client_.get(), buffer);
    if (received.would_block) return true;
    if (received.count == 0) return false;
    assembler_.append(std::span(buffer).first(received.count));
    answer_all();
    return true;
  }

  /// Replies to requests that came together go back together.
  void answer_all() {
    std::vector<std::byte> replies;
    try {
      while (const auto request = assembler_.next()) {
        const Reply reply = session_.handle(*request);
        const auto bytes = encode(reply.message);
        const bool has_descriptor = reply.passed_fd >= 0;
        if (has_descriptor || replies.size() + bytes.size() > kMostTogether)
          send_all(client_.get(), std::exchange(replies, {}));
        if (has_descriptor) {
          send_all(client_.get(), bytes, reply.passed_fd);
        } else {
          replies.insert(replies.end(), bytes.begin(), bytes.end());
        }
      }
    } catch (const ProtocolError&) {
      send_all(client_.get(), replies);
      throw;
    }
    send_all(client_.get(), replies);
  }

  UniqueFd client_, inputs_, returned_;
  ControlLink control_;
  Session session_;
  MessageAssembler assembler_;
  std::chrono::steady_clock::time_point next_look_{};
  bool is_canceled_ = false;
};

}  // namespace

void serve(ProcessOptions options) { Process(std::move(options)).run(); }

}  // namespace warpscope::device
