#include "presentation/figures/drawing.h"

#include <algorithm>

namespace warpscope::figures {

float fitting_size(const std::string& text, float width, float wanted) {
  constexpr float kDigitWidth = 0.62F;  // of the font's size
  if (text.empty()) return wanted;
  return std::min(wanted, width / (kDigitWidth * static_cast<float>(text.size())));
}

}  // namespace warpscope::figures
