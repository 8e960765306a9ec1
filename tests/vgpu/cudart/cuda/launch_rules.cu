// Launch calls with attributes, cooperative launches, and what can be asked and set of a kernel.
// One line per rule; the same program gave the expected lines on an H200.
#include <cstdio>

__global__ void small(float* out, int count) {
  if (static_cast<int>(threadIdx.x) < count) out[threadIdx.x] = 1.0f;
}
__global__ void __launch_bounds__(256) with_shared(float* out) {
  __shared__ float values[1024];
  values[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[255 - threadIdx.x];
}

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

float* memory = nullptr;
int count = 32;
void* arguments[] = {&memory, &count};

void launches_with_attributes() {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(32);
  cudaLaunchAttribute attributes[2] = {};
  config.attrs = attributes;
  const auto* kernel = reinterpret_cast<const void*>(small);
  tell("no attributes", cudaLaunchKernelExC(&config, kernel, arguments));
  config.numAttrs = 2;
  attributes[0].id = cudaLaunchAttributeIgnore;
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  tell("cooperative", cudaLaunchKernelExC(&config, kernel, arguments));
  config.gridDim = dim3(132 * 32 + 1);
  tell("cooperative, too large", cudaLaunchKernelExC(&config, kernel, arguments));
  attributes[1].val.cooperative = 0;
  tell("as large, not cooperative", cudaLaunchKernelExC(&config, kernel, arguments));
  config.gridDim = dim3(4);
  attributes[1].id = cudaLaunchAttributePriority;
  attributes[1].val.priority = -2;
  tell("priority", cudaLaunchKernelExC(&config, kernel, arguments));
  attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[1].val.programmaticStreamSerializationAllowed = 1;
  tell("programmatic serialization", cudaLaunchKernelExC(&config, kernel, arguments));
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = {1, 1, 1};
  tell("clusters of one block", cudaLaunchKernelExC(&config, kernel, arguments));
  attributes[1] = {};
  attributes[1].id = cudaLaunchAttributeAccessPolicyWindow;
  attributes[1].val.accessPolicyWindow.base_ptr = memory;
  attributes[1].val.accessPolicyWindow.num_bytes = 4096;
  attributes[1].val.accessPolicyWindow.hitRatio = 0.5f;
  attributes[1].val.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  attributes[1].val.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  tell("access policy window", cudaLaunchKernelExC(&config, kernel, arguments));
  attributes[1].val.accessPolicyWindow.hitRatio = 2;
  tell("a hit ratio of 2", cudaLaunchKernelExC(&config, kernel, arguments));
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  attributes[1] = {};
  attributes[1].id = cudaLaunchAttributeLaunchCompletionEvent;
  attributes[1].val.launchCompletionEvent.event = event;
  tell("completion event", cudaLaunchKernelExC(&config, kernel, arguments));
  tell("which is done", cudaEventSynchronize(event));
  tell("all is done", cudaDeviceSynchronize());
}

void cooperative_launches() {
  const auto* kernel = reinterpret_cast<const void*>(small);
  const dim3 block(32);
  tell("132 * 32 blocks",
       cudaLaunchCooperativeKernel(kernel, dim3(132 * 32), block, arguments, 0, nullptr));
  tell("one more",
       cudaLaunchCooperativeKernel(kernel, dim3(132 * 32 + 1), block, arguments, 0, nullptr));
  tell("132 * 2 blocks of 1024",
       cudaLaunchCooperativeKernel(kernel, dim3(2, 132), dim3(1024), arguments, 0, nullptr));
  tell("one more of 1024",
       cudaLaunchCooperativeKernel(kernel, dim3(2 * 132 + 1), dim3(1024), arguments, 0, nullptr));
  tell("48 KiB each, 132 * 4",
       cudaLaunchCooperativeKernel(kernel, dim3(132 * 4), block, arguments, 48 << 10, nullptr));
  tell("48 KiB each, 132 * 5",
       cudaLaunchCooperativeKernel(kernel, dim3(132 * 5), block, arguments, 48 << 10, nullptr));
  tell("no blocks", cudaLaunchCooperativeKernel(kernel, dim3(0), block, arguments, 0, nullptr));
  tell("all is done", cudaDeviceSynchronize());
}

void function_queries() {
  const auto* kernel = reinterpret_cast<const void*>(small);
  std::size_t offset = 0, size = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const cudaError_t error = cudaFuncGetParamInfo(kernel, i, &offset, &size);
    std::printf("parameter %zu: %s", i, cudaGetErrorName(error));
    if (error == cudaSuccess) std::printf(" %zu %zu", offset, size);
    std::printf("\n");
  }
  cudaGetLastError();
  const char* name = nullptr;
  tell("name", cudaFuncGetName(&name, kernel));
  std::printf("%s\n", name);
  tell("name of nothing", cudaFuncGetName(&name, &memory));
  cudaKernel_t handle = nullptr;
  tell("kernel handle", cudaGetKernel(&handle, kernel));
  tell("launch by handle", cudaLaunchKernel(handle, dim3(1), dim3(32), arguments, 0, nullptr));
  cudaFunction_t function = nullptr;
  tell("function handle", cudaGetFuncBySymbol(&function, kernel));
  tell("cache preference", cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferShared));
  tell("carve-out",
       cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  std::printf("carve-out is %d\n", attributes.preferredShmemCarveout);
  tell("as it was",
       cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
  tell("carve-out 101",
       cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  tell("attribute 7", cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(7), 1));
  tell("shared beyond the limit",
       cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
  tell("all shared",
       cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
  small<<<1, 32, 232448>>>(memory, 32);
  tell("launch with it", cudaGetLastError());
  tell("beside static shared",
       cudaFuncSetAttribute(with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            232448 - 4096));
  tell("beside it, one more",
       cudaFuncSetAttribute(with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            232448 - 4095));
  with_shared<<<1, 257>>>(memory);
  tell("beyond launch bounds", cudaGetLastError());
}

void occupancy() {
  int blocks = 0;
  for (int size : {0, 1, 31, 33, 256, 1024, 1025}) {
    blocks = -1;
    const cudaError_t error =
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small, size, 0);
    std::printf("blocks of %d: %s %d\n", size, cudaGetErrorName(error), blocks);
  }
  cudaGetLastError();
  std::size_t bytes = 0;
  for (int wanted : {1, 2, 4, 7, 8, 11, 16, 32, 33}) {
    bytes = 0;
    const cudaError_t error = cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, small, wanted, 32);
    std::printf("%d blocks leave: %s %zu\n", wanted, cudaGetErrorName(error), bytes);
    bytes = 0;
    const cudaError_t second =
        cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, with_shared, wanted, 256);
    std::printf("%d with static shared: %s %zu\n", wanted, cudaGetErrorName(second), bytes);
  }
  cudaGetLastError();
  int least = 0, best = 0;
  cudaOccupancyMaxPotentialBlockSize(&least, &best, small, 0, 0);
  std::printf("best block %d, grid %d\n", best, least);
}

int main() {
  cudaMalloc(&memory, 4096);
  launches_with_attributes();
  cooperative_launches();
  function_queries();
  occupancy();
  return 0;
}
