// Surface objects: reads and writes of arrays by byte coordinates, and what lies outside.
#include <cstdio>
#include <cstring>
#include <vector>

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  uchar4 texel;
  surf2Dread(&texel, from, x * 4, y);
  texel.x += 1;
  surf2Dwrite(texel, to, y * 4, x);
}
__global__ void outside(cudaSurfaceObject_t s, float* out) {
  const int i = static_cast<int>(threadIdx.x) - 8;
  out[threadIdx.x] = surf2Dread<float>(s, i * 4, i, cudaBoundaryModeClamp);
  out[32 + threadIdx.x] = surf2Dread<float>(s, i * 4, 1, cudaBoundaryModeZero);
  __syncwarp();
  surf2Dwrite(1000.0f + static_cast<float>(i), s, i * 4, 2, cudaBoundaryModeZero);
}
__global__ void boxes(cudaSurfaceObject_t s, cudaSurfaceObject_t layers) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const float4 value = make_float4(x, y, z, 1);
  surf3Dwrite(value, s, x * 16, y, z);
  surf2DLayeredwrite(static_cast<short>(100 * z + 10 * y + x), layers, x * 2, y, z);
}
__global__ void lines(cudaSurfaceObject_t s) {
  const int x = threadIdx.x;
  const uint2 value = surf1Dread<uint2>(s, x * 8);
  surf1Dwrite(make_uint2(value.y, value.x), s, x * 8);
}
__global__ void beyond(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, 4000, 0); }

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  const cudaError_t error = cudaCreateSurfaceObject(&surface, &resource);
  if (error != cudaSuccess) std::printf("(%s) ", name(error));
  cudaResourceDesc back{};
  cudaGetSurfaceObjectResourceDesc(&back, surface);
  if (back.resType != cudaResourceTypeArray || back.res.array.array != array)
    std::printf("(lost) ");
  return surface;
}

int main(int argc, char**) {
  const cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>();
  cudaArray_t a = nullptr, b = nullptr;
  cudaMallocArray(&a, &bytes, 19, 11, cudaArraySurfaceLoadStore);
  cudaMallocArray(&b, &bytes, 11, 19, cudaArraySurfaceLoadStore);
  std::vector<uchar4> texels(19 * 11), turned(19 * 11);
  for (int i = 0; i < 19 * 11; ++i) texels[i] = make_uchar4(i, 2 * i, 3 * i, 7);
  cudaMemcpy2DToArray(a, 0, 0, texels.data(), 76, 76, 11, cudaMemcpyHostToDevice);
  turn<<<dim3(2, 2), dim3(16, 8)>>>(surface_of(a), surface_of(b), 19, 11);
  cudaMemcpy2DFromArray(turned.data(), 44, b, 0, 0, 44, 19, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < 11; ++y) {
    for (int x = 0; x < 19; ++x) {
      uchar4 expected = texels[y * 19 + x];
      expected.x += 1;
      wrong += std::memcmp(&expected, &turned[x * 11 + y], 4) != 0;
    }
  }
  std::printf("turned, %d wrong\n", wrong);

  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaArray_t c = nullptr;
  cudaMallocArray(&c, &floats, 10, 6, cudaArraySurfaceLoadStore);
  std::vector<float> values(60);
  for (int i = 0; i < 60; ++i) values[i] = static_cast<float>(i + 1);
  cudaMemcpy2DToArray(c, 0, 0, values.data(), 40, 40, 6, cudaMemcpyHostToDevice);
  float* out = nullptr;
  cudaMallocManaged(&out, 64 * sizeof(float));
  outside<<<1, 32>>>(surface_of(c), out);
  std::printf("outside %s\n", name(cudaDeviceSynchronize()));
  for (int i = 0; i < 64; ++i) std::printf("%g ", out[i]);
  cudaMemcpy2DFromArray(values.data(), 40, c, 0, 0, 40, 6, cudaMemcpyDeviceToHost);
  std::printf("\nthird row");
  for (int i = 19; i < 31; ++i) std::printf(" %g", values[i]);
  std::printf("\n");

  const cudaChannelFormatDesc quads = cudaCreateChannelDesc<float4>();
  const cudaChannelFormatDesc shorts = cudaCreateChannelDesc<short>();
  cudaArray_t d = nullptr, e = nullptr;
  cudaMalloc3DArray(&d, &quads, make_cudaExtent(4, 3, 2), cudaArraySurfaceLoadStore);
  cudaMalloc3DArray(&e, &shorts, make_cudaExtent(4, 3, 2),
                    cudaArraySurfaceLoadStore | cudaArrayLayered);
  boxes<<<1, dim3(4, 3, 2)>>>(surface_of(d), surface_of(e));
  std::vector<float4> box(24);
  std::vector<short> layers(24);
  cudaMemcpy3DParms copy{};
  copy.srcArray = d;
  copy.dstPtr = make_cudaPitchedPtr(box.data(), 64, 4, 3);
  copy.extent = make_cudaExtent(4, 3, 2);
  copy.kind = cudaMemcpyDeviceToHost;
  std::printf("box %s\n", name(cudaMemcpy3D(&copy)));
  copy.srcArray = e;
  copy.dstPtr = make_cudaPitchedPtr(layers.data(), 8, 4, 3);
  std::printf("layers %s\n", name(cudaMemcpy3D(&copy)));
  for (int i = 0; i < 24; ++i) std::printf("%g%g%g:%d ", box[i].x, box[i].y, box[i].z, layers[i]);
  std::printf("\n");

  const cudaChannelFormatDesc pairs = cudaCreateChannelDesc<uint2>();
  cudaArray_t f = nullptr;
  cudaMallocArray(&f, &pairs, 8, 0, cudaArraySurfaceLoadStore);
  unsigned numbers[16];
  for (int i = 0; i < 16; ++i) numbers[i] = i;
  cudaMemcpy2DToArray(f, 0, 0, numbers, 64, 64, 1, cudaMemcpyHostToDevice);
  lines<<<1, 8>>>(surface_of(f));
  cudaMemcpy2DFromArray(numbers, 64, f, 0, 0, 64, 1, cudaMemcpyDeviceToHost);
  for (const unsigned number : numbers) std::printf("%u ", number);
  std::printf("\n");
  cudaGetLastError();
  std::printf("end %s\n", name(cudaDeviceSynchronize()));
  if (argc > 1) {
    beyond<<<1, 1>>>(surface_of(c));
    std::printf("beyond %s\n", name(cudaDeviceSynchronize()));
  }
  return 0;
}
