// What a copy between host and GPU costs alone, in a queue, and between kernels that wait for it,
// in microseconds. Everything of a row is queued behind a kernel that keeps its stream busy, so
// that the host's speed does not count. On the card: nvcc -O3 -arch=sm_90 probes_copies.cu &&
// ./a.out
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "check.h"

namespace {

using calibrate::check;
using Clock = std::chrono::steady_clock;

constexpr int kCopies = 48, kStreams = 4;
constexpr size_t kLargest = size_t{1} << 20;

__global__ void hold(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

__global__ void nothing() {}

struct Setting {
  long long held_cycles;
  int rounds;
  char *host, *gpu;
  std::vector<char> pageable;
  cudaStream_t streams[kStreams];
  cudaEvent_t begin, end, held, ends[kStreams];
};

/// The median of the times between two events around `work`, which gets streams that begin
/// together.
float measured(Setting& s, const std::function<void()>& work) {
  std::vector<float> times_us;
  for (int round = 0; round < s.rounds; ++round) {
    hold<<<1, 1, 0, s.streams[0]>>>(s.held_cycles);
    check(cudaEventRecord(s.begin, s.streams[0]));
    for (int i = 1; i < kStreams; ++i) check(cudaStreamWaitEvent(s.streams[i], s.begin));
    work();
    for (int i = 1; i < kStreams; ++i) {
      check(cudaEventRecord(s.ends[i], s.streams[i]));
      check(cudaStreamWaitEvent(s.streams[0], s.ends[i]));
    }
    check(cudaEventRecord(s.end, s.streams[0]));
    check(cudaDeviceSynchronize());
    float ms = 0;
    check(cudaEventElapsedTime(&ms, s.begin, s.end));
    times_us.push_back(1000 * ms);
  }
  std::sort(times_us.begin(), times_us.end());
  return times_us[times_us.size() / 2];
}

/// The median of the host's time for one call of many.
double host_us(Setting& s, const std::function<void()>& call) {
  std::vector<double> times_us;
  for (int round = 0; round < s.rounds; ++round) {
    hold<<<1, 1, 0, s.streams[0]>>>(s.held_cycles);
    const auto begin = Clock::now();
    for (int i = 0; i < kCopies; ++i) call();
    times_us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count() /
                       kCopies);
    check(cudaDeviceSynchronize());
  }
  std::sort(times_us.begin(), times_us.end());
  return times_us[times_us.size() / 2];
}

void copy(Setting& s, bool to_gpu, size_t bytes, int stream, int slot) {
  const size_t at = size_t(slot) * kLargest;
  check(cudaMemcpyAsync(to_gpu ? s.gpu + at : s.host + at, to_gpu ? s.host + at : s.gpu + at, bytes,
                        to_gpu ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                        s.streams[stream]));
}

void rows_of(Setting& s, bool to_gpu, size_t bytes) {
  const char* way = to_gpu ? "to the GPU" : "to the host";
  const auto tell = [&](const char* what, float us) {
    std::printf("%7zu bytes %-11s %-44s %8.2f\n", bytes, way, what, us);
  };
  tell("one", measured(s, [&] { copy(s, to_gpu, bytes, 0, 0); }));
  tell("each of 48 in one stream", measured(s, [&] {
                                     for (int i = 0; i < kCopies; ++i) copy(s, to_gpu, bytes, 0, i);
                                   }) / kCopies);
  tell("each of 48 in four streams", measured(s, [&] {
                                       for (int i = 0; i < kCopies; ++i)
                                         copy(s, to_gpu, bytes, i % kStreams, i);
                                     }) / kCopies);
  tell("each of 48, and 48 the other way in a stream", measured(s, [&] {
                                                         for (int i = 0; i < kCopies; ++i)
                                                           copy(s, to_gpu, bytes, 0, i);
                                                         for (int i = 0; i < kCopies; ++i)
                                                           copy(s, !to_gpu, bytes, 1, kCopies + i);
                                                       }) / kCopies);
  tell("each of 48 with a kernel after each", measured(s, [&] {
                                                for (int i = 0; i < kCopies; ++i) {
                                                  copy(s, to_gpu, bytes, 0, i);
                                                  nothing<<<1, 32, 0, s.streams[0]>>>();
                                                }
                                              }) / kCopies);
}

}  // namespace

int main(int argc, char** argv) {
  Setting s;
  s.rounds = argc > 1 ? std::atoi(argv[1]) : 21;
  s.held_cycles = argc > 2 ? std::atoll(argv[2]) : 1'500'000;
  check(cudaMallocHost(&s.host, 2 * kCopies * kLargest));
  check(cudaMalloc(&s.gpu, 2 * kCopies * kLargest));
  s.pageable.resize(kLargest, 1);
  for (int i = 0; i < kStreams; ++i) {
    check(cudaStreamCreateWithFlags(&s.streams[i], cudaStreamNonBlocking));
    check(cudaEventCreate(&s.ends[i]));
  }
  check(cudaEventCreate(&s.begin));
  check(cudaEventCreate(&s.end));
  nothing<<<1, 32>>>();
  check(cudaDeviceSynchronize());

  std::printf("between two events: nothing %37.2f\n", measured(s, [] {}));
  std::printf("between two events: a kernel that does nothing %18.2f\n",
              measured(s, [&] { nothing<<<1, 32, 0, s.streams[0]>>>(); }));
  std::printf("each of 48 kernels that do nothing, in one stream %15.2f\n",
              measured(s, [&] {
                for (int i = 0; i < kCopies; ++i) nothing<<<1, 32, 0, s.streams[0]>>>();
              }) / kCopies);
  for (const bool to_gpu : {true, false})
    for (const size_t bytes : {size_t{64}, size_t{4} << 10, size_t{16} << 10, size_t{64} << 10,
                               size_t{256} << 10, size_t{1} << 20})
      rows_of(s, to_gpu, bytes);

  std::printf("the host's time for one call: copy of 64 bytes, of 16 KB %8.2f %8.2f\n",
              host_us(s, [&] { copy(s, true, 64, 0, 0); }),
              host_us(s, [&] { copy(s, true, 16 << 10, 0, 0); }));
  std::printf("the host's time for one call: kernel, event, wait %8.2f %8.2f %8.2f\n",
              host_us(s, [&] { nothing<<<1, 32, 0, s.streams[0]>>>(); }),
              host_us(s, [&] { cudaEventRecord(s.ends[1], s.streams[0]); }),
              host_us(s, [&] { cudaStreamWaitEvent(s.streams[0], s.ends[1]); }));
  s.held_cycles = 1;
  for (const size_t bytes :
       {size_t{64}, size_t{16} << 10, size_t{64} << 10, size_t{256} << 10, size_t{1} << 20}) {
    std::printf(
        "%7zu bytes, cudaMemcpy, host's time: page-locked to and from, pageable to and from",
        bytes);
    for (char* host : {s.host, s.pageable.data()})
      for (const bool to_gpu : {true, false})
        std::printf(" %8.2f", host_us(s, [&] {
                      check(cudaMemcpy(to_gpu ? s.gpu : host, to_gpu ? host : s.gpu, bytes,
                                       to_gpu ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost));
                    }));
    std::printf("\n");
  }
}
