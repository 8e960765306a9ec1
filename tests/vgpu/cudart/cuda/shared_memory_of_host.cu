// Memory that host and kernels see at the same addresses: managed, pinned and mapped, registered.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

__managed__ int counter = 5;
__managed__ double table[4] = {1, 2, 3};
__device__ int plain = 3;

__global__ void count(int step) {
  counter += step;
  table[3] += counter + plain;
}
__global__ void add_one(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}
struct Node {
  int value;
  Node* next;
};
__global__ void sum_list(const Node* node, int* sum) {
  for (; node != nullptr; node = node->next) *sum += node->value;
}

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

void tell(const char* what, const void* pointer) {
  cudaPointerAttributes a;
  const cudaError_t error = cudaPointerGetAttributes(&a, pointer);
  std::printf("%s: %s type %d device %d, device pointer %s, host pointer %s\n", what, name(error),
              a.type, a.device,
              a.devicePointer == pointer ? "same"
              : a.devicePointer          ? "other"
                                         : "none",
              a.hostPointer == pointer ? "same"
              : a.hostPointer          ? "other"
                                       : "none");
}

void managed_variables() {
  std::printf("initial %d %g %g\n", counter, table[2], table[3]);
  counter = 7;
  count<<<1, 1>>>(10);
  cudaDeviceSynchronize();
  std::printf("after a kernel %d %g\n", counter, table[3]);
  int seen = 0;
  std::printf("from symbol %s", name(cudaMemcpyFromSymbol(&seen, counter, sizeof seen)));
  std::printf(" %d\n", seen);
  std::size_t bytes = 0;
  cudaGetSymbolSize(&bytes, table);
  std::printf("size %zu\n", bytes);
  tell("managed variable", &counter);
}

void managed_memory() {
  Node* nodes = nullptr;
  int* sum = nullptr;
  std::printf("managed %s\n", name(cudaMallocManaged(&nodes, 100 * sizeof(Node))));
  cudaMallocManaged(&sum, sizeof(int), cudaMemAttachGlobal);
  for (int i = 0; i < 100; ++i) nodes[i] = {i, i == 99 ? nullptr : nodes + (i + 1)};
  *sum = 0;
  sum_list<<<1, 1>>>(nodes, sum);
  cudaDeviceSynchronize();
  std::printf("sum of the list %d\n", *sum);
  tell("managed", nodes);
  tell("inside managed", nodes + 3);
  cudaMemset(sum, 0xff, sizeof(int));
  cudaDeviceSynchronize();
  std::printf("set %d\n", *sum);
  int on_host = 41;
  cudaMemcpy(sum, &on_host, sizeof(int), cudaMemcpyHostToDevice);
  on_host = 0;
  cudaMemcpy(&on_host, sum, sizeof(int), cudaMemcpyDefault);
  std::printf("there and back %d\n", on_host);
  std::printf("free %s %s\n", name(cudaFree(nodes)), name(cudaFree(sum)));
  std::printf("nothing %s, bad flags %s\n", name(cudaMallocManaged(&nodes, 0)),
              name(cudaMallocManaged(&nodes, 4, 0)));
}

void pinned_memory() {
  int* pinned = nullptr;
  int* on_device = nullptr;
  std::printf("pinned %s\n", name(cudaHostAlloc(&pinned, 1000 * sizeof(int), cudaHostAllocMapped)));
  for (int i = 0; i < 1000; ++i) pinned[i] = i;
  std::printf("device pointer %s", name(cudaHostGetDevicePointer(&on_device, pinned, 0)));
  std::printf(" %d\n", on_device == pinned);
  add_one<<<4, 256>>>(on_device, 1000);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 1000; ++i) wrong += pinned[i] != i + 1;
  std::printf("wrong %d\n", wrong);
  tell("pinned", pinned);
  std::printf("device pointer of a local %s\n",
              name(cudaHostGetDevicePointer(&on_device, &wrong, 0)));
  std::printf("cudaFree of pinned %s\n", name(cudaFree(pinned)));
  std::printf("free %s\n", name(cudaFreeHost(pinned)));
}

void registered_memory() {
  const int n = 5000;
  std::vector<char> block(n * sizeof(int) + 8192);
  int* data = reinterpret_cast<int*>(block.data() + 4);
  for (int i = 0; i < n; ++i) data[i] = 3 * i;
  block[3] = 77;
  std::printf("register %s\n",
              name(cudaHostRegister(data, n * sizeof(int), cudaHostRegisterMapped)));
  tell("registered", data);
  add_one<<<(n + 255) / 256, 256>>>(data, n);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += data[i] != 3 * i + 1;
  std::printf("wrong %d, neighbour %d\n", wrong, block[3]);
  std::printf("again %s\n", name(cudaHostRegister(data, 16, cudaHostRegisterDefault)));
  std::printf("unregister %s", name(cudaHostUnregister(data)));
  std::printf(" %s\n", name(cudaHostUnregister(data)));
  wrong = 0;
  for (int i = 0; i < n; ++i) wrong += data[i] != 3 * i + 1;
  data[0] = 9;
  std::printf("wrong %d\n", wrong);
  std::printf("nothing %s, null %s\n", name(cudaHostRegister(data, 0, 0)),
              name(cudaHostRegister(nullptr, 16, 0)));
}

int main() {
  managed_variables();
  managed_memory();
  pinned_memory();
  registered_memory();
  int* on_device = nullptr;
  cudaMalloc(&on_device, 100);
  tell("device", on_device);
  tell("device variable", [] {
    void* address = nullptr;
    cudaGetSymbolAddress(&address, plain);
    return address;
  }());
  cudaGetLastError();
  std::printf("end %s\n", name(cudaDeviceSynchronize()));
  return 0;
}
