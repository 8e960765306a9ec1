// Correct: threads without an element compute with a variable that has no value, and keep nothing of
// it; and a maximum whose first round sets it.
#include <cuda_runtime.h>

#include <cmath>

__global__ void lengths(const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a, b;
  if (i < n) {
    a = x[i];
    b = y[i];
  }
  const float length = sqrtf(a * a + b * b), half = fmaxf(length, 1.0f) * 0.5f + a;
  if (i < n) out[i] = length + half;
}

__global__ void largest_of_rows(const int* in, int* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int largest;
  for (int c = 0; c < columns; ++c) {
    const int value = in[c * rows + row];
    largest = c == 0 ? value : max(largest, value);
  }
  out[row] = largest;
}

int main() {
  constexpr int kCount = 300, kColumns = 5;
  float host[kCount];
  int numbers[kCount * kColumns], largest[kCount];
  for (int i = 0; i < kCount; ++i) host[i] = static_cast<float>(i % 7);
  for (int i = 0; i < kCount * kColumns; ++i) numbers[i] = -1 - i % 11;
  float *x, *out;
  int *in, *of_rows;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&of_rows, sizeof largest);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  lengths<<<2, 256>>>(x, x, out, kCount);
  largest_of_rows<<<2, 256>>>(in, of_rows, kCount, kColumns);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(largest, of_rows, sizeof largest, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(out);
  cudaFree(in);
  cudaFree(of_rows);
  int wrong = std::fabs(host[1] - (1.41421356f + 0.5f * 1.41421356f + 1)) > 1e-4f ? 1 : 0;
  for (const int each : largest) wrong += each >= 0 || each < -11 ? 1 : 0;
  return wrong;
}
