// Uses that must not compile, each with a message that tells the remedy. dma_test.cpp has the list.
#include "kernels/dma/without_half.cuh"

namespace dma = warpscope::dma;

__global__ void wrong(const char* in, char* out) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) char buffer[256];
  dma::Ring ring(storage, dma::Team(32, 32, 32));
  ring.execute_dma(256, in, buffer);
  ring.execute_dma(dma::add<float>, dma::Sequential(256), buffer, out);
  const dma::Sequential odd(dma::fixed<100>, dma::aligned<16>);
  const auto aligned = dma::aligned<12>;
  const dma::Team team(dma::fixed<40>, 32, 32);
  dma::Ring to_global(storage, dma::Team(32, 32, 32), dma::bulk, dma::to_global);
  to_global.execute_dma(dma::maximum<float>, dma::Sequential(256), buffer, out);
  const dma::Custom custom([](int) {});
  const dma::RingStorage<0> none;
  dma::Ring two(storage, dma::Team(32, 32, 32), dma::automatic, dma::to_shared, dma::Unchecked{},
                dma::fixed<2>);
  dma::give_registers<20>();
  ring.execute_dma(dma::Sequential(256), buffer, in);
}
