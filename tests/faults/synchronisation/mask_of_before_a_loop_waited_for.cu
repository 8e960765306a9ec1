// Fault: C12 activemask-as-meeting-place
// Finding: endless-loop says "__activemask"
// Lanes whose numbers take long wait for those that were active at the beginning; some of these
// have left the loop long ago.
#include <cuda_runtime.h>

#include <vector>

__global__ void steps_of(const int* in, int* steps) {
  const int lane = threadIdx.x;
  const unsigned all = __activemask();
  int number = in[lane], count = 0;
  while (number > 1) {
    number = number % 2 ? 3 * number + 1 : number / 2;
    ++count;
    if (count == 50) {
      steps[lane] = -1;
      while (true) {
        const unsigned now = __activemask();  // FAULT
        if (now == all) break;
      }
    }
  }
  steps[lane] = count;
}

int main() {
  std::vector<int> in(32), steps(32);
  for (int i = 0; i < 32; ++i) in[i] = i;
  int *d_in, *d_steps;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_steps, steps.size() * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  steps_of<<<1, 32>>>(d_in, d_steps);
  cudaMemcpy(steps.data(), d_steps, steps.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_steps);
  return 0;
}
