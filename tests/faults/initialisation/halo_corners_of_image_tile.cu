// Fault: B7 halo-not-loaded
// Finding: uninitialised-shared
// An image tile loads the edges of its halo and forgets the corners.
#include <cuda_runtime.h>

#include <vector>

#define T 8

__global__ void box(const float* in, float* out, int width) {
  __shared__ float tile[T + 2][T + 2];
  int x = threadIdx.x + 1, y = threadIdx.y + 1;
  int gx = blockIdx.x * T + x, gy = blockIdx.y * T + y;
  tile[y][x] = in[gy * width + gx];
  if (x == 1) tile[y][0] = in[gy * width + gx - 1];
  if (x == T) tile[y][T + 1] = in[gy * width + gx + 1];
  if (y == 1) tile[0][x] = in[(gy - 1) * width + gx];
  if (y == T) tile[T + 1][x] = in[(gy + 1) * width + gx];
  __syncthreads();
  float sum = 0.0f;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      sum += tile[y + dy][x + dx];  // FAULT
    }
  }
  out[gy * width + gx] = sum / 9.0f;
}

int main() {
  const int width = 2 * T + 2;
  std::vector<float> image(width * width, 1.0f);
  float *in, *out;
  cudaMalloc(&in, image.size() * sizeof(float));
  cudaMalloc(&out, image.size() * sizeof(float));
  cudaMemcpy(in, image.data(), image.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, image.size() * sizeof(float));
  box<<<dim3(2, 2), dim3(T, T)>>>(in, out, width);
  cudaMemcpy(image.data(), out, image.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
