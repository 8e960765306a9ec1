// Streams, events and host functions. One line per rule; the same program gave the expected lines
// on an H200.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

__global__ void add(int* data, int amount) { data[threadIdx.x] += amount; }

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

void properties_of_streams() {
  cudaStream_t plain, apart, urgent;
  tell("create", cudaStreamCreate(&plain));
  tell("create apart", cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
  tell("create urgent", cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, -3));
  cudaStream_t most;
  tell("create beyond the range", cudaStreamCreateWithPriority(&most, cudaStreamDefault, -100));
  tell("create with flags 9", cudaStreamCreateWithFlags(&most, 9));
  unsigned flags = 9;
  int priority = 9, device = 9;
  tell("flags", cudaStreamGetFlags(apart, &flags));
  std::printf("%u\n", flags);
  tell("flags of the default", cudaStreamGetFlags(nullptr, &flags));
  std::printf("%u\n", flags);
  tell("priority", cudaStreamGetPriority(urgent, &priority));
  std::printf("%d\n", priority);
  tell("priority of the default", cudaStreamGetPriority(nullptr, &priority));
  std::printf("%d\n", priority);
  tell("clamped", cudaStreamGetPriority(most, &priority));
  std::printf("%d\n", priority);
  tell("device", cudaStreamGetDevice(plain, &device));
  std::printf("%d\n", device);
  unsigned long long a = 0, b = 0, c = 0;
  cudaStreamGetId(plain, &a);
  cudaStreamGetId(apart, &b);
  cudaStreamGetId(nullptr, &c);
  std::printf("ids differ %d\n", a != b && a != c && b != c);
  cudaStreamAttrValue value = {};
  value.syncPolicy = cudaSyncPolicyYield;
  tell("set attribute",
       cudaStreamSetAttribute(plain, cudaStreamAttributeSynchronizationPolicy, &value));
  value = {};
  tell("get attribute",
       cudaStreamGetAttribute(plain, cudaStreamAttributeSynchronizationPolicy, &value));
  std::printf("%d\n", value.syncPolicy);
  tell("copy attributes", cudaStreamCopyAttributes(apart, plain));
  value = {};
  cudaStreamGetAttribute(apart, cudaStreamAttributeSynchronizationPolicy, &value);
  std::printf("%d\n", value.syncPolicy);
  tell("destroy the default", cudaStreamDestroy(nullptr));
  tell("destroy", cudaStreamDestroy(plain));
  cudaStreamDestroy(apart);
  cudaStreamDestroy(urgent);
  cudaStreamDestroy(most);
}

void events() {
  cudaEvent_t event;
  tell("flags 0x40", cudaEventCreateWithFlags(&event, 0x40));
  tell("interprocess with time", cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  tell("event", cudaEventCreateWithFlags(&event, cudaEventBlockingSync));
  tell("record flags 9", cudaEventRecordWithFlags(event, nullptr, 9));
  tell("record", cudaEventRecordWithFlags(event, nullptr, cudaEventRecordDefault));
  tell("wait flags 9", cudaStreamWaitEvent(nullptr, event, 9));
  tell("wait", cudaStreamWaitEvent(nullptr, event, cudaEventWaitDefault));
  tell("synchronize", cudaEventSynchronize(event));
  tell("query", cudaEventQuery(event));
  float ms = -1;
  tell("from itself", cudaEventElapsedTime(&ms, event, event));
  std::printf("%g\n", ms);
  tell("to nowhere", cudaEventElapsedTime(nullptr, event, event));
  tell("destroy", cudaEventDestroy(event));
}

struct Seen {
  int* data = nullptr;
  int value = -1;
  cudaError_t inside = cudaSuccess, status = cudaErrorUnknown;
  std::atomic<bool> is_called{false};
};

void CUDART_CB look(void* argument) {
  auto* seen = static_cast<Seen*>(argument);
  seen->value = seen->data[5];
  void* memory = nullptr;
  seen->inside = cudaMalloc(&memory, 16);
  seen->is_called = true;
}

void CUDART_CB look_too(cudaStream_t, cudaError_t status, void* argument) {
  static_cast<Seen*>(argument)->status = status;
  look(argument);
}

void host_functions() {
  int* device = nullptr;
  int* host = nullptr;
  cudaMalloc(&device, 128);
  cudaMallocHost(&host, 128);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemsetAsync(device, 0, 128, stream);
  add<<<1, 32, 0, stream>>>(device, 3);
  cudaMemcpyAsync(host, device, 128, cudaMemcpyDeviceToHost, stream);
  Seen first, second, third;
  first.data = second.data = third.data = host;
  tell("host function", cudaLaunchHostFunc(stream, look, &first));
  add<<<1, 32, 0, stream>>>(device, 4);
  cudaMemcpyAsync(host, device, 128, cudaMemcpyDeviceToHost, stream);
  tell("callback", cudaStreamAddCallback(stream, look_too, &second, 0));
  tell("callback with flags", cudaStreamAddCallback(stream, look_too, &second, 1));
  tell("no callback", cudaStreamAddCallback(stream, nullptr, nullptr, 0));
  tell("no host function", cudaLaunchHostFunc(stream, nullptr, nullptr));
  cudaStreamSynchronize(stream);
  std::printf("it saw %d and called %s\n", first.value, cudaGetErrorName(first.inside));
  std::printf("it saw %d, status %s\n", second.value, cudaGetErrorName(second.status));
  std::printf("last error %s\n", cudaGetErrorName(cudaGetLastError()));
  // Nobody waits with a CUDA call: the function is called all the same.
  cudaLaunchHostFunc(stream, look, &third);
  for (int i = 0; i < 1000 && !third.is_called; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::printf("without waiting %d\n", third.is_called.load());
  // What the function changes is seen by what comes after it in the stream.
  host[0] = 1;
  cudaLaunchHostFunc(
      stream, [](void* data) { static_cast<int*>(data)[0] = 77; }, host);
  cudaMemcpyAsync(device, host, 4, cudaMemcpyHostToDevice, stream);
  cudaStreamSynchronize(stream);
  int back = 0;
  cudaMemcpy(&back, device, 4, cudaMemcpyDeviceToHost);
  std::printf("changed %d\n", back);
  cudaStreamDestroy(stream);
  cudaFree(device);
  cudaFreeHost(host);
}

int main() {
  properties_of_streams();
  events();
  host_functions();
  tell("end", cudaDeviceSynchronize());
  return 0;
}
