// What a block has told others of by a word, a flag or a ticket, that it changed later: strong
// stores to global memory (volatile ones), and all that it did before.
//
// Strong accesses do not race. But between a volatile store and a later one to another word, or an
// atomic there, PTX gives no order without a fence (PTX ISA manual, section 8.8): who finds the
// later one may still load what was before the earlier one. What is kept here says who has been
// told; whether a fence lies in between is known elsewhere (Checker::has_released).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "vgpu/exec/checks/block_order.h"

namespace warpscope::exec::checks {

/// A word that a warp has looked at, and when.
struct SeenWord {
  std::uint64_t address = 0, number = 0;
};

/// The last ones of a warp; older looks are forgotten, which may miss something and never invents
/// anything.
struct SeenWords {
  static constexpr std::size_t kMost = 4;
  std::array<SeenWord, kMost> words;  ///< number 0: none
  void add(const SeenWord& word);
};

/// By address. There is room for few; where there are more, nothing is noted of the others.
class AnnouncedStores {
 public:
  /// The word is changed by a strong access of the block's warp, which knows of other warps what
  /// `known` has.
  void announce(std::uint64_t word, std::uint32_t block, std::uint32_t warp, const Known& known);
  /// A plain store hides what others have told by the word; an atomic, which finds it, does not.
  void hide(std::uint64_t word);
  /// A strong store of data, or of a word that tells of it: behind announce().
  void store(std::uint64_t address);
  /// Somebody has told something by the word.
  bool is_announcement(std::uint64_t word) const {
    return !words_.empty() && words_.contains(word);
  }
  /// Of all that was done until now.
  std::uint64_t number() const { return number_; }
  /// By a word that was looked at, somebody was told of the last strong store at `address`, which
  /// warp `warp` of the block made at `time`. Not by the same word, nor by one beside it, as
  /// neighbours may be two halves of one word.
  bool tells_of(std::uint64_t address, const SeenWords& seen, std::uint32_t block,
                std::uint32_t warp, std::uint32_t time) const;
  /// The same of any access that the warp made at `time`.
  bool tells_of_access(const SeenWords& seen, std::uint32_t block, std::uint32_t warp,
                       std::uint32_t time) const;

 private:
  static constexpr std::size_t kMostStores = 1 << 16, kMostAnnouncements = 1 << 14;
  struct Announcement {
    std::uint64_t number = 0;
    Known known{};
  };
  /// By block and warp.
  using Word = std::unordered_map<std::uint64_t, Announcement>;
  static std::uint64_t key_of(std::uint32_t block, std::uint32_t warp) {
    return std::uint64_t{block} * 32 + warp;
  }

  std::uint64_t number_ = 0;
  std::size_t announcements_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> stores_;  ///< numbers of the last ones
  std::unordered_map<std::uint64_t, Word> words_;
};

}  // namespace warpscope::exec::checks
