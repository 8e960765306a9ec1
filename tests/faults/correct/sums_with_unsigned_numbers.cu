// Correct: an int that is given what comes of unsigned sums, which begin anew at 2^32: a function,
// a template's argument, a macro, a member and a lambda give unsigned numbers.
#include <cuda_runtime.h>

#define WIDTH(x) ((x) + 1u)

struct Step {
  unsigned width;
};

__device__ unsigned width_of(int x) { return static_cast<unsigned>(x); }

template <unsigned kMore>
__global__ void positions(const int* steps, const Step* more, int n, int* out) {
  int at = 0, next = 0, last = 0, far = 0, end = 0;
  const auto of = [&](int x) { return static_cast<unsigned>(x) + kMore; };
  for (int i = 0; i < n; ++i) {
    at += width_of(steps[i]);
    next += min(kMore, 9u) + steps[i];
    last += WIDTH(steps[i]);
    far += more[i].width;
    end += of(steps[i]);
  }
  int* mine = out + 5 * threadIdx.x;
  mine[0] = at;
  mine[1] = next;
  mine[2] = last;
  mine[3] = far;
  mine[4] = end;
}

int main() {
  constexpr int kSteps = 40;
  constexpr unsigned kMore = 7, kEach = 100'000'000;
  int steps[kSteps], out[5 * 32];
  for (int& step : steps) step = kEach;
  int *device_steps, *device_out;
  cudaMalloc(&device_steps, sizeof steps);
  cudaMalloc(&device_out, sizeof out);
  cudaMemcpy(device_steps, steps, sizeof steps, cudaMemcpyHostToDevice);
  positions<kMore>
      <<<1, 32>>>(device_steps, reinterpret_cast<const Step*>(device_steps), kSteps, device_out);
  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(device_steps);
  cudaFree(device_out);
  const unsigned more[] = {0, kMore, 1, 0, kMore};
  for (int k = 0; k < 5 * 32; ++k)
    if (static_cast<unsigned>(out[k]) != kSteps * (kEach + more[k % 5])) return 1;
  return 0;
}
