// A CUDA driver without a GPU: what our library asks it for.
#include <cuda.h>

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): a driver has state
static bool is_capturing = false;
static int waits = 0, launches = 0;
static void (*on_launch)() = nullptr;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

extern "C" {
/// The program's part: its stream captures from now on, or no longer.
void stand_in_capturing(int is_wanted) { is_capturing = is_wanted != 0; }
/// How often everything was waited for.
int stand_in_waits() { return waits; }
/// How often the library has launched a kernel of its own, and what happens then.
int stand_in_launches() { return launches; }
void stand_in_on_launch(void (*call)()) { on_launch = call; }

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
CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  *module = reinterpret_cast<CUmodule>(const_cast<void*>(image));
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule, const char* name) {
  *function = reinterpret_cast<CUfunction>(const_cast<char*>(name));
  return CUDA_SUCCESS;
}
CUresult cuMemAlloc(CUdeviceptr* address, size_t) {
  *address = 1;
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        unsigned, CUstream, void**, void**) {
  ++launches;
  if (on_launch != nullptr) on_launch();
  return CUDA_SUCCESS;
}
CUresult cuKernelGetFunction(CUfunction*, CUkernel) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction) {
  constexpr int kRegisters = 8;
  *value = which == CU_FUNC_ATTRIBUTE_NUM_REGS ? kRegisters : 0;
  return CUDA_SUCCESS;
}
}
