// Allocation and release of device and pinned host memory.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/runtime.h"

using warpscope::cudart::address_of;
using warpscope::cudart::expect;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::device::BodyReader;
using warpscope::device::BodyWriter;
using warpscope::device::Opcode;

cudaError_t cudaMalloc(void** pointer, std::size_t size) {
  return run_call([&](Runtime& runtime) {
    expect(pointer != nullptr);
    *pointer = nullptr;
    auto& connection = runtime.connection();
    if (size == 0) return;
    BodyWriter body;
    body.put(std::uint64_t{size});
    const auto address = connection.request_value<std::uint64_t>(Opcode::allocate, std::move(body));
    runtime.device_ranges.add(address, size);
    *pointer = reinterpret_cast<void*>(address);
  });
}

cudaError_t cudaFree(void* pointer) {
  return run_call([&](Runtime& runtime) {
    auto& connection = runtime.connection();
    if (pointer == nullptr) return;
    runtime.wait_all();
    BodyWriter body;
    body.put(address_of(pointer));
    connection.request(Opcode::release, std::move(body));
    runtime.device_ranges.remove(address_of(pointer));
  });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t size, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    constexpr unsigned kKnownFlags =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    expect(pointer != nullptr && (flags & ~kKnownFlags) == 0);
    *pointer = nullptr;
    runtime.connection();
    if (size != 0) *pointer = runtime.pinned.allocate(size);
  });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t size) {
  return cudaHostAlloc(pointer, size, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void* pointer) {
  return run_call([&](Runtime& runtime) {
    runtime.connection();
    if (pointer == nullptr) return;
    runtime.wait_all();
    expect(runtime.pinned.release(pointer));
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return run_call([&](Runtime& runtime) {
    expect(free_bytes != nullptr && total_bytes != nullptr);
    const auto payload = runtime.connection().request(Opcode::memory_info);
    BodyReader reader(payload);
    *free_bytes = reader.get<std::uint64_t>();
    *total_bytes = reader.get<std::uint64_t>();
  });
}
