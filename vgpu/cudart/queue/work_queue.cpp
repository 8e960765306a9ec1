#include "vgpu/cudart/queue/work_queue.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "vgpu/cudart/basics/failure.h"

namespace warpscope::cudart {
namespace {

/// A real device takes about this many before a launch waits for room.
constexpr std::size_t kMaxQueued = 1024;

}  // namespace

Sequence WorkQueue::enqueue(Connection& connection, Stream& stream,
                            std::span<Stream* const> blocking_streams, Stream& legacy,
                            Perform perform, std::span<std::byte> host_target) {
  if (operations_.size() >= kMaxQueued) perform_all();
  const Sequence sequence = ++last_sequence_;
  if (&stream == &legacy) {
    for (const Stream* other : blocking_streams) stream.progress.merge(other->progress);
  } else if (stream.is_blocking) {
    stream.progress.merge(legacy.progress);
  }
  stream.progress.advance(stream.number, sequence);
  operations_.push_back({&connection, std::move(perform), stream.number, sequence, host_target,
                         std::nullopt, false, std::nullopt, ranges_.now()});
  return sequence;
}

void WorkQueue::mark_host_function(const Progress& progress) {
  show_host_memory(progress);
  operations_.back().is_host_function = true;
  ++host_functions_;
}

void WorkQueue::show_host_memory(const Progress& progress) { operations_.back().shown = progress; }

void WorkQueue::perform(const Operation& operation) {
  Connection& connection = *operation.connection;
  if (operation.shown) deliver(*operation.shown);
  ranges_.tell(connection, operation.ranges.get());
  if (operation.note) connection.post<device::Opcode::host_operation>(*operation.note);
  if (operation.host_target.empty() || host_.covers(operation.stream, operation.sequence)) {
    operation.perform({connection, operation.stream, operation.host_target});
    return;
  }
  Arrival arrival{connection.number(), std::vector<std::byte>(operation.host_target.size()),
                  operation.host_target, operation.stream, operation.sequence};
  operation.perform({connection, operation.stream, arrival.bytes});
  arrivals_.push_back(std::move(arrival));
}

void WorkQueue::perform_all() {
  performed_.wait(mutex_, [&] { return !is_performing_; });
  begin_use_();
  is_performing_ = true;
  const Ending ending(*this);
  std::optional<CudaFailure> first_failure;
  while (!operations_.empty()) {
    const Operation operation = std::move(operations_.front());
    operations_.pop_front();
    if (operation.is_host_function) --host_functions_;
    try {
      perform(operation);
    } catch (const CudaFailure& failure) {
      if (is_sticky(failure.code())) {
        drop_all();
        throw;
      }
      if (!first_failure) first_failure = failure;
    }
  }
  if (first_failure) throw *first_failure;
}

void WorkQueue::deliver(const Progress& up_to) {
  std::erase_if(arrivals_, [&](const Arrival& arrival) {
    if (!up_to.covers(arrival.stream, arrival.sequence)) return false;
    std::copy(arrival.bytes.begin(), arrival.bytes.end(), arrival.host_target.begin());
    return true;
  });
}

void WorkQueue::wait(const Progress& progress) {
  host_.merge(progress);
  begin_use_();
  deliver(host_);  // what was done earlier comes before what is done now
  perform_all();
}

void WorkQueue::drop_all() {
  operations_.clear();
  host_functions_ = 0;
  arrivals_.clear();
}

}  // namespace warpscope::cudart
