// What L2 holds when a kernel begins, by what was done with its data just before: cycles of a load
// in a chain of 2,048, one to each line of 256 KB, of which nobody has read one before in the
// kernel. On the card: nvcc -O3 -arch=sm_90 probes_l2.cu && ./a.out
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "check.h"
#include "ring.h"

namespace {

using calibrate::check;

constexpr int kLines = 2048;
constexpr size_t kBytes = size_t{kLines} * calibrate::kWordsOfLine * sizeof(unsigned);
constexpr size_t kOthers = size_t{256} << 20;

__global__ void chase(const unsigned* next, long long* cycles, unsigned* end) {
  unsigned at = 0;
  const long long begin = clock64();
  for (int i = 0; i < kLines; ++i) at = __ldcg(next + at);
  *cycles = clock64() - begin;
  *end = at;
}

__global__ void change(unsigned* words, size_t count, unsigned by) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count;
       i += size_t{gridDim.x} * blockDim.x)
    words[i] += by;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 3;
  const std::vector<unsigned> host = calibrate::ring_of(kLines, kBytes / sizeof(unsigned));
  unsigned *words, *copy, *others, *end;
  long long* cycles;
  check(cudaMalloc(&words, kBytes));
  check(cudaMalloc(&copy, kBytes));
  check(cudaMalloc(&others, kOthers));
  check(cudaMalloc(&end, sizeof *end));
  check(cudaMalloc(&cycles, sizeof *cycles));
  check(cudaMemset(others, 0, kOthers));
  std::vector<unsigned> back(host.size());
  const auto forget = [&] { change<<<1056, 256>>>(others, kOthers / sizeof(unsigned), 1); };
  const auto put = [&] { check(cudaMemcpy(words, host.data(), kBytes, cudaMemcpyHostToDevice)); };
  const auto tell = [&](const char* what) {
    chase<<<1, 1>>>(words, cycles, end);
    long long taken = 0;
    check(cudaMemcpy(&taken, cycles, sizeof taken, cudaMemcpyDeviceToHost));
    std::printf("%-44s %6.1f cycles a load\n", what, double(taken) / kLines);
  };
  for (int round = 0; round < rounds; ++round) {
    put(), forget(), tell("256 MB of others read and written");
    tell("a kernel has read it");
    put(), forget(), put(), tell("copied from the host");
    put(), forget(), check(cudaMemcpy(back.data(), words, kBytes, cudaMemcpyDeviceToHost)),
        tell("copied to the host");
    put(), check(cudaMemcpy(copy, words, kBytes, cudaMemcpyDeviceToDevice)), forget();
    check(cudaMemcpy(words, copy, kBytes, cudaMemcpyDeviceToDevice)),
        tell("written by a copy on the device");
    put(), forget(), check(cudaMemcpy(copy, words, kBytes, cudaMemcpyDeviceToDevice)),
        tell("read by a copy on the device");
    put(), forget(), change<<<64, 256>>>(words, kBytes / sizeof(unsigned), 0),
        tell("a kernel has written it");
    check(cudaMemset(words, 0, kBytes)), forget(), check(cudaMemset(words, 0, kBytes));
    tell("set (all to the first line)");
  }
  for (const size_t megabytes : {8, 16, 24, 32, 40, 48, 64, 96}) {
    put(), tell("");
    change<<<1056, 256>>>(others, (megabytes << 20) / sizeof(unsigned), 1);
    std::printf("%zu MB of others read and written between: ", megabytes), tell("");
  }
  check(cudaDeviceSynchronize());
}
