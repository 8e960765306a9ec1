// Correct: arguments lie in page-locked memory that an earlier launch, which is not over, uses
#include <cuda_runtime.h>

constexpr int kCount = 1024;

struct Mail {
  int sums[kCount];
  int step;
  int* target;
  void* arguments[2];
};

__global__ void add(int* target, int step) { target[threadIdx.x] += step; }

int main() {
  Mail *mail, *seen_by_device;
  cudaHostAlloc(&mail, sizeof(Mail), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&seen_by_device, mail, 0);
  for (int i = 0; i < kCount; ++i) mail->sums[i] = i;
  mail->step = 5;
  mail->target = seen_by_device->sums;
  mail->arguments[0] = &mail->target;
  mail->arguments[1] = &mail->step;
  void** arguments = mail->arguments;
  add<<<1, kCount>>>(seen_by_device->sums, 3);
  cudaLaunchKernel(reinterpret_cast<const void*>(add), dim3(1), dim3(kCount), arguments, 0,
                   nullptr);
  cudaDeviceSynchronize();
  for (int i = 0; i < kCount; ++i) {
    if (mail->sums[i] != i + 8) return 1;
  }
  cudaFreeHost(mail);
  return 0;
}
