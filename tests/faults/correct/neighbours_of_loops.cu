// Correct: neighbours that a loop comes to: around a ring, at growing distances under names of
// their own, backwards, and along rows of pointers. Where they begin is no array's fault.
#include <cuda_runtime.h>

#include <vector>

constexpr int kMany = 2048, kRow = 4;

__global__ void nearest(const float* x, float* out, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid >= n) return;
  float mine = x[tid], least = 1e30f;
  int i = (tid + 1) % n;
  int rounds = 0;

  while (rounds < 64) {
    float distance = x[i] - mine;

    if (distance < 0) distance = -distance;
    least = fminf(least, distance);

    i = (i + 1) % n;
    ++rounds;
  }
  out[tid] = least;
}

__global__ void extrema(const float* x, char* out, int n, int order) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float mine = x[i];
    bool is_most = true;
    for (int o = 1; o <= order; o++) {
      int plus = i + o;
      int minus = i - o;

      if (plus >= n) plus = n - 1;
      if (minus < 0) minus = 0;

      is_most &= mine >= x[plus];
      is_most &= mine >= x[minus];
    }
    out[i] = is_most;
  }
}

__global__ void sum_before(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int back = 0; back < 40; back++) {
    if (i - back >= 0) sum += x[i - back];
  }
  if (i < n) out[i] = sum;
}

__global__ void maximum_of_rows(float** rows, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int last = min(i + 32, n);
  float most = 0;
  for (int row = i; row < last; row++) most = fmaxf(most, rows[row][0]);
  if (i < n) out[i] = most;
}

int main() {
  std::vector<float> x(kMany);
  for (int i = 0; i < kMany; ++i) x[i] = static_cast<float>((i * 37) % 101);
  std::vector<float*> rows(kMany);
  float *d_x, *d_out, *d_values, **d_rows;
  char* d_flags;
  cudaMalloc(&d_x, kMany * sizeof(float));
  cudaMalloc(&d_out, kMany * sizeof(float));
  cudaMalloc(&d_flags, kMany);
  cudaMalloc(&d_values, kMany * kRow * sizeof(float));
  cudaMalloc(&d_rows, kMany * sizeof(float*));
  cudaMemset(d_values, 0, kMany * kRow * sizeof(float));
  // All rows are the first one: only where their pointers lie is in question.
  for (int i = 0; i < kMany; ++i) rows[i] = d_values;
  cudaMemcpy(d_x, x.data(), kMany * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_rows, rows.data(), kMany * sizeof(float*), cudaMemcpyHostToDevice);

  nearest<<<kMany / 256, 256>>>(d_x, d_out, kMany);
  extrema<<<kMany / 256, 256>>>(d_x, d_flags, kMany, 8);
  sum_before<<<kMany / 256, 256>>>(d_x, d_out, kMany);
  std::vector<float> out(kMany);
  cudaMemcpy(out.data(), d_out, kMany * sizeof(float), cudaMemcpyDeviceToHost);
  maximum_of_rows<<<kMany / 256, 256>>>(d_rows, d_out, kMany);
  float most = 1;
  cudaMemcpy(&most, d_out, sizeof(float), cudaMemcpyDeviceToHost);

  cudaFree(d_x);
  cudaFree(d_out);
  cudaFree(d_flags);
  cudaFree(d_values);
  cudaFree(d_rows);
  return out[1] == 37 && most == 0 ? 0 : 1;
}
