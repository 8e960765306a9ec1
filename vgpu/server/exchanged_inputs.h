// Inputs of a case of which the program's host has been shown others: where these come to the
// device, it holds the case's own instead. So whoever computes on the device is right, and what the
// host computed is the answer to what it was shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace warpscope::device {

/// Two arrays of the same size: what the host has, and what the device is to have in its place.
struct ExchangedInput {
  std::vector<std::byte> shown, held;
  /// The program uploads it in whatever order and pieces it likes: each word of 4 bytes is known by
  /// its value. Equal words of `shown` stand for equal ones of `held`. Otherwise it is uploaded as
  /// it is.
  bool is_by_word = false;
};

class ExchangedInputs {
 public:
  void set(std::vector<ExchangedInput> inputs);

  /// What the device holds in place of a piece of a copy from the host. `first`: where it begins in
  /// the whole copy, which has `total_bytes`; `held` has room for the bytes. False where nothing
  /// is exchanged; then `held` is not written.
  bool exchange(std::span<const std::byte> piece, std::uint64_t first, std::uint64_t total_bytes,
                std::vector<std::byte>& held) const;
  /// In memory that the program and the device share, nobody sees writes of the host: there it is
  /// done before a launch, where inputs are known by their words.
  void exchange_in_place(std::span<std::byte> memory) const;

 private:
  /// As many words as an input has, in any order: the sum of a hash of each tells them.
  struct Words {
    std::size_t count = 0;
    std::uint64_t sum = 0;
  };
  class Upload;

  bool exchange_words(std::span<const std::byte> from, std::span<std::byte> to) const;

  std::vector<ExchangedInput> whole_;
  std::vector<Words> by_word_;
  std::unordered_map<std::uint32_t, std::uint32_t> words_;  ///< of all of `by_word_`
};

}  // namespace warpscope::device
