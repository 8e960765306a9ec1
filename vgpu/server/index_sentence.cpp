#include "vgpu/server/index_sentence.h"

namespace warpscope::device {

std::string_view index_sentence(const exec::IndexUse& use) {
  using Source = exec::IndexUse::Source;
  using Guard = exec::IndexUse::Guard;
  switch (use.source) {
    case Source::unknown:
      return "";
    case Source::data:
      return " Its index was read from memory or comes from other threads.";
    case Source::block:
      return " Its index has the number of the block in it, and not that of the thread.";
    case Source::thread_in_block:
      return " Its index has the number of the thread in it, and not that of the block.";
    case Source::thread:
      break;
  }
  switch (use.guard) {
    case Guard::unknown:
      return "";
    case Guard::none:
      return " No comparison of its index stops it.";
    case Guard::of_part:
      return " A part of its index was compared with a size before, and another part was not.";
    case Guard::of_all:
      return " Its index was compared with a size before.";
    case Guard::below:
      return " Its index was compared with a size before, and is below that.";
    case Guard::up_to:
      return " Its index was compared with a size before, and may be as large as that.";
    case Guard::up_to_in_groups:
      return " Its row or group was compared with a number of them before, and may be as large as "
             "that.";
  }
  return "";
}

std::optional<record::Finding::IndexSource> index_source(const exec::IndexUse& use) {
  using Source = exec::IndexUse::Source;
  using Told = record::Finding::IndexSource;
  switch (use.source) {
    case Source::unknown:
      return std::nullopt;
    case Source::thread:
      return Told::thread;
    case Source::thread_in_block:
      return Told::thread_in_block;
    case Source::block:
      return Told::block;
    case Source::data:
      return Told::data;
  }
  return std::nullopt;
}

std::optional<record::Finding::IndexGuard> index_guard(const exec::IndexUse& use) {
  using Guard = exec::IndexUse::Guard;
  using Told = record::Finding::IndexGuard;
  if (use.source != exec::IndexUse::Source::thread) return std::nullopt;
  switch (use.guard) {
    case Guard::unknown:
      return std::nullopt;
    case Guard::none:
      return Told::none;
    case Guard::of_part:
      return Told::of_part;
    case Guard::of_all:
      return Told::of_all;
    case Guard::below:
      return Told::below;
    case Guard::up_to:
      return Told::up_to;
    case Guard::up_to_in_groups:
      return Told::up_to_in_groups;
  }
  return std::nullopt;
}

}  // namespace warpscope::device
