// Copies and fills of rows and boxes, with and without gaps, in every direction.
#include <cstdio>
#include <cstring>
#include <vector>

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

// A number that changes with any byte and with the order of the bytes.
unsigned digest(const void* data, std::size_t bytes) {
  const auto* p = static_cast<const unsigned char*>(data);
  unsigned h = 2166136261u;
  for (std::size_t i = 0; i < bytes; ++i) h = (h ^ p[i]) * 16777619u;
  return h;
}

std::vector<unsigned char> pattern(std::size_t bytes, int seed) {
  std::vector<unsigned char> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    data[i] = static_cast<unsigned char>(i * 7 + i / 251 + seed);
  return data;
}

void planes() {
  const std::size_t width = 100, height = 37, host_pitch = 130;
  auto in = pattern(host_pitch * height, 1);
  std::vector<unsigned char> out(host_pitch * height, 0xEE);
  unsigned char *a = nullptr, *b = nullptr;
  std::size_t pitch_a = 0, pitch_b = 0;
  std::printf("pitch %s", name(cudaMallocPitch(&a, &pitch_a, width, height)));
  cudaMallocPitch(&b, &pitch_b, 513, height);
  std::printf(" %zu %zu\n", pitch_a, pitch_b);
  cudaMemset2D(b, pitch_b, 0x11, 513, height);
  std::printf("in %s\n", name(cudaMemcpy2D(a, pitch_a, in.data(), host_pitch, width, height,
                                           cudaMemcpyHostToDevice)));
  std::printf("across %s\n", name(cudaMemcpy2D(b + 3, pitch_b, a + 1, pitch_a, width - 1,
                                               height - 1, cudaMemcpyDeviceToDevice)));
  std::printf("out %s", name(cudaMemcpy2D(out.data(), host_pitch, b, pitch_b, width + 10, height,
                                          cudaMemcpyDeviceToHost)));
  std::printf(" %08x\n", digest(out.data(), out.size()));
  std::printf("host to host %s", name(cudaMemcpy2D(out.data() + 5, host_pitch, in.data(),
                                                   host_pitch, 50, 20, cudaMemcpyHostToHost)));
  std::printf(" %08x\n", digest(out.data(), out.size()));
  unsigned char* pinned = nullptr;
  cudaMallocHost(&pinned, host_pitch * height);
  std::memset(pinned, 0x77, host_pitch * height);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpy2DAsync(a, pitch_a, in.data() + 2, host_pitch, 90, 30, cudaMemcpyDefault, stream);
  cudaMemset2DAsync(a + 10, pitch_a, 0x5A, 20, 10, stream);
  cudaMemcpy2DAsync(pinned, host_pitch, a, pitch_a, width, height, cudaMemcpyDefault, stream);
  std::printf("asynchronous %s", name(cudaStreamSynchronize(stream)));
  std::printf(" %08x\n", digest(pinned, host_pitch * height));
  std::printf("width beyond the pitch %s %s\n",
              name(cudaMemcpy2D(a, pitch_a, in.data(), 50, 60, 2, cudaMemcpyHostToDevice)),
              name(cudaMemset2D(a, 64, 0, 65, 2)));
  std::printf("nothing %s %s\n",
              name(cudaMemcpy2D(a, pitch_a, in.data(), 50, 0, 2, cudaMemcpyHostToDevice)),
              name(cudaMemcpy2D(a, pitch_a, in.data(), 50, 10, 0, cudaMemcpyHostToDevice)));
  std::printf("unknown direction %s\n",
              name(cudaMemcpy2D(a, pitch_a, in.data(), 50, 10, 2, static_cast<cudaMemcpyKind>(9))));
  std::printf("no memory %s\n", name(cudaMallocPitch(&a, &pitch_a, 1ull << 40, 1ull << 10)));
}

void boxes() {
  const cudaExtent extent = make_cudaExtent(60, 11, 7);
  cudaPitchedPtr on_device;
  std::printf("malloc %s", name(cudaMalloc3D(&on_device, extent)));
  std::printf(" %zu %zu %zu\n", on_device.pitch, on_device.xsize, on_device.ysize);
  cudaMemset3D(on_device, 0x33, extent);
  auto in = pattern(60 * 11 * 7, 5);
  cudaMemcpy3DParms p{};
  p.srcPtr = make_cudaPitchedPtr(in.data(), 60, 60, 11);
  p.dstPtr = on_device;
  p.srcPos = make_cudaPos(4, 1, 2);
  p.dstPos = make_cudaPos(1, 3, 1);
  p.extent = make_cudaExtent(50, 8, 5);
  p.kind = cudaMemcpyHostToDevice;
  std::printf("in %s\n", name(cudaMemcpy3D(&p)));
  std::vector<unsigned char> out(60 * 11 * 7);
  cudaMemcpy3DParms q{};
  q.srcPtr = on_device;
  q.dstPtr = make_cudaPitchedPtr(out.data(), 60, 60, 11);
  q.extent = extent;
  q.kind = cudaMemcpyDeviceToHost;
  std::printf("out %s", name(cudaMemcpy3DAsync(&q, nullptr)));
  cudaDeviceSynchronize();
  std::printf(" %08x\n", digest(out.data(), out.size()));
  cudaPitchedPtr part = on_device;
  part.ptr = static_cast<char*>(on_device.ptr) + 5;
  cudaMemset3D(part, 0x44, make_cudaExtent(3, 2, 7));
  cudaMemcpy3D(&q);
  std::printf("filled %08x\n", digest(out.data(), out.size()));
  q.srcPtr.ptr = nullptr;
  std::printf("no source %s\n", name(cudaMemcpy3D(&q)));
}

void arrays() {
  const cudaChannelFormatDesc int2_format = cudaCreateChannelDesc<int2>();
  cudaArray_t flat = nullptr, deep = nullptr, line = nullptr, layers = nullptr;
  std::printf(
      "arrays %s %s %s %s\n", name(cudaMallocArray(&flat, &int2_format, 33, 9)),
      name(cudaMalloc3DArray(&deep, &int2_format, make_cudaExtent(33, 9, 4))),
      name(cudaMallocArray(&line, &int2_format, 50)),
      name(cudaMalloc3DArray(&layers, &int2_format, make_cudaExtent(20, 0, 3), cudaArrayLayered)));
  for (cudaArray_t array : {flat, deep, line, layers}) {
    cudaChannelFormatDesc format;
    cudaExtent extent;
    unsigned flags = 99;
    cudaArrayGetInfo(&format, &extent, &flags, array);
    std::printf("info %d %d %d %d kind %d, %zu %zu %zu, flags %u\n", format.x, format.y, format.z,
                format.w, format.f, extent.width, extent.height, extent.depth, flags);
  }
  auto in = pattern(33 * 8 * 9, 3);
  std::vector<unsigned char> out(33 * 8 * 9);
  std::printf("to array %s\n", name(cudaMemcpy2DToArray(flat, 0, 0, in.data(), 33 * 8, 33 * 8, 9,
                                                        cudaMemcpyHostToDevice)));
  std::printf("part %s\n", name(cudaMemcpy2DToArray(flat, 16, 2, in.data(), 33 * 8, 40, 3,
                                                    cudaMemcpyHostToDevice)));
  std::printf("from array %s", name(cudaMemcpy2DFromArray(out.data(), 33 * 8, flat, 0, 0, 33 * 8, 9,
                                                          cudaMemcpyDeviceToHost)));
  std::printf(" %08x\n", digest(out.data(), out.size()));
  cudaMemcpy3DParms p{};
  p.srcArray = flat;
  p.srcPos = make_cudaPos(3, 1, 0);
  p.dstArray = deep;
  p.dstPos = make_cudaPos(0, 0, 2);
  p.extent = make_cudaExtent(30, 8, 1);
  p.kind = cudaMemcpyDeviceToDevice;
  std::printf("array to array %s\n", name(cudaMemcpy3D(&p)));
  cudaMemcpy3DParms q{};
  q.srcArray = deep;
  q.srcPos = make_cudaPos(0, 0, 2);
  q.dstPtr = make_cudaPitchedPtr(out.data(), 33 * 8, 33 * 8, 9);
  q.extent = make_cudaExtent(30, 8, 1);
  q.kind = cudaMemcpyDeviceToHost;
  std::printf("out of it %s", name(cudaMemcpy3D(&q)));
  std::printf(" %08x\n", digest(out.data(), out.size()));
  std::printf("linear %s", name(cudaMemcpyToArray(flat, 24, 1, in.data() + 9, 33 * 8 * 3 + 40,
                                                  cudaMemcpyHostToDevice)));
  cudaMemcpyFromArray(out.data(), flat, 8, 1, 33 * 8 * 5, cudaMemcpyDeviceToHost);
  std::printf(" %08x\n", digest(out.data(), out.size()));
  std::printf(
      "beyond %s %s\n",
      name(cudaMemcpy2DToArray(flat, 16, 0, in.data(), 33 * 8, 33 * 8, 1, cudaMemcpyHostToDevice)),
      name(cudaMemcpy2DToArray(flat, 0, 8, in.data(), 33 * 8, 8, 2, cudaMemcpyHostToDevice)));
  p.dstPos = make_cudaPos(10, 0, 0);
  std::printf("box beyond %s\n", name(cudaMemcpy3D(&p)));
  const cudaChannelFormatDesc three =
      cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
  const cudaChannelFormatDesc float8 =
      cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t none = nullptr;
  std::printf("formats %s %s, no width %s\n", name(cudaMallocArray(&none, &three, 4, 4)),
              name(cudaMallocArray(&none, &float8, 4, 4)),
              name(cudaMallocArray(&none, &int2_format, 0, 4)));
  std::printf("free %s %s %s %s\n", name(cudaFreeArray(flat)), name(cudaFreeArray(deep)),
              name(cudaFreeArray(line)), name(cudaFreeArray(nullptr)));
}

void peers() {
  int *a = nullptr, *b = nullptr;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  cudaMemset(a, 9, 400);
  std::printf("peer %s %s\n", name(cudaMemcpyPeer(b, 0, a, 0, 400)),
              name(cudaMemcpyPeerAsync(b, 0, a, 0, 200, nullptr)));
  int value = 0;
  cudaMemcpy(&value, b + 99, 4, cudaMemcpyDefault);
  std::printf("%x, no such device %s\n", value, name(cudaMemcpyPeer(b, 77, a, 0, 400)));
}

int main() {
  planes();
  boxes();
  arrays();
  peers();
  cudaGetLastError();
  std::printf("end %s\n", name(cudaDeviceSynchronize()));
  return 0;
}
