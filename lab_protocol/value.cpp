#include "lab_protocol/value.h"

namespace warpscope::lab_protocol {

std::size_t size_bytes(ElementType type) {
  switch (type) {
    case ElementType::u8:
      return 1;
    case ElementType::i32:
    case ElementType::u32:
    case ElementType::f32:
      return 4;
    case ElementType::i64:
    case ElementType::u64:
    case ElementType::f64:
      return 8;
  }
  throw std::invalid_argument("unknown element type");
}

}  // namespace warpscope::lab_protocol
