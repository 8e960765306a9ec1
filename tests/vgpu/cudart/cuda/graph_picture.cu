// Prints the pictures of a graph with every kind of node. Graphs are numbered in the order in which
// the text names them: a driver counts all of the process.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

__global__ void nothing(int, float*) {}
void call(void*) {}

std::string renumbered(const std::string& text) {
  std::string result;
  std::map<std::string, int> numbers;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t skipped = text.compare(at, 6, "graph_") == 0     ? 6
                                : text.compare(at, 8, "cluster_") == 0 ? 8
                                                                       : 0;
    if (skipped == 0) {
      result += text[at++];
      continue;
    }
    result += text.substr(at, skipped);
    at += skipped;
    std::string digits;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') digits += text[at++];
    result +=
        std::to_string(numbers.try_emplace(digits, static_cast<int>(numbers.size())).first->second);
  }
  return result;
}

void print(cudaGraph_t graph, unsigned flags) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("picture_" + std::to_string(getpid()) + ".dot"))
          .string();
  std::printf("flags %u: %s\n", flags,
              cudaGetErrorName(cudaGraphDebugDotPrint(graph, path.c_str(), flags)));
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::remove(path.c_str());
  std::printf("%s", renumbered(text).c_str());
}

int main() {
  float* memory = nullptr;
  cudaMalloc(&memory, 1024);
  cudaGraph_t graph = nullptr;
  cudaGraph_t child = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&child, 0);
  cudaGraphNode_t nodes[9];
  cudaGraphAddEmptyNode(&nodes[0], child, nullptr, 0);
  int number = 1;
  void* arguments[] = {&number, &memory};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void*>(&nothing);
  kernel.gridDim = dim3(2, 3, 1);
  kernel.blockDim = dim3(64, 1, 1);
  kernel.sharedMemBytes = 128;
  kernel.kernelParams = arguments;
  cudaGraphAddKernelNode(&nodes[1], graph, nullptr, 0, &kernel);
  cudaMemsetParams fill = {};
  fill.dst = memory;
  fill.elementSize = 4;
  fill.width = 16;
  fill.height = 2;
  fill.pitch = 64;
  fill.value = 7;
  cudaGraphAddMemsetNode(&nodes[2], graph, &nodes[1], 1, &fill);
  static float on_host[64];
  cudaGraphAddMemcpyNode1D(&nodes[3], graph, &nodes[1], 1, on_host, memory, 100,
                           cudaMemcpyDeviceToHost);
  cudaHostNodeParams host = {call, on_host};
  cudaGraphAddHostNode(&nodes[4], graph, &nodes[2], 2, &host);
  cudaGraphAddChildGraphNode(&nodes[5], graph, &nodes[4], 1, child);
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  cudaGraphAddEventRecordNode(&nodes[6], graph, nullptr, 0, event);
  cudaGraphAddEventWaitNode(&nodes[7], graph, &nodes[6], 1, event);
  kernel.gridDim = dim3(5, 6, 7);
  kernel.blockDim = dim3(4, 2, 3);
  cudaGraphAddKernelNode(&nodes[8], graph, &nodes[5], 1, &kernel);
  print(graph, 0);
  print(graph, cudaGraphDebugDotFlagsKernelNodeParams);
  return 0;
}
