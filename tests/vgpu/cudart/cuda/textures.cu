// Texture objects: address modes, filters, formats, resources. Texels are multiples of 256, so that
// a filter whose fraction has 8 bits gives whole numbers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

__global__ void line(cudaTextureObject_t t, const float* x, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1D<float>(t, x[i]);
}
__global__ void plane(cudaTextureObject_t t, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool is_resident = false;  // false only in sparse arrays
  if (i < n) out[i] = tex2D<float>(t, x[i], y[i], &is_resident);
  if (i < n && !is_resident) out[i] = -1;
}
__global__ void volume(cudaTextureObject_t t, const float* x, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex3D<float>(t, x[i], x[(i + 1) % n], x[(i + 2) % n]);
}
__global__ void layer(cudaTextureObject_t t, const float* x, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2DLayered<float>(t, x[i], x[(i + 1) % n], i % 5 - 1);
}
__global__ void fetch(cudaTextureObject_t t, float* out) {
  const int i = static_cast<int>(threadIdx.x) - 8;
  out[threadIdx.x] = tex1Dfetch<float>(t, i);
}
__global__ void gather(cudaTextureObject_t t, float4* out, float x, float y) {
  bool is_resident = false;
  out[0] = tex2Dgather<float4>(t, x, y, &is_resident, 0);
  if (!is_resident) out[0].x = -1;
}
__global__ void all_components(cudaTextureObject_t t, float4* f, uint4* u, int4* s, int which) {
  if (which == 0)
    asm volatile("tex.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%5}];"
                 : "=f"(f->x), "=f"(f->y), "=f"(f->z), "=f"(f->w)
                 : "l"(t), "f"(1.5f));
  if (which == 1)
    asm volatile("tex.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%5}];"
                 : "=r"(u->x), "=r"(u->y), "=r"(u->z), "=r"(u->w)
                 : "l"(t), "f"(1.5f));
  if (which == 2)
    asm volatile("tex.2d.v4.s32.f32 {%0,%1,%2,%3}, [%4, {%5,%5}];"
                 : "=r"(s->x), "=r"(s->y), "=r"(s->z), "=r"(s->w)
                 : "l"(t), "f"(1.5f));
}
__global__ void query(cudaTextureObject_t t, unsigned* out) {
  asm volatile("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
  asm volatile("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
}

template <typename T>
struct Shared {
  T* data = nullptr;
  explicit Shared(std::size_t n) { cudaMallocManaged(&data, n * sizeof(T)); }
  ~Shared() { cudaFree(data); }
};

const cudaTextureAddressMode kModes[] = {cudaAddressModeWrap, cudaAddressModeClamp,
                                         cudaAddressModeMirror, cudaAddressModeBorder};

cudaTextureObject_t make(cudaArray_t array, cudaTextureAddressMode mode,
                         cudaTextureFilterMode filter, bool normalized,
                         cudaTextureReadMode read = cudaReadModeElementType) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  for (auto& each : description.addressMode) each = mode;
  description.filterMode = filter;
  description.readMode = read;
  description.normalizedCoords = normalized;
  description.borderColor[0] = 1024;
  cudaTextureObject_t texture = 0;
  const cudaError_t error = cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  if (error != cudaSuccess) std::printf("(%s) ", name(error));
  return texture;
}

void print(const char* what, const float* values, int n) {
  std::printf("%s", what);
  for (int i = 0; i < n; ++i) std::printf(" %g", values[i]);
  std::printf("\n");
}

void lines() {
  const int width = 5;
  float texels[width] = {0, 256, 512, 2560, 1280};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, width);
  cudaMemcpy2DToArray(array, 0, 0, texels, sizeof texels, sizeof texels, 1, cudaMemcpyHostToDevice);
  const int n = 64;
  Shared<float> x(n), out(n);
  for (int normalized = 0; normalized < 2; ++normalized) {
    for (int filter = 0; filter < 2; ++filter) {
      for (const auto mode : kModes) {
        for (int i = 0; i < n; ++i) {
          const float u = -7.875f + 0.34375f * static_cast<float>(i);
          x.data[i] = normalized ? u / 8 : u;
        }
        const auto texture =
            make(array, mode, static_cast<cudaTextureFilterMode>(filter), normalized);
        line<<<1, n>>>(texture, x.data, out.data, n);
        cudaDeviceSynchronize();
        char what[40];
        std::snprintf(what, sizeof what, "1d mode %d filter %d normalized %d:", mode, filter,
                      normalized);
        print(what, out.data, n);
        cudaDestroyTextureObject(texture);
      }
    }
  }
  const float odd[] = {
      0.0f / 0.0f * x.data[0], 1e30f, -1e30f, -0.0f, 4.9999995f, 5.0f, 1e-30f, 2.9999998f};
  float nan = 0;
  const unsigned nan_bits = 0x7fc00000;
  std::memcpy(&nan, &nan_bits, 4);
  std::memcpy(x.data, odd, sizeof odd);
  x.data[0] = nan;
  const auto texture = make(array, cudaAddressModeClamp, cudaFilterModePoint, false);
  line<<<1, 8>>>(texture, x.data, out.data, 8);
  cudaDeviceSynchronize();
  print("odd coordinates:", out.data, 8);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

void fractions() {
  float texels[2] = {0, 256};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, 2);
  cudaMemcpy2DToArray(array, 0, 0, texels, 8, 8, 1, cudaMemcpyHostToDevice);
  const auto texture = make(array, cudaAddressModeClamp, cudaFilterModeLinear, false);
  const int n = 64;
  Shared<float> x(n), out(n);
  for (int i = 0; i < n; ++i) x.data[i] = 0.5f + static_cast<float>(i) / 2048;
  line<<<1, n>>>(texture, x.data, out.data, n);
  cudaDeviceSynchronize();
  print("fraction:", out.data, n);
}

void planes() {
  const int width = 7, height = 4;
  std::vector<float> texels(width * height);
  for (int i = 0; i < width * height; ++i) texels[i] = static_cast<float>((i * 37 % 29) * 65536);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &format, width, height, cudaArrayTextureGather);
  cudaMemcpy2DToArray(array, 0, 0, texels.data(), width * 4, width * 4, height,
                      cudaMemcpyHostToDevice);
  const int n = 48;
  Shared<float> x(n), y(n), out(n);
  for (int normalized = 0; normalized < 2; ++normalized) {
    for (int filter = 0; filter < 2; ++filter) {
      for (const auto mode : kModes) {
        for (int i = 0; i < n; ++i) {
          x.data[i] = (-3.0f + 0.28125f * static_cast<float>(i)) / (normalized ? 8.0f : 1.0f);
          y.data[i] = (6.0f - 0.1875f * static_cast<float>(i)) / (normalized ? 4.0f : 1.0f);
        }
        const auto texture =
            make(array, mode, static_cast<cudaTextureFilterMode>(filter), normalized);
        plane<<<1, n>>>(texture, x.data, y.data, out.data, n);
        cudaDeviceSynchronize();
        char what[40];
        std::snprintf(what, sizeof what, "2d mode %d filter %d normalized %d:", mode, filter,
                      normalized);
        print(what, out.data, n);
        cudaDestroyTextureObject(texture);
      }
    }
  }
  const auto texture = make(array, cudaAddressModeClamp, cudaFilterModePoint, false);
  Shared<float4> quad(1);
  gather<<<1, 1>>>(texture, quad.data, 3.0f, 2.0f);
  cudaDeviceSynchronize();
  print("gather:", &quad.data->x, 4);
  gather<<<1, 1>>>(texture, quad.data, 0.0f, 3.9f);
  cudaDeviceSynchronize();
  print("gather at the border:", &quad.data->x, 4);
  Shared<unsigned> sizes(2);
  query<<<1, 1>>>(texture, sizes.data);
  cudaDeviceSynchronize();
  std::printf("query %u %u\n", sizes.data[0], sizes.data[1]);
}

void volumes() {
  const cudaExtent extent = make_cudaExtent(5, 4, 3);
  std::vector<float> texels(60);
  for (int i = 0; i < 60; ++i) texels[i] = static_cast<float>((i * 41 % 53) << 20);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const int n = 32;
  Shared<float> x(n), out(n);
  for (int i = 0; i < n; ++i) x.data[i] = -1.0f + 0.1875f * static_cast<float>(i);
  for (int layered = 0; layered < 2; ++layered) {
    cudaArray_t array = nullptr;
    cudaMalloc3DArray(&array, &format, extent, layered ? cudaArrayLayered : cudaArrayDefault);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(texels.data(), 20, 5, 4);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    for (int filter = 0; filter < 2; ++filter) {
      const auto texture =
          make(array, cudaAddressModeClamp, static_cast<cudaTextureFilterMode>(filter), false);
      if (layered) {
        layer<<<1, n>>>(texture, x.data, out.data, n);
      } else {
        volume<<<1, n>>>(texture, x.data, out.data, n);
      }
      cudaDeviceSynchronize();
      print(layered ? "layers:" : "3d:", out.data, n);
    }
  }
}

void linear_memory() {
  Shared<float> data(16), out(32);
  for (int i = 0; i < 16; ++i) data.data[i] = static_cast<float>(i + 100);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data.data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 16 * sizeof(float);
  cudaTextureDesc description{};
  cudaTextureObject_t texture = 0;
  std::printf("linear %s\n",
              name(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
  fetch<<<1, 32>>>(texture, out.data);
  cudaDeviceSynchronize();
  print("fetch:", out.data, 32);
  cudaResourceDesc back{};
  cudaTextureDesc back_description{};
  std::printf("resource %s", name(cudaGetTextureObjectResourceDesc(&back, texture)));
  std::printf(" %d %d %zu, texture %s\n", back.resType, back.res.linear.devPtr == data.data,
              back.res.linear.sizeInBytes,
              name(cudaGetTextureObjectTextureDesc(&back_description, texture)));
  std::printf("destroy %s\n", name(cudaDestroyTextureObject(texture)));
  std::size_t pitch = 0;
  float* pitched = nullptr;
  cudaMallocPitch(&pitched, &pitch, 20, 3);
  float rows[15];
  for (int i = 0; i < 15; ++i) rows[i] = static_cast<float>(256 * i);
  cudaMemcpy2D(pitched, pitch, rows, 20, 20, 3, cudaMemcpyHostToDevice);
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = pitched;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 5;
  resource.res.pitch2D.height = 3;
  resource.res.pitch2D.pitchInBytes = pitch;
  description.filterMode = cudaFilterModeLinear;
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  std::printf("pitched %s\n",
              name(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
  Shared<float> x(32), y(32);
  for (int i = 0; i < 32; ++i) {
    x.data[i] = 0.25f * static_cast<float>(i) - 1;
    y.data[i] = 0.125f * static_cast<float>(i);
  }
  plane<<<1, 32>>>(texture, x.data, y.data, out.data, 32);
  cudaDeviceSynchronize();
  print("pitched:", out.data, 32);
}

template <typename T>
void format(const char* what, const cudaChannelFormatDesc& description, const std::vector<T>& texel,
            int which, cudaTextureReadMode read) {
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &description, 4, 4);
  std::vector<T> texels;
  for (int i = 0; i < 16; ++i) texels.insert(texels.end(), texel.begin(), texel.end());
  const std::size_t row = texels.size() / 4 * sizeof(T);
  cudaMemcpy2DToArray(array, 0, 0, texels.data(), row, row, 4, cudaMemcpyHostToDevice);
  const auto texture = make(array, cudaAddressModeClamp, cudaFilterModePoint, false, read);
  Shared<float4> f(1);
  Shared<uint4> u(1);
  Shared<int4> s(1);
  all_components<<<1, 1>>>(texture, f.data, u.data, s.data, which);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s %s", what, name(error));
  if (which == 0) std::printf(" %.9g %.9g %.9g %.9g\n", f.data->x, f.data->y, f.data->z, f.data->w);
  if (which == 1) std::printf(" %u %u %u %u\n", u.data->x, u.data->y, u.data->z, u.data->w);
  if (which == 2) std::printf(" %d %d %d %d\n", s.data->x, s.data->y, s.data->z, s.data->w);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

void formats() {
  const auto element = cudaReadModeElementType;
  const auto normalized = cudaReadModeNormalizedFloat;
  format<float>("float", cudaCreateChannelDesc<float>(), {1.5f}, 0, element);
  format<float>("float2", cudaCreateChannelDesc<float2>(), {1.5f, 2.5f}, 0, element);
  format<float>("float4", cudaCreateChannelDesc<float4>(), {1, 2, 3, 4}, 0, element);
  format<unsigned short>("half2", cudaCreateChannelDescHalf2(), {0x3E00, 0xC100}, 0, element);
  format<unsigned char>("uchar", cudaCreateChannelDesc<uchar1>(), {200}, 1, element);
  format<unsigned char>("uchar4", cudaCreateChannelDesc<uchar4>(), {200, 1, 2, 255}, 1, element);
  format<signed char>("char2", cudaCreateChannelDesc<char2>(), {-100, 5}, 2, element);
  format<short>("short4", cudaCreateChannelDesc<short4>(), {-30000, 5, 6, -7}, 2, element);
  format<unsigned short>("ushort", cudaCreateChannelDesc<ushort1>(), {60000}, 1, element);
  format<int>("int2", cudaCreateChannelDesc<int2>(), {-2000000000, 17}, 2, element);
  format<unsigned>("uint4", cudaCreateChannelDesc<uint4>(), {4000000000u, 1, 2, 3}, 1, element);
  format<unsigned char>("uchar4 normalized", cudaCreateChannelDesc<uchar4>(), {200, 1, 0, 255}, 0,
                        normalized);
  format<signed char>("char4 normalized", cudaCreateChannelDesc<char4>(), {-128, -127, 1, 127}, 0,
                      normalized);
  format<unsigned short>("ushort2 normalized", cudaCreateChannelDesc<ushort2>(), {60000, 65535}, 0,
                         normalized);
  format<short>("short4 normalized", cudaCreateChannelDesc<short4>(), {-32768, -32767, 1, 12345}, 0,
                normalized);
}

void refusals() {
  cudaTextureObject_t texture = 0;
  cudaResourceDesc resource{};
  cudaTextureDesc description{};
  resource.resType = cudaResourceTypeArray;
  std::printf("no array %s\n",
              name(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
  Shared<float> data(16);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {data.data, cudaCreateChannelDesc<float>(), 0};
  std::printf("no bytes %s\n",
              name(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
  resource.res.linear.devPtr = data.data + 1;
  resource.res.linear.sizeInBytes = 16;
  std::printf("misaligned %s\n",
              name(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc int_format = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &int_format, 4, 4);
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  description.filterMode = cudaFilterModeLinear;
  std::printf("filtered integers %s\n",
              name(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeNormalizedFloat;
  std::printf("normalized 32-bit integers %s\n",
              name(cudaCreateTextureObject(&texture, &resource, &description, nullptr)));
  std::printf("destroy nothing %s\n", name(cudaDestroyTextureObject(0)));
  cudaSurfaceObject_t surface = 0;
  std::printf("surface without the flag %s\n", name(cudaCreateSurfaceObject(&surface, &resource)));
}

int main() {
  lines();
  fractions();
  planes();
  volumes();
  linear_memory();
  formats();
  refusals();
  cudaGetLastError();
  std::printf("end %s\n", name(cudaDeviceSynchronize()));
  return 0;
}
