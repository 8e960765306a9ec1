// CudaDMA: what all objects of version 2 have.
#pragma once

#include "../parts/handshake.h"

/// An object without a transfer: the split into DMA and compute threads and their signals.
class CudaDMA : public cudadma::Handshake {
 public:
  using cudadma::Handshake::Handshake;
};
