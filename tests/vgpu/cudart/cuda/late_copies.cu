// What the host sees of asynchronous copies before and after it waits.
#include <cstdio>
#include <vector>

__global__ void set(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int* device = nullptr;
  int* pinned = nullptr;
  int* other = nullptr;
  cudaMalloc(&device, 128);
  cudaMallocHost(&pinned, 128);
  cudaHostAlloc(&other, 128, cudaHostAllocDefault);
  pinned[0] = other[0] = -1;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);

  set<<<1, 32, 0, a>>>(device, 1);
  cudaMemcpyAsync(pinned, device, 128, cudaMemcpyDeviceToHost, a);
  std::printf("before any wait %d\n", pinned[0]);
  cudaStreamSynchronize(b);
  std::printf("after waiting for another stream %d\n", pinned[0]);
  cudaStreamSynchronize(a);
  std::printf("after waiting for its stream %d\n", pinned[0]);

  set<<<1, 32, 0, a>>>(device, 2);
  cudaMemcpyAsync(pinned, device, 128, cudaMemcpyDeviceToHost, a);
  cudaEvent_t done;
  cudaEventCreate(&done);
  cudaEventRecord(done, a);
  set<<<1, 32, 0, a>>>(device, 3);
  cudaMemcpyAsync(other, device, 128, cudaMemcpyDeviceToHost, a);
  cudaEventSynchronize(done);
  std::printf("after the event %d %d\n", pinned[0], other[0]);
  cudaDeviceSynchronize();
  std::printf("after the device %d %d\n", pinned[0], other[0]);

  set<<<1, 32, 0, a>>>(device, 4);
  std::vector<int> pageable(32, -1);
  cudaMemcpyAsync(pageable.data(), device, 128, cudaMemcpyDeviceToHost, a);
  std::printf("pageable %d\n", pageable[31]);

  pinned[0] = 10;
  cudaMemcpyAsync(device, pinned, 128, cudaMemcpyHostToDevice, a);
  pinned[0] = 11;
  pageable[0] = 20;
  cudaMemcpyAsync(device + 1, pageable.data(), 4, cudaMemcpyHostToDevice, a);
  pageable[0] = 21;
  cudaStreamSynchronize(a);
  int seen[2] = {};
  cudaMemcpy(seen, device, 8, cudaMemcpyDeviceToHost);
  std::printf("sources changed during the copy %d %d\n", seen[0], seen[1]);

  set<<<1, 32>>>(device, 5);
  cudaMemcpyAsync(pinned, device, 128, cudaMemcpyDeviceToHost);
  cudaFree(nullptr);
  std::printf("default stream before %d\n", pinned[0]);
  cudaStreamSynchronize(nullptr);
  std::printf("default stream after %d\n", pinned[0]);

  cudaMemcpyAsync(pinned, device, 128, cudaMemcpyDeviceToHost, a);
  std::printf("free host %s\n", cudaGetErrorName(cudaFreeHost(pinned)));
  std::printf("free host again %s\n", cudaGetErrorName(cudaFreeHost(pinned)));
  std::printf("free host of none %s\n", cudaGetErrorName(cudaFreeHost(pageable.data())));
  return 0;
}
