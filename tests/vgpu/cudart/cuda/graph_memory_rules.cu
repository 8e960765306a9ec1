// Memory that a graph allocates and does not free: who may free it, and when the graph may run
// again. One line per rule.
#include <cstdio>

__global__ void store(int* at, int value) { *at = value; }

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s", what, cudaGetErrorName(error));
  const cudaError_t last = cudaGetLastError();
  std::printf(last == error ? "\n" : ", last %s\n", cudaGetErrorName(last));
}

constexpr std::size_t kBytes = std::size_t{4} << 20;

/// A graph that allocates kBytes, stores a number there and leaves them.
struct Producer {
  Producer(int value, unsigned long long flags) {
    cudaMemAllocNodeParams allocation{};
    allocation.poolProps.allocType = cudaMemAllocationTypePinned;
    allocation.poolProps.location = {cudaMemLocationTypeDevice, 0};
    allocation.bytesize = kBytes;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t node, kernel;
    tell("add", cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &allocation));
    at = static_cast<int*>(allocation.dptr);
    void* arguments[] = {&at, &value};
    cudaKernelNodeParams launch{};
    launch.func = reinterpret_cast<void*>(store);
    launch.gridDim = launch.blockDim = {1, 1, 1};
    launch.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, graph, &node, 1, &launch);
    tell("instantiate", cudaGraphInstantiate(&exec, graph, flags));
  }
  void run(const char* what) {
    tell(what, cudaGraphLaunch(exec, nullptr));
    tell("wait", cudaDeviceSynchronize());
  }
  void read(const char* what) {
    int value = -1;
    tell(what, cudaMemcpy(&value, at, sizeof value, cudaMemcpyDeviceToHost));
    std::printf("  %d\n", value);
  }

  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  int* at = nullptr;
};

/// In MiB: what graphs use and what is kept for them.
void figures(const char* when) {
  unsigned long long used = 1, used_high = 1, reserved = 1, reserved_high = 1;
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used);
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &used_high);
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved);
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &reserved_high);
  std::printf("%s: used %llu, at most %llu; kept%s%s\n", when, used >> 20, used_high >> 20,
              reserved >= kBytes ? " something" : " nothing",
              reserved_high >= reserved ? "" : ", and a mark below that");
}

int main() {
  figures("begin");
  Producer once(7, 0);
  figures("instantiated");
  once.run("launch");
  once.read("read");
  figures("launched");
  tell("launch with memory left", cudaGraphLaunch(once.exec, nullptr));
  once.read("read again");
  tell("trim", cudaDeviceGraphMemTrim(0));
  figures("trimmed while in use");
  once.read("read after trim");
  tell("free", cudaFree(once.at));
  figures("freed");
  tell("free again", cudaFree(once.at));
  tell("free again in stream order", cudaFreeAsync(once.at, nullptr));
  tell("trim", cudaDeviceGraphMemTrim(0));
  figures("trimmed");

  once.run("launch after free");
  once.read("read");
  tell("free in stream order", cudaFreeAsync(once.at, nullptr));
  once.run("launch after free in stream order");
  cudaGraph_t freeing;
  cudaGraphExec_t freeing_exec;
  cudaGraphNode_t node;
  cudaGraphCreate(&freeing, 0);
  tell("node that frees", cudaGraphAddMemFreeNode(&node, freeing, nullptr, 0, once.at));
  tell("twice", cudaGraphAddMemFreeNode(&node, freeing, nullptr, 0, once.at));
  tell("instantiate", cudaGraphInstantiate(&freeing_exec, freeing, 0));
  tell("free by graph", cudaGraphLaunch(freeing_exec, nullptr));
  tell("wait", cudaDeviceSynchronize());
  figures("freed by graph");
  once.run("launch after free by graph");
  once.read("read");

  Producer again(8, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  unsigned long long flags = 0;
  tell("flags", cudaGraphExecGetFlags(again.exec, &flags));
  std::printf("  %llu, addresses differ %d\n", flags, again.at != once.at);
  again.run("launch");
  figures("two graphs");
  again.run("launch with memory left");
  again.read("read");
  figures("the same");
  tell("free", cudaFree(again.at));
  figures("one graph");
  again.run("launch after free");
  tell("destroy", cudaGraphExecDestroy(again.exec));
  again.read("read after destroy");
  tell("free after destroy", cudaFree(again.at));
  tell("free", cudaFree(once.at));

  unsigned long long number = 1;
  tell("set a mark to 1", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &number));
  number = 0;
  tell("set used", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &number));
  tell("set marks back", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &number));
  tell("and that", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &number));
  tell("trim", cudaDeviceGraphMemTrim(0));
  figures("end");
  tell("no such device", cudaDeviceGraphMemTrim(1000));
  tell("end", cudaDeviceSynchronize());
}
