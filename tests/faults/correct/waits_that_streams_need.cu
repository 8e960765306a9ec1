// Correct: waits for events because of a buffer of the device, of a buffer of the host, of a sum of
// two results, and so that the host need wait for one stream only
#include <cuda_runtime.h>

__global__ void scale(float* data, float by) { data[blockIdx.x * blockDim.x + threadIdx.x] *= by; }

__global__ void add(float* a, const float* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += b[i];
}

int main() {
  const int n = 1 << 16;
  const size_t bytes = n * sizeof(float);
  float *a, *b, *device, *from, *staging, *back;
  cudaStream_t copies, kernels;
  cudaEvent_t is_filled, is_free, is_back, is_other;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&device, bytes);
  cudaMallocHost(&from, bytes);
  cudaMallocHost(&staging, bytes);
  cudaMallocHost(&back, 4 * bytes);
  cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
  for (cudaEvent_t* event : {&is_filled, &is_free, &is_back, &is_other}) cudaEventCreate(event);
  for (int i = 0; i < n; ++i) from[i] = 1.0f;

  // One buffer that is filled again when the kernel is done with it.
  for (int round = 0; round < 4; ++round) {
    if (round > 0) cudaStreamWaitEvent(copies, is_free, 0);
    cudaMemcpyAsync(device, from, bytes, cudaMemcpyHostToDevice, copies);
    cudaEventRecord(is_filled, copies);
    cudaStreamWaitEvent(kernels, is_filled, 0);
    scale<<<n / 256, 256, 0, kernels>>>(device, round + 1);
    cudaMemcpyAsync(back + round * n, device, bytes, cudaMemcpyDeviceToHost, kernels);
    cudaEventRecord(is_free, kernels);
  }
  cudaDeviceSynchronize();
  for (int round = 0; round < 4; ++round)
    if (back[round * n + 7] != round + 1) return 1;

  // Through memory of the host: the upload reads what the download has written there.
  cudaMemcpyAsync(staging, device, bytes, cudaMemcpyDeviceToHost, kernels);
  cudaEventRecord(is_back, kernels);
  cudaStreamWaitEvent(copies, is_back, 0);
  cudaMemcpyAsync(a, staging, bytes, cudaMemcpyHostToDevice, copies);
  cudaMemcpyAsync(b, from, bytes, cudaMemcpyHostToDevice, kernels);
  cudaEventRecord(is_other, kernels);
  cudaStreamWaitEvent(copies, is_other, 0);
  add<<<n / 256, 256, 0, copies>>>(a, b);

  // The host waits for one stream, which has waited for the other: both results are there.
  cudaMemcpyAsync(back, b, bytes, cudaMemcpyDeviceToHost, kernels);
  cudaEventRecord(is_back, kernels);
  cudaStreamWaitEvent(copies, is_back, 0);
  cudaMemcpyAsync(back + n, a, bytes, cudaMemcpyDeviceToHost, copies);
  cudaStreamSynchronize(copies);
  const bool is_right = back[5] == 1.0f && back[n + 5] == 5.0f;
  for (cudaEvent_t event : {is_filled, is_free, is_back, is_other}) cudaEventDestroy(event);
  cudaStreamDestroy(copies);
  cudaStreamDestroy(kernels);
  for (float* memory : {a, b, device}) cudaFree(memory);
  for (float* memory : {from, staging, back}) cudaFreeHost(memory);
  return is_right ? 0 : 1;
}
