// All of warpscope::dma. README.md shows how to use it.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "kernels/dma/without_half.cuh"
