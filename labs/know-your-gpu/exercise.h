// The functions of the know-your-gpu lab. You write them, in one file; the driver calls them.
#pragma once

#include <cuda_runtime.h>

#include "cpu.h"

/// Ends the function that calls it, and the case, with the text "file:line: call: name of error".
/// What a CUDA_CHECK macro calls when something went wrong.
[[noreturn]] void stop(const char* file, int line, const char* call, cudaError_t error);

// Task 1. count is 0 to 2^20, threads 1 to 1024.

/// sum[i] = a[i] + b[i], on the GPU, by blocks of `threads` threads. All three are HOST memory,
/// `count` floats each. So the function allocates device memory, copies a and b to it, launches a
/// kernel, copies the sums back and frees the device memory.
void add(const float* a, const float* b, float* sum, int count, int threads);
/// The fewest blocks of `threads` threads that have a thread for each of `count` elements.
/// count is 0 to 2^31 - 1.
int blocks_for(int count, int threads);

// Task 2.

/// Each makes one call that fails, through CUDA_CHECK; stop() must be told so.
void fail_in_set_device();
void fail_in_copy();
/// Where nothing can be copied to: a null pointer. The driver counts how often it is asked.
void* no_memory();
/// Launches one block of `threads` threads; thread i writes i into data[i]. Returns the error of
/// the launch, cudaSuccess if there was none. Afterwards no error is pending: cudaGetLastError()
/// gives cudaSuccess. data: device memory, 1024 ints. threads is 0 or more.
cudaError_t try_launch(int* data, int threads);
/// sum[i] = a[i] + b[i] on the GPU. All three are managed memory (cudaMallocManaged): host and
/// device use the same pointer, nobody copies. When the function returns, the host reads the sums.
void add_managed(const float* a, const float* b, float* sum, int count);

// From here on pointers are DEVICE memory: the driver allocates, copies and waits.

// Task 3.

/// Uses one thread for each element i below count, in blocks of `threads` threads, thread i of the
/// whole grid for element i. It writes the number of its block, of its warp in the block and of its
/// lane in the warp into block[i], warp[i] and lane[i].
void places(int* block, int* warp, int* lane, int count, int threads);
/// How many warps such a launch has. No extent is 0.
long long warps_of(dim3 grid, dim3 block);

// Task 4. Extents are 1 or more; what is computed is in cpu.h.

void mirror(const int* in, int* out, int width, int height);
void shell(const int* in, int* out, int width, int height, int depth);
