// One program's conversation with the devices: takes requests, gives replies.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "vgpu/protocol/message.h"
#include "vgpu/server/device_state.h"

namespace warpscope::device {

struct Reply {
  Message message;
  int passed_fd = -1;  ///< to send along; owned by the session or by owned_fd
  UniqueFd owned_fd;
};

class Session {
 public:
  explicit Session(DeviceOptions options) : options_(std::move(options)) {}

  /// Answers one request. Errors of the program are in the reply; ProtocolError when the request
  /// breaks the protocol, after which the connection should be closed.
  Reply handle(const Message& request);

  /// Launches and transfers from now on belong to this case; the one before is over.
  /// `is_checked`: its launches, where the devices check any; `schedule`: BeginCase has it.
  void begin_case(std::uint32_t case_index, bool is_checked = true, std::uint32_t schedule = 0);
  /// Of the case that has begun: none, unless this is called.
  void exchange_inputs(std::vector<origin::ExchangedInputs::Arrays> inputs) {
    progress_.exchanged_inputs.set(std::move(inputs));
  }
  /// For ReturnedArrays: what the program could see of it, when it has ended.
  void keep_shared_memory();
  /// Diagnoses device memory that the case has allocated and not freed, streams and events that it
  /// has made and not destroyed, and waits of streams that nothing needed; without cases the
  /// latter, and what kernels have left on the heap.
  void end_case();

  /// The launch that runs is to end; from any thread that DeviceOptions::is_canceled is asked by.
  void stop_launch() { progress_.is_stopped = true; }
  /// Since the request began that is being handled.
  bool is_stopped() const { return progress_.is_stopped; }

  const DeviceOptions& options() const { return options_; }
  /// Memory of all devices that the program holds; 0 before `hello`.
  std::uint64_t used_bytes() const { return machine_ ? machine_->used_bytes() : 0; }

 private:
  Reply hello(const Message& request);
  void tell_of_left(const std::string& kind, std::size_t count);
  void tell_of_heap(DeviceState& device);

  DeviceOptions options_;
  RunProgress progress_;
  std::unique_ptr<Machine> machine_;  ///< from the first `hello` on
};

}  // namespace warpscope::device
