// Levels of a random graph, whose launches depend on data: levels [NODES]
#include <cstdint>
#include <cstdlib>
#include <vector>

constexpr int kEdges = 8;  // of a node

__global__ void next_level(const int* edges, int* levels, int nodes, int level, int* has_changed) {
  const int node = blockIdx.x * 256 + threadIdx.x;
  if (node >= nodes || levels[node] != level) return;
  for (int e = node * kEdges; e < (node + 1) * kEdges; ++e) {
    if (levels[edges[e]] >= 0) continue;
    levels[edges[e]] = level + 1;
    *has_changed = 1;
  }
}

int main(int argc, char** argv) {
  const int nodes = argc > 1 ? std::atoi(argv[1]) : 1 << 18;
  std::vector<int> to(static_cast<std::size_t>(nodes) * kEdges);
  std::uint32_t random = 1;
  for (int& node : to) {
    random = random * 1664525u + 1013904223u;
    node = static_cast<int>((random >> 8) % static_cast<std::uint32_t>(nodes));
  }
  int *edges, *levels, *has_changed;
  cudaMalloc(&edges, sizeof(int) * to.size());
  cudaMalloc(&levels, sizeof(int) * nodes);
  cudaMalloc(&has_changed, sizeof(int));
  cudaMemcpy(edges, to.data(), sizeof(int) * to.size(), cudaMemcpyHostToDevice);
  cudaMemset(levels, 255, sizeof(int) * nodes);
  cudaMemset(levels, 0, sizeof(int));
  int goes_on = 1;
  for (int level = 0; goes_on != 0; ++level) {
    cudaMemset(has_changed, 0, sizeof(int));
    next_level<<<(nodes + 255) / 256, 256>>>(edges, levels, nodes, level, has_changed);
    cudaMemcpy(&goes_on, has_changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
