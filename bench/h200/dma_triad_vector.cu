// Triad and SAXPY with the vector engine.
#include "dma_triad.cuh"

namespace dma_bench::triad {

void run_vector(const Options& options, const Arrays& arrays) {
  using Engine = dma::Vector<16>;
  tune<Engine, 512, 128>(options, arrays, "vector");
  tune<Engine, 1024, 128>(options, arrays, "vector");
  tune<Engine, 1024, 256>(options, arrays, "vector");
  tune<Engine, 2048, 256>(options, arrays, "vector");
}

}  // namespace dma_bench::triad
