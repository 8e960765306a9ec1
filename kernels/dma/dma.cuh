// All of warpscope::dma. README.md shows how to use it.
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
