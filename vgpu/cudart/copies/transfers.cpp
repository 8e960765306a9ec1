#include "vgpu/cudart/copies/transfers.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/recorder.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/watch/host_guards.h"
#include "vgpu/cudart/watch/host_watch.h"

namespace warpscope::cudart {
namespace {

using device::Box;
using device::CopyRequest;
using device::Opcode;
using Work = WorkQueue::Work;

/// Pageable memory up to this size is copied aside during an asynchronous call; more is sent at
/// once.
constexpr std::size_t kMaxCopiedAside = std::size_t{1} << 20;

/// A host-device copy but for the stream and where its bytes are packed.
struct Transport {
  Box on_device, on_host;
  bool is_asynchronous = false;
  bool is_pinned = false;
  device::HostOrder asked{};
};

/// Calls `move_piece(request)` for each piece of the packed bytes [first, first + bytes) that fits
/// the staging memory.
template <typename MovePiece>
void in_pieces(const Work& work, const Transport& transport, std::uint64_t first,
               std::uint64_t bytes, MovePiece&& move_piece) {
  const std::uint64_t staging_bytes = work.connection.staging().size();
  for (const std::uint64_t end = first + bytes; first < end;) {
    CopyRequest request;
    request.box = transport.on_device;
    request.first = first;
    request.bytes = std::min(staging_bytes, end - first);
    request.total_bytes = first == 0 ? *transport.on_device.packed_bytes() : 0;
    request.stream = work.stream;
    request.is_asynchronous = transport.is_asynchronous;
    request.is_pinned = transport.is_pinned;
    request.asked = transport.asked;
    move_piece(request);
    first += request.bytes;
  }
}

/// Packs the bytes [first, first + target.size()) of a box in this process.
void gather(const Box& box, std::uint64_t first, std::span<std::byte> target) {
  const auto* from = reinterpret_cast<const std::byte*>(box.address);
  device::for_each_run(box, first, target.size(),
                       [&](std::uint64_t offset, std::uint64_t packed, std::uint64_t bytes) {
                         std::memcpy(&target[packed - first], from + offset, bytes);
                       });
}

void send_to_device(const Work& work, const Transport& transport) {
  in_pieces(work, transport, 0, *transport.on_host.packed_bytes(), [&](const CopyRequest& piece) {
    gather(transport.on_host, piece.first, work.connection.staging().first(piece.bytes));
    work.connection.request<Opcode::copy_to_device>(piece);
  });
}

/// The packed bytes from `begin` on, as many as `work.target` holds.
void fetch_from_device(const Work& work, const Transport& transport, std::uint64_t begin) {
  in_pieces(work, transport, begin, work.target.size(), [&](const CopyRequest& piece) {
    work.connection.request<Opcode::copy_to_host>(piece);
    std::memcpy(&work.target[piece.first - begin], work.connection.staging().data(), piece.bytes);
  });
}

bool is_pinned(const Runtime& runtime, const Box& box) {
  const MemoryBlock* block = block_of(runtime, box);
  return block != nullptr && block->is_on_host();
}

/// Queues what writes to the host, a gapless run at a time: each is a range that the queue can hold
/// back until the host has waited. `write(work, packed offset)` fills work.target.
template <typename Write>
void enqueue_to_host(Runtime& runtime, Stream& stream, const Box& on_host, Write write) {
  auto* to = reinterpret_cast<std::byte*>(on_host.address);
  device::for_each_run(
      on_host, 0, *on_host.packed_bytes(),
      [&](std::uint64_t offset, std::uint64_t packed, std::uint64_t bytes) {
        const Sequence sequence = runtime.streams.enqueue(
            stream, [=](const Work& work) { write(work, packed); }, std::span(to + offset, bytes));
        runtime.watch.expect_wait("this copy", stream.number, sequence);
        const std::uint64_t begin = address_of(to + offset);
        runtime.guards.add(
            {"a copy to the host", stream.number, sequence, runtime.watch.site(), false, true},
            begin, begin + bytes);
      });
}

/// From the first byte of the box to its last one.
HostBytes bytes_of(const Box& on_host) {
  HostBytes all;
  device::for_each_run(on_host, 0, *on_host.packed_bytes(),
                       [&](std::uint64_t offset, std::uint64_t, std::uint64_t run) {
                         if (all.end == 0) all.begin = on_host.address + offset;
                         all.end = on_host.address + offset + run;
                       });
  return all;
}

void host_to_device(Runtime& runtime, const CopyCall& call, Stream& stream) {
  Transport transport{target_of(call), source_of(call), call.is_asynchronous, false, {}};
  if (!call.is_in_graph) transport.asked = runtime.watch.asked();
  transport.is_pinned = is_pinned(runtime, transport.on_host);
  const std::uint64_t bytes = *transport.on_host.packed_bytes();
  if (call.is_in_graph) {
    runtime.streams.enqueue(
        stream, [transport](const Work& work) { send_to_device(work, transport); }, {}, {},
        bytes_of(transport.on_host));
    runtime.queue.show_host_memory(stream.progress);
    return;
  }
  if (call.is_asynchronous && !transport.is_pinned && bytes <= kMaxCopiedAside) {
    runtime.guards.unprotect();  // a part of it may be pinned
    auto aside = std::make_shared<std::vector<std::byte>>(bytes);
    gather(transport.on_host, 0, *aside);
    transport.on_host = Box::linear(address_of(aside->data()), bytes);
    runtime.streams.enqueue(
        stream, [transport, aside](const Work& work) { send_to_device(work, transport); });
    return;
  }
  // Read when the copy is done, not now: a program that changes a pinned source too early shall see
  // it.
  const Sequence sequence = runtime.streams.enqueue(
      stream, [transport](const Work& work) { send_to_device(work, transport); }, {}, {},
      bytes_of(transport.on_host));
  const Box& source = transport.on_host;
  device::for_each_run(
      source, 0, bytes, [&](std::uint64_t offset, std::uint64_t, std::uint64_t run) {
        const std::uint64_t begin = source.address + offset;
        runtime.guards.add(
            {"a copy to the device", stream.number, sequence, runtime.watch.site(), false, false},
            begin, begin + run);
      });
  if (!call.is_asynchronous) {
    runtime.streams.wait(stream);
  } else if (!transport.is_pinned) {
    // The source has been read when the call returns; only the synchronous call waits for the
    // stream.
    runtime.queue.perform_all();
  }
}

void device_to_host(Runtime& runtime, const CopyCall& call, Stream& stream) {
  Transport transport{source_of(call), target_of(call), call.is_asynchronous, false, {}};
  if (!call.is_in_graph) transport.asked = runtime.watch.asked();
  transport.is_pinned = is_pinned(runtime, transport.on_host);
  enqueue_to_host(runtime, stream, transport.on_host,
                  [transport](const Work& work, std::uint64_t first) {
                    fetch_from_device(work, transport, first);
                  });
  if (call.is_in_graph) return;
  // A copy to pageable memory is done when the call returns, also the asynchronous one.
  if (!call.is_asynchronous || !transport.is_pinned) runtime.streams.wait(stream);
}

void device_to_device(Runtime& runtime, const CopyCall& call, Stream& stream) {
  const Box target = target_of(call);
  const Box source = source_of(call);
  runtime.streams.enqueue(stream, [=, is_asynchronous = call.is_asynchronous](const Work& work) {
    work.connection.request<Opcode::copy_on_device>({target, source, work.stream, is_asynchronous});
  });
  const bool host_sees_it = is_pinned(runtime, target) || is_pinned(runtime, source);
  if (!call.is_asynchronous && host_sees_it) runtime.streams.wait(stream);
}

void host_to_host(Runtime& runtime, const CopyCall& call, Stream& stream) {
  const Box target = target_of(call);
  const Box source = source_of(call);
  if (!call.is_asynchronous) runtime.streams.wait(stream);
  const std::uint64_t bytes = *target.packed_bytes();
  if (!call.is_asynchronous && bytes == call.bytes) {
    std::memmove(call.target, call.source, bytes);
    return;
  }
  enqueue_to_host(runtime, stream, target, [source](const Work& work, std::uint64_t first) {
    gather(source, first, work.target);
  });
  if (call.is_in_graph) return;
  if (!call.is_asynchronous || !is_pinned(runtime, target)) runtime.streams.wait(stream);
}

}  // namespace

void copy(Runtime& runtime, const CopyCall& call) {
  expect(call.kind >= cudaMemcpyHostToHost && call.kind <= cudaMemcpyDefault,
         cudaErrorInvalidMemcpyDirection);
  Stream& stream = runtime.streams.stream(call.stream);
  runtime.devices.connection();
  if (call.bytes == 0 || call.rows == 0 || call.slices == 0) return;
  const cudaMemcpyKind kind = checked_kind(runtime, call);
  if (runtime.streams.is_legacy(stream)) runtime.captures.expect_no_implicit_work();
  if (stream.capture) {
    if (!call.is_asynchronous) runtime.captures.expect_no_wait(stream, false);
    CopyCall recorded = call;
    recorded.kind = kind;
    runtime.recorder.record(stream, recorded);
    return;
  }
  switch (kind) {
    case cudaMemcpyHostToDevice:
      return host_to_device(runtime, call, stream);
    case cudaMemcpyDeviceToHost:
      return device_to_host(runtime, call, stream);
    case cudaMemcpyDeviceToDevice:
      return device_to_device(runtime, call, stream);
    default:
      return host_to_host(runtime, call, stream);
  }
}

void fill(Runtime& runtime, const FillCall& call) {
  runtime.devices.connection();
  Stream& stream = runtime.streams.stream(call.stream);
  if (call.bytes == 0 || call.rows == 0 || call.slices == 0) return;
  const Box target = checked_box(runtime, call);
  const MemoryBlock* block = block_of(runtime, target);
  if (stream.capture) {
    runtime.recorder.record(stream, call);
    return;
  }
  const auto perform = [target, call](const Work& work) {
    work.connection.request<Opcode::fill>({target, static_cast<std::uint32_t>(call.value),
                                           call.element_bytes, work.stream, call.is_asynchronous});
  };
  runtime.streams.enqueue(stream, perform, {}, device_of(runtime, call));
  if (!call.is_asynchronous && block->is_on_host()) runtime.streams.wait(stream);
}

}  // namespace warpscope::cudart
