// A CUDA driver without a GPU: what our library asks it for.
#include <cuda.h>

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): a driver has state
static bool is_capturing = false;
static int waits = 0;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

extern "C" {
/// The program's part: its stream captures from now on, or no longer.
void stand_in_capturing(int is_wanted) { is_capturing = is_wanted != 0; }
/// How often everything was waited for.
int stand_in_waits() { return waits; }

CUresult cuStreamIsCapturing(CUstream, CUstreamCaptureStatus* status) {
  *status = is_capturing ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  ++waits;
  return is_capturing ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return CUDA_SUCCESS;
}
CUresult cuKernelGetFunction(CUfunction*, CUkernel) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction) {
  constexpr int kRegisters = 8;
  *value = which == CU_FUNC_ATTRIBUTE_NUM_REGS ? kRegisters : 0;
  return CUDA_SUCCESS;
}
}
