#include "vgpu/cudart/transfers.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace warpscope::cudart {
namespace {

using device::BodyWriter;
using device::CopyRequest;
using device::Opcode;

/// Pageable memory up to this size is copied aside during an asynchronous call; more is sent at
/// once.
constexpr std::size_t kMaxCopiedAside = std::size_t{1} << 20;

using Work = WorkQueue::Work;

/// Everything of a host-device copy but the host's bytes and the stream.
struct Transport {
  std::uint64_t device_address = 0;
  bool is_asynchronous = false;
  bool is_pinned = false;
};

/// Calls `move_piece(offset, piece)` for each piece that fits the staging memory, with its request.
template <typename MovePiece>
void in_pieces(const Work& work, const Transport& transport, std::size_t total_bytes,
               MovePiece&& move_piece) {
  const std::size_t staging_bytes = work.connection.staging().size();
  for (std::size_t offset = 0; offset < total_bytes; offset += staging_bytes) {
    CopyRequest request;
    request.device_address = transport.device_address + offset;
    request.bytes = std::min(staging_bytes, total_bytes - offset);
    request.total_bytes = offset == 0 ? total_bytes : 0;
    request.stream = work.stream;
    request.is_asynchronous = transport.is_asynchronous;
    request.is_pinned = transport.is_pinned;
    BodyWriter body;
    put(body, request);
    move_piece(offset, request.bytes, std::move(body));
  }
}

void send_to_device(const Work& work, const Transport& transport,
                    std::span<const std::byte> source) {
  in_pieces(work, transport, source.size(),
            [&](std::size_t offset, std::size_t bytes, BodyWriter body) {
              std::memcpy(work.connection.staging().data(), source.data() + offset, bytes);
              work.connection.request(Opcode::copy_to_device, std::move(body));
            });
}

void fetch_from_device(const Work& work, const Transport& transport) {
  in_pieces(work, transport, work.target.size(),
            [&](std::size_t offset, std::size_t bytes, BodyWriter body) {
              work.connection.request(Opcode::copy_to_host, std::move(body));
              std::memcpy(work.target.data() + offset, work.connection.staging().data(), bytes);
            });
}

std::span<const std::byte> readable(const CopyCall& call) {
  return {static_cast<const std::byte*>(call.source), call.bytes};
}
std::span<std::byte> writable(const CopyCall& call) {
  return {static_cast<std::byte*>(call.target), call.bytes};
}

void expect_device_range(const Runtime& runtime, const void* address, std::size_t bytes) {
  expect(runtime.device_ranges.contain(address_of(address), bytes));
}

void host_to_device(Runtime& runtime, const CopyCall& call, Stream& stream) {
  expect_device_range(runtime, call.target, call.bytes);
  Transport transport{address_of(call.target), call.is_asynchronous,
                      runtime.pinned.contains(call.source, call.bytes)};
  const std::span<const std::byte> source = readable(call);
  if (call.is_asynchronous && transport.is_pinned) {
    // Read when the copy is done, not now: a program that changes the source too early shall see
    // it.
    runtime.enqueue(stream, [=](const Work& work) { send_to_device(work, transport, source); });
  } else if (call.is_asynchronous && call.bytes <= kMaxCopiedAside) {
    auto aside = std::make_shared<const std::vector<std::byte>>(source.begin(), source.end());
    runtime.enqueue(stream, [=](const Work& work) { send_to_device(work, transport, *aside); });
  } else {
    runtime.enqueue(stream, [=](const Work& work) { send_to_device(work, transport, source); });
    // The source has been read when the call returns; only the synchronous call waits for the
    // stream.
    if (call.is_asynchronous) {
      runtime.queue.perform_all(runtime.connection());
    } else {
      runtime.wait(stream);
    }
  }
}

void device_to_host(Runtime& runtime, const CopyCall& call, Stream& stream) {
  expect_device_range(runtime, call.source, call.bytes);
  Transport transport{address_of(call.source), call.is_asynchronous,
                      runtime.pinned.contains(call.target, call.bytes)};
  runtime.enqueue(
      stream, [=](const Work& work) { fetch_from_device(work, transport); }, writable(call));
  // A copy to pageable memory is done when the call returns, also the asynchronous one.
  if (!call.is_asynchronous || !transport.is_pinned) runtime.wait(stream);
}

void device_to_device(Runtime& runtime, const CopyCall& call, Stream& stream) {
  expect_device_range(runtime, call.source, call.bytes);
  expect_device_range(runtime, call.target, call.bytes);
  runtime.enqueue(stream, [call](const Work& work) {
    BodyWriter body;
    body.put(address_of(call.target));
    body.put(address_of(call.source));
    body.put(std::uint64_t{call.bytes});
    body.put(work.stream);
    body.put(call.is_asynchronous);
    work.connection.request(Opcode::copy_on_device, std::move(body));
  });
}

void host_to_host(Runtime& runtime, const CopyCall& call, Stream& stream) {
  if (!call.is_asynchronous) {
    runtime.wait(stream);
    std::memmove(call.target, call.source, call.bytes);
    return;
  }
  runtime.enqueue(
      stream,
      [source = call.source](const Work& work) {
        std::memmove(work.target.data(), source, work.target.size());
      },
      writable(call));
  if (!runtime.pinned.contains(call.target, call.bytes)) runtime.wait(stream);
}

/// cudaMemcpyDefault: the direction follows from the addresses.
cudaMemcpyKind actual_kind(Runtime& runtime, const CopyCall& call) {
  const bool is_to_device = runtime.is_device_address(call.target);
  const bool is_from_device = runtime.is_device_address(call.source);
  cudaMemcpyKind kind = is_to_device ? cudaMemcpyHostToDevice : cudaMemcpyHostToHost;
  if (is_from_device) kind = is_to_device ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost;
  if (call.kind != cudaMemcpyDefault) expect(kind == call.kind);
  return kind;
}

}  // namespace

void copy(Runtime& runtime, const CopyCall& call) {
  expect(call.kind >= cudaMemcpyHostToHost && call.kind <= cudaMemcpyDefault,
         cudaErrorInvalidMemcpyDirection);
  Stream& stream = runtime.stream(call.stream);
  runtime.connection();
  if (call.bytes == 0) return;
  expect(call.target != nullptr && call.source != nullptr);
  switch (actual_kind(runtime, call)) {
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
  Stream& stream = runtime.stream(call.stream);
  runtime.connection();
  if (call.bytes == 0) return;
  expect_device_range(runtime, call.target, call.bytes);
  runtime.enqueue(stream, [call](const Work& work) {
    BodyWriter body;
    body.put(address_of(call.target));
    body.put(static_cast<std::uint8_t>(call.value));
    body.put(std::uint64_t{call.bytes});
    body.put(work.stream);
    body.put(call.is_asynchronous);
    work.connection.request(Opcode::fill, std::move(body));
  });
}

}  // namespace warpscope::cudart
