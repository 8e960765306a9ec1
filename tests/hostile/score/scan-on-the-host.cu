// tries: computes everything on the host, uploads it in disguise, and a kernel undoes that
// lab: scan
// exit: 1
// seed: 7
// points: 0
// denied: warps-instructions tiles-barriers tree-passes long-bytes once-any-order compact-bytes
#include <vector>

#include "cpu.h"
#include "exercise.h"

namespace on_host = warpscope::labs::scan;
using on_host::Words;

__global__ void undo(const std::uint32_t* from, std::uint32_t* to, int count) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < count) to[i] = ~from[i];
}

Words fetched(const std::uint32_t* device, int count) {
  Words host(count);
  check(cudaMemcpy(host.data(), device, count * sizeof(*device), cudaMemcpyDeviceToHost));
  return host;
}

void hand_in(Words words, std::uint32_t* to) {
  const int count = static_cast<int>(words.size());
  if (count == 0) return;
  for (std::uint32_t& word : words) word = ~word;
  std::uint32_t* from;
  check(cudaMalloc(&from, count * sizeof(*from)));
  check(cudaMemcpy(from, words.data(), count * sizeof(*from), cudaMemcpyHostToDevice));
  undo<<<ceil_div(count, 256), 256>>>(from, to, count);
  check(cudaDeviceSynchronize());
  check(cudaFree(from));
}

void scan_warps(const std::uint32_t* in, std::uint32_t* out, int count) {
  hand_in(on_host::inclusive_scan(fetched(in, count), 32), out);
}
void scan_tiles(const std::uint32_t* in, std::uint32_t* out, int count) {
  hand_in(on_host::inclusive_scan(fetched(in, count), kSmallTile), out);
}
void scan_tree(const std::uint32_t* in, std::uint32_t* out, int count) {
  hand_in(on_host::exclusive_scan(fetched(in, count), kTile), out);
}
void scan_long(const std::uint32_t* in, std::uint32_t* out, std::uint32_t*, int count) {
  hand_in(on_host::inclusive_scan(fetched(in, count), 1 << 20), out);
}
void scan_once(const std::uint32_t* in, std::uint32_t* out, std::uint32_t*, int count) {
  hand_in(on_host::inclusive_scan(fetched(in, count), 1 << 20), out);
}
void compact(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* out, std::uint32_t* kept,
             std::uint32_t*, int count) {
  const Words found = on_host::compact(fetched(in, count), limit);
  hand_in(found, out);
  hand_in({static_cast<std::uint32_t>(found.size())}, kept);
}
