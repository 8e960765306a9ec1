// What belongs to a device, and what all of them see. One line each; argument "fault": a kernel
// that goes wrong at the end.
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

__managed__ int total = 0;
__device__ int own = 100;
__global__ void add_own(int* to) { atomicAdd(to, own); }
__global__ void set(int* p, int v) { *p = v; }
__global__ void add_total() { atomicAdd(&total, 1); }

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}
int get(const int* p) {
  int value = -1;
  cudaMemcpy(&value, p, 4, cudaMemcpyDefault);
  return value;
}

int main(int count_of_arguments, char** arguments) {
  int count = 0;
  cudaGetDeviceCount(&count);
  // Each sits elsewhere on the bus, and can be found there.
  bool is_found = true;
  for (int d = 0; d < count; ++d) {
    char text[32];
    int found = -1;
    cudaDeviceGetPCIBusId(text, sizeof text, d);
    cudaDeviceGetByPCIBusId(&found, text);
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, d);
    int slot = -1;
    cudaDeviceGetAttribute(&slot, cudaDevAttrPciDeviceId, d);
    is_found &= found == d && slot == properties.pciDeviceID;
  }
  std::printf("%d devices, found %d\n", count, is_found);
  int device = -1;
  tell("by bus", cudaDeviceGetByPCIBusId(&device, "0000:00:1f.0"));
  cudaDeviceProp none{};
  tell("choose", cudaChooseDevice(&device, &none));
  tell("properties", cudaGetDeviceProperties(&none, count));
  tell("initialise", cudaInitDevice(count - 1, 0, 0));
  tell("initialise none", cudaInitDevice(count, 0, 0));
  int value = -1;
  tell("linked", cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
  std::printf("%d\n", value);
  tell("linked with itself",
       cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1));

  // Variables and limits belong to a device; managed variables and host memory to all.
  int* pinned = nullptr;
  cudaMallocHost(&pinned, 4);
  *pinned = 0;
  for (int d = 0; d < count; ++d) {
    cudaSetDevice(d);
    const int mine = 10 + d;
    cudaMemcpyToSymbol(own, &mine, 4);
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, (16 + d) << 20);
  }
  for (int d = 0; d < count; ++d) {
    cudaSetDevice(d);
    add_own<<<1, 32>>>(pinned);
    add_total<<<1, 64>>>();
    cudaDeviceSynchronize();
    size_t heap = 0;
    cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
    std::printf("device %d: sum %d, total %d, heap %zu MiB\n", d, *pinned, total, heap >> 20);
  }

  // Default streams: of the thread's device.
  int* memory[2];
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaMalloc(&memory[d], 4);
    cudaStreamGetDevice(nullptr, &device);
    std::printf("default stream on %d\n", device);
    set<<<1, 1>>>(memory[d], 5 + d);
    set<<<1, 1, 0, cudaStreamPerThread>>>(memory[d], 7 + d);
    tell("both", cudaDeviceSynchronize());
    std::printf("%d\n", get(memory[d]));
  }

  // A pool's memory is reached by those that the pool lets in, whatever was enabled.
  cudaSetDevice(0);
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  int* pooled = nullptr;
  tell("from the pool", cudaMallocAsync(&pooled, 4, nullptr));
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  tell("fill without a grant", cudaMemset(pooled, 0, 4));
  cudaMemAccessDesc access{};
  access.location = {cudaMemLocationTypeDevice, 1};
  access.flags = cudaMemAccessFlagsProtReadWrite;
  tell("grant", cudaMemPoolSetAccess(pool, &access, 1));
  cudaMemAccessFlags flags{};
  cudaMemPoolGetAccess(&flags, pool, &access.location);
  std::printf("flags %d\n", static_cast<int>(flags));
  set<<<1, 1>>>(pooled, 77);
  tell("with it", cudaDeviceSynchronize());
  std::printf("%d\n", get(pooled));
  cudaMemPool_t other;
  cudaDeviceGetDefaultMemPool(&other, 1);
  tell("another device's pool", cudaDeviceSetMemPool(0, other));
  tell("free in the other's stream", cudaFreeAsync(pooled, nullptr));
  cudaDeviceDisablePeerAccess(0);

  // A captured stream's device does what was captured, whatever stream the graph runs in.
  cudaStream_t streams[2];
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaStreamCreate(&streams[d]);
  }
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(streams[1], cudaStreamCaptureModeRelaxed);
  set<<<1, 1, 0, streams[1]>>>(memory[1], 41);
  cudaMemcpyAsync(memory[0], memory[1], 4, cudaMemcpyDefault, streams[1]);
  cudaStreamEndCapture(streams[1], &graph);
  tell("instantiate", cudaGraphInstantiate(&exec, graph, 0));
  cudaSetDevice(0);
  tell("graph", cudaGraphLaunch(exec, streams[0]));
  tell("wait", cudaStreamSynchronize(streams[0]));
  std::printf("%d %d\n", get(memory[0]), get(memory[1]));

  // The host waits for one device, not for the others.
  int* late = nullptr;
  cudaHostAlloc(&late, 4, 0);
  *late = 0;
  cudaMemcpyAsync(late, memory[1], 4, cudaMemcpyDefault, streams[1]);
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  const int before = *late;
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  std::printf("before %d, behind %d\n", before, *late);

  // A device that is reset loses its own, and its peers.
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaSetDevice(1);
  tell("reset", cudaDeviceReset());
  tell("stream of before", cudaStreamSynchronize(streams[1]));
  tell("memory of before", cudaMemset(memory[1], 0, 4));
  tell("host memory of the other", cudaMemset(pinned, 1, 4));
  cudaDeviceSynchronize();
  std::printf("%x %d\n", *pinned, total);
  add_total<<<1, 1>>>();
  tell("launch again", cudaDeviceSynchronize());
  std::printf("%d\n", total);
  cudaSetDevice(0);
  tell("no peer any more", cudaDeviceDisablePeerAccess(1));
  std::printf("%d\n", get(memory[0]));

  if (count_of_arguments > 1) {
    cudaSetDevice(1);
    set<<<1, 1>>>(memory[0], 1);
    tell("fault", cudaDeviceSynchronize());
  }
}
