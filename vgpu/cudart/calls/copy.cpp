// Copies and fills.
#include <cuda_runtime_api.h>

#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/copies/symbol_copies.h"
#include "vgpu/cudart/copies/transfers.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/modules/registry.h"

using warpscope::cudart::copy;
using warpscope::cudart::CopyCall;
using warpscope::cudart::expect;
using warpscope::cudart::from_symbol;
using warpscope::cudart::MemoryKind;
using warpscope::cudart::place_in;
using warpscope::cudart::run_call;
using warpscope::cudart::run_queueing_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::Symbol;
using warpscope::cudart::to_symbol;

cudaError_t cudaMemcpy(void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  return run_call([&](Runtime& runtime) {
    copy(runtime, {target, source, bytes, kind, nullptr, false});
  });
}

cudaError_t cudaMemcpyAsync(void* target, const void* source, std::size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  return run_queueing_call([&](Runtime& runtime) {
    copy(runtime, {target, source, bytes, kind, stream, true});
  });
}

cudaError_t cudaMemset(void* target, int value, std::size_t bytes) {
  return run_call([&](Runtime& runtime) { fill(runtime, {target, value, bytes, nullptr, false}); });
}

cudaError_t cudaMemsetAsync(void* target, int value, std::size_t bytes, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) { fill(runtime, {target, value, bytes, stream, true}); });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source, std::size_t bytes,
                               std::size_t offset, cudaMemcpyKind kind) {
  return run_call([&](Runtime& runtime) {
    copy(runtime, to_symbol(runtime, symbol, source, bytes, offset, kind));
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* source, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    CopyCall call = to_symbol(runtime, symbol, source, bytes, offset, kind);
    call.stream = stream;
    call.is_asynchronous = true;
    copy(runtime, call);
  });
}

cudaError_t cudaMemcpyFromSymbol(void* target, const void* symbol, std::size_t bytes,
                                 std::size_t offset, cudaMemcpyKind kind) {
  return run_call([&](Runtime& runtime) {
    copy(runtime, from_symbol(runtime, target, symbol, bytes, offset, kind));
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* target, const void* symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return run_call([&](Runtime& runtime) {
    CopyCall call = from_symbol(runtime, target, symbol, bytes, offset, kind);
    call.stream = stream;
    call.is_asynchronous = true;
    copy(runtime, call);
  });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return run_call([&](Runtime& runtime) {
    expect(address != nullptr);
    *address = place_in(runtime, symbol, 0, 0);
  });
}

cudaError_t cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return run_call([&](Runtime& runtime) {
    expect(bytes != nullptr);
    *bytes = runtime.registry.symbol(runtime.devices.connection(), symbol).size_bytes;
  });
}
