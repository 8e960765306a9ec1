// Allocation in stream order, pools and their figures, limits.
#include <cstdio>

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

void figures(const char* what, cudaMemPool_t pool) {
  std::printf("%s:", what);
  for (int i = cudaMemPoolAttrReleaseThreshold; i <= cudaMemPoolAttrUsedMemHigh; ++i) {
    unsigned long long value = 0;
    cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(i), &value);
    std::printf(" %llu", value);
  }
  std::printf("\n");
}

void pools() {
  cudaMemPool_t standard = nullptr, current = nullptr, mine = nullptr;
  std::printf("default %s\n", name(cudaDeviceGetDefaultMemPool(&standard, 0)));
  for (int i = 1; i <= 3; ++i) {
    int value = 7;
    cudaMemPoolGetAttribute(standard, static_cast<cudaMemPoolAttr>(i), &value);
    std::printf("attribute %d is %d\n", i, value);
  }
  figures("fresh", standard);
  int* a = nullptr;
  int* b = nullptr;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  std::printf("malloc %s", name(cudaMallocAsync(&a, 1000, stream)));
  fill<<<1, 250, 0, stream>>>(a, 5);
  int seen = 0;
  cudaMemcpyAsync(&seen, a + 249, sizeof seen, cudaMemcpyDeviceToHost, stream);
  std::printf(" %s", name(cudaFreeAsync(a, stream)));
  std::printf(" %s %d\n", name(cudaStreamSynchronize(stream)), seen);
  figures("after", standard);
  cudaMallocAsync(&a, 2000, stream);
  cudaMallocAsync(&b, 40 << 20, stream);
  figures("two", standard);
  cudaPointerAttributes attributes;
  std::printf("pointer %s", name(cudaPointerGetAttributes(&attributes, a)));
  std::printf(" type %d\n", attributes.type);
  std::printf("free %s", name(cudaFreeAsync(b, stream)));
  std::printf(" twice %s", name(cudaFreeAsync(b, stream)));
  std::printf(" plainly %s\n", name(cudaFree(a)));
  cudaDeviceSynchronize();
  unsigned long long zero = 0, five = 5;
  std::printf("reset %s",
              name(cudaMemPoolSetAttribute(standard, cudaMemPoolAttrUsedMemHigh, &zero)));
  std::printf(" to five %s\n",
              name(cudaMemPoolSetAttribute(standard, cudaMemPoolAttrUsedMemHigh, &five)));
  std::printf("nothing %s", name(cudaMallocAsync(&a, 0, stream)));
  std::printf(" %d, free nothing %s\n", a == nullptr, name(cudaFreeAsync(nullptr, stream)));
  std::printf("too much %s\n", name(cudaMallocAsync(&a, 1ull << 50, stream)));

  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  std::printf("create %s", name(cudaMemPoolCreate(&mine, &properties)));
  properties.location.id = 55;
  std::printf(" on no device %s\n", name(cudaMemPoolCreate(&current, &properties)));
  std::printf("set %s", name(cudaDeviceSetMemPool(0, mine)));
  cudaDeviceGetMemPool(&current, 0);
  std::printf(" %d\n", current == mine);
  unsigned long long keep = 64 << 20;
  cudaMemPoolSetAttribute(mine, cudaMemPoolAttrReleaseThreshold, &keep);
  std::printf("from it %s\n", name(cudaMallocFromPoolAsync(&a, 5000, mine, stream)));
  figures("in use", mine);
  std::printf("free %s\n", name(cudaFreeAsync(a, stream)));
  cudaStreamSynchronize(stream);
  figures("kept", mine);
  std::printf("trim %s\n", name(cudaMemPoolTrimTo(mine, 0)));
  figures("trimmed", mine);
  cudaMemAccessFlags flags{};
  cudaMemLocation location{cudaMemLocationTypeDevice, 0};
  std::printf("access %s", name(cudaMemPoolGetAccess(&flags, mine, &location)));
  std::printf(" %d\n", flags);
  std::printf("destroy %s %s", name(cudaMemPoolDestroy(mine)), name(cudaMemPoolDestroy(standard)));
  cudaDeviceGetMemPool(&current, 0);
  std::printf(" %d\n", current == standard);
}

void limits() {
  for (int limit = 0; limit <= 6; ++limit) {
    std::size_t value = 0;
    std::printf("limit %d %s", limit,
                name(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(limit))));
    std::printf(" %zu\n", value);
  }
  const struct {
    cudaLimit limit;
    std::size_t value;
  } wanted[] = {{cudaLimitStackSize, 12345},
                {cudaLimitStackSize, 16384},
                {cudaLimitPrintfFifoSize, 12345},
                {cudaLimitPrintfFifoSize, 16 << 20},
                {cudaLimitMallocHeapSize, 12345},
                {cudaLimitMallocHeapSize, 128 << 20},
                {cudaLimitDevRuntimePendingLaunchCount, 4096},
                {cudaLimitMaxL2FetchGranularity, 128}};
  for (const auto& each : wanted) {
    std::size_t value = 0;
    std::printf("set %d to %zu %s", each.limit, each.value,
                name(cudaDeviceSetLimit(each.limit, each.value)));
    cudaDeviceGetLimit(&value, each.limit);
    std::printf(" %zu\n", value);
  }
  std::printf("none %s\n", name(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4)));
}

int main() {
  pools();
  limits();
  cudaGetLastError();
  std::printf("end %s\n", name(cudaDeviceSynchronize()));
  return 0;
}
