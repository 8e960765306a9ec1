// The functions of the bank-conflicts lab. You write them, in one file; the driver calls them.
#pragma once

#include "cpu.h"
#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// How many passes through shared memory one load of a warp takes. Runs on the CPU.
/// addresses: byte addresses in shared memory of the 32 lanes, each a multiple of `bytes`.
/// bytes: what each lane loads: 4, 8 or 16.
/// Never called with lanes that share addresses two by two when `bytes` is 8 or 16.
int passes(const int* addresses, int bytes);

// For all transposes below: in and out are device memory, `rows` * `columns` elements each; element
// (r, c) of `in` is in[r * columns + c] and becomes out[c * rows + r] (cpu.h). They do not overlap
// and begin at multiples of 256 bytes. rows and columns: 0 to 2^20, their product below 2^31. They
// need not be equal, and need not be multiples of anything.

/// Goes through shared memory; how, is your choice.
void transpose(const float* in, float* out, int rows, int columns);

/// An experiment, with elements of 4, 8 and 16 bytes. The tile has 32 rows of 32 elements, and each
/// row begins 32 + `padding` elements after the one before it.
/// padding: 0 to 33.
void transpose_padded(const float* in, float* out, int rows, int columns, int padding);
void transpose_padded(const double* in, double* out, int rows, int columns, int padding);
void transpose_padded(const float4* in, float4* out, int rows, int columns, int padding);

/// As transpose(), with exactly 4096 bytes of shared memory for each block: a tile of 32 x 32
/// floats, and nothing left for padding.
void transpose_swizzled(const float* in, float* out, int rows, int columns);
