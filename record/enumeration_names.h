// The names of enumerations' values in a document.
#pragma once

namespace warpscope::record {

/// Names of an enumeration's values in a document.
template <typename Enumeration>
struct EnumerationNames;

}  // namespace warpscope::record
