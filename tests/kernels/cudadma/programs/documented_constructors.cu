// Every constructor as the documentation spells it. A wrong order of arguments shows in which
// threads an object owns; what they move is tested elsewhere.
#include <cstdio>

#include "cudaDMA.h"
#include "cudaDMAv2.h"

namespace {

constexpr bool GATHER = true;
constexpr int ALIGNMENT = 16, BYTES_PER_THREAD = 32, XFER_SIZE = 512, BYTES_PER_ELMT = 64;
constexpr int DMA_THREADS = 64, TOTAL_THREADS = 128, NUM_ELMTS = 10;
constexpr int kThreads = 256, kComputeThreads = 96, kStart = 96;

template <typename... Objects>
__device__ void count(int* owned, const Objects&... objects) {
  owned[threadIdx.x] += (0 + ... + static_cast<int>(objects.owns_this_thread()));
}

// With DMA threads: 64 from 96 on.
__global__ void specialised_1(int* owned, int dmaID, int num_dma_threads, int num_compute_threads,
                              int dma_threadIdx_start, int xfer_size, int bytes_per_elmt,
                              int num_elmts, int src_stride, int dst_stride) {
  cudaDMASequential<true, ALIGNMENT, XFER_SIZE, DMA_THREADS> sequential_1(
      dmaID, num_compute_threads, dma_threadIdx_start);
  cudaDMASequential<true, ALIGNMENT, XFER_SIZE> sequential_2(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start);
  cudaDMASequential<true, ALIGNMENT> sequential_3(dmaID, num_dma_threads, num_compute_threads,
                                                  dma_threadIdx_start, xfer_size);
  cudaDMASequential<ALIGNMENT, XFER_SIZE, DMA_THREADS> getting_started(dmaID, num_compute_threads,
                                                                       dma_threadIdx_start);
  cudaDMASequential<64, 16> of_2011(dmaID, num_dma_threads, num_compute_threads,
                                    dma_threadIdx_start);
  cudaDMASequential<64> of_2011_sized(dmaID, num_dma_threads, num_compute_threads,
                                      dma_threadIdx_start, xfer_size);
  count(owned, sequential_1, sequential_2, sequential_3, getting_started, of_2011, of_2011_sized);
  cudaDMAStrided<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS> strided_1(
      dmaID, num_compute_threads, dma_threadIdx_start, src_stride, dst_stride);
  cudaDMAStrided<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS> strided_2(
      dmaID, num_compute_threads, dma_threadIdx_start, src_stride);
  cudaDMAStrided<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS> strided_3(
      dmaID, num_compute_threads, dma_threadIdx_start, num_elmts, src_stride, dst_stride);
  cudaDMAStrided<true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS> strided_4(
      dmaID, num_compute_threads, dma_threadIdx_start, num_elmts, src_stride);
  cudaDMAStrided<true, ALIGNMENT, BYTES_PER_ELMT> strided_5(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, num_elmts, src_stride,
      dst_stride);
  cudaDMAStrided<true, ALIGNMENT, BYTES_PER_ELMT> strided_6(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, num_elmts, src_stride);
  cudaDMAStrided<true, ALIGNMENT> strided_7(dmaID, num_dma_threads, num_compute_threads,
                                            dma_threadIdx_start, bytes_per_elmt, num_elmts,
                                            src_stride, dst_stride);
  cudaDMAStrided<true, ALIGNMENT> strided_8(dmaID, num_dma_threads, num_compute_threads,
                                            dma_threadIdx_start, bytes_per_elmt, num_elmts,
                                            src_stride);
  cudaDMAStrided<64> strided_9(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start,
                               bytes_per_elmt, src_stride);
  cudaDMAStrided<64> strided_10(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start,
                                bytes_per_elmt, num_elmts, src_stride);
  count(owned, strided_1, strided_2, strided_3, strided_4, strided_5, strided_6, strided_7,
        strided_8, strided_9, strided_10);
  cudaDMAIndirect<GATHER, true /*specialized*/, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>
      indirect_1(dmaID, num_compute_threads, dma_threadIdx_start);
  cudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_ELMT, DMA_THREADS> indirect_2(
      dmaID, num_compute_threads, dma_threadIdx_start, num_elmts);
  cudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_ELMT> indirect_3(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, num_elmts);
  cudaDMAIndirect<GATHER, true, ALIGNMENT> indirect_4(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, bytes_per_elmt, num_elmts);
  cudaDMAHalo<float, 4, true, ALIGNMENT> halo(dmaID, num_dma_threads, num_compute_threads,
                                              dma_threadIdx_start, 32, 8, 64);
  cudaDMACustom custom(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start);
  cudaDMA base(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start);
  count(owned, indirect_1, indirect_2, indirect_3, indirect_4, halo, custom, base);
}
constexpr int kSpecialised1 = 23;

__global__ void specialised_2(int* owned, int dmaID, int num_dma_threads, int num_compute_threads,
                              int dma_threadIdx_start, int xfer_size, int bytes_per_elmt,
                              int num_elmts, int src_stride, int dst_stride) {
  CudaDMASequential<true, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE, DMA_THREADS> sequential_1(
      dmaID, num_compute_threads, dma_threadIdx_start);
  CudaDMASequential<true, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE> sequential_2(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start);
  CudaDMASequential<true, ALIGNMENT, BYTES_PER_THREAD> sequential_3(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, xfer_size);
  CudaDMASequential<true, ALIGNMENT> sequential_4(dmaID, num_dma_threads, num_compute_threads,
                                                  dma_threadIdx_start, xfer_size);
  count(owned, sequential_1, sequential_2, sequential_3, sequential_4);
  CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>
      strided_1(dmaID, num_compute_threads, dma_threadIdx_start, src_stride, dst_stride);
  CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>
      strided_2(dmaID, num_compute_threads, dma_threadIdx_start, src_stride);
  CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS> strided_3(
      dmaID, num_compute_threads, dma_threadIdx_start, num_elmts, src_stride, dst_stride);
  CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS> strided_4(
      dmaID, num_compute_threads, dma_threadIdx_start, num_elmts, src_stride);
  CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT> strided_5(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, num_elmts, src_stride,
      dst_stride);
  CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT> strided_6(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, num_elmts, src_stride);
  CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD> strided_7(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, bytes_per_elmt, num_elmts,
      src_stride, dst_stride);
  CudaDMAStrided<true, ALIGNMENT, BYTES_PER_THREAD> strided_8(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, bytes_per_elmt, num_elmts,
      src_stride);
  count(owned, strided_1, strided_2, strided_3, strided_4, strided_5, strided_6, strided_7,
        strided_8);
  CudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>
      indirect_1(dmaID, num_compute_threads, dma_threadIdx_start),
      indirect_2(dmaID, num_compute_threads, dma_threadIdx_start, dst_stride);
  CudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS>
      indirect_3(dmaID, num_compute_threads, dma_threadIdx_start, num_elmts),
      indirect_4(dmaID, num_compute_threads, dma_threadIdx_start, num_elmts, dst_stride);
  CudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT> indirect_5(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, num_elmts),
      indirect_6(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, num_elmts,
                 dst_stride);
  CudaDMAIndirect<GATHER, true, ALIGNMENT, BYTES_PER_THREAD> indirect_7(
      dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, bytes_per_elmt, num_elmts),
      indirect_8(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start, bytes_per_elmt,
                 num_elmts, dst_stride);
  CudaDMA base(dmaID, num_dma_threads, num_compute_threads, dma_threadIdx_start);
  count(owned, indirect_1, indirect_2, indirect_3, indirect_4, indirect_5, indirect_6, indirect_7,
        indirect_8, base);
}
constexpr int kSpecialised2 = 21;

// Without DMA threads and with all threads of the block.
__global__ void whole_block(int* owned, int xfer_size, int bytes_per_elmt, int num_elmts,
                            int src_stride, int dst_stride) {
  cudaDMASequential<false, ALIGNMENT, XFER_SIZE> sequential_1;
  cudaDMASequential<false, ALIGNMENT> sequential_2(xfer_size);
  cudaDMAStrided<false, ALIGNMENT, BYTES_PER_ELMT> strided_1(num_elmts, src_stride, dst_stride),
      strided_2(num_elmts, src_stride);
  cudaDMAStrided<false, ALIGNMENT> strided_3(bytes_per_elmt, num_elmts, src_stride, dst_stride),
      strided_4(bytes_per_elmt, num_elmts, src_stride);
  cudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_ELMT> indirect_1(num_elmts);
  cudaDMAIndirect<GATHER, false, ALIGNMENT> indirect_2(bytes_per_elmt, num_elmts);
  count(owned, sequential_1, sequential_2, strided_1, strided_2, strided_3, strided_4, indirect_1,
        indirect_2);
  CudaDMASequential<false, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE> sequential_3;
  CudaDMASequential<false, ALIGNMENT, BYTES_PER_THREAD> sequential_4(xfer_size);
  CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT> strided_5(
      num_elmts, src_stride, dst_stride),
      strided_6(num_elmts, src_stride);
  CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD> strided_7(bytes_per_elmt, num_elmts,
                                                               src_stride, dst_stride),
      strided_8(bytes_per_elmt, num_elmts, src_stride);
  CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT> indirect_3(num_elmts),
      indirect_4(num_elmts, dst_stride);
  CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD> indirect_5(bytes_per_elmt, num_elmts),
      indirect_6(bytes_per_elmt, num_elmts, dst_stride);
  count(owned, sequential_3, sequential_4, strided_5, strided_6, strided_7, strided_8, indirect_3,
        indirect_4, indirect_5, indirect_6);
}
constexpr int kWholeBlock = 18;

// With TOTAL_THREADS: the first 128 threads.
__global__ void total_threads(int* owned, int num_elmts, int src_stride, int dst_stride) {
  cudaDMASequential<false, ALIGNMENT, XFER_SIZE, TOTAL_THREADS> sequential_1;
  cudaDMAStrided<false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS, NUM_ELMTS> strided_1(src_stride,
                                                                                       dst_stride),
      strided_2(src_stride);
  cudaDMAStrided<false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS> strided_3(num_elmts, src_stride,
                                                                            dst_stride),
      strided_4(num_elmts, src_stride);
  cudaDMAIndirect<GATHER, false /*not specialized*/, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS,
                  NUM_ELMTS>
      indirect_1;
  cudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_ELMT, TOTAL_THREADS> indirect_2(num_elmts);
  count(owned, sequential_1, strided_1, strided_2, strided_3, strided_4, indirect_1, indirect_2);
}
constexpr int kTotal = 7;

// Version 2 with the optional arguments: the 64 threads from 96 on.
__global__ void some_threads(int* owned, int xfer_size, int bytes_per_elmt, int num_elmts,
                             int src_stride, int dst_stride, int num_dma_threads,
                             int dma_threadIdx_start) {
  CudaDMASequential<false, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE, DMA_THREADS> sequential_1(
      dma_threadIdx_start);
  CudaDMASequential<false, ALIGNMENT, BYTES_PER_THREAD, XFER_SIZE> sequential_2(
      num_dma_threads, dma_threadIdx_start);
  CudaDMASequential<false, ALIGNMENT, BYTES_PER_THREAD> sequential_3(xfer_size, num_dma_threads,
                                                                     dma_threadIdx_start);
  CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS, NUM_ELMTS>
      strided_1(src_stride, dst_stride, dma_threadIdx_start);
  CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS> strided_2(
      num_elmts, src_stride, dst_stride, dma_threadIdx_start);
  CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT> strided_3(
      num_elmts, src_stride, dst_stride, num_dma_threads, dma_threadIdx_start);
  CudaDMAStrided<false, ALIGNMENT, BYTES_PER_THREAD> strided_4(
      bytes_per_elmt, num_elmts, src_stride, dst_stride, num_dma_threads, dma_threadIdx_start);
  CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS,
                  NUM_ELMTS>
      indirect_1(dst_stride, dma_threadIdx_start);
  CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT, DMA_THREADS>
      indirect_2(num_elmts, dst_stride, dma_threadIdx_start);
  CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD, BYTES_PER_ELMT> indirect_3(
      num_elmts, dst_stride, num_dma_threads, dma_threadIdx_start);
  CudaDMAIndirect<GATHER, false, ALIGNMENT, BYTES_PER_THREAD> indirect_4(
      bytes_per_elmt, num_elmts, dst_stride, num_dma_threads, dma_threadIdx_start);
  count(owned, sequential_1, sequential_2, sequential_3, strided_1, strided_2, strided_3, strided_4,
        indirect_1, indirect_2, indirect_3, indirect_4);
}
constexpr int kSome = 11;

// Prints how many threads have another count than `objects` inside [first, last) and 0 outside.
void check(const char* name, int* owned, int first, int last, int objects) {
  if (cudaDeviceSynchronize() != cudaSuccess) std::printf("an error, ");
  int wrong = 0;
  for (int i = 0; i < kThreads; ++i) {
    wrong += owned[i] != (i >= first && i < last ? objects : 0) ? 1 : 0;
    owned[i] = 0;
  }
  std::printf("%s: %d wrong\n", name, wrong);
}

}  // namespace

int main() {
  int* owned = nullptr;
  cudaMallocManaged(&owned, kThreads * sizeof(int));
  for (int i = 0; i < kThreads; ++i) owned[i] = 0;
  constexpr int kEnd = kStart + DMA_THREADS;
  specialised_1<<<1, kThreads>>>(owned, 1, DMA_THREADS, kComputeThreads, kStart, 512, 64, 10, 128,
                                 80);
  check("version 1", owned, kStart, kEnd, kSpecialised1);
  specialised_2<<<1, kThreads>>>(owned, 1, DMA_THREADS, kComputeThreads, kStart, 512, 64, 10, 128,
                                 80);
  check("version 2", owned, kStart, kEnd, kSpecialised2);
  whole_block<<<1, kThreads>>>(owned, 512, 64, 10, 128, 80);
  check("whole block", owned, 0, kThreads, kWholeBlock);
  total_threads<<<1, kThreads>>>(owned, 10, 128, 80);
  check("total threads", owned, 0, TOTAL_THREADS, kTotal);
  some_threads<<<1, kThreads>>>(owned, 512, 64, 10, 128, 80, DMA_THREADS, kStart);
  check("some threads", owned, kStart, kEnd, kSome);
}
