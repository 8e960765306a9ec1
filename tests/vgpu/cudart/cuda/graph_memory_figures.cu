// What a device counts as used by and kept for graphs, from launch to trim. One line per step.
#include <cstdio>
#include <cstdlib>

__global__ void wait(long long clocks) {
  const long long begin = clock64();
  while (clock64() - begin < clocks) {
  }
}

/// Of the kernel that a graph ends with: long enough to be asked about meanwhile.
long long clocks_of_wait = 20000000;

struct Graph {
  /// Allocations of `count` times `bytes`, all before a kernel that waits, then freed if asked.
  Graph(std::size_t bytes, int count, bool frees, bool one_after_the_other = false) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaGraph_t graph;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    if (one_after_the_other) {
      for (int i = 0; i < count; ++i) {
        cudaMallocAsync(&at[i], bytes, s);
        wait<<<1, 1, 0, s>>>(1000);
        cudaFreeAsync(at[i], s);
      }
    } else {
      for (int i = 0; i < count; ++i) cudaMallocAsync(&at[i], bytes, s);
      wait<<<1, 1, 0, s>>>(clocks_of_wait);
      for (int i = 0; frees && i < count; ++i) cudaFreeAsync(at[i], s);
    }
    cudaStreamEndCapture(s, &graph);
    const cudaError_t error = cudaGraphInstantiate(&exec, graph, 0);
    if (error != cudaSuccess) std::printf("instantiate %s\n", cudaGetErrorName(error));
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s);
  }
  void launch(cudaStream_t s = nullptr) {
    const cudaError_t error = cudaGraphLaunch(exec, s);
    if (error != cudaSuccess) std::printf("launch %s\n", cudaGetErrorName(error));
  }
  cudaGraphExec_t exec = nullptr;
  void* at[4] = {};
};

void figures(const char* when) {
  unsigned long long values[4] = {};
  for (int i = 0; i < 4; ++i) {
    cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(i), &values[i]);
  }
  std::printf("%s: used %llu KiB, high %llu; kept %llu, high %llu\n", when, values[0] >> 10,
              values[1] >> 10, values[2] >> 10, values[3] >> 10);
}

void clear(const char* when) {
  cudaDeviceSynchronize();
  figures(when);
  cudaDeviceGraphMemTrim(0);
  figures("  trimmed");
  unsigned long long zero = 0;
  cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero);
  cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero);
  figures("  marks set back");
}

int main(int argc, char** argv) {
  if (argc > 1) clocks_of_wait = std::atoll(argv[1]);
  const std::size_t mib = std::size_t{1} << 20;
  for (const std::size_t bytes : {std::size_t{4}, mib, 3 * mib, 40 * mib, 64 * mib}) {
    std::printf("%zu bytes\n", bytes);
    Graph graph(bytes, 1, true);
    figures("instantiated");
    graph.launch();
    figures("launched");
    cudaDeviceSynchronize();
    figures("synchronized");
    graph.launch();
    clear("again");
    cudaGraphExecDestroy(graph.exec);
    figures("destroyed");
  }
  std::puts("destroyed before it is trimmed");
  {
    Graph graph(40 * mib, 1, true);
    graph.launch();
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(graph.exec);
    clear("destroyed");
  }
  std::puts("two of 3 MiB at once, three one after the other");
  {
    Graph both(3 * mib, 2, true), chain(3 * mib, 3, true, true);
    both.launch();
    clear("both");
    chain.launch();
    clear("chain");
    std::printf("addresses %d\n", chain.at[0] == chain.at[1]);
  }
  std::puts("two graphs, one stream");
  {
    Graph one(40 * mib, 1, true), other(40 * mib, 1, true), larger(64 * mib, 1, true);
    one.launch();
    figures("one");
    other.launch();
    figures("other");
    larger.launch();
    figures("larger");
    clear("end");
  }
  std::puts("two graphs, two streams");
  {
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    Graph one(40 * mib, 1, true), other(40 * mib, 1, true);
    one.launch(s);
    other.launch(t);
    figures("at once");
    clear("end");
    one.launch(s);
    cudaStreamSynchronize(s);
    other.launch(t);
    figures("one after the other");
    clear("end");
    cudaEvent_t event;
    cudaEventCreate(&event);
    one.launch(s);
    cudaEventRecord(event, s);
    cudaStreamWaitEvent(t, event, 0);
    other.launch(t);
    figures("by an event");
    clear("end");
  }
  std::puts("memory that stays");
  {
    Graph keeps(40 * mib, 1, false), frees(40 * mib, 1, true);
    keeps.launch();
    cudaDeviceSynchronize();
    figures("kept");
    frees.launch();
    cudaDeviceSynchronize();
    figures("and another");
    cudaDeviceGraphMemTrim(0);
    figures("trimmed");
    cudaFree(keeps.at[0]);
    figures("freed");
    keeps.launch();
    cudaDeviceSynchronize();
    figures("launched again");
    cudaFreeAsync(keeps.at[0], nullptr);
    figures("freed in order");
    clear("end");
  }
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
