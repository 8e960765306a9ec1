// Correct: votes, matches and reductions whose masks name lanes that have returned: PTX takes those
// that have not exited
#include <cuda_runtime.h>

#include <vector>

struct Result {
  unsigned ballot, sum, most, same, all_same;
  int any, all;
};

__global__ void ask(const int* in, Result* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  int value = in[i];
  Result result;
  result.ballot = __ballot_sync(0xffffffffu, value > 0);
  result.any = __any_sync(0xffffffffu, value == n);
  result.all = __all_sync(0xffffffffu, value > 0);
  result.same = __match_any_sync(0xffffffffu, value % 2);
  int is_same = 0;
  result.all_same = __match_all_sync(0xffffffffu, value > 0, &is_same);
  result.sum = __reduce_add_sync(0xffffffffu, static_cast<unsigned>(value));
  result.most = __reduce_max_sync(0xffffffffu, static_cast<unsigned>(value));
  __syncwarp();
  if (i == 0 && is_same) *out = result;
}

int main() {
  const int n = 20;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i + 1;
  int* in;
  Result *out, result{};
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, sizeof(Result));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  ask<<<1, 32>>>(in, out, n);
  cudaMemcpy(&result, out, sizeof(Result), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  const unsigned left = (1u << n) - 1;
  const bool is_right = result.ballot == left && result.any && result.all &&
                        result.same == (left & 0x55555555u) && result.all_same == left &&
                        result.sum == 210 && result.most == 20;
  return is_right ? 0 : 1;
}
