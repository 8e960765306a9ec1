// CudaDMA, version 2: a budget of registers for each thread, transfers in two phases, a promise
// that the source is read-only, cache qualifiers and diagnose. README.md beside this file has a
// table.
#pragma once

#include "v2/base.h"
#include "v2/indirect.h"
#include "v2/sequential.h"
#include "v2/strided.h"
