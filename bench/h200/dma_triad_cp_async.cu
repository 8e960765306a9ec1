// Triad and SAXPY with the cp_async engine.
#include "dma_triad.cuh"

namespace dma_bench::triad {

void run_cp_async(const Options& options, const Arrays& arrays) {
  using Engine = dma::CpAsync;
  tune<Engine, 512, 128>(options, arrays, "cp_async");
  tune<Engine, 1024, 128>(options, arrays, "cp_async");
  tune<Engine, 1024, 256>(options, arrays, "cp_async");
  tune<Engine, 2048, 256>(options, arrays, "cp_async");
}

}  // namespace dma_bench::triad
