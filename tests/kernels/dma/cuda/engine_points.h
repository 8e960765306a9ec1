// The two halves of a program: one engine each way.
#pragma once

namespace dma_test {

/// Wrong points among `count` for each number of stages.
int wrong_loads(int count);
int wrong_stores(int count);

}  // namespace dma_test
