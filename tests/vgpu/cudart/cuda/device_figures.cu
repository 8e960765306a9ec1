// Properties, attributes, memory, occupancy, function attributes, versions.
#include <cstdio>

__global__ void __launch_bounds__(256) kernel(float* out) {
  __shared__ float values[1024];
  values[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[255 - threadIdx.x];
}

int main() {
  int count = 0;
  cudaGetDeviceCount(&count);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  std::printf("devices %d, %s\n", count, properties.name);
  std::printf("sms %d, cc %d.%d, warp %d\n", properties.multiProcessorCount, properties.major,
              properties.minor, properties.warpSize);
  std::printf("shared %zu %zu %zu\n", properties.sharedMemPerBlock,
              properties.sharedMemPerBlockOptin, properties.sharedMemPerMultiprocessor);
  int value = 0;
  cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0);
  std::printf("attribute %d\n", value);
  std::printf("attribute 0: %s\n",
              cudaGetErrorName(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(0), 0)));
  std::size_t before = 0, after = 0, total = 0;
  cudaMemGetInfo(&before, &total);
  void* memory = nullptr;
  cudaMalloc(&memory, 1 << 20);
  cudaMemGetInfo(&after, &total);
  std::printf("free memory shrank by %zu\n", before - after);
  cudaDeviceReset();
  cudaMemGetInfo(&after, &total);
  std::printf("after a reset %zu\n", before - after);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  std::printf("static shared %zu, threads %d, dynamic limit %d\n", attributes.sharedSizeBytes,
              attributes.maxThreadsPerBlock, attributes.maxDynamicSharedSizeBytes);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0);
  std::printf("blocks of 256 threads %d\n", blocks);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 100 << 10);
  std::printf("with 100 KiB %d\n", blocks);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 512, 0);
  std::printf("beyond launch bounds %d\n", blocks);
  int version = 0;
  cudaRuntimeGetVersion(&version);
  std::printf("version %d\n", version == CUDART_VERSION);
  return 0;
}
