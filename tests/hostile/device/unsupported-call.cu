// tries: calls what the virtual GPU lacks, to have no verdict
// exit: 8
// says: have a person look at it
#include <cuda_runtime_api.h>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  cudaExternalMemory_t m;
  cudaExternalMemoryHandleDesc d{};
  check(cudaImportExternalMemory(&m, &d));
}
