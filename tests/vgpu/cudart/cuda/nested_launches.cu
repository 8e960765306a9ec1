// Kernels that launch kernels: what the order of streams and the end of a grid promise, parameters,
// errors and the depth (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism").
#include <cstdio>

struct Mixed {
  char letter;
  double number;
  short list[5];
};

__device__ int written[16];
__device__ int count;
__managed__ int seen[16];
__managed__ int total;

__global__ void note(int value) { written[atomicAdd(&count, 1)] = value; }

__global__ void note_and_launch(int value) {
  note<<<1, 1>>>(value + 1);
  written[atomicAdd(&count, 1)] = value;
}

// The child of the first one ends before the second begins; the tail is last.
__global__ void in_order() {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(9);
  note_and_launch<<<1, 1>>>(1);
  note_and_launch<<<1, 1>>>(3);
}

__global__ void take(char letter, Mixed mixed, const float* from, long long large) {
  seen[0] = letter;
  seen[1] = mixed.letter;
  seen[2] = static_cast<int>(mixed.number * 4);
  seen[3] = mixed.list[4];
  seen[4] = static_cast<int>(from[1] * 4);
  seen[5] = static_cast<int>(large >> 40);
}

__global__ void give(const float* from) {
  take<<<1, 1>>>('a', Mixed{'b', 2.25, {1, 2, 3, 4, 5}}, from, 7ll << 40);
}

__global__ void spread(int depth) {
  atomicAdd(&total, 1);
  if (depth > 0 && threadIdx.x < 2) spread<<<2, 3>>>(depth - 1);
}

__global__ void sum_shared(int* sum) {
  extern __shared__ int values[];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < blockDim.x; ++i) *sum += values[i];
}

__global__ void with_stream() {
  cudaStream_t stream;
  seen[0] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  sum_shared<<<1, 64, 256, stream>>>(&seen[1]);
  seen[2] = cudaStreamDestroy(stream);
  sum_shared<<<1, 32, 128, cudaStreamFireAndForget>>>(&seen[3]);
}

__global__ void with_memory(int* memory) {
  seen[1] = *memory;
  seen[2] = cudaFree(memory);
}

__global__ void allocate() {
  int* memory = nullptr;
  seen[0] = cudaMalloc(&memory, 4);
  *memory = 77;
  with_memory<<<1, 1>>>(memory);
}

__global__ void refused() {
  note<<<1, 2000>>>(0);
  seen[threadIdx.x] = cudaPeekAtLastError();
  note<<<0, 1>>>(0);
  seen[2 + threadIdx.x] = cudaGetLastError();
  seen[4 + threadIdx.x] = cudaGetLastError();
}

__global__ void __launch_bounds__(64) bounded() { total = 1; }
__global__ void beyond_bounds() {
  bounded<<<1, 65>>>();
  seen[0] = cudaGetLastError();
}

__global__ void deeper(int depth) {
  total = depth;
  deeper<<<1, 1>>>(depth + 1);
  seen[0] = cudaGetLastError();
}

__global__ void repeat(int times) {
  total = total + 1;
  if (times > 1) repeat<<<1, 1, 0, cudaStreamTailLaunch>>>(times - 1);
}

__global__ void write_to(int* where) { *where = 1; }
__global__ void fault() { write_to<<<1, 1>>>(reinterpret_cast<int*>(0x10)); }

void end(const char* what) {
  std::printf("%s: %s;", what, cudaGetErrorName(cudaDeviceSynchronize()));
}

void show(int numbers) {
  for (int i = 0; i < numbers; ++i) std::printf(" %d", seen[i]);
  std::printf("\n");
  for (int& number : seen) number = 0;
}

int main() {
  in_order<<<1, 1>>>();
  end("in order");
  int values[16] = {};
  cudaMemcpyFromSymbol(values, written, sizeof values);
  for (int i = 0; i < 6; ++i) std::printf(" %d", values[i]);
  std::printf("\n");

  float numbers[2] = {1.5f, 2.5f};
  float* memory = nullptr;
  cudaMalloc(&memory, sizeof numbers);
  cudaMemcpy(memory, numbers, sizeof numbers, cudaMemcpyDefault);
  give<<<1, 1>>>(memory);
  end("parameters");
  show(6);

  spread<<<1, 2>>>(4);
  end("a tree");
  std::printf(" %d\n", total);

  with_stream<<<1, 1>>>();
  end("a stream of its own");
  show(4);

  allocate<<<1, 1>>>();
  end("memory");
  show(3);

  refused<<<1, 2>>>();
  end("refused");
  show(6);

  total = 0;
  beyond_bounds<<<1, 1>>>();
  end("beyond launch bounds");
  std::printf(" total %d", total);
  show(1);

  repeat<<<1, 1>>>(40);
  end("tails");
  std::printf(" %d\n", total);

  total = 0;
  deeper<<<1, 1>>>(0);
  end("depth");
  std::printf(" %d", total);
  show(1);

  fault<<<1, 1>>>();
  end("fault of a child");
  std::printf("\n");
  return 0;
}
