// Kernels for the clock that compute much of little. See further.csv.
#include <cuda_fp16.h>

#include <cmath>

#include "further.cuh"

namespace {

__global__ void mandelbrot(int* to, int width, int height, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float cx = 3.f * static_cast<float>(x) / static_cast<float>(width) - 2.2f;
  const float cy = 2.4f * static_cast<float>(y) / static_cast<float>(height) - 1.2f;
  float zx = 0, zy = 0;
  int turn = 0;
  for (; turn < most && zx * zx + zy * zy < 4; ++turn) {
    const float next = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy, zx = next;
  }
  to[y * width + x] = turn;
}

/// Points in a square, from a linear congruence; how many lie in the circle.
__global__ void darts(unsigned* to, int throws) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 747796405u + 1, hits = 0;
  for (int k = 0; k < throws; ++k) {
    state = state * 1664525u + 1013904223u;
    const float x = static_cast<float>(state >> 8) * (1.f / 16777216.f);
    state = state * 1664525u + 1013904223u;
    const float y = static_cast<float>(state >> 8) * (1.f / 16777216.f);
    hits += x * x + y * y < 1.f ? 1 : 0;
  }
  to[i] = hits;
}

__device__ float normal_share(float d) { return .5f * erfcf(d * -.70710678f); }

/// Black and Scholes.
__global__ void options(const float* price, const float* strike, const float* years, float* call,
                        float* put) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float s = price[i], k = strike[i], t = years[i], root = sqrtf(t);
  const float d1 = (logf(s / k) + (.02f + .5f * .09f) * t) / (.3f * root), d2 = d1 - .3f * root;
  const float later = k * expf(-.02f * t);
  call[i] = s * normal_share(d1) - later * normal_share(d2);
  put[i] = later * normal_share(-d2) - s * normal_share(-d1);
}

/// Rounds of multiplication, rotation and exclusive or, of 64 bits.
__global__ void mix_wide(unsigned long long* to, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long h = i * 0x9E3779B97F4A7C15ull + 1;
  for (int k = 0; k < rounds; ++k) {
    h ^= h >> 33, h *= 0xFF51AFD7ED558CCDull;
    h = (h << 27) | (h >> 37);
  }
  to[i] = h;
}

__global__ void count_bits(int* to, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = i * 2654435761u;
  int sum = 0;
#pragma unroll 4
  for (int k = 0; k < turns; ++k) {
    sum += __popc(v) + __clz(v) + __ffs(v);
    v = __brev(v) * 5u + 1u;
  }
  to[i] = sum;
}

__global__ void circle_doubles(double* to, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  double angle = i * 1e-4, sum = 0;
  for (int k = 0; k < turns; ++k) sum += sin(angle) * cos(angle + .1), angle += .01;
  to[i] = sum;
}

/// Two halves at a time, eight chains.
__global__ void half_chains(__half2* to, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half2 v[8];
#pragma unroll
  for (int c = 0; c < 8; ++c) v[c] = __floats2half2_rn(static_cast<float>(c), .5f);
  const __half2 by = __floats2half2_rn(.5f, .25f), add = __floats2half2_rn(1.f, 2.f);
  for (int k = 0; k < turns; ++k)
#pragma unroll
    for (int c = 0; c < 8; ++c) v[c] = __hfma2(v[c], by, add);
#pragma unroll
  for (int c = 1; c < 8; ++c) v[0] = __hadd2(v[0], v[c]);
  to[i] = v[0];
}

__global__ void powers(const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = from[i] + .5f;
  for (int k = 0; k < 8; ++k) v = powf(v, 1.1f) + tanhf(v) + cbrtf(v) - v;
  to[i] = v;
}

/// Roots of quadratic equations, with divisions and roots rounded as IEEE says.
__global__ void quadratics(const float* b, const float* c, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float p = b[i] + 3.f, sum = 0;
  for (int k = 0; k < 16; ++k) {
    const float root = sqrtf(p * p - 4 * c[i]);
    sum += (p + root) / (2.f + c[i]) + (2 * c[i]) / (p + root);
    p += .25f;
  }
  to[i] = sum;
}

/// Primes by trial division.
__global__ void primes(unsigned* to) {
  const unsigned n = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 3;
  unsigned divisor = 3;
  while (divisor * divisor <= n && n % divisor != 0) divisor += 2;
  to[n / 2 - 1] = divisor * divisor > n ? 1 : 0;
}

void launches(further::Checks& checks, further::Numbers& numbers) {
  further::Array<int> points(1024 * 512);
  mandelbrot<<<dim3(32, 64), dim3(32, 8)>>>(points, 1024, 512, 256);
  checks.expect(points.at(256 * 1024 + 750) == 256 && points.at(0) < 4, "mandelbrot");
  further::Array<unsigned> hits(264 * 256);
  darts<<<264, 256>>>(hits, 512);
  double all = 0;
  for (unsigned hit : hits.values()) all += hit;
  checks.expect(all / (264 * 256 * 512.) > .77 && all / (264 * 256 * 512.) < .8, "darts");

  constexpr int kOptions = 1024 * 256;
  further::Array<float> price(std::vector<float>(kOptions, 20.f)),
      strike(numbers.fractions(kOptions)), years(std::vector<float>(kOptions, 1.f)), call(kOptions),
      put(kOptions);
  options<<<1024, 256>>>(price, strike, years, call, put);
  const float left = call.at(5) - put.at(5);
  checks.near(left, 20 - strike.at(5) * std::exp(-.02), "options");
  powers<<<264, 256>>>(strike, call);
  checks.expect(call.at(7) > 0, "powers");
  quadratics<<<1024, 256>>>(strike, strike, put);
  checks.expect(put.at(7) > 0, "quadratics");

  further::Array<unsigned long long> mixed(528 * 256);
  mix_wide<<<528, 256>>>(mixed, 256);
  unsigned long long h = 1;
  for (int k = 0; k < 256; ++k) {
    h ^= h >> 33, h *= 0xFF51AFD7ED558CCDull;
    h = (h << 27) | (h >> 37);
  }
  checks.expect(mixed.at(0) == h, "mix_wide");
  count_bits<<<528, 128>>>(points, 256);
  checks.expect(points.at(0) > 0, "count_bits");
  further::Array<double> circle(264 * 128);
  circle_doubles<<<264, 128>>>(circle, 16);
  double sum = 0;
  for (int k = 0; k < 16; ++k) sum += std::sin(k * .01) * std::cos(k * .01 + .1);
  checks.near(circle.at(0), sum, "circle_doubles");
  further::Array<__half2> halves(1056 * 128);
  half_chains<<<1056, 128>>>(halves, 256);
  checks.near(__low2float(halves.at(9)), 16, "half_chains");
  further::Array<unsigned> prime(65536);
  primes<<<256, 256>>>(prime);
  checks.expect(prime.at(0) == 1 && prime.at(3) == 0 && prime.at(4) == 1, "primes");
}

}  // namespace

int main() {
  further::Checks checks;
  further::Numbers numbers(678);
  launches(checks, numbers);
  return checks.end();
}
