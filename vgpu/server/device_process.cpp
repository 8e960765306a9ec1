#include "vgpu/server/device_process.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "arch/profile.h"
#include "findings/catalogue.h"
#include "record/metrics.h"
#include "vgpu/exec/counters.h"
#include "vgpu/protocol/exchanges.h"
#include "vgpu/protocol/socket_io.h"
#include "vgpu/server/control_link.h"
#include "vgpu/server/session.h"

namespace warpscope::device {
namespace {

/// A program that does not take its replies for this long has lost its connection.
constexpr timeval kSendLimit{10, 0};
/// Somebody who shows progress notices a launch's end much sooner.
constexpr auto kMostUnnoticed = std::chrono::seconds(1);
/// Bytes of replies that are kept back until they go in one piece.
constexpr std::size_t kMostTogether = std::size_t{64} << 10;

/// What the virtual GPU can tell and be told with these options.
record::Capabilities capabilities_of(const Options& options) {
  record::Capabilities capabilities;
  for (const exec::CounterDescription& description : exec::counter_descriptions()) {
    if (description.needs_l1 && !options.models_l1)
      capabilities.left_out_counters.emplace_back(description.metric);
  }
  if (options.ptxas.empty()) {
    for (const auto metric :
         {record::metric::kMachineInstructions, record::metric::kMachineThreadInstructions})
      capabilities.left_out_counters.emplace_back(metric);
  }
  if (options.checks) capabilities.checks = {"races"};
  // What blocks that are left out would have written is nobody's mistake.
  if (options.checks && options.sample_blocks == 0)
    capabilities.checks.emplace_back("unwritten-memory");
  if (options.compares_orders) capabilities.checks.emplace_back("orders");
  if (options.watches_host) capabilities.checks.emplace_back("host");
  capabilities.follows_data = options.follows_data;
  capabilities.can_stop = true;
  capabilities.tells_warp_states = options.uses_clock;
  capabilities.tries_changes = options.uses_clock && options.tries_changes;
  return capabilities;
}

record::Device record_of(const DeviceOptions& options) {
  const arch::Profile& profile = options.profile;
  record::Device device;
  device.id = "virtual:" + profile.name;
  device.name = profile.title;
  device.counters = record::Provenance::exact_count;
  device.times = record::Provenance::modelled;
  device.sm_count = profile.sm.count;
  device.clock_hz = profile.sm.clock_hz;
  device.dram_bytes_per_s = profile.memory.dram_bytes_per_s;
  device.multiprocessor = static_cast<const arch::Multiprocessor&>(profile.sm);
  device.compute_capability = profile.compute_capability.text();
  device.capabilities = capabilities_of(options);
  return device;
}

/// What the runner tells first.
Options wait_for_options(ControlLink& control) {
  const auto command = control.wait_for_command();
  if (!command)
    throw std::runtime_error("the runner was gone before it had told the device's options");
  if (const auto* start = std::get_if<Start>(&*command)) return start->options;
  throw std::runtime_error("the first command is not the one with the device's options");
}

/// Without log and is_canceled.
DeviceOptions device_options(const Options& told, int returned_fd) {
  DeviceOptions options;
  static_cast<Options&>(options) = told;
  options.profile = arch::load_profile(told.profile_path);
  if (told.copy_engines != 0) options.profile.copy_engines = told.copy_engines;
  options.compares_orders = told.checks && told.compares_orders;
  options.returned_fd = returned_fd;
  return options;
}

class Process {
 public:
  Process(Connections connections, ControlLink control, DeviceOptions options)
      : client_(std::move(connections.client)),
        inputs_(std::move(connections.inputs)),
        returned_(std::move(connections.returned)),
        control_(std::move(control)),
        session_(with_callbacks(std::move(options))) {
    setsockopt(client_.get(), SOL_SOCKET, SO_SNDTIMEO, &kSendLimit, sizeof kSendLimit);
  }

  void run() {
    control_.send(Started{record_of(session_.options())});
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
  DeviceOptions with_callbacks(DeviceOptions options) {
    options.log = [this](const Event& event) {
      control_.send(event);
      note_progress(event);
    };
    options.is_canceled = [this] { return is_canceled(); };
    options.wait_for_step = [this] { return wait_for_step(); };
    options.is_step_interrupted = [this] { return is_step_interrupted(); };
    options.bring_memory = [this](std::uint64_t address) { bring_memory(address); };
    return options;
  }

  /// Has the program put the bytes of memory that it lends into our copy, while a request of it is
  /// handled; by any thread of a launch.
  void bring_memory(std::uint64_t address) {
    const std::lock_guard lock(bringing_);
    if (bring_trouble_) return;
    try {
      BodyWriter body;
      put(body, Address{address});
      const Message message{Opcode::bring_memory, 0, body.take()};
      send_all(client_.get(), encode(message));
      while (true) {
        const auto answer = wait_for_message();
        if (answer.opcode == Opcode::bring_memory) return;
        early_.push_back(answer);  // came together with the request that is handled
      }
    } catch (const std::exception&) {
      bring_trouble_ = std::current_exception();
    }
  }

  Message wait_for_message() {
    std::array<std::byte, 4096> buffer;
    while (true) {
      if (auto message = assembler_.next()) return std::move(*message);
      const std::size_t count = receive_some(client_.get(), buffer);
      if (count == 0) throw ProtocolError("The program ended while its memory was needed.");
      assembler_.append(std::span(buffer).first(count));
    }
  }

  std::optional<Message> next_request() {
    if (early_.empty()) return assembler_.next();
    Message first = std::move(early_.front());
    early_.pop_front();
    return first;
  }

  /// Whether the launch is to end: the runner said so, or nobody waits for it any more. Small
  /// launches ask thousands of times in a second, and each answer takes calls of the kernel: one
  /// that is a millisecond old will do. Asked by one thread at a time.
  bool is_canceled() {
    constexpr auto kBetweenLooks = std::chrono::milliseconds(1);
    const auto now = std::chrono::steady_clock::now();
    if (now >= next_look_ && !is_canceled_) {
      next_look_ = now + kBetweenLooks;
      hear_during_launch();
      is_canceled_ = trouble_ != nullptr || control_.is_closed() || is_hung_up(client_.get());
    }
    return is_canceled_ || session_.is_stopped();
  }

  /// While a launch stands still: what it is to do next; nothing when it is to end.
  std::optional<StepCommand> wait_for_step() {
    while (true) {
      hear_during_launch();
      while (!steps_.empty()) {
        StepCommand next = std::move(steps_.front());
        steps_.pop_front();
        // What it meant is done already.
        if (next.action != StepCommand::Action::interrupt) return next;
      }
      if (trouble_ || control_.is_closed() || is_hung_up(client_.get()) || session_.is_stopped())
        return std::nullopt;
      pollfd entries[] = {{control_.fd(), POLLIN, 0}, {client_.get(), 0, 0}};
      if (poll(entries, std::size(entries), -1) < 0 && errno != EINTR) return std::nullopt;
    }
  }

  /// While it goes on as one said: whether the next one is there already.
  bool is_step_interrupted() {
    hear_during_launch();
    return !steps_.empty();
  }

  /// Obeys what is meant for the launch that runs, and keeps the rest for its end.
  void hear_during_launch() {
    try {
      for (Command& command : control_.take_commands()) {
        if (const auto* stop = std::get_if<Stop>(&command)) {
          session_.stop_launch();
          obeyed_.push_back(stop->command_id);
        } else if (std::holds_alternative<Noticed>(command)) {
          unnoticed_ -= unnoticed_ > 0 ? 1 : 0;
        } else if (auto* step = std::get_if<StepCommand>(&command)) {
          steps_.push_back(std::move(*step));
        } else {
          waiting_.push_back(std::move(command));
        }
      }
    } catch (const std::exception&) {
      trouble_ = std::current_exception();  // for the loop, which knows what to do with it
    }
  }

  /// Of each launch that progress was told of, the end is to be noticed.
  void note_progress(const Event& event) {
    if (std::holds_alternative<LaunchProgressed>(event)) has_told_progress_ = true;
    if (std::holds_alternative<LaunchEnded>(event) && std::exchange(has_told_progress_, false))
      ++unnoticed_;
  }

  /// Until the runner has noticed the ends of launches that it was told of, for a while.
  void wait_for_notice() {
    const auto deadline = std::chrono::steady_clock::now() + kMostUnnoticed;
    while (unnoticed_ > 0 && !trouble_ && !control_.is_closed()) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
      pollfd entry{control_.fd(), POLLIN, 0};
      if (left.count() <= 0 || poll(&entry, 1, static_cast<int>(left.count())) == 0) break;
      hear_during_launch();
    }
    unnoticed_ = 0;
  }

  /// A request has been handled, and with it its launch.
  void end_launch() {
    has_told_progress_ = false;
    if (unnoticed_ > 0) wait_for_notice();
    if (trouble_) std::rethrow_exception(trouble_);
    if (bring_trouble_) std::rethrow_exception(bring_trouble_);
    for (const std::uint64_t id : std::exchange(obeyed_, {})) control_.send(Acknowledged{id});
  }

  void diagnose(record::Finding finding, const char* cause) {
    finding.cause = cause;
    control_.send(Diagnosed{std::move(finding)});
  }

  /// Waits for something to do and does it; false when it is over.
  bool serve_once() {
    std::array<pollfd, 2> entries{pollfd{control_.fd(), POLLIN, 0},
                                  pollfd{client_.get(), POLLIN, 0}};
    if (poll(entries.data(), entries.size(), waiting_.empty() ? -1 : 0) < 0) {
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
    for (const Command& command : std::exchange(waiting_, {})) obey(command);
    for (const Command& command : control_.take_commands()) obey(command);
  }

  /// While no launch runs.
  void obey(const Command& command) {
    if (const auto* begin = std::get_if<BeginCase>(&command)) {
      session_.begin_case(begin->case_index, begin->is_checked, begin->schedule);
      session_.exchange_inputs(exchanged_inputs(*begin));
      control_.send(Acknowledged{begin->command_id});
    } else if (const auto* stop = std::get_if<Stop>(&command)) {
      control_.send(Acknowledged{stop->command_id});
    } else if (std::holds_alternative<Start>(command)) {
      throw std::runtime_error("its options came a second time");
    }
  }

  std::vector<origin::ExchangedInputs::Arrays> exchanged_inputs(const BeginCase& command) const {
    std::vector<origin::ExchangedInputs::Arrays> inputs;
    off_t at = 0;
    for (const auto& [bytes, match_by] : command.exchanged) {
      origin::ExchangedInputs::Arrays input;
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
      while (const auto request = next_request()) {
        const Reply reply = session_.handle(*request);
        end_launch();
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
  std::deque<StepCommand> steps_;      ///< for a launch that stands still
  std::vector<Command> waiting_;       ///< came while a launch ran
  std::vector<std::uint64_t> obeyed_;  ///< ids of those that were meant for it
  bool has_told_progress_ = false;     ///< of the launch that runs
  std::uint32_t unnoticed_ = 0;        ///< launches that have ended of which progress was told
  std::exception_ptr trouble_;         ///< something came that is no command
  std::mutex bringing_;                ///< one thread asks the program for memory
  std::exception_ptr bring_trouble_;   ///< it did not come
  std::deque<Message> early_;          ///< requests that came before the memory
};

}  // namespace

void serve(Connections connections) {
  ControlLink control(std::move(connections.control));
  auto options = device_options(wait_for_options(control), connections.returned.get());
  Process(std::move(connections), std::move(control), std::move(options)).run();
}

}  // namespace warpscope::device
