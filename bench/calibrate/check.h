// What all programs of this folder do when the runtime says no.
#pragma once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace calibrate {

/// Ends the program with the runtime's sentence unless `error` is none.
inline void check(cudaError_t error, const char* what = "CUDA") {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

}  // namespace calibrate
