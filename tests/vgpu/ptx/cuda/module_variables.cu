// Module variables with every form of initial value that nvcc writes.
__device__ int table[3][4] = {{1, 2, 3, 4}, {5, 6}};
__constant__ float coefficients[5] = {1.0f, 2.5f, -3.0f};
__device__ int* middle_of_table = &table[1][2];

struct Mixed {
  char letter;
  int* pointer;
  double number;
};
__device__ Mixed mixed = {'a', table[0] + 1, 2.0};

struct __attribute__((packed)) Packed {
  char letter;
  int* pointer;
  void* other;
  short number;
};
__device__ Packed packed_value = {'b', table[0] + 3, &mixed, -7};
__device__ const char* names[] = {"abc", "def\n"};
__device__ double zeros[1000];
__device__ __managed__ int managed_value = 42;

extern __shared__ int dynamic_shared[];

__global__ void use_all(int i, int* out) {
  __shared__ float tile[33][32];
  tile[threadIdx.y][threadIdx.x] = coefficients[i] + static_cast<float>(zeros[i]);
  __syncthreads();
  out[0] = table[i][i] + *middle_of_table + mixed.letter + *mixed.pointer + packed_value.number +
           names[i][0] + dynamic_shared[i] + static_cast<int>(tile[threadIdx.x][threadIdx.y]) +
           managed_value + *packed_value.pointer;
}
