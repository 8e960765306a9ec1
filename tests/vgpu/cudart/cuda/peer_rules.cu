// Rules for two devices: one line each. No test runs this yet, because the virtual GPU has one
// device; what it printed on a machine with two H200s on 2026-11-21 (CUDA 13.0) is kept in
// h200/peer_rules.txt.
#include <cstdio>
#include <thread>
#include <vector>
__global__ void set(int* p, int v) { *p = v; }
__global__ void add(int* a, const int* b) { *a += *b; }
__device__ int variable = 5;
__global__ void bump() { ++variable; }
void tell(const char* what, cudaError_t e) {
  std::printf("%s: %s\n", what, cudaGetErrorName(e));
  cudaGetLastError();
}
int get(const int* p) {
  int v = -1;
  cudaMemcpy(&v, p, 4, cudaMemcpyDefault);
  return v;
}
int main() {
  setvbuf(stdout, nullptr, _IONBF, 0);
  int count = 0, d = -1, can = -1;
  cudaGetDeviceCount(&count);
  std::printf("count %d\n", count);
  tell("set 2", cudaSetDevice(count));
  tell("set -1", cudaSetDevice(-1));
  cudaSetDevice(1);
  cudaGetDevice(&d);
  std::printf("current %d\n", d);
  std::thread([&] {
    int o = -1;
    cudaGetDevice(&o);
    std::printf("other thread %d\n", o);
  }).join();
  cudaSetDevice(0);
  tell("can 0 1", cudaDeviceCanAccessPeer(&can, 0, 1));
  std::printf("can %d\n", can);
  tell("can 0 0", cudaDeviceCanAccessPeer(&can, 0, 0));
  std::printf("can %d\n", can);
  tell("can 0 2", cudaDeviceCanAccessPeer(&can, 0, 2));
  tell("disable before enable", cudaDeviceDisablePeerAccess(1));
  tell("enable self", cudaDeviceEnablePeerAccess(0, 0));
  tell("enable flags", cudaDeviceEnablePeerAccess(1, 1));
  tell("enable no device", cudaDeviceEnablePeerAccess(2, 0));
  int *a = nullptr, *b = nullptr;
  cudaMalloc(&a, 4);
  cudaSetDevice(1);
  cudaMalloc(&b, 4);
  cudaPointerAttributes at;
  cudaPointerGetAttributes(&at, a);
  std::printf("a on %d\n", at.device);
  cudaPointerGetAttributes(&at, b);
  std::printf("b on %d\n", at.device);
  cudaStream_t s0, s1;
  cudaEvent_t e0, e1, f1;
  cudaStreamCreate(&s1);
  cudaEventCreate(&e1);
  cudaEventCreate(&f1);
  set<<<1, 1, 0, s1>>>(b, 7);
  tell("own stream", cudaGetLastError());
  cudaSetDevice(0);
  cudaStreamCreate(&s0);
  cudaEventCreate(&e0);
  set<<<1, 1, 0, s1>>>(b, 9);
  tell("launch into the other's stream", cudaGetLastError());
  tell("record own event in the other's stream", cudaEventRecord(e0, s1));
  tell("record the other's event in the other's stream", cudaEventRecord(e1, s1));
  tell("record own", cudaEventRecord(e0, s0));
  tell("wait for the other's event", cudaStreamWaitEvent(s0, e1, 0));
  tell("other's stream waits for own event", cudaStreamWaitEvent(s1, e0, 0));
  tell("synchronize the other's event", cudaEventSynchronize(e1));
  tell("query", cudaEventQuery(e1));
  tell("synchronize the other's stream", cudaStreamSynchronize(s1));
  cudaEventSynchronize(e0);
  float ms;
  tell("elapsed across", cudaEventElapsedTime(&ms, e0, e1));
  int dev = -1;
  tell("stream device", cudaStreamGetDevice(s1, &dev));
  std::printf("device %d\n", dev);
  std::printf("b %d\n", get(b));
  tell("memset other's", cudaMemset(b, 0, 4));
  std::printf("b %d\n", get(b));
  tell("memset async other's in own stream", cudaMemsetAsync(b, 1, 4, s0));
  cudaStreamSynchronize(s0);
  std::printf("b %d\n", get(b));
  tell("copy in the other's stream", cudaMemcpyAsync(a, b, 4, cudaMemcpyDeviceToDevice, s1));
  cudaStreamSynchronize(s1);
  std::printf("a %d\n", get(a));
  set<<<1, 1>>>(a, 11);
  tell("peer copy", cudaMemcpyPeer(b, 1, a, 0, 4));
  std::printf("b %d\n", get(b));
  tell("peer copy, devices swapped", cudaMemcpyPeer(b, 0, a, 1, 4));
  tell("peer copy, no device", cudaMemcpyPeer(b, 2, a, 0, 4));
  tell("peer copy async", cudaMemcpyPeerAsync(a, 0, b, 1, 4, s0));
  tell("default copy", cudaMemcpy(b, a, 4, cudaMemcpyDefault));
  bump<<<1, 1>>>();
  int v = 0;
  cudaMemcpyFromSymbol(&v, variable, 4);
  std::printf("variable on 0 %d\n", v);
  cudaSetDevice(1);
  cudaMemcpyFromSymbol(&v, variable, 4);
  std::printf("variable on 1 %d\n", v);
  void *p0, *p1;
  cudaGetSymbolAddress(&p1, variable);
  cudaSetDevice(0);
  cudaGetSymbolAddress(&p0, variable);
  std::printf("same address %d\n", p0 == p1);
  size_t f, t, f2;
  cudaMemGetInfo(&f, &t);
  void* big;
  cudaSetDevice(1);
  cudaMalloc(&big, 1 << 28);
  cudaSetDevice(0);
  cudaMemGetInfo(&f2, &t);
  std::printf("memory apart %d\n", f2 == f);
  tell("free the other's", cudaFree(big));
  tell("enable", cudaDeviceEnablePeerAccess(1, 0));
  tell("enable again", cudaDeviceEnablePeerAccess(1, 0));
  cudaMemset(b, 0, 4);
  set<<<1, 1>>>(a, 5);
  add<<<1, 1>>>(b, a);
  tell("peer kernel", cudaDeviceSynchronize());
  std::printf("b %d\n", get(b));
  cudaSetDevice(1);
  tell("disable in the other direction", cudaDeviceDisablePeerAccess(0));
  cudaSetDevice(0);
  int* managed;
  cudaMallocManaged(&managed, 4);
  *managed = 3;
  cudaSetDevice(1);
  add<<<1, 1>>>(managed, b);
  tell("managed on 1", cudaDeviceSynchronize());
  std::printf("managed %d\n", *managed);
  int* pinned;
  cudaSetDevice(0);
  cudaMallocHost(&pinned, 4);
  *pinned = 1;
  cudaSetDevice(1);
  add<<<1, 1>>>(pinned, b);
  tell("pinned on 1", cudaDeviceSynchronize());
  std::printf("pinned %d\n", *pinned);
  void* pool = nullptr;
  tell("malloc async in the other's stream", cudaMallocAsync(&pool, 64, s0));
  cudaPointerGetAttributes(&at, pool);
  std::printf("pool on %d\n", at.device);
  cudaFreeAsync(pool, s0);
  cudaSetDevice(0);
  tell("disable", cudaDeviceDisablePeerAccess(1));
  tell("disable again", cudaDeviceDisablePeerAccess(1));
  cudaSetDevice(1);
  tell("reset 1", cudaDeviceReset());
  cudaSetDevice(0);
  std::printf("a after reset of 1: %d\n", get(a));
  cudaSetDevice(1);
  cudaMalloc(&b, 4);
  cudaSetDevice(0);
  set<<<1, 1>>>(b, 1);
  tell("no access", cudaDeviceSynchronize());
  cudaSetDevice(1);
  tell("the other after a fault", cudaMemset(b, 0, 4));
  tell("and", cudaDeviceSynchronize());
}
