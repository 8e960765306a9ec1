// Which lines L1 keeps when more are read than it holds. No profiler: one warp reads lines in an
// order given, times each load, and tells hits from misses by the time. Prints a line for each run:
// its name, the least and the most cycles of a load, and for each part of the order hits/lines.
#include <algorithm>
#include <vector>

#include "probe.h"

constexpr unsigned kMost = 8192;
__constant__ unsigned short order[kMost];

// All lanes read the same word, so each access is one line. Hits are kept in registers: lane `i`
// has those of accesses 32 * (32 * w + i) to + 31 in words[w].
__global__ void read_lines(const unsigned char* memory, unsigned count, unsigned threshold, unsigned* hits, unsigned* times) {
  unsigned words[kMost / 1024] = {};
  unsigned least = ~0u, most = 0;
  for (unsigned first = 0; first < count; first += 32) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 32 && first + i < count; ++i) {
      const unsigned char* address = memory + order[first + i] * 128u;
      unsigned start, end;
      // The memory is 0; who asks for that before the second reading of the clock waits for the load.
      asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 v;\n\tmov.u32 %0, %%clock;\n\tld.global.u32 v, [%2];\n\tsetp.ne.u32 p, v, 0;\n\t@p trap;\n\tmov.u32 %1, %%clock;\n\t}"
                   : "=r"(start), "=r"(end) : "l"(address) : "memory");
      const unsigned passed = end - start;
      least = min(least, passed);
      most = max(most, passed);
      bits |= (passed < threshold ? 1u : 0u) << i;
    }
#pragma unroll
    for (unsigned w = 0; w < kMost / 1024; ++w)
      if (first / 1024 == w && first / 32 % 32 == threadIdx.x) words[w] = bits;
  }
#pragma unroll
  for (unsigned w = 0; w < kMost / 1024; ++w) hits[w * 32 + threadIdx.x] = words[w];
  if (threadIdx.x == 0) {
    times[0] = least;
    times[1] = most;
  }
}

namespace {

using Order = std::vector<unsigned short>;

class Runs {
 public:
  explicit Runs(bool small) : small_(small) {}
  // The parts are read one after the other.
  void run(const std::string& name, const std::vector<Order>& parts) {
    Order lines;
    for (const Order& part : parts) lines.insert(lines.end(), part.begin(), part.end());
    if (lines.size() > kMost) return;
    probe::check(cudaMemcpyToSymbol(order, lines.data(), lines.size() * sizeof lines[0]), "cudaMemcpyToSymbol");
    probe::check(cudaFuncSetAttribute(read_lines, cudaFuncAttributePreferredSharedMemoryCarveout, small_ ? 100 : 0), "carveout");
    constexpr unsigned kThreshold = 130;
    read_lines<<<1, 32>>>(memory_, static_cast<unsigned>(lines.size()), kThreshold, results_, results_ + kMost / 32);
    unsigned results[kMost / 32 + 2];
    probe::check(cudaMemcpy(results, results_, sizeof results, cudaMemcpyDeviceToHost), "cudaMemcpy");
    std::printf("%s_%s %u %u:", small_ ? "28K" : "248K", name.c_str(), results[kMost / 32], results[kMost / 32 + 1]);
    std::size_t i = 0;
    for (const Order& part : parts) {
      unsigned hits = 0;
      for (const std::size_t end = i + part.size(); i < end; ++i) hits += results[i / 32] >> i % 32 & 1u;
      std::printf(" %u/%zu", hits, part.size());
    }
    std::printf("\n");
  }

 private:
  bool small_;
  unsigned char* memory_ = probe::zeros(16 << 20);
  unsigned* results_ = probe::zeros<unsigned>((kMost / 32 + 2) * 4);
};

Order rising(unsigned count, unsigned first = 0, unsigned step = 1) {
  Order result(count);
  for (unsigned i = 0; i < count; ++i) result[i] = static_cast<unsigned short>(first + i * step);
  return result;
}
Order reversed(Order lines) {
  std::reverse(lines.begin(), lines.end());
  return lines;
}

// L1 of 28 KiB, when shared memory takes the rest, or of 248.
void measure(bool small) {
  Runs runs(small);
  const unsigned size = small ? 224 : 1984;  // in lines
  for (unsigned sixteenths = 10; sixteenths <= 20; ++sixteenths) {
    const unsigned lines = size * sixteenths / 16 / 4 * 4;
    const Order all = rising(lines);
    const std::string number = std::to_string(lines);
    for (int repeat = 0; repeat < 4; ++repeat) runs.run("twice_" + number, {all, all});
    runs.run("turns_" + number, {all, all, all, all});
    runs.run("back_" + number, {all, reversed(all)});
    runs.run("other_start_" + number, {rising(lines, 777), rising(lines, 777)});
    runs.run("every_second_" + number, {rising(lines, 0, 2), rising(lines, 0, 2)});
    runs.run("every_eighth_" + number, {rising(lines, 0, 8), rising(lines, 0, 8)});
  }
  // Read much more than fits, then look what is left, from the end.
  for (const unsigned more : {1u, 2u, 3u, 4u}) {
    const Order all = rising(size + size * more / 4);
    for (int repeat = 0; repeat < 3; ++repeat) runs.run("left_" + std::to_string(all.size()), {all, reversed(all)});
  }
  // Half of what fits, its first half again or not, then new lines: who is left?
  const Order first = rising(size / 4), second = rising(size / 4, size / 4);
  for (const unsigned fresh : {size / 4, size / 2, size * 3 / 4}) {
    runs.run("touched_" + std::to_string(fresh), {first, second, first, rising(fresh, 8192), first, reversed(second)});
    runs.run("untouched_" + std::to_string(fresh), {first, second, rising(fresh, 8192), first, reversed(second)});
  }
}

}  // namespace

int main() {
  measure(true);
  measure(false);
  std::printf("done\n");
}
