// tries: has a kernel whose name stands for gigabytes
// exit: 7
#include "exercise.h"
template <class T, class U>
struct P {};
using A = P<int, int>;
using B = P<A, A>;
using C = P<B, B>;
using D = P<C, C>;
using E = P<D, D>;
using F = P<E, E>;
using G = P<F, F>;
using H = P<G, G>;
using I = P<H, H>;
using J = P<I, I>;
using K = P<J, J>;
using L = P<K, K>;
using M = P<L, L>;
using N = P<M, M>;
using O = P<N, N>;
using Q = P<O, O>;
using R = P<Q, Q>;
__global__ void k(R*, float* out) { *out = 1; }
void triple(const float*, float* out, int count) {
  if (count > 0) k<<<1, 1>>>(nullptr, out);
}
