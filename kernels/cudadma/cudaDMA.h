// CudaDMA, version 1: objects that move data between global and shared memory with threads of their
// own. Written anew after the documentation of the library of that name; README.md beside this file
// says what is the same and what is not.
#pragma once

#include "v1/base.h"
#include "v1/custom.h"
#include "v1/halo.h"
#include "v1/indirect.h"
#include "v1/sequential.h"
#include "v1/strided.h"
