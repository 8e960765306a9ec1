// Which parts of a record a visit_fields() (fields.h) is for.
#pragma once

#include <concepts>
#include <type_traits>

namespace warpscope::record {

/// T or const T.
template <typename Part, typename T>
concept PartOf = std::same_as<std::remove_const_t<Part>, T>;

}  // namespace warpscope::record
