// A CUDA driver without a GPU: what our library asks it for.
#include <cuda.h>

extern "C" {
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
