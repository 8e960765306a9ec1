// Correct: a search by levels, in three ways. Threads that find the same vertex without a level all
// store the same one, and who reads it meanwhile does the same with the old and with the new value.
#include <cstdio>
#include <vector>

constexpr unsigned kVertices = 256, kDegree = 4;
constexpr int kNone = -1;

__global__ void push_levels(const unsigned* begins, const unsigned* neighbours, int* levels,
                            int* has_changed, int level) {
  const unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= kVertices) return;
  if (levels[vertex] == level - 1) {
    for (unsigned edge = begins[vertex]; edge < begins[vertex + 1]; ++edge) {
      const unsigned neighbour = neighbours[edge];
      if (levels[neighbour] == kNone) {
        levels[neighbour] = level;
        *has_changed = 1;
      }
    }
  }
}

__global__ void pull_levels(const unsigned* begins, const unsigned* neighbours, int* levels,
                            int* has_changed, int level) {
  const unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= kVertices || levels[vertex] != kNone) return;
  for (unsigned edge = begins[vertex]; edge < begins[vertex + 1]; ++edge) {
    if (levels[neighbours[edge]] == level - 1) {
      levels[vertex] = level;
      *has_changed = 1;
      break;
    }
  }
}

__global__ void level_of_each_edge(const unsigned* from, const unsigned* to, int* levels,
                                   int* has_changed, int level) {
  const unsigned edge = blockIdx.x * blockDim.x + threadIdx.x;
  if (edge >= kVertices * kDegree) return;
  if (levels[from[edge]] == level - 1 && levels[to[edge]] == kNone) {
    levels[to[edge]] = level;
    *has_changed = 1;
  }
}

template <typename T>
T* on_device(const std::vector<T>& values) {
  T* pointer = nullptr;
  cudaMalloc(&pointer, values.size() * sizeof(T));
  cudaMemcpy(pointer, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return pointer;
}

int main() {
  std::vector<unsigned> begins(kVertices + 1), from, to;
  unsigned state = 7;
  for (unsigned vertex = 0; vertex < kVertices; ++vertex) {
    begins[vertex] = kDegree * vertex;
    for (unsigned i = 0; i < kDegree; ++i) {
      state = state * 1664525u + 1013904223u;
      from.push_back(vertex);
      to.push_back((state >> 8) % kVertices);
    }
  }
  begins[kVertices] = kVertices * kDegree;
  std::vector<unsigned> incoming_begins(kVertices + 1, 0), incoming(to.size());
  for (const unsigned vertex : to) ++incoming_begins[vertex + 1];
  for (unsigned i = 0; i < kVertices; ++i) incoming_begins[i + 1] += incoming_begins[i];
  std::vector<unsigned> next = incoming_begins;
  for (std::size_t i = 0; i < to.size(); ++i) incoming[next[to[i]]++] = from[i];

  std::vector<int> expected(kVertices, kNone);
  expected[0] = 0;
  for (int level = 1, changed = 1; changed != 0; ++level) {
    changed = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (expected[from[i]] != level - 1 || expected[to[i]] != kNone) continue;
      expected[to[i]] = level;
      changed = 1;
    }
  }
  unsigned* const d_begins = on_device(begins);
  unsigned* const d_from = on_device(from);
  unsigned* const d_to = on_device(to);
  unsigned* const d_incoming_begins = on_device(incoming_begins);
  unsigned* const d_incoming = on_device(incoming);
  int* d_changed = nullptr;
  cudaMalloc(&d_changed, sizeof(int));
  for (int way = 0; way < 3; ++way) {
    std::vector<int> levels(kVertices, kNone);
    levels[0] = 0;
    int* const d_levels = on_device(levels);
    int changed = 1;
    for (int level = 1; changed != 0; ++level) {
      cudaMemset(d_changed, 0, sizeof(int));
      constexpr unsigned kThreads = 64;
      if (way == 0)
        push_levels<<<kVertices / kThreads, kThreads>>>(d_begins, d_to, d_levels, d_changed, level);
      if (way == 1)
        pull_levels<<<kVertices / kThreads, kThreads>>>(d_incoming_begins, d_incoming, d_levels,
                                                        d_changed, level);
      if (way == 2)
        level_of_each_edge<<<kVertices * kDegree / kThreads, kThreads>>>(d_from, d_to, d_levels,
                                                                         d_changed, level);
      cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(levels.data(), d_levels, kVertices * sizeof(int), cudaMemcpyDeviceToHost);
    if (levels != expected) {
      std::printf("way %d: wrong levels\n", way);
      return 1;
    }
    cudaFree(d_levels);
  }
  for (unsigned* const array : {d_begins, d_from, d_to, d_incoming_begins, d_incoming})
    cudaFree(array);
  cudaFree(d_changed);
  return 0;
}
