// Triad and SAXPY with the bulk engine.
#include "dma_triad.cuh"

namespace dma_bench::triad {

void run_bulk(const Options& options, const Arrays& arrays) {
  using Engine = dma::Bulk;
  tune<Engine, 512, 128>(options, arrays, "bulk");
  tune<Engine, 1024, 128>(options, arrays, "bulk");
  tune<Engine, 1024, 256>(options, arrays, "bulk");
  tune<Engine, 2048, 256>(options, arrays, "bulk");
}

}  // namespace dma_bench::triad
