// A 1-D stencil over all devices: each has a part of the cells and needs one of each neighbour in
// every step. Argument: how it gets them. Compared with the same steps on the host.
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

constexpr int kCells = 1000;  // of a device
constexpr int kSteps = 20;

__device__ __host__ unsigned next(unsigned left, unsigned here, unsigned right) {
  return 3 * left + here * 5 + (right ^ here);  // modulo 2^32: no rounding
}

// `cells` has a place before the first and one behind the last for the neighbours' cells.
__global__ void step(const unsigned* cells, unsigned* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i <= kCells) to[i] = next(cells[i - 1], cells[i], cells[i + 1]);
}

// The neighbours' cells come straight from their memory.
__global__ void step_over(const unsigned* cells, const unsigned* before, const unsigned* behind,
                          unsigned* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i > kCells) return;
  const unsigned left = i == 1 ? before[kCells] : cells[i - 1];
  const unsigned right = i == kCells ? behind[1] : cells[i + 1];
  to[i] = next(left, cells[i], right);
}

int failures = 0;
void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  ++failures;
}
#define CHECK(call) check(call, #call)

struct Part {
  unsigned* now = nullptr;
  unsigned* then = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t stepped = nullptr, sent = nullptr;
};

void allocate(Part& part, int device, const unsigned* cells) {
  CHECK(cudaSetDevice(device));
  CHECK(cudaMalloc(&part.now, (kCells + 2) * sizeof(unsigned)));
  CHECK(cudaMalloc(&part.then, (kCells + 2) * sizeof(unsigned)));
  CHECK(cudaStreamCreateWithFlags(&part.stream, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&part.stepped));
  CHECK(cudaEventCreate(&part.sent));
  CHECK(cudaMemcpyAsync(part.now + 1, cells, kCells * sizeof(unsigned), cudaMemcpyHostToDevice,
                        part.stream));
  CHECK(cudaEventRecord(part.stepped, part.stream));
}

int main(int count_of_arguments, char** arguments) {
  const std::string way = count_of_arguments > 1 ? arguments[1] : "copies";
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  const int all = devices * kCells;
  std::vector<unsigned> cells(all), expected(all);
  for (int i = 0; i < all; ++i) cells[i] = expected[i] = i * 2654435761u;
  for (int s = 0; s < kSteps; ++s) {
    const std::vector<unsigned> old = expected;
    for (int i = 0; i < all; ++i)
      expected[i] = next(old[(i + all - 1) % all], old[i], old[(i + 1) % all]);
  }

  std::vector<Part> parts(devices);
  std::vector<std::thread> threads;  // each has a device of its own
  for (int d = 0; d < devices; ++d)
    threads.emplace_back([&, d] { allocate(parts[d], d, &cells[d * kCells]); });
  for (auto& thread : threads) thread.join();
  if (way == "loads") {
    for (int d = 0; d < devices; ++d) {
      CHECK(cudaSetDevice(d));
      for (const int other : {(d + 1) % devices, (d + devices - 1) % devices}) {
        if (other == d) continue;
        const cudaError_t error = cudaDeviceEnablePeerAccess(other, 0);
        if (error != cudaErrorPeerAccessAlreadyEnabled) CHECK(error);
        cudaGetLastError();
      }
    }
  }

  for (int s = 0; s < kSteps; ++s) {
    for (int d = 0; d < devices; ++d) {
      Part& part = parts[d];
      const int left = (d + devices - 1) % devices, right = (d + 1) % devices;
      CHECK(cudaSetDevice(d));
      // The neighbours have made what is needed and do not need what is overwritten.
      CHECK(cudaStreamWaitEvent(part.stream, parts[left].stepped));
      CHECK(cudaStreamWaitEvent(part.stream, parts[right].stepped));
      if (way == "loads") {
        step_over<<<(kCells + 127) / 128, 128, 0, part.stream>>>(part.now, parts[left].now,
                                                                 parts[right].now, part.then);
      } else if (way == "copies") {
        CHECK(cudaMemcpyPeerAsync(part.now, d, parts[left].now + kCells, left, 4, part.stream));
        CHECK(cudaMemcpyPeerAsync(part.now + kCells + 1, d, parts[right].now + 1, right, 4,
                                  part.stream));
      } else {
        cudaMemcpy3DPeerParms box{};
        box.srcDevice = left;
        box.dstDevice = d;
        box.srcPtr = make_cudaPitchedPtr(parts[left].now, 4, 1, kCells + 2);
        box.dstPtr = make_cudaPitchedPtr(part.now, 4, 1, kCells + 2);
        box.srcPos = make_cudaPos(0, kCells, 0);
        box.extent = make_cudaExtent(4, 1, 1);
        CHECK(cudaMemcpy3DPeerAsync(&box, part.stream));
        CHECK(cudaMemcpyAsync(part.now + kCells + 1, parts[right].now + 1, 4, cudaMemcpyDefault,
                              part.stream));
      }
      CHECK(cudaEventRecord(part.sent, part.stream));
    }
    for (int d = 0; d < devices; ++d) {
      Part& part = parts[d];
      CHECK(cudaSetDevice(d));
      for (const Part& other : parts) CHECK(cudaStreamWaitEvent(part.stream, other.sent));
      if (way != "loads") step<<<(kCells + 127) / 128, 128, 0, part.stream>>>(part.now, part.then);
      CHECK(cudaGetLastError());
      std::swap(part.now, part.then);
      CHECK(cudaEventRecord(part.stepped, part.stream));
    }
  }

  int wrong = 0;
  for (int d = 0; d < devices; ++d) {
    CHECK(cudaSetDevice(d));
    std::vector<unsigned> result(kCells);
    CHECK(cudaMemcpyAsync(result.data(), parts[d].now + 1, kCells * sizeof(unsigned),
                          cudaMemcpyDeviceToHost, parts[d].stream));
    CHECK(cudaStreamSynchronize(parts[d].stream));
    for (int i = 0; i < kCells; ++i) wrong += result[i] != expected[d * kCells + i];
  }
  std::printf("%d devices, %d wrong, %d failures\n", devices, wrong, failures);
}
