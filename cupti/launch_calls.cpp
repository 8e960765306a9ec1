#include "cupti/launch_calls.h"

#include <array>

namespace warpscope::cupti {
namespace {

constexpr std::array<CUpti_CallbackId, 16> kCalls{
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph,
    CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture,
    CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz,
};

/// What the calls that launch one kernel have in common.
struct Call {
  CUfunction function = nullptr;
  record::Dim3 grid, block;
  std::uint32_t shared_bytes = 0;
  CUstream stream = nullptr;
};

template <typename Parameters>
Call call_of(const void* of) {
  const auto& p = *static_cast<const Parameters*>(of);
  return {p.f,
          {p.gridDimX, p.gridDimY, p.gridDimZ},
          {p.blockDimX, p.blockDimY, p.blockDimZ},
          p.sharedMemBytes,
          p.hStream};
}

Call call_with_configuration(const void* of) {
  const auto& p = *static_cast<const cuLaunchKernelEx_params*>(of);
  const auto& c = *p.config;
  return {p.f,
          {c.gridDimX, c.gridDimY, c.gridDimZ},
          {c.blockDimX, c.blockDimY, c.blockDimZ},
          c.sharedMemBytes,
          c.hStream};
}

/// The runtime launches kernels of libraries by handles of another kind, in the same place.
CUfunction function_of(const Functions& functions, CUfunction handle) {
  CUfunction function = nullptr;
  const auto result = functions.kernel_get_function(&function, reinterpret_cast<CUkernel>(handle));
  return result == CUDA_SUCCESS ? function : handle;
}

std::uint32_t attribute(const Functions& functions, CUfunction_attribute which,
                        CUfunction function) {
  int value = 0;
  return functions.function_get_attribute(&value, which, function) == CUDA_SUCCESS
             ? static_cast<std::uint32_t>(value)
             : 0;
}

std::optional<Call> read(CUpti_CallbackId id, const void* parameters) {
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
      return call_of<cuLaunchKernel_params>(parameters);
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
      return call_of<cuLaunchCooperativeKernel_params>(parameters);
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
      return call_with_configuration(parameters);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::span<const CUpti_CallbackId> launch_calls() { return kCalls; }

bool is_graph_launch(CUpti_CallbackId id) {
  return id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch ||
         id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz;
}

std::optional<CUstream> stream_of_launch(CUpti_CallbackId id, const CUpti_CallbackData& call) {
  const auto launched = read(id, call.functionParams);
  return launched ? std::optional(launched->stream) : std::nullopt;
}

std::optional<CUstream> stream_of_capture(CUpti_CallbackId id, const CUpti_CallbackData& call) {
  // All of them take the stream first.
  switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture:
    case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz:
      return *static_cast<const CUstream*>(call.functionParams);
    default:
      return std::nullopt;
  }
}

std::optional<record::Launch> launch_of(const Functions& functions, CUpti_CallbackId id,
                                        const CUpti_CallbackData& call) {
  if (*static_cast<const CUresult*>(call.functionReturnValue) != CUDA_SUCCESS) return std::nullopt;
  const auto launched = read(id, call.functionParams);
  if (!launched) return std::nullopt;
  record::Launch launch;
  if (call.symbolName != nullptr) launch.kernel_mangled = call.symbolName;
  launch.kernel = launch.kernel_mangled;
  launch.grid = launched->grid;
  launch.block = launched->block;
  launch.dynamic_shared_bytes = launched->shared_bytes;
  const auto function = function_of(functions, launched->function);
  launch.static_shared_bytes = attribute(functions, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
  launch.machine_code =
      record::MachineCode{attribute(functions, CU_FUNC_ATTRIBUTE_NUM_REGS, function),
                          attribute(functions, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, function), 0};
  return launch;
}

}  // namespace warpscope::cupti
