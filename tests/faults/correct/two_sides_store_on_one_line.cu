// Both sides of an `if` store to one element on one line: a warp executes both stores, a thread
// one of them. Nothing is stored twice.
#include <cstdio>
#include <vector>

__global__ void fold(const float* in, float* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const float a = in[i];
  if (__float_as_int(a) & 1) {
    out[i] = expf(a) * 3;
  } else {
    out[i] = sqrtf(a) + a;
  }
}

__global__ void fold_rows(const float* in, float* out, int rows, int columns) {
  const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (column >= columns) return;
  for (int row = 0; row < rows; ++row) {
    const int at = row * columns + column;
    if (in[at] < 0) {
      out[at] = expf(in[at]);
      __nanosleep(1);
    } else {
      out[at] = sqrtf(in[at]);
    }
  }
}

int main() {
  constexpr int kRows = 24, kColumns = 1024, kCount = kRows * kColumns;
  std::vector<float> host(kCount);
  for (int i = 0; i < kCount; ++i) host[i] = static_cast<float>((i * 37) % 101) / 7 - 5;
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, kCount * sizeof(float));
  cudaMalloc(&out, kCount * sizeof(float));
  cudaMemcpy(in, host.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
  fold<<<kCount / 256, 256>>>(in, out, kCount);
  fold_rows<<<kColumns / 128, 128>>>(in, out, kRows, kColumns);
  std::vector<float> result(kCount);
  cudaMemcpy(result.data(), out, kCount * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  double sum = 0;
  for (const float each : result) sum += each;
  std::printf("%g\n", sum);
  return sum > 0 ? 0 : 1;
}
