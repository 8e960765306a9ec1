// Kernels as students write them, in blocks of several warps with guards, over arrays whose sizes
// are no multiple of anything: do the rules that single accesses gave also hold for all of these?
#include <string>
#include <vector>

#include "everyday_algorithms.h"

int main() {
  constexpr std::size_t kBytes = 1 << 22;
  std::vector<u8> host(kBytes);
  probe::Random random(7);
  for (u8& byte : host) byte = static_cast<u8>(random.below(256));
  const auto upload = [&](const void* from, std::size_t bytes) {
    auto* memory = probe::zeros(bytes + 1024);
    probe::check(cudaMemcpy(memory, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    return memory;
  };
  const auto integers = [&](std::size_t count, auto value) {
    std::vector<int> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<int>(value(static_cast<int>(i)));
    return reinterpret_cast<int*>(upload(values.data(), count * sizeof(int)));
  };
  u8* bytes = upload(host.data(), kBytes);
  auto* zeros = probe::zeros(kBytes);  // as floats: no NaN that would change a way
  auto* out = probe::zeros(kBytes);
  constexpr int n = 4001;
  const int* numbers = integers(4 * n, [&](int) { return random.below(1 << 16); });
  const int* places = integers(n, [&](int i) { return (i * 37 + static_cast<int>(random.below(3))) % n; });
  const int* few = integers(n, [&](int i) { return i % 3 == 0 ? 5 : static_cast<int>(random.below(i % 2 ? 9 : 400)); });
  const int* cycle = integers(n, [&](int i) { return (i * 1001 + 17) % n; });
  const int* sorted = integers(n, [&](int i) { return i * 16; });
  int nonzeros = 0;
  const int* begins = integers(1025, [&](int i) { const int begin = nonzeros; nonzeros += i % 7 == 3 ? 0 : static_cast<int>(random.below(i % 32 == 5 ? 60 : 12)); return begin; });
  const int* columns = integers(static_cast<std::size_t>(nonzeros), [&](int) { return random.below(1024); });
  auto* f = reinterpret_cast<float*>(zeros);
  auto* g = reinterpret_cast<float*>(out);
  auto* d = reinterpret_cast<double*>(zeros);
  auto* e = reinterpret_cast<double*>(out);
  auto* o = reinterpret_cast<int*>(out);
  const int blocks = (n + 95) / 96;

  probe::List list;
#define RUN(name, kernel, grid, block, shared, ...) list.run(name, [&] { kernel<<<grid, block, shared>>>(__VA_ARGS__); });
  const auto copies = [&](auto value, const std::string& name) {
    using T = decltype(value);
    const T* from = reinterpret_cast<const T*>(zeros);
    T* to = reinterpret_cast<T*>(out);
    for (const int stride : {1, 3, 7})
      RUN("copy_" + name + "/stride" + std::to_string(stride), copy_strided<T>, blocks, 96, 0, from, to, n, stride, stride - 1)
    RUN("copy_" + name + "/offset5", copy_strided<T>, blocks, 96, 0, from, to, n, 1, 5)
    RUN("copy_" + name + "/thirds", copy_every_third_lane<T>, blocks, 96, 0, from, to, n)
  };
  copies(u8{}, "u8");
  copies(short{}, "short");
  copies(__half{}, "half");
  copies(int{}, "int");
  copies(double{}, "double");
  copies(uchar3{}, "uchar3");
  copies(uchar4{}, "uchar4");
  copies(short2{}, "short2");
  copies(float2{}, "float2");
  copies(float3{}, "float3");
  copies(float4{}, "float4");
  copies(double2{}, "double2");
  copies(double3{}, "double3");
  copies(longlong4_16a{}, "longlong4");
  copies(Particle{}, "particle");
  copies(Mixed{}, "mixed");
  RUN("move_triples", move_triples, blocks, 96, 0, reinterpret_cast<Triple*>(out), reinterpret_cast<const Triple*>(zeros), 0.1f, n)
  RUN("move_particles", move_particles, blocks, 96, 0, reinterpret_cast<Particle*>(out), 0.1f, n)
  RUN("move_arrays", move_arrays, 9, 96, 0, g, g + n, f, f + n, 0.1f, n)
  RUN("mixed_structures", mixed_structures, blocks, 96, 0, reinterpret_cast<const Mixed*>(bytes), reinterpret_cast<Mixed*>(out), n)
  RUN("half_axpy", half_axpy, blocks, 96, 0, reinterpret_cast<const __half2*>(zeros), reinterpret_cast<__half2*>(out), __half2{}, n)
  RUN("pair_sums", pair_sums, blocks, 96, 0, f, g, n)
  RUN("gather", gather, blocks, 96, 0, f, places, g, n)
  RUN("gather/few", gather, blocks, 96, 0, f, few, g, n)
  RUN("scatter", scatter, blocks, 96, 0, reinterpret_cast<const float4*>(zeros), places, reinterpret_cast<float4*>(out), n)
  for (const int width : {128, 101}) {
    const int height = 45;
    const std::string size = "/" + std::to_string(width);
    for (const dim3 block : {dim3(16, 16), dim3(32, 4), dim3(8, 24)}) {
      const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
      const std::string shape = size + "_block" + std::to_string(block.x);
      RUN("gray" + shape, gray, grid, block, 0, reinterpret_cast<const uchar3*>(bytes), out, width, height)
      RUN("brighten" + shape, brighten, grid, block, 0, reinterpret_cast<uchar4*>(out), width, height, 20)
      RUN("blur" + shape, blur, grid, block, 0, bytes, out, width, height, 2)
      RUN("life" + shape, life, grid, block, 0, bytes, out, width, height)
      RUN("stencil_volume" + shape, stencil_volume, grid, block, 0, f, g, width, height, 5)
      RUN("multiply_naive_f32" + shape, multiply_naive<float>, dim3((width + block.x - 1) / block.x, (width + block.y - 1) / block.y), block, 0, f, f, g, width)
    }
    const dim3 tiles16((width + 15) / 16, (width + 15) / 16), tiles32((width + 31) / 32, (width + 31) / 32), rows32((width + 31) / 32, 2);
    RUN("sobel_tile" + size, sobel_tile, dim3(tiles16.x, 3), dim3(16, 16), 0, bytes, out, width, height)
    RUN("convolve_row" + size, convolve_row, dim3(2, height), 64, 72 * 4, f, g, width, height)
    RUN("multiply_naive_f64" + size, multiply_naive<double>, tiles16, dim3(16, 16), 0, d, d, e, width)
    RUN("multiply_tiled16_f32" + size, (multiply_tiled<float, 16>), tiles16, dim3(16, 16), 0, f, f, g, width)
    RUN("multiply_tiled32_f32" + size, (multiply_tiled<float, 32>), tiles32, dim3(32, 32), 0, f, f, g, width)
    RUN("multiply_tiled16_f64" + size, (multiply_tiled<double, 16>), tiles16, dim3(16, 16), 0, d, d, e, width)
    RUN("multiply_tiled32_f64" + size, (multiply_tiled<double, 32>), tiles32, dim3(32, 32), 0, d, d, e, width)
    RUN("transpose_f32" + size, (transpose<float, 0, 8>), rows32, dim3(32, 8), 0, f, g, width, height)
    RUN("transpose_f32_pad" + size, (transpose<float, 1, 8>), rows32, dim3(32, 8), 0, f, g, width, height)
    RUN("transpose_f64" + size, (transpose<double, 0, 8>), rows32, dim3(32, 8), 0, d, e, width, height)
    RUN("transpose_f64_pad" + size, (transpose<double, 1, 16>), rows32, dim3(32, 16), 0, d, e, width, height)
    RUN("transpose_u8" + size, (transpose<u8, 0, 8>), rows32, dim3(32, 8), 0, bytes, out, width, height)
    RUN("transpose_u8_pad4" + size, (transpose<u8, 4, 32>), rows32, dim3(32, 32), 0, bytes, out, width, height)
    RUN("transpose_half_pad2" + size, (transpose<short, 2, 4>), rows32, dim3(32, 4), 0, reinterpret_cast<short*>(bytes), reinterpret_cast<short*>(out), width, height)
    RUN("transpose_float2_pad" + size, (transpose<float2, 1, 8>), rows32, dim3(32, 8), 0, reinterpret_cast<float2*>(zeros), reinterpret_cast<float2*>(out), width, height)
    RUN("transpose_float4" + size, (transpose<float4, 0, 8>), rows32, dim3(32, 8), 0, reinterpret_cast<float4*>(zeros), reinterpret_cast<float4*>(out), width, height)
    RUN("transpose_float3" + size, (transpose<Triple, 0, 8>), rows32, dim3(32, 8), 0, reinterpret_cast<Triple*>(zeros), reinterpret_cast<Triple*>(out), width, height)
  }
  RUN("multiply_blocked", multiply_blocked, dim3(1, 4), dim3(16, 16), 0, reinterpret_cast<float4*>(zeros), reinterpret_cast<float4*>(zeros), reinterpret_cast<float4*>(out), 64)
  const auto records = [&](auto value, const std::string& name) {
    using T = decltype(value);
    for (const int step : {1, 2, 5, 8})
      RUN("records_" + name + "/step" + std::to_string(step), shared_records<T>, 3, 96, 96 * sizeof(T), reinterpret_cast<const T*>(zeros), reinterpret_cast<T*>(out), 261, step)
  };
  records(float2{}, "float2");
  records(float4{}, "float4");
  records(double{}, "double");
  records(double2{}, "double2");
  records(Triple{}, "triple");
  records(Particle{}, "particle");
  records(Mixed{}, "mixed");
  records(uchar3{}, "uchar3");
  records(short2{}, "short2");
  for (const int width : {4, 7, 32, 33}) {
    RUN("columns_f32/" + std::to_string(width), shared_columns<float>, 2, 64, 64 * width * 4, g, width)
    RUN("columns_f64/" + std::to_string(width), shared_columns<double>, 2, 64, 64 * width * 8, e, width)
    RUN("columns_u8/" + std::to_string(width), shared_columns<u8>, 2, 64, 64 * width, out, width)
  }
  RUN("reduce_modulo_f32", (reduce<float, 0>), 4, 256, 1024, f, g, 1000)
  RUN("reduce_strided_f32", (reduce<float, 1>), 4, 256, 1024, f, g, 1000)
  RUN("reduce_sequential_f32", (reduce<float, 2>), 4, 256, 1024, f, g, 1000)
  RUN("reduce_volatile_f32", (reduce<float, 3>), 4, 256, 1280, f, g, 1000)
  RUN("reduce_modulo_f64", (reduce<double, 0>), 4, 256, 2048, d, e, 1000)
  RUN("reduce_strided_f64", (reduce<double, 1>), 4, 256, 2048, d, e, 1000)
  RUN("reduce_sequential_f64", (reduce<double, 2>), 4, 256, 2048, d, e, 1000)
  RUN("reduce_atomic_int", reduce_atomic<int>, 5, 96, 0, numbers, o, n)
  RUN("reduce_atomic_f32", reduce_atomic<float>, 5, 96, 0, f, g, n)
  RUN("reduce_atomic_f64", reduce_atomic<double>, 5, 96, 0, d, e, n)
  RUN("scan_blelloch", scan_blelloch<false>, 2, 128, 1056, numbers, o)
  RUN("scan_blelloch_pad", scan_blelloch<true>, 2, 128, 1088, numbers, o)
  RUN("scan_steps", scan_steps, 4, 256, 2048, f, g, 1000)
  RUN("sort_bitonic_int", sort_bitonic<int>, 2, 128, 512, numbers, o)
  RUN("sort_bitonic_s64", sort_bitonic<long long>, 2, 128, 1024, reinterpret_cast<const long long*>(numbers), reinterpret_cast<long long*>(out))
  for (const int count : {7, 64, 256}) {
    const std::string bins = "/" + std::to_string(count);
    RUN("histogram_global_u32" + bins, histogram_global<unsigned>, 5, 96, 0, bytes, reinterpret_cast<unsigned*>(out), n, count)
    RUN("histogram_global_f32" + bins, histogram_global<float>, 5, 96, 0, bytes, g, n, count)
    RUN("histogram_global_f64" + bins, histogram_global<double>, 5, 96, 0, bytes, e, n, count)
    RUN("histogram_shared_u32" + bins, histogram_shared<unsigned>, 9, 96, 1024, bytes, reinterpret_cast<unsigned*>(out), 800, count)
    RUN("histogram_shared_f32" + bins, histogram_shared<float>, 9, 32, 1024, bytes, g, 280, count)
    RUN("histogram_shared_f64" + bins, histogram_shared<double>, 9, 32, 2048, bytes, e, 280, count)
    RUN("histogram_shared_u64" + bins, histogram_shared<unsigned long long>, 9, 32, 2048, bytes, reinterpret_cast<unsigned long long*>(out), 280, count)
  }
  RUN("histogram_bytes", histogram_bytes, 5, 64, 0, bytes, reinterpret_cast<unsigned*>(out), n)
  RUN("histogram_matched", histogram_matched, blocks, 96, 0, bytes, reinterpret_cast<unsigned*>(out), n)
  RUN("keep_positive", keep_positive, 1, 32, 0, numbers, o, o + n, 29)
  RUN("keep_aggregated", keep_aggregated, 1, 32, 0, numbers, o, o + n, 29)
  RUN("keep_in_shared", keep_in_shared, 1, 32, 0, numbers, o, o + n, 29)
  const auto adds = [&](auto value, const std::string& name) {
    using T = decltype(value);
    for (const int* at : {places, few, cycle})
      RUN("add_" + name + (at == places ? "/places" : at == few ? "/few" : "/cycle"), add_at<T>, blocks, 96, 0, reinterpret_cast<T*>(out), at, value, n)
  };
  adds(int{1}, "int");
  adds(1.0f, "f32");
  adds(1.0, "f64");
  adds(__half2{}, "half2");
  adds(__half{}, "half");
  adds(1ull, "u64");
  adds(float2{}, "float2");
  for (const int groups : {1, 5, 64})
    RUN("extremes/" + std::to_string(groups), extremes, blocks, 96, 0, numbers, o, reinterpret_cast<unsigned long long*>(o + 1024), n, groups)
  RUN("shared_extremes", shared_extremes, 9, 32, 0, numbers, reinterpret_cast<unsigned long long*>(out), 280)
  RUN("rows_scalar", rows_scalar, 11, 96, 0, begins, columns, f, f, g, 1024)
  RUN("rows_vector", rows_vector, 342, 96, 0, begins, columns, f, f, g, 1024)
  RUN("chase", chase, blocks, 96, 0, cycle, o, 7, n)
  RUN("search", search, 11, 96, 0, sorted, numbers, o, n, 1000)
  RUN("own_counts", own_counts, 3, 96, 0, bytes, o, 21)
  RUN("own_stack", own_stack, 3, 96, 0, numbers, o, 270)
  RUN("parted", parted, blocks, 96, 0, numbers, o, o + 2 * n, n)
  RUN("switched", switched, blocks, 96, 0, numbers, o, n)
  RUN("bodies", bodies, 3, 96, 96 * 16, reinterpret_cast<const float4*>(zeros), reinterpret_cast<float4*>(out), 270)
  const auto stages = [&](auto value, const std::string& name) {
    using T = decltype(value);
    for (const int stride : {1, 3})
      RUN("staged_" + name + "/stride" + std::to_string(stride), staged<T>, 1, 128, 0, reinterpret_cast<const T*>(zeros), reinterpret_cast<T*>(out), 1024, stride)
    RUN("staged_" + name + "/guarded", staged_guarded<T>, 3, 128, 0, reinterpret_cast<const T*>(zeros), reinterpret_cast<T*>(out), 333)
  };
  stages(float{}, "4");
  stages(float2{}, "8");
  stages(float4{}, "16");
  RUN("multiply_wmma/16", multiply_wmma<16>, dim3(4, 4), 32, 0, reinterpret_cast<const __half*>(zeros), reinterpret_cast<const __half*>(zeros), g, 64)
  RUN("multiply_wmma/24", multiply_wmma<24>, dim3(4, 4), 32, 0, reinterpret_cast<const __half*>(zeros), reinterpret_cast<const __half*>(zeros), g, 64)
  RUN("bulk_rows", bulk_rows, 4, 96, 4096, f, g, 1040)
  list.finish();
}
