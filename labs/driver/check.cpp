#include "labs/driver/check.h"

#include <string>

namespace warpscope::driver {
namespace {

std::string describe(cudaError_t error, std::source_location where) {
  const std::string file = where.file_name();
  return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error) + " (" +
         file.substr(file.rfind('/') + 1) + ":" + std::to_string(where.line()) + ")";
}

}  // namespace

CudaError::CudaError(cudaError_t error, std::source_location where)
    : std::runtime_error(describe(error, where)), error_(error) {}

void check(cudaError_t error, std::source_location where) {
  if (error != cudaSuccess) throw CudaError(error, where);
}

}  // namespace warpscope::driver
