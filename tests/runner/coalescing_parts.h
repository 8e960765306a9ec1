// What exercises of the coalescing lab are linked with.
#pragma once

#include "runner/build/driver_parts.h"
#include "runner/data_lab/driver_text.h"
#include "tests/runner/paths.h"

namespace warpscope::runner::test {

inline DriverParts coalescing_parts(const Installation& installation, const Compiler& compiler) {
  const auto folder = kSource / "labs" / "coalescing";
  return prepare_driver_parts(installation, folder, compiler, {},
                              made_sources(load_data_lab(folder).value()));
}

}  // namespace warpscope::runner::test
