// Correct: sums of 32 bits that are meant to begin anew: a hash and a checksum in int, as many a
// program has them that is compiled with -fwrapv, an unsigned sum, a generator, an angle whose full
// turn is 2^32, a sum of random words; and sums in 64 bits.
#include <cuda_runtime.h>

#include <vector>

__global__ void hashes(const unsigned char* text, int length, int* out) {
  int hash = 5381;
  for (int i = 0; i < length; ++i) hash = hash * 33 + text[i];
  int h = 0;
  for (int i = 0; i < length; ++i) {
    h += text[i];
    h += h << 10;
    h ^= h >> 6;
  }
  out[threadIdx.x] = hash ^ h;
}

__global__ void checksum(const int* words, int count, int* out) {
  int checksum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) checksum += words[i];
  atomicAdd(out, checksum);
}

__global__ void unsigned_sum(const unsigned* words, int count, unsigned* out) {
  unsigned sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += words[i];
  atomicAdd(out, sum);
}

__global__ void random_words(int* out) {
  int seed = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 64; ++i) {
    seed = seed * 1103515245 + 12345;
    sum += seed;
  }
  out[threadIdx.x] = sum;
}

__global__ void turns(int* out, int step, int rounds) {
  int angle = 0;
  for (int i = 0; i < rounds; ++i) {
    angle += step;
    if (i % 64 == 0) out[threadIdx.x] = angle >> 20;
  }
  out[threadIdx.x] = angle;
}

__global__ void wide(const int* words, int count, long long* out, unsigned long long* all) {
  long long sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += words[i];
  out[threadIdx.x] = sum;
  atomicAdd(all, static_cast<unsigned long long>(sum));
}

// As large as an int holds, and no larger.
__global__ void fits(const int* words, int count, int* out) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += words[i];
  out[threadIdx.x] = sum - words[0] + words[1];
}

int main() {
  const int count = 2147, threads = 32;
  std::vector<int> words(count, 1000000);
  std::vector<unsigned char> text(1000, 'x');
  int *d_words, *d_out;
  unsigned* d_sum;
  long long* d_wide;
  unsigned long long* d_all;
  unsigned char* d_text;
  cudaMalloc(&d_words, count * sizeof(int));
  cudaMalloc(&d_out, threads * sizeof(int));
  cudaMalloc(&d_sum, sizeof(unsigned));
  cudaMalloc(&d_wide, threads * sizeof(long long));
  cudaMalloc(&d_all, sizeof(unsigned long long));
  cudaMalloc(&d_text, text.size());
  cudaMemcpy(d_words, words.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_text, text.data(), text.size(), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, threads * sizeof(int));
  cudaMemset(d_sum, 0, sizeof(unsigned));
  cudaMemset(d_all, 0, sizeof(unsigned long long));
  for (int round = 0; round < 3; ++round) {
    checksum<<<1, threads>>>(d_words, count, d_out);
    unsigned_sum<<<1, threads>>>(reinterpret_cast<unsigned*>(d_words), count, d_sum);
    wide<<<1, threads>>>(d_words, count, d_wide, d_all);
  }
  hashes<<<1, threads>>>(d_text, 1000, d_out);
  random_words<<<1, threads>>>(d_out);
  turns<<<1, threads>>>(d_out, 1 << 24, 1000);
  fits<<<1, threads>>>(d_words, count, d_out);
  int out[threads];
  unsigned sum = 0;
  long long wide_sums[threads];
  unsigned long long all = 0;
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(wide_sums, d_wide, sizeof wide_sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(&all, d_all, sizeof all, cudaMemcpyDeviceToHost);
  cudaFree(d_words);
  cudaFree(d_out);
  cudaFree(d_sum);
  cudaFree(d_wide);
  cudaFree(d_all);
  cudaFree(d_text);
  return out[0] == 2147000000 && sum == 3u * 2147000000u && all == 3ull * 2147000000ull ? 0 : 1;
}
