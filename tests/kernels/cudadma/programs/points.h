// Transfers in many sizes and places, each by a block of its own, against a loop over bytes.
//
// A block fills its buffer in shared memory with guard bytes, lets the object under test move into
// it twice, from different places, and copies the whole buffer to the output each time.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace points {

constexpr int kRounds = 2;
constexpr int kRoundStep = 112;         // bytes between the sources of the rounds
constexpr int kComputeThreads = 64;     // beside DMA threads of an object's own
constexpr int kBufferBytes = 12 << 10;  // of the destination, and of a source in shared memory
constexpr int kIndices = 512;           // of a block, at most
constexpr int kInputBytes = 96 << 10;
constexpr unsigned char kGuard = 0xa5;

struct Point {
  int bytes, count;            ///< of an element; of elements
  int src_stride, dst_stride;  ///< bytes
  int dma_threads, first_dma_thread;
  int source, destination;  ///< bytes from the start of the input and of the buffer
  int index;                ///< the block's first entry in the array of indices
  bool source_is_shared, index_is_shared, destination_is_global;
};

enum class Way { execute, strict, two_phase, no_sync };

/// Makes a DMA thread do one transfer, by each way through the interface. `arguments`: the index
/// array, for objects that take one, and the source.
template <Way WAY, bool GLOBAL, typename Object, typename... Arguments>
__device__ __forceinline__ void transfer(Object& object, char* to, Arguments... arguments) {
  if constexpr (WAY == Way::execute && !GLOBAL) object.execute_dma(arguments..., to);
  if constexpr (WAY == Way::execute && GLOBAL) object.template execute_dma<true>(arguments..., to);
  if constexpr (WAY == Way::strict) {
    object.wait_for_dma_start();
    object.template execute_dma_no_sync<GLOBAL>(arguments..., to);
    object.finish_async_dma();
  }
  if constexpr (WAY == Way::two_phase) {
    object.template start_xfer_async<GLOBAL>(arguments...);
    object.template wait_xfer_finish<GLOBAL>(to);
  }
  if constexpr (WAY == Way::no_sync) object.template execute_dma_no_sync<GLOBAL>(arguments..., to);
}

/// Subject: kSpecialised, make(point), move(object, index, from, to); all for the device.
template <typename Subject>
__global__ void run_points(const Point* all, const char* input, const int* indices, char* output) {
  extern __shared__ __align__(16) char shared[];
  const Point point = all[blockIdx.x];
  char* const buffer = shared;
  char* const shared_source = shared + kBufferBytes;
  int* const shared_index = reinterpret_cast<int*>(shared_source + kBufferBytes);
  const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  for (int i = thread * 4; i < kBufferBytes; i += threads * 4) {
    *reinterpret_cast<unsigned*>(buffer + i) = kGuard * 0x01010101u;
    *reinterpret_cast<unsigned*>(shared_source + i) = *reinterpret_cast<const unsigned*>(input + i);
  }
  for (int i = thread; i < kIndices; i += threads) shared_index[i] = indices[point.index + i];
  __syncthreads();
  const char* const from = (point.source_is_shared ? shared_source : input) + point.source;
  const int* const index = point.index_is_shared ? shared_index : indices + point.index;
  char* const own_output = output + static_cast<long long>(blockIdx.x) * kRounds * kBufferBytes;
  const auto destination = [&](int round) {
    return (point.destination_is_global ? own_output + round * kBufferBytes : buffer) +
           point.destination;
  };
  const auto copy_out = [&](int round, int copiers) {
    if (point.destination_is_global) return;
    for (int i = thread * 16; i < kBufferBytes; i += copiers * 16)
      *reinterpret_cast<uint4*>(own_output + round * kBufferBytes + i) =
          *reinterpret_cast<const uint4*>(buffer + i);
  };
  if (Subject::kSpecialised && thread >= kComputeThreads + point.dma_threads) return;
  auto object = Subject::make(point);
  if constexpr (Subject::kSpecialised) {
    if (object.owns_this_thread()) {
      for (int round = 0; round < kRounds; ++round)
        Subject::move(object, index, from + round * kRoundStep, destination(round));
    } else {
      for (int round = 0; round < kRounds; ++round) {
        object.start_async_dma();
        object.wait_for_dma_finish();
        copy_out(round, kComputeThreads);
      }
    }
  } else {
    for (int round = 0; round < kRounds; ++round) {
      Subject::move(object, index, from + round * kRoundStep, destination(round));
      __syncthreads();
      copy_out(round, threads);
      __syncthreads();
    }
  }
}

/// Numbers that are the same in each run.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  std::uint32_t next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state_ >> 33);
  }
  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint32_t>(limit)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

inline int round_up(int value, int to) { return (value + to - 1) / to * to; }

/// Sizes where a schedule changes: the ends of vectors, warps and steps, and others between them.
inline int choose_bytes(Random& random, int alignment, int threads, int most) {
  const int edges[] = {4, alignment, 32 * alignment, threads * alignment, threads * alignment * 4};
  int bytes = random.chance(60) ? edges[random.below(5)] + 4 * random.between(-5, 5)
                                : 4 * random.between(1, most / 4);
  if (bytes < 4) bytes = 4;
  return bytes > most ? most / 4 * 4 : bytes;
}

inline void fail(const char* what) {
  std::printf("%s: %s\n", what, cudaGetErrorString(cudaGetLastError()));
  std::exit(2);
}

template <typename T>
T* managed(std::size_t count) {
  void* memory = nullptr;
  if (cudaMallocManaged(&memory, count * sizeof(T)) != cudaSuccess) fail("cudaMallocManaged");
  return static_cast<T*>(memory);
}

/// Runs points and compares; counts them over a whole program.
class Bench {
 public:
  Bench() : input_(managed<char>(kInputBytes)), random_(1) {
    for (int i = 0; i < kInputBytes; ++i) input_[i] = static_cast<char>(random_.next());
  }

  /// `indices` has kIndices entries for each point that names them. `expect(point, indices, from,
  /// to)` moves the bytes as the documentation says, one after the other.
  template <typename Subject, typename Expect>
  void run(const char* name, const std::vector<Point>& points, const std::vector<int>& indices,
           int threads, Expect expect) {
    const std::size_t count = points.size();
    Point* const all = managed<Point>(count);
    int* const index = managed<int>(indices.size() + kIndices);
    char* const output = managed<char>(count * kRounds * kBufferBytes);
    std::memcpy(all, points.data(), count * sizeof(Point));
    if (!indices.empty()) std::memcpy(index, indices.data(), indices.size() * sizeof(int));
    std::memset(output, kGuard, count * kRounds * kBufferBytes);
    run_points<Subject>
        <<<static_cast<unsigned>(count), threads, 2 * kBufferBytes + kIndices * sizeof(int)>>>(
            all, input_, index, output);
    if (cudaDeviceSynchronize() != cudaSuccess) fail(name);
    std::vector<char> wanted(kBufferBytes);
    for (std::size_t p = 0; p < count; ++p) {
      for (int round = 0; round < kRounds; ++round) {
        std::memset(wanted.data(), kGuard, kBufferBytes);
        expect(points[p], index + points[p].index, input_ + points[p].source + round * kRoundStep,
               wanted.data() + points[p].destination);
        const char* const got = output + (p * kRounds + round) * kBufferBytes;
        ++checked_;
        if (std::memcmp(got, wanted.data(), kBufferBytes) != 0)
          report(name, points[p], got, wanted);
      }
    }
    cudaFree(all);
    cudaFree(index);
    cudaFree(output);
  }

  Random& random() { return random_; }

  /// Prints the counts; the program's exit code.
  int finish() const {
    std::printf("%lld transfers, %lld wrong\n", checked_, wrong_);
    return wrong_ == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
  }

 private:
  void report(const char* name, const Point& p, const char* got, const std::vector<char>& wanted) {
    if (++wrong_ > 10) return;
    int at = 0;
    while (got[at] == wanted[at]) ++at;
    std::printf(
        "%s: byte %d of the buffer is %02x, not %02x, for %d x %d bytes, strides %d and %d, "
        "%d DMA threads from %d on, source %d, destination %d\n",
        name, at, got[at] & 0xff, wanted[at] & 0xff, p.count, p.bytes, p.src_stride, p.dst_stride,
        p.dma_threads, p.first_dma_thread, p.source, p.destination);
  }

  char* input_;
  Random random_;
  long long checked_ = 0, wrong_ = 0;
};

}  // namespace points
