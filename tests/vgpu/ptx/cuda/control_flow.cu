// Branch tables, recursion, calls through pointers, local arrays, bounds of a launch.
__device__ __noinline__ int factorial(int n) {
  if (n < 2) return 1;
  return n * factorial(n - 1);
}

__global__ void __launch_bounds__(256, 2) dispatch(int selector, float* out) {
  const float a = out[0];
  switch (selector) {
    case 0:
      out[1] = sinf(a);
      break;
    case 1:
      out[2] = cosf(a);
      break;
    case 2:
      out[3] = expf(a);
      break;
    case 3:
      out[5] = a * a;
      break;
    case 4:
      out[6] = sqrtf(a);
      break;
    case 5:
      out[7] = tanf(a);
      break;
    case 6:
      out[8] = __logf(a);
      break;
    case 7:
      out[9] = a / 3;
      break;
    case 8:
      out[10] = a * 7;
      break;
    case 9:
      out[11] = static_cast<float>(factorial(selector + static_cast<int>(a)));
      break;
    default:
      out[0] = tanhf(a);
      __trap();
  }
}

__global__ void local_array(const int* in, int* out, int n) {
  int values[40];
  for (int i = 0; i < 40; ++i) values[(i * n) % 40] = in[i];
  out[threadIdx.x] = values[(threadIdx.x * n) % 40];
}

using Operation = float (*)(float, int);
__device__ float add(float a, int b) { return a + b; }
__device__ float multiply(float a, int b) { return a * b; }
__device__ Operation operations[] = {add, multiply, nullptr};

__global__ void through_pointer(float* values, int which) {
  values[threadIdx.x] = operations[which](values[threadIdx.x], which);
}

__global__ void __cluster_dims__(2, 1, 1) in_cluster(int* out) { out[threadIdx.x] = clock(); }
