// Values that follow from a record.
#pragma once

#include <array>

#include "viewer/model/attempt.h"

namespace warpscope::viewer {

/// A value that follows from a side's record, made anew with each new record.
template <class T>
class PerRecord {
 public:
  template <class Make>
  const T& get(const Attempt& attempt, Make&& make) {
    auto& slot = slots_[index(attempt.side())];
    if (slot.revision != attempt.revision()) {
      slot.value = attempt.record() ? make(*attempt.record()) : T{};
      slot.revision = attempt.revision();
    }
    return slot.value;
  }

 private:
  struct Slot {
    unsigned revision = ~0U;
    T value{};
  };
  std::array<Slot, 2> slots_;
};

}  // namespace warpscope::viewer
