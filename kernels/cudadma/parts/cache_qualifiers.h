// What the caches do with the bytes of a transfer. PTX ISA, "Cache Operators".
#pragma once

/// For loads.
enum CudaDMALoadQualifier {
  LOAD_CACHE_ALL,        ///< .ca: in all levels
  LOAD_CACHE_GLOBAL,     ///< .cg: in L2 only
  LOAD_CACHE_STREAMING,  ///< .cs: in all levels, the first to be evicted
  LOAD_CACHE_LAST_USE,   ///< .lu: the line is not needed afterwards
  LOAD_CACHE_VOLATILE,   ///< .cv: fetched again each time
};

/// For stores.
enum CudaDMAStoreQualifier {
  STORE_WRITE_BACK,           ///< .wb: in all coherent levels
  STORE_CACHE_GLOBAL,         ///< .cg: in L2 only
  STORE_CACHE_STREAMING,      ///< .cs: the first to be evicted
  STORE_CACHE_WRITE_THROUGH,  ///< .wt: through L2 to system memory
};
