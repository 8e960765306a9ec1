// Which lines L1 keeps when more are read than it holds. No profiler: one warp reads lines in an
// order given, times each load, and tells hits from misses by the time. Prints a line for each run:
//   NAME LINES THRESHOLD: one hexadecimal digit for four accesses, the first in the lowest bit
// With PROBE_ORDER set it prints the orders instead, for the analysis.
#include <algorithm>
#include <numeric>
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
  Runs() {
    probe::check(cudaMalloc(&memory_, 16 << 20), "cudaMalloc");
    probe::check(cudaMemset(memory_, 0, 16 << 20), "cudaMemset");
    probe::check(cudaMalloc(&results_, (kMost / 32 + 2) * 4), "cudaMalloc");
  }
  // `small` leaves L1 28 KiB, else it has 248.
  void run(const std::string& name, Order lines, bool small) {
    lines.resize(std::min<std::size_t>(lines.size(), kMost));
    if (std::getenv("PROBE_ORDER") != nullptr) {
      std::printf("%s %zu:", name.c_str(), lines.size());
      for (const unsigned short line : lines) std::printf(" %u", line);
      std::printf("\n");
      return;
    }
    probe::check(cudaMemcpyToSymbol(order, lines.data(), lines.size() * sizeof lines[0]), "cudaMemcpyToSymbol");
    probe::check(cudaFuncSetAttribute(read_lines, cudaFuncAttributePreferredSharedMemoryCarveout, small ? 100 : 0), "carveout");
    constexpr unsigned kThreshold = 130;
    read_lines<<<1, 32>>>(memory_, static_cast<unsigned>(lines.size()), kThreshold, results_, results_ + kMost / 32);
    unsigned results[kMost / 32 + 2];
    probe::check(cudaMemcpy(results, results_, sizeof results, cudaMemcpyDeviceToHost), "cudaMemcpy");
    std::printf("%s %zu %u %u: ", name.c_str(), lines.size(), results[kMost / 32], results[kMost / 32 + 1]);
    for (std::size_t i = 0; i < lines.size(); i += 4) std::printf("%x", results[i / 32] >> i % 32 & 15u);
    std::printf("\n");
    std::fflush(stdout);
  }

 private:
  unsigned char* memory_ = nullptr;
  unsigned* results_ = nullptr;
};

Order rising(unsigned count, unsigned first = 0, unsigned step = 1) {
  Order result(count);
  for (unsigned i = 0; i < count; ++i) result[i] = static_cast<unsigned short>(first + i * step);
  return result;
}
Order shuffled(Order lines, probe::Random& random) {
  for (std::size_t i = lines.size(); i > 1; --i) std::swap(lines[i - 1], lines[random.below(static_cast<std::uint32_t>(i))]);
  return lines;
}
Order reversed(Order lines) {
  std::reverse(lines.begin(), lines.end());
  return lines;
}
Order operator+(Order a, const Order& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
Order times(unsigned turns, const Order& lines) {
  Order result;
  for (unsigned i = 0; i < turns; ++i) result = result + lines;
  return result;
}

void measure(Runs& runs, bool small) {
  const std::string size = small ? "small_" : "large_";
  const auto run = [&](const std::string& name, const Order& lines) { runs.run(size + name, lines, small); };
  const unsigned ways = small ? 224 : 1984;  // lines by the size alone
  std::vector<unsigned> footprints;
  for (unsigned sixteenths = 10; sixteenths <= 20; ++sixteenths) footprints.push_back(ways * sixteenths / 16 / 4 * 4);
  for (const unsigned lines : footprints)
    for (int repeat = 0; repeat < 4; ++repeat) run("twice_" + std::to_string(lines) + "_" + std::to_string(repeat), times(2, rising(lines)));
  for (const unsigned lines : footprints) {
    run("turns_" + std::to_string(lines), times(4, rising(lines)));
    run("back_" + std::to_string(lines), rising(lines) + reversed(rising(lines)));
    run("other_start_" + std::to_string(lines), times(2, rising(lines, 777)));
    run("every_second_" + std::to_string(lines), times(2, rising(lines, 0, 2)));
    run("every_eighth_" + std::to_string(lines), times(2, rising(lines, 0, 8)));
  }
  // Read much more than fits, then look what is left, from the end.
  for (const unsigned more : {1u, 2u, 3u, 4u}) {
    const unsigned lines = ways + ways * more / 4;
    for (int repeat = 0; repeat < 3; ++repeat) run("left_" + std::to_string(lines) + "_" + std::to_string(repeat), rising(lines) + reversed(rising(lines)));
  }
  // Half of what fits, its first half again, then new lines; who is left?
  for (const unsigned fresh : {ways / 4, ways / 2, ways * 3 / 4}) {
    const unsigned half = ways / 2;
    run("touched_" + std::to_string(fresh), rising(half) + rising(half / 2) + rising(fresh, 8192) + rising(half / 2) + reversed(rising(half / 2, half / 2)));
    run("untouched_" + std::to_string(fresh), rising(half) + rising(fresh, 8192) + rising(half / 2) + reversed(rising(half / 2, half / 2)));
  }
  // One line, then others at random, then the one again: who drives it out?
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    probe::Random random(seed + 500);
    const unsigned lines = ways * (8 + seed % 12) / 16;
    const Order chosen = [&] {
      Order pool = shuffled(rising(ways * 4), random);
      pool.resize(lines);
      return pool;
    }();
    run("random_" + std::to_string(lines) + "_" + std::to_string(seed), chosen + shuffled(chosen, random) + chosen);
  }
}

}  // namespace

int main() {
  Runs runs;
  measure(runs, true);
  measure(runs, false);
  std::printf("done\n");
}
