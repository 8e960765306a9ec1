#include <cmath>

__global__ void functions(double* values) {
  const double v = values[threadIdx.x];
  values[threadIdx.x] = sin(v) + pow(v, 1.25) * erf(v) + log(v) / cbrt(v) + fmod(v, 3.0);
}
