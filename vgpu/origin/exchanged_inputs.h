// Inputs of a case that have stand-ins, which the program's host is shown: where a stand-in comes
// to the device, it holds the input. So whoever computes on the device is right, and what the host
// computed is the answer to what it was shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "device/match_by.h"
#include "vgpu/origin/word_map.h"

namespace warpscope::origin {

class ExchangedInputs {
 public:
  /// A stand-in and its input, of the same size.
  struct Arrays {
    std::vector<std::byte> shown, held;
    /// By words: equal words of `shown` stand for equal ones of `held`.
    device::MatchBy match_by = device::MatchBy::whole;
  };
  /// What exchange_in_place() changed: where a word was, and the two words.
  struct Change {
    std::size_t index = 0;
    std::uint32_t shown = 0, held = 0;
  };

  void set(std::vector<Arrays> inputs);
  bool is_empty() const { return whole_.empty() && !has_words(); }

  /// What the device holds in place of a piece of a copy from the host. `first`: where it begins in
  /// the whole copy, which has `total_bytes`; `held` has room for the bytes. False where nothing
  /// is exchanged; then `held` is not written.
  bool exchange(std::span<const std::byte> piece, std::uint64_t first, std::uint64_t total_bytes,
                std::vector<std::byte>& held) const;
  /// In memory that the program and the device share, nobody sees writes of the host: there it is
  /// done for the time of a launch, where inputs are known by their words. Memory that holds the
  /// same as the last time is not searched again: programs launch and copy often.
  std::shared_ptr<const std::vector<Change>> exchange_in_place(std::span<std::byte> memory);
  /// Afterwards, so that the host sees what it was shown. What was written meanwhile stays.
  static void put_back(std::span<std::byte> memory, std::span<const Change> changes);

 private:
  /// As many words as an input has, in any order: the sum of a hash of each tells them.
  struct Words {
    std::size_t count = 0;
    std::uint64_t sum = 0;
  };
  class Upload;
  /// What memory held, and what was changed in it.
  struct Earlier {
    std::vector<std::byte> before;
    std::shared_ptr<const std::vector<Change>> changes;
  };

  bool has_words() const { return !words_.is_empty() || !lone_words_.is_empty(); }
  bool exchange_words(std::span<const std::byte> from, std::span<std::byte> to) const;
  std::vector<Change> changes_in(std::span<const std::byte> memory) const;
  bool exchange_lone_words(std::span<const std::byte> from, std::span<std::byte> to) const;
  /// Of words `index` and the next, where they are a float of the input that the host has widened.
  const std::uint32_t* held_of_double(std::span<const std::byte> from, std::size_t index) const;

  std::vector<Arrays> whole_;
  std::vector<Words> by_neighbours_;
  WordMap words_;                                ///< of all of `by_neighbours_`
  WordMap lone_words_;                           ///< that are known by themselves
  std::map<const std::byte*, Earlier> earlier_;  ///< by the memory's first byte
};

}  // namespace warpscope::origin
