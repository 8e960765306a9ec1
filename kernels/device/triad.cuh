// STREAM's triad, a[i] = b[i] + scalar * c[i]: the model of a kernel that memory bounds. Ways to
// keep enough bytes under way, and not too many: loads into registers, of 16 bytes or of another
// size; one bulk-copied tile per block; a ring of bulk copies with bulk stores.
//
// Cost: 3 * count * sizeof(T) bytes of global memory, two thirds of them read. What bounds it is
// memory, and there the changes between reading and writing: a copy on an H200 reaches 89 % of the
// data sheet's 4.8 TB/s, reading alone 94 %. Sources: McCalpin, STREAM (1995);
// cub::DeviceTransform's tile of bulk copies (NVIDIA/cccl #2086: one element per thread with plain
// loads keeps too little under way on an H200, #1673).
#pragma once

#include <cstddef>

#include "access.cuh"
#include "bulk.cuh"

namespace warpscope::device {

template <typename T>
__device__ T triad_of(T b, T scalar, T c) {
  if constexpr (sizeof(T) == 8)
    return __fma_rn(scalar, c, b);
  else
    return __fmaf_rn(scalar, c, b);
}

/// The same for each element of a word.
template <typename T, typename Word>
__device__ Word triad_of_words(const Word& b, T scalar, const Word& c) {
  using Elements = Pack<T, sizeof(Word)>;
  auto left = __builtin_bit_cast(Elements, b);
  const auto right = __builtin_bit_cast(Elements, c);
#pragma unroll
  for (int k = 0; k < Elements::size; ++k) {
    left.element[k] = triad_of(left.element[k], scalar, right.element[k]);
  }
  return __builtin_bit_cast(Word, left);
}

/// The elements after the last whole 16 bytes: less than one 16-byte group, by the first threads of
/// the last block.
template <typename T>
__device__ void triad_tail(T* a, const T* b, const T* c, T scalar, std::size_t count) {
  const std::size_t i = count / Pack<T>::size * Pack<T>::size + threadIdx.x;
  if (blockIdx.x == gridDim.x - 1 && i < count) a[i] = triad_of(b[i], scalar, c[i]);
}

/// With `Vectors` 16-byte loads of each input under way per thread. a, b and c are 16-byte aligned
/// and do not overlap; float or double. Any number of blocks of `Threads` threads in x; one per
/// Threads * Vectors * 16 bytes takes a single step.
template <typename T, int Threads, int Vectors, Load load, Store store>
__global__ void __launch_bounds__(Threads)
    triad_by_loads(T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ c, T scalar,
                   std::size_t count) {
  const uint4* b16 = reinterpret_cast<const uint4*>(b);
  const uint4* c16 = reinterpret_cast<const uint4*>(c);
  uint4* a16 = reinterpret_cast<uint4*>(a);
  const std::size_t vectors = count / Pack<T>::size;
  constexpr std::size_t tile = std::size_t{Threads} * Vectors;
  for (std::size_t start = blockIdx.x * tile; start < vectors; start += gridDim.x * tile) {
    const std::size_t mine = start + threadIdx.x;
    if (start + tile <= vectors) {
      uint4 from_b[Vectors];
      uint4 from_c[Vectors];
#pragma unroll
      for (int v = 0; v < Vectors; ++v) from_b[v] = load16<load>(b16 + mine + v * Threads);
#pragma unroll
      for (int v = 0; v < Vectors; ++v) from_c[v] = load16<load>(c16 + mine + v * Threads);
#pragma unroll
      for (int v = 0; v < Vectors; ++v) {
        store16<store>(a16 + mine + v * Threads, triad_of_words(from_b[v], scalar, from_c[v]));
      }
    } else {
#pragma unroll 1
      for (std::size_t i = mine; i < vectors; i += Threads) {
        store16<store>(a16 + i,
                       triad_of_words(load16<load>(b16 + i), scalar, load16<load>(c16 + i)));
      }
    }
  }
  triad_tail(a, b, c, scalar, count);
}

/// One step with words of another size: `Words` neighbouring words of type `Word` (T, uint2 or
/// uint4) per thread, read plainly. a, b and c are aligned to a word. One block of `Threads`
/// threads per Threads * Words words.
template <typename T, typename Word, int Threads, int Words>
__global__ void __launch_bounds__(Threads)
    triad_by_words(T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ c, T scalar,
                   std::size_t count) {
  constexpr std::size_t elements = sizeof(Word) / sizeof(T);
  const std::size_t first = (std::size_t{blockIdx.x} * Threads + threadIdx.x) * Words;
  if ((first + Words) * elements <= count) {
    Word from_b[Words];
    Word from_c[Words];
#pragma unroll
    for (int w = 0; w < Words; ++w) from_b[w] = __ldg(reinterpret_cast<const Word*>(b) + first + w);
#pragma unroll
    for (int w = 0; w < Words; ++w) from_c[w] = __ldg(reinterpret_cast<const Word*>(c) + first + w);
#pragma unroll
    for (int w = 0; w < Words; ++w) {
      reinterpret_cast<Word*>(a)[first + w] = triad_of_words(from_b[w], scalar, from_c[w]);
    }
  } else {
    for (std::size_t i = first * elements; i < count; ++i) a[i] = triad_of(b[i], scalar, c[i]);
  }
}

/// Dynamic shared memory of triad_by_tiles, in bytes.
template <int TileBytes>
inline constexpr std::size_t triad_tile_shared_bytes = 2 * std::size_t{TileBytes} + sizeof(Barrier);

/// One tile of `TileBytes` of each array per block: two bulk copies bring it, the threads compute
/// and store in units of `Word` (T, uint2 or uint4), or Store::bulk sends the whole tile back.
/// Other resident blocks keep memory busy while one starts or stores. Launch ceil(count * sizeof(T)
/// / TileBytes) blocks; compute capability 9.0.
template <typename T, typename Word, int Threads, int TileBytes, Store store>
__global__ void __launch_bounds__(Threads)
    triad_by_tiles(T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ c, T scalar,
                   std::size_t count) {
  constexpr int words = TileBytes / sizeof(Word);
  static_assert(words % Threads == 0,
                "each thread takes whole words: make TileBytes a multiple of a word per thread");
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  Barrier& full = *reinterpret_cast<Barrier*>(shared_bytes + 2 * TileBytes);
  const std::size_t total = count / Pack<T>::size * 16;
  const std::size_t at = std::size_t{blockIdx.x} * TileBytes;
  const auto bytes = static_cast<std::uint32_t>(at >= total              ? 0
                                                : total - at < TileBytes ? total - at
                                                                         : TileBytes);
  if (threadIdx.x == 0) {
    full.init(1);
    barriers_ready();
    full.arrive_expecting(2 * bytes);
    if (bytes != 0) {
      bulk_load(shared_bytes, reinterpret_cast<const unsigned char*>(b) + at, bytes, full);
      bulk_load(shared_bytes + TileBytes, reinterpret_cast<const unsigned char*>(c) + at, bytes,
                full);
    }
  }
  __syncthreads();
  full.wait(0);
  Word* from_b = reinterpret_cast<Word*>(shared_bytes);
  const Word* from_c = reinterpret_cast<const Word*>(shared_bytes + TileBytes);
  Word* to = reinterpret_cast<Word*>(reinterpret_cast<unsigned char*>(a) + at);
  const auto move = [&](std::uint32_t k) {
    const Word result = triad_of_words(from_b[k], scalar, from_c[k]);
    if constexpr (store == Store::plain) {
      to[k] = result;
    } else if constexpr (store == Store::streaming) {
      __stcs(to + k, result);
    } else {
      from_b[k] = result;
    }
  };
  if (bytes == TileBytes) {
#pragma unroll
    for (int i = 0; i < words; i += Threads) move(i + threadIdx.x);
  } else {
    for (std::uint32_t k = threadIdx.x; k < bytes / sizeof(Word); k += Threads) move(k);
  }
  if constexpr (store == Store::bulk) {
    fence_before_bulk();
    __syncthreads();
    if (threadIdx.x == 0 && bytes != 0) {
      dma::bulk_copy::store(to, shared_bytes, bytes);
      dma::bulk_copy::commit();
      dma::bulk_copy::wait_until_read<0>();
    }
  }
  triad_tail(a, b, c, scalar, count);
}

/// Dynamic shared memory of triad_by_ring, in bytes.
template <int StageBytes, int Stages>
inline constexpr std::size_t triad_ring_shared_bytes =
    (2 * std::size_t{StageBytes} + 2 * sizeof(Barrier)) * Stages;

/// Blocks that stay, each with a ring of `Stages` pairs of stages of `StageBytes`: thread 0 fills
/// them by bulk copies, all warps but the first compute in place, and each warp sends its part back
/// by a bulk store of its own, so that no thread ever waits for another warp. Launch as many blocks
/// as are resident at once; compute capability 9.0.
template <typename T, int Threads, int StageBytes, int Stages>
__global__ void __launch_bounds__(Threads)
    triad_by_ring(T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ c, T scalar,
                  std::size_t count) {
  constexpr int workers = Threads / 32 - 1;
  static_assert(workers >= 1 && StageBytes % (512 * workers) == 0,
                "each worker warp takes rows of 512 bytes: make StageBytes a multiple of 512 per "
                "worker warp");
  constexpr int part = StageBytes / workers;
  alignas(128) extern __shared__ unsigned char shared_bytes[];
  const auto b_stage = [&](int s) { return shared_bytes + 2 * std::size_t{StageBytes} * s; };
  Barrier* full = reinterpret_cast<Barrier*>(b_stage(Stages));
  Barrier* empty = full + Stages;
  if (threadIdx.x == 0) {
    for (int s = 0; s < Stages; ++s) {
      full[s].init(1);
      empty[s].init(workers);
    }
    barriers_ready();
  }
  __syncthreads();

  const std::size_t total = count / Pack<T>::size * 16;
  const std::size_t first = std::size_t{blockIdx.x} * StageBytes;
  const std::size_t step = std::size_t{gridDim.x} * StageBytes;
  const auto bytes_at = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(total - offset < StageBytes ? total - offset : StageBytes);
  };
  RingPlace<Stages> place;
  if (threadIdx.x == 0) {
    for (std::size_t at = first; at < total; at += step) {
      const std::uint32_t bytes = bytes_at(at);
      empty[place.stage].wait(place.parity ^ 1);
      full[place.stage].arrive_expecting(2 * bytes);
      bulk_load(b_stage(place.stage), reinterpret_cast<const unsigned char*>(b) + at, bytes,
                full[place.stage]);
      bulk_load(b_stage(place.stage) + StageBytes, reinterpret_cast<const unsigned char*>(c) + at,
                bytes, full[place.stage]);
      place.advance();
    }
  } else if (threadIdx.x >= 32) {
    const std::uint32_t offset = (threadIdx.x / 32 - 1) * part;
    const std::uint32_t lane = threadIdx.x % 32;
    int sent = -1;  // the stage whose store may still be read from shared memory
    for (std::size_t at = first; at < total; at += step) {
      const std::uint32_t bytes = bytes_at(at);
      const std::uint32_t mine = bytes <= offset         ? 0
                                 : bytes - offset < part ? bytes - offset
                                                         : part;
      full[place.stage].wait(place.parity);
      unsigned char* stage = b_stage(place.stage) + offset;
      uint4* b16 = reinterpret_cast<uint4*>(stage);
      const uint4* c16 = reinterpret_cast<const uint4*>(stage + StageBytes);
#pragma unroll 4
      for (std::uint32_t k = lane; k < mine / 16; k += 32)
        b16[k] = triad_of_words(b16[k], scalar, c16[k]);
      fence_before_bulk();
      __syncwarp();
      if (lane == 0) {
        if (mine != 0)
          dma::bulk_copy::store(reinterpret_cast<unsigned char*>(a) + at + offset, stage, mine);
        dma::bulk_copy::commit();
        dma::bulk_copy::wait_until_read<1>();
        if (sent >= 0) empty[sent].arrive();
        sent = place.stage;
      }
      place.advance();
    }
    if (lane == 0) dma::bulk_copy::wait();
  }
  triad_tail(a, b, c, scalar, count);
}

}  // namespace warpscope::device
