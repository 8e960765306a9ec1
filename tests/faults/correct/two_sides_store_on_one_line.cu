// Correct: both sides of an `if` store to one element on one line; a warp executes both stores, a
// thread one of them, so nothing is stored twice. What comes before it is the same for all.
#include <cstdio>
#include <vector>

__device__ float worked(float value) {
  for (int turn = 0; turn < 64; ++turn) value = value * 0.75F + 0.5F;
  return value;
}

// clang-format off
__global__ void fold(const float* in, float* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const float a = worked(in[i]);
  if (__float_as_int(in[i]) & 1) { out[i] = a * 3; __nanosleep(1); } else { out[i] = a; }
}

__global__ void fold_rows(const float* in, float* out, int rows, int columns) {
  const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (column >= columns) return;
  for (int row = 0; row < rows; ++row) {
    const int at = row * columns + column;
    const float a = worked(in[at]);
    if (in[at] < 0) { out[at] = a - 1; __nanosleep(1); } else { out[at] = a; }
  }
}

// clang-format on
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
