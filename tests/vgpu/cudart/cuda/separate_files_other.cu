// The second file of separate_files.cu.
__device__ int table[4] = {1, 2, 3, 4};
__constant__ int bias = 100;
static __device__ int own = 2000;

__global__ void second(int* out) { out[threadIdx.x] = 10 * table[threadIdx.x] + bias + own; }
