// tries: combines in global memory, with idle atomics on shared memory beside it
// lab: atomics
// exit: 7 8
// points: 0
// denied: combine-shared-correct
#include "exercise.h"

__device__ void largest(unsigned* word, float value) {
  unsigned seen = *word;
  while (value > __uint_as_float(seen)) {
    const unsigned found = atomicCAS(word, seen, __float_as_uint(value));
    if (found == seen) break;
    seen = found;
  }
}

__global__ void all(const unsigned* in, int count, unsigned* words) {
  __shared__ unsigned idle;
  if (threadIdx.x == 0) idle = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned x = in[i];
  atomicAdd(&idle, x >> 31 & 0);
  atomicAdd(&words[kAdd], x);
  atomicSub(&words[kSub], x);
  atomicInc(&words[kInc], kLimit);
  atomicDec(&words[kDec], kLimit);
  atomicMin(&words[kMin], x);
  atomicMax(&words[kMax], x);
  atomicAnd(&words[kAnd], x);
  atomicOr(&words[kOr], x);
  atomicXor(&words[kXor], x);
  atomicExch(&words[kExchange], x);
  largest(&words[kLargest], float_of(x));
}

void combine_in_shared(const unsigned* in, int count, unsigned* words) {
  if (count == 0) return;
  all<<<ceil_div(count, 256), 256>>>(in, count, words);
  check(cudaGetLastError());
}
