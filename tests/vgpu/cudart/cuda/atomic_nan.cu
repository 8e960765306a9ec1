// What atomic additions make of NaNs: old value, operand and results as bits, in global and in
// shared memory. Threads leave before a barrier, as an H200 lets them.
#include <cstdint>
#include <cstdio>
#include <vector>

template <typename T, typename Bits>
__global__ void add(const Bits* old, const Bits* operand, Bits* global_atom, Bits* global_red,
                    Bits* shared_atom, int count) {
  __shared__ T cell[64];
  const int i = threadIdx.x;
  if (i >= count) return;
  Bits b = operand[i];
  T with;
  memcpy(&with, &b, sizeof(T));
  global_atom[i] = old[i];
  global_red[i] = old[i];
  b = old[i];
  memcpy(&cell[i], &b, sizeof(T));
  __syncthreads();
  const T seen = atomicAdd(reinterpret_cast<T*>(global_atom + i), with);
  atomicAdd(reinterpret_cast<T*>(global_red + i), with);
  const T seen_shared = atomicAdd(&cell[i], with);
  if (seen == T(12345) || seen_shared == T(12345)) printf("never\n");
  __syncthreads();
  memcpy(&b, &cell[i], sizeof(T));
  shared_atom[i] = b;
}

template <typename T, typename Bits>
void run(const char* name, std::vector<Bits> values) {
  std::vector<Bits> old, operand;
  for (Bits a : values)
    for (Bits b : values) {
      old.push_back(a);
      operand.push_back(b);
    }
  const int count = static_cast<int>(old.size());
  Bits* m;
  cudaMallocManaged(&m, 5 * count * sizeof(Bits));
  for (int i = 0; i < count; ++i) {
    m[i] = old[i];
    m[count + i] = operand[i];
  }
  add<T, Bits><<<1, 64>>>(m, m + count, m + 2 * count, m + 3 * count, m + 4 * count, count);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  for (int i = 0; i < count; ++i) {
    printf("%s %0*llx + %0*llx: atom %0*llx red %0*llx shared %0*llx\n", name,
           int(2 * sizeof(Bits)), (unsigned long long)old[i], int(2 * sizeof(Bits)),
           (unsigned long long)operand[i], int(2 * sizeof(Bits)),
           (unsigned long long)m[2 * count + i], int(2 * sizeof(Bits)),
           (unsigned long long)m[3 * count + i], int(2 * sizeof(Bits)),
           (unsigned long long)m[4 * count + i]);
  }
}

int main() {
  run<float, std::uint32_t>("f32", {0x3f800000u, 0x7fc00001u, 0xffc12345u, 0x7f812345u, 0x7f800000u,
                                    0xff800000u, 0x00000123u});
  run<double, std::uint64_t>(
      "f64",
      {0x3ff0000000000000ull, 0x7ff8000000000001ull, 0xfff8123456789abcull, 0x7ff0123456789abcull,
       0x7ff0000000000000ull, 0xfff0000000000000ull, 0x0000000000000123ull});
}
