#include "labs/driver/check.h"

#include <string>

#include "labs/driver/cuda_error.h"

namespace warpscope::driver {
namespace {

std::string describe(cudaError_t error, const std::string& file, int line) {
  return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error) + " (" +
         file.substr(file.rfind('/') + 1) + ":" + std::to_string(line) + ")";
}

}  // namespace

CudaError::CudaError(cudaError_t error, const char* file, int line)
    : Failure(describe(error, file, line)), error_(error) {}

void check(cudaError_t error, const char* file, int line) {
  if (error != cudaSuccess) throw CudaError(error, file, line);
}

}  // namespace warpscope::driver
