// All of warpscope::dma, without CUDA's headers for numbers of 16 bits: for files that are compiled
// often. One that reduces such numbers includes <cuda_fp16.h> or <cuda_bf16.h> itself.
#pragma once

#include "kernels/dma/custom.cuh"
#include "kernels/dma/engine.cuh"
#include "kernels/dma/halo.cuh"
#include "kernels/dma/indirect.cuh"
#include "kernels/dma/registers.cuh"
#include "kernels/dma/ring.cuh"
#include "kernels/dma/sequential.cuh"
#include "kernels/dma/strided.cuh"
#include "kernels/dma/transpose.cuh"
