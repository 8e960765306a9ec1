// Advice about managed memory, and what the program can ask of it again.
#include <cstdio>

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

int attribute(cudaMemRangeAttribute which, const void* pointer, std::size_t bytes) {
  int value = -99;
  const cudaError_t error = cudaMemRangeGetAttribute(&value, sizeof value, which, pointer, bytes);
  if (error != cudaSuccess) std::printf("(%s) ", name(error));
  return value;
}

int main() {
  const std::size_t page = 1 << 16;
  char* data = nullptr;
  cudaMallocManaged(&data, 4 * page);
  const cudaMemLocation device{cudaMemLocationTypeDevice, 0};
  const cudaMemLocation host{cudaMemLocationTypeHost, 0};
  const cudaMemLocation none{cudaMemLocationTypeDevice, 57};
  std::printf("nothing said: %d %d %d\n",
              attribute(cudaMemRangeAttributeReadMostly, data, 4 * page),
              attribute(cudaMemRangeAttributePreferredLocation, data, 4 * page),
              attribute(cudaMemRangeAttributeLastPrefetchLocation, data, 4 * page));
  std::printf("read mostly %s\n",
              name(cudaMemAdvise(data + page, 2 * page, cudaMemAdviseSetReadMostly, device)));
  std::printf("all %d, part %d, part %d\n",
              attribute(cudaMemRangeAttributeReadMostly, data, 4 * page),
              attribute(cudaMemRangeAttributeReadMostly, data + page, 2 * page),
              attribute(cudaMemRangeAttributeReadMostly, data + 2 * page, page));
  std::printf(
      "preferred %s %s\n",
      name(cudaMemAdvise(data, 2 * page, cudaMemAdviseSetPreferredLocation, device)),
      name(cudaMemAdvise(data + 2 * page, 2 * page, cudaMemAdviseSetPreferredLocation, host)));
  std::printf("mixed %d, device %d, host %d\n",
              attribute(cudaMemRangeAttributePreferredLocation, data, 4 * page),
              attribute(cudaMemRangeAttributePreferredLocation, data, 2 * page),
              attribute(cudaMemRangeAttributePreferredLocation, data + 3 * page, page));
  std::printf("accessed by %s\n",
              name(cudaMemAdvise(data, 4 * page, cudaMemAdviseSetAccessedBy, device)));
  int devices[3] = {};
  cudaMemRangeGetAttribute(devices, sizeof devices, cudaMemRangeAttributeAccessedBy, data,
                           4 * page);
  std::printf("by %d %d %d\n", devices[0], devices[1], devices[2]);
  std::printf("prefetch %s\n", name(cudaMemPrefetchAsync(data, 4 * page, device, 0, nullptr)));
  cudaDeviceSynchronize();
  std::printf("last prefetch %d\n",
              attribute(cudaMemRangeAttributeLastPrefetchLocation, data, 4 * page));
  std::printf("no such device %s\n", name(cudaMemPrefetchAsync(data, 4 * page, none, 0, nullptr)));
  std::printf("beyond the end %s\n",
              name(cudaMemAdvise(data + page, 4 * page, cudaMemAdviseSetReadMostly, device)));
  std::printf("flags %s\n", name(cudaMemPrefetchAsync(data, page, device, 1, nullptr)));
  std::printf("attach %s\n", name(cudaStreamAttachMemAsync(nullptr, data, 0, cudaMemAttachGlobal)));
  return 0;
}
