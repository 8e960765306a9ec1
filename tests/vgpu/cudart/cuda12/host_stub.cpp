// What nvcc 12 makes of a program, written by hand because no nvcc 12 is at hand where the tests
// run: the start-up code registers a fat binary, a host stub launches its kernel. It includes no
// header of a toolkit: CUDA 12's declarations and the offsets in its structures were taken from
// cuda_runtime_api.h and driver_types.h of CUDA 12.9.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <vector>

namespace {

struct Extent {
  unsigned x = 1, y = 1, z = 1;
};
struct Location {
  int type = 0, id = 0;
};

}  // namespace

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* stub, char* device_name, const char* name,
                            int thread_limit, void* thread, void* block, void* block_size,
                            void* grid_size, int* warp_size);
unsigned __cudaPushCallConfiguration(Extent grid, Extent block, std::size_t shared, void* stream);
int __cudaPopCallConfiguration(Extent* grid, Extent* block, std::size_t* shared, void* stream);
int __cudaGetKernel(void** kernel, const void* stub);
int __cudaLaunchKernel(void* kernel, Extent grid, Extent block, void** arguments,
                       std::size_t shared, void* stream);
int cudaLaunchKernel(const void* stub, Extent grid, Extent block, void** arguments,
                     std::size_t shared, void* stream);
int cudaMalloc(void** pointer, std::size_t size);
int cudaMallocManaged(void** pointer, std::size_t size, unsigned flags);
int cudaMemcpy(void* target, const void* source, std::size_t size, int kind);
int cudaRuntimeGetVersion(int* version);
int cudaGetDeviceProperties_v2(void* properties, int device);
int cudaDeviceGetAttribute(int* value, int attribute, int device);
int cudaPointerGetAttributes(void* attributes, const void* pointer);
int cudaMemPrefetchAsync(const void* pointer, std::size_t size, int device, void* stream);
int cudaMemPrefetchAsync_v2(const void* pointer, std::size_t size, Location location,
                            unsigned flags, void* stream);
int cudaMemAdvise(const void* pointer, std::size_t size, int advice, int device);
int cudaMemRangeGetAttribute(void* data, std::size_t size, int attribute, const void* pointer,
                             std::size_t count);
int cudaGraphCreate(void** graph, unsigned flags);
int cudaGraphAddEmptyNode(void** node, void* graph, void* const* before, std::size_t count);
int cudaGraphAddDependencies(void* graph, void* const* from, void* const* to, std::size_t count);
int cudaGraphAddDependencies_v2(void* graph, void* const* from, void* const* to, const void* data,
                                std::size_t count);
int cudaGraphGetEdges(void* graph, void** from, void** to, std::size_t* count);
int cudaGraphNodeGetDependencies(void* node, void** nodes, std::size_t* count);
int cudaStreamCreate(void** stream);
int cudaStreamBeginCapture(void* stream, int mode);
int cudaStreamEndCapture(void* stream, void** graph);
int cudaStreamGetCaptureInfo(void* stream, int* status, unsigned long long* id);
int cudaStreamGetCaptureInfo_v2(void* stream, int* status, unsigned long long* id, void** graph,
                                void* const** nodes, std::size_t* count);
int cudaThreadSynchronize();
}

namespace {

constexpr std::string_view kPtx = R"(.version 8.8
.target sm_75
.address_size 64
.visible .entry scale(.param .u64 values, .param .f32 factor, .param .u32 count)
{
  .reg .pred %p;
  .reg .b32 %r<6>;
  .reg .f32 %f<3>;
  .reg .b64 %a<3>;
  ld.param.u64 %a0, [values];
  ld.param.f32 %f0, [factor];
  ld.param.u32 %r0, [count];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.u32 %p, %r4, %r0;
  @%p bra DONE;
  mul.wide.u32 %a1, %r4, 4;
  add.s64 %a2, %a0, %a1;
  ld.global.f32 %f1, [%a2];
  mul.f32 %f2, %f1, %f0;
  st.global.f32 [%a2], %f2;
DONE:
  ret;
}
)";

/// A fat binary with the text as its only image, not compressed; docs/reference/fat_binary.md.
std::vector<std::uint64_t> fat_binary() {
  constexpr std::size_t kContainerHeader = 16;
  constexpr std::size_t kImageHeader = 64;
  const std::size_t payload = (kPtx.size() + 8) / 8 * 8;  // ends with a zero
  std::vector<std::uint64_t> words((kContainerHeader + kImageHeader + payload) / 8);
  auto* bytes = reinterpret_cast<unsigned char*>(words.data());
  const auto put = [&](std::size_t at, auto value) {
    std::memcpy(bytes + at, &value, sizeof value);
  };
  put(0, std::uint32_t{0xBA55ED50});
  put(4, std::uint16_t{1});
  put(6, std::uint16_t{kContainerHeader});
  put(8, std::uint64_t{kImageHeader + payload});
  put(16, std::uint16_t{1});  // PTX
  put(18, std::uint16_t{0x0101});
  put(20, std::uint32_t{kImageHeader});
  put(24, std::uint64_t{payload});
  put(40, std::uint16_t{8});  // PTX ISA 8.8
  put(42, std::uint16_t{8});
  put(44, std::uint32_t{75});
  put(56, std::uint64_t{0x11});  // 64-bit, Linux
  std::memcpy(bytes + kContainerHeader + kImageHeader, kPtx.data(), kPtx.size());
  return words;
}

struct Wrapper {
  std::uint32_t magic = 0x466243B1, version = 1;
  const void* container = nullptr;
  const void* list = nullptr;
};

/// The host stub of CUDA 12, whose address stands for the kernel.
void scale(float* values, float factor, int count) {
  std::array<void*, 3> arguments{&values, &factor, &count};
  Extent grid;
  Extent block;
  std::size_t shared = 0;
  void* stream = nullptr;
  if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) != 0) return;
  cudaLaunchKernel(reinterpret_cast<const void*>(&scale), grid, block, arguments.data(), shared,
                   stream);
}

/// The host stub of CUDA 12.8 and newer.
void scale_by_handle(float* values, float factor, int count) {
  std::array<void*, 3> arguments{&values, &factor, &count};
  void* kernel = nullptr;
  if (__cudaGetKernel(&kernel, reinterpret_cast<const void*>(&scale)) != 0) return;
  Extent grid;
  Extent block;
  std::size_t shared = 0;
  void* stream = nullptr;
  if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) != 0) return;
  __cudaLaunchKernel(kernel, grid, block, arguments.data(), shared, stream);
}

void launch() {
  constexpr int kCount = 1000;
  std::vector<float> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = static_cast<float>(i);
  void* device = nullptr;
  std::printf("malloc %d\n", cudaMalloc(&device, kCount * sizeof(float)));
  cudaMemcpy(device, values.data(), kCount * sizeof(float), 1);
  if (__cudaPushCallConfiguration({4, 1, 1}, {256, 1, 1}, 0, nullptr) == 0) {
    scale(static_cast<float*>(device), 3.0F, kCount);
  }
  if (__cudaPushCallConfiguration({4, 1, 1}, {256, 1, 1}, 0, nullptr) == 0) {
    scale_by_handle(static_cast<float*>(device), 0.5F, kCount - 1);
  }
  std::printf("synchronize %d\n", cudaThreadSynchronize());
  cudaMemcpy(values.data(), device, kCount * sizeof(float), 2);
  float factor = 1;
  int count = kCount;
  std::array<void*, 3> arguments{&device, &factor, &count};
  const auto* kernel = reinterpret_cast<const void*>(&scale);
  std::printf("grid of 0 %d\n",
              cudaLaunchKernel(kernel, {0, 1, 1}, {32, 1, 1}, arguments.data(), 0, nullptr));
  std::printf("block of 1025 %d\n",
              cudaLaunchKernel(kernel, {1, 1, 1}, {1025, 1, 1}, arguments.data(), 0, nullptr));
  std::printf("too much shared memory %d\n",
              cudaLaunchKernel(kernel, {1, 1, 1}, {32, 1, 1}, arguments.data(), 1 << 20, nullptr));
  int wrong = 0;
  for (int i = 0; i < kCount; ++i) {
    const float expected = i == kCount - 1 ? 3.0F * kCount - 3.0F : 1.5F * static_cast<float>(i);
    if (values[i] != expected) ++wrong;
  }
  std::printf("%d wrong\n", wrong);
}

/// A field of cudaDeviceProp and the attribute of the same meaning.
struct Figure {
  const char* name;
  std::size_t offset;
  std::size_t bytes;
  int attribute;
};
constexpr std::array kFigures{
    Figure{"sharedMemPerBlock", 296, 8, 8},
    Figure{"regsPerBlock", 304, 4, 12},
    Figure{"maxThreadsPerBlock", 320, 4, 1},
    Figure{"clockRate", 348, 4, 13},
    Figure{"totalConstMem", 352, 8, 9},
    Figure{"major", 360, 4, 75},
    Figure{"texturePitchAlignment", 376, 8, 51},
    Figure{"deviceOverlap", 384, 4, 15},
    Figure{"multiProcessorCount", 388, 4, 16},
    Figure{"canMapHostMemory", 400, 4, 19},
    Figure{"maxTexture1D", 408, 4, 21},
    Figure{"maxTexture1DLinear", 416, 4, 69},
    Figure{"maxTexture2D[0]", 420, 4, 22},
    Figure{"maxSurface1D", 512, 4, 55},
    Figure{"surfaceAlignment", 568, 8, 30},
    Figure{"asyncEngineCount", 600, 4, 40},
    Figure{"memoryClockRate", 608, 4, 36},
    Figure{"memoryBusWidth", 612, 4, 37},
    Figure{"localL1CacheSupported", 636, 4, 80},
    Figure{"sharedMemPerMultiprocessor", 640, 8, 81},
    Figure{"singleToDoublePrecisionPerfRatio", 668, 4, 87},
    Figure{"pageableMemoryAccess", 672, 4, 88},
    Figure{"cooperativeLaunch", 688, 4, 95},
    Figure{"sharedMemPerBlockOptin", 696, 8, 97},
    Figure{"maxBlocksPerMultiProcessor", 712, 4, 106},
    Figure{"reservedSharedMemPerBlock", 720, 8, 111},
    Figure{"memoryPoolsSupported", 744, 4, 115},
    Figure{"clusterLaunch", 772, 4, 120},
};
constexpr unsigned char kUntouched = 0xA5;

template <std::size_t used, std::size_t size>
bool is_untouched(const std::array<unsigned char, size>& bytes) {
  for (std::size_t i = used; i < size; ++i) {
    if (bytes.at(i) != kUntouched) return false;
  }
  return true;
}

void ask_for_properties() {
  constexpr std::size_t kSize = 1032;
  std::array<unsigned char, kSize + 64> properties{};
  properties.fill(kUntouched);
  std::printf("properties %d\n", cudaGetDeviceProperties_v2(properties.data(), 0));
  int differing = 0;
  for (const Figure& figure : kFigures) {
    long long value = 0;
    int attribute = 0;
    std::memcpy(&value, properties.data() + figure.offset, figure.bytes);
    cudaDeviceGetAttribute(&attribute, figure.attribute, 0);
    if (value == attribute) continue;
    std::printf("%s is %lld, the attribute %d\n", figure.name, value, attribute);
    ++differing;
  }
  std::printf("%d differ, rest %s\n", differing,
              is_untouched<kSize>(properties) ? "untouched" : "overwritten");
  std::printf("no such device %d\n", cudaGetDeviceProperties_v2(properties.data(), 99));
}

void advise() {
  constexpr std::size_t kBytes = 8192;
  void* memory = nullptr;
  cudaMallocManaged(&memory, kBytes, 1);
  struct {
    int type = 0, device = -3;
    void *on_device = nullptr, *on_host = nullptr;
    std::array<unsigned char, 64> rest{};
  } attributes;
  attributes.rest.fill(kUntouched);
  cudaPointerGetAttributes(&attributes, memory);
  std::printf("pointer type %d device %d same %d rest %s\n", attributes.type, attributes.device,
              attributes.on_device == memory && attributes.on_host == memory,
              is_untouched<0>(attributes.rest) ? "untouched" : "overwritten");
  const auto ask = [&](int attribute) {
    int value = -9;
    cudaMemRangeGetAttribute(&value, sizeof value, attribute, memory, kBytes);
    return value;
  };
  constexpr int kPreferred = 2;
  constexpr int kLastPrefetch = 4;
  const int advised = cudaMemAdvise(memory, kBytes, 3, -1);
  std::printf("prefer the host %d, reads %d\n", advised, ask(kPreferred));
  const int preferred = cudaMemAdvise(memory, kBytes, 3, 0);
  std::printf("prefer device 0 %d, reads %d\n", preferred, ask(kPreferred));
  const int prefetched = cudaMemPrefetchAsync(memory, kBytes, 0, nullptr);
  std::printf("prefetch %d, reads %d\n", prefetched, ask(kLastPrefetch));
  const int to_host = cudaMemPrefetchAsync_v2(memory, kBytes, {2, 0}, 0, nullptr);
  std::printf("prefetch to the host %d, reads %d\n", to_host, ask(kLastPrefetch));
  std::printf("prefetch to device 99 %d\n", cudaMemPrefetchAsync(memory, kBytes, 99, nullptr));
}

void build_graph() {
  void* graph = nullptr;
  std::array<void*, 3> nodes{};
  cudaGraphCreate(&graph, 0);
  for (void*& node : nodes) cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
  std::printf("edges %d", cudaGraphAddDependencies(graph, &nodes[0], &nodes[1], 1));
  std::printf(" %d\n", cudaGraphAddDependencies_v2(graph, &nodes[1], &nodes[2], nullptr, 1));
  std::array<void*, 2> from{};
  std::array<void*, 2> to{};
  std::size_t count = 2;
  cudaGraphGetEdges(graph, from.data(), to.data(), &count);
  std::printf("%zu edges, right %d\n", count,
              from[0] == nodes[0] && to[0] == nodes[1] && from[1] == nodes[1] && to[1] == nodes[2]);
  void* before = nullptr;
  count = 1;
  cudaGraphNodeGetDependencies(nodes[2], &before, &count);
  std::printf("%zu before the last, right %d\n", count, before == nodes[1]);
}

void capture() {
  void* stream = nullptr;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, 0);
  int status = -1;
  unsigned long long id = 0;
  unsigned long long same_id = 1;
  void* graph = nullptr;
  void* const* nodes = nullptr;
  std::size_t count = 7;
  const int asked = cudaStreamGetCaptureInfo(stream, &status, &id);
  std::printf("capture info %d status %d\n", asked, status);
  const int again = cudaStreamGetCaptureInfo_v2(stream, &status, &same_id, &graph, &nodes, &count);
  std::printf("capture info %d status %d same id %d graph %d nodes %zu\n", again, status,
              id == same_id, graph != nullptr, count);
  std::printf("end %d\n", cudaStreamEndCapture(stream, &graph));
}

}  // namespace

int main() {
  const std::vector<std::uint64_t> image = fat_binary();
  Wrapper wrapper;
  wrapper.container = image.data();
  void** handle = __cudaRegisterFatBinary(&wrapper);
  std::array<char, 6> name{"scale"};
  __cudaRegisterFunction(handle, reinterpret_cast<const char*>(&scale), name.data(), name.data(),
                         -1, nullptr, nullptr, nullptr, nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(handle);
  int version = 0;
  cudaRuntimeGetVersion(&version);
  std::printf("runtime %d\n", version);
  launch();
  ask_for_properties();
  advise();
  build_graph();
  capture();
  __cudaUnregisterFatBinary(handle);
  return 0;
}
