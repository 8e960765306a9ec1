// cudaDMACustom: the handshake for a transfer that the user writes.
#pragma once

#include "base.h"

/// The DMA threads call wait_for_dma_start, move their bytes and call finish_async_dma. Made to be
/// derived from; it may be used as it is.
class cudaDMACustom : public cudaDMA {
 public:
  using cudaDMA::cudaDMA;
};
