// Allocation and release of device memory.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/runtime.h"

using warpscope::cudart::address_of;
using warpscope::cudart::expect;
using warpscope::cudart::MemoryBlock;
using warpscope::cudart::MemoryKind;
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
    runtime.memory.add({address, size, MemoryKind::device});
    *pointer = reinterpret_cast<void*>(address);
  });
}

cudaError_t cudaFree(void* pointer) {
  return run_call([&](Runtime& runtime) {
    auto& connection = runtime.connection();
    if (pointer == nullptr) return;
    const MemoryBlock* block = runtime.memory.at(pointer);
    const bool is_ours =
        block != nullptr && !block->is_pinned() && block->kind != MemoryKind::variable;
    expect(is_ours);
    runtime.wait_all();
    if (block->is_managed()) {
      runtime.shared_pages.release(connection, pointer);
      runtime.advice.forget(block->address, block->address + block->size_bytes);
    } else {
      BodyWriter body;
      body.put(address_of(pointer));
      connection.request(Opcode::release, std::move(body));
    }
    runtime.memory.remove(address_of(pointer));
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
