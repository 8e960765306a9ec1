#include "vgpu/origin/exchanged_inputs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/word_hash.h"

namespace warpscope::origin {
namespace {

constexpr std::size_t kWord = 4;
/// Words of a structure, each of which may be the input's.
constexpr std::size_t kMostWordsOfElement = 8;
/// Neighbours on each side that are looked at in a part of an input. A word alone may have a value
/// of the input by chance; where most of its neighbours have one too, it is the input.
constexpr std::size_t kNeighbours = 16;

/// Of the words around one at least so many are an input's that is known by lone words. What a host
/// has made of other numbers (halves, roots, sums) has such a value by chance, in one word of 500
/// where an input has 50,000. In columns and structures with gaps it is one word of 40 and more.
constexpr double kFewLone = 0.02;
constexpr std::size_t kLoneNeighbours = 256;  // on each side

/// Words of a structure, of doubles also, and how much seldomer than in the most frequent of them a
/// field has such a value where it has it by chance.
constexpr std::size_t kMostFields = 16;
constexpr std::size_t kSeldomer = 10;

/// Pieces of memory of both. Behind them those that the program has freed are forgotten, too.
constexpr std::size_t kMostRemembered = 64;

std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t index) {
  std::uint32_t word = 0;
  std::memcpy(&word, &bytes[index * kWord], kWord);
  return word;
}

void put_word(std::span<std::byte> bytes, std::size_t index, std::uint32_t word) {
  std::memcpy(&bytes[index * kWord], &word, kWord);
}

/// What a word of a copy stands for, or two that are a double.
struct LoneWord {
  enum class Kind : std::uint8_t { none, word, widened };
  Kind kind = Kind::none;
  std::uint32_t held = 0;
};

/// How many of a word's neighbours are such, from the first word to the last.
class Window {
 public:
  explicit Window(std::size_t count) : count_(count) {}
  void move_to(std::size_t i, const auto& is_such) {
    for (const auto wanted = std::min(count_, i + kLoneNeighbours + 1); end_ < wanted; ++end_)
      such_ += is_such(end_) ? 1 : 0;
    for (; begin_ + kLoneNeighbours < i; ++begin_) such_ -= is_such(begin_) ? 1 : 0;
  }
  double share() const { return static_cast<double>(such_) / static_cast<double>(end_ - begin_); }

 private:
  std::size_t count_;
  std::size_t begin_ = 0, end_ = 0, such_ = 0;
};

/// Around a word, the fields of structures of so many words: how many of each are such.
class Fields {
 public:
  Fields(std::size_t count, std::size_t step) : count_(count), such_(step) {}
  void move_to(std::size_t i, const auto& is_such) {
    for (const auto wanted = std::min(count_, i + kLoneNeighbours + 1); end_ < wanted; ++end_)
      such_[end_ % such_.size()] += is_such(end_) ? 1 : 0;
    for (; begin_ + kLoneNeighbours < i; ++begin_)
      such_[begin_ % such_.size()] -= is_such(begin_) ? 1 : 0;
  }
  bool is_rare_in(std::size_t i) const {
    return kSeldomer * such_[i % such_.size()] < *std::ranges::max_element(such_);
  }

 private:
  std::size_t count_;
  std::size_t begin_ = 0, end_ = 0;
  std::vector<std::size_t> such_;
};

}  // namespace

/// The words of a copy, or of memory that both see.
class ExchangedInputs::Upload {
 public:
  Upload(const ExchangedInputs& inputs, std::span<const std::byte> from, std::span<std::byte> to)
      : inputs_(inputs), from_(from), to_(to) {
    for (std::size_t i = 0; i < from.size() / kWord; ++i)
      is_known_.push_back(inputs.words_.find(word_at(from, i)) != nullptr ? 1 : 0);
  }

  /// Of a whole input, wherever it lies.
  bool exchange_whole() {
    for (std::size_t step = 1; step <= kMostWordsOfElement; ++step) {
      for (std::size_t phase = 0; phase < step; ++phase) {
        for (const auto& input : inputs_.by_neighbours_) exchange_whole(input, {phase, step});
      }
      if (is_changed_) return true;
    }
    return false;
  }
  /// Of parts of one.
  bool exchange_parts() {
    if (share_of({0, 1}) < kMost) {
      for (std::size_t step = 2; step <= kMostWordsOfElement && !is_changed_; ++step) {
        for (std::size_t phase = 0; phase < step; ++phase)
          if (share_of({phase, step}) >= kNearlyAll) exchange_known({phase, step});
      }
    }
    if (!is_changed_) exchange_known({0, 1});
    return is_changed_;
  }

 private:
  static constexpr double kMost = 0.6;
  static constexpr double kNearlyAll = 0.9;

  /// Words `phase`, `phase` + `step` and so on.
  struct Row {
    std::size_t phase = 0, step = 1;
    std::size_t at(std::size_t i) const { return phase + i * step; }
  };
  std::size_t count_of(const Row& row) const {
    return row.phase < is_known_.size() ? (is_known_.size() - row.phase + row.step - 1) / row.step
                                        : 0;
  }
  /// Of words that are known; 0 for a few, which may be so by chance.
  double share_of(const Row& row) const {
    const std::size_t count = count_of(row);
    if (count <= kNeighbours) return 0;
    std::size_t known = 0;
    for (std::size_t i = 0; i < count; ++i) known += is_known_[row.at(i)] != 0 ? 1 : 0;
    return static_cast<double>(known) / static_cast<double>(count);
  }

  void put(std::size_t index) {
    put_word(to_, index, *inputs_.words_.find(word_at(from_, index)));
    is_changed_ = true;
  }

  /// What fills gaps does not matter.
  void exchange_whole(const Words& input, const Row& row) {
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < count_of(row); ++i)
      if (is_known_[row.at(i)] != 0) known.push_back(row.at(i));
    if (known.size() < input.count || input.count == 0) return;
    const auto hash_at = [&](std::size_t i) { return hash_of_word(word_at(from_, known[i])); };
    std::uint64_t sum = 0;
    for (std::size_t end = 0; end < known.size(); ++end) {
      sum += hash_at(end);
      if (end >= input.count) sum -= hash_at(end - input.count);
      if (end + 1 < input.count || sum != input.sum) continue;
      for (std::size_t i = end + 1 - input.count; i <= end; ++i) put(known[i]);
    }
  }

  /// Of the words that are known those in whose neighbourhood most are.
  void exchange_known(const Row& row) {
    const std::size_t count = count_of(row);
    if (count <= kNeighbours) return;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t known = 0;
    const auto one_if_known = [&](std::size_t i) -> std::size_t {
      return is_known_[row.at(i)] != 0 ? 1 : 0;
    };
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::size_t wanted = std::min(count, i + kNeighbours + 1); end < wanted; ++end)
        known += one_if_known(end);
      for (; begin + kNeighbours < i; ++begin) known -= one_if_known(begin);
      const double least = kMost * static_cast<double>(end - begin);
      if (one_if_known(i) == 1 && static_cast<double>(known) >= least) put(row.at(i));
    }
  }

  const ExchangedInputs& inputs_;
  std::span<const std::byte> from_;
  std::span<std::byte> to_;
  std::vector<char> is_known_;
  bool is_changed_ = false;
};

void ExchangedInputs::set(std::vector<Arrays> inputs) {
  *this = {};
  for (Arrays& input : inputs) {
    if (input.shown.size() != input.held.size()) continue;
    if (input.match_by == device::MatchBy::whole) {
      whole_.push_back(std::move(input));
      continue;
    }
    const std::size_t count = input.shown.size() / kWord;
    if (input.match_by == device::MatchBy::lone_words) {
      for (std::size_t i = 0; i < count; ++i) {
        const auto shown = word_at(input.shown, i);
        const auto held = word_at(input.held, i);
        if (shown != held) lone_words_.put(shown, held);
      }
      continue;
    }
    Words& words = by_neighbours_.emplace_back();
    words.count = count;
    for (std::size_t i = 0; i < count; ++i) {
      words_.put(word_at(input.shown, i), word_at(input.held, i));
      words.sum += hash_of_word(word_at(input.shown, i));
    }
  }
}

bool ExchangedInputs::exchange(std::span<const std::byte> piece, std::uint64_t first,
                               std::uint64_t total_bytes, std::vector<std::byte>& held) const {
  const auto is_of = [&](const Arrays& input) {
    return input.shown.size() == total_bytes && first <= total_bytes &&
           piece.size() <= total_bytes - first &&
           std::memcmp(&input.shown[first], piece.data(), piece.size()) == 0;
  };
  if (piece.empty()) return false;
  const auto found = std::ranges::find_if(whole_, is_of);
  if (found != whole_.end()) {
    const auto bytes = std::span(found->held).subspan(first, piece.size());
    held.assign(bytes.begin(), bytes.end());
    return true;
  }
  if (!has_words()) return false;
  std::vector<std::byte> changed(piece.begin(), piece.end());
  if (!exchange_words(piece, changed)) return false;
  held = std::move(changed);
  return true;
}

std::shared_ptr<const std::vector<ExchangedInputs::Change>> ExchangedInputs::exchange_in_place(
    std::span<std::byte> memory) {
  if (!has_words()) return std::make_shared<const std::vector<Change>>();
  if (earlier_.size() > kMostRemembered) earlier_.clear();
  Earlier& earlier = earlier_[memory.data()];
  if (earlier.changes == nullptr || !std::ranges::equal(earlier.before, memory)) {
    earlier.before.assign(memory.begin(), memory.end());
    earlier.changes = std::make_shared<const std::vector<Change>>(changes_in(earlier.before));
  }
  for (const Change& change : *earlier.changes) put_word(memory, change.index, change.held);
  return earlier.changes;
}

std::vector<ExchangedInputs::Change> ExchangedInputs::changes_in(
    std::span<const std::byte> memory) const {
  std::vector<Change> changes;
  std::vector<std::byte> changed(memory.begin(), memory.end());
  if (!exchange_words(memory, changed)) return changes;
  for (std::size_t i = 0; i < memory.size() / kWord; ++i) {
    const auto shown = word_at(memory, i);
    const auto held = word_at(changed, i);
    if (shown != held) changes.push_back({i, shown, held});
  }
  return changes;
}

void ExchangedInputs::put_back(std::span<std::byte> memory, std::span<const Change> changes) {
  for (const Change& change : changes)
    if (word_at(memory, change.index) == change.held) put_word(memory, change.index, change.shown);
}

bool ExchangedInputs::exchange_words(std::span<const std::byte> from,
                                     std::span<std::byte> to) const {
  const bool has_lone = exchange_lone_words(from, to);
  if (words_.is_empty()) return has_lone;
  Upload upload(*this, from, to);
  return upload.exchange_whole() || upload.exchange_parts() || has_lone;
}

bool ExchangedInputs::exchange_lone_words(std::span<const std::byte> from,
                                          std::span<std::byte> to) const {
  if (lone_words_.is_empty()) return false;
  const std::size_t count = from.size() / kWord;
  std::vector<LoneWord> known(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto* held = lone_words_.find(word_at(from, i)); held != nullptr) {
      known[i] = {LoneWord::Kind::word, *held};
    } else if (i % 2 == 1 && known[i - 1].kind == LoneWord::Kind::none) {
      if (const auto* wide = held_of_double(from, i - 1); wide != nullptr)
        known[i - 1] = {LoneWord::Kind::widened, *wide};
    }
  }
  const auto is_known = [&](std::size_t at) { return known[at].kind != LoneWord::Kind::none; };
  bool is_changed = false;
  Window window(count);
  std::vector<Fields> fields;
  for (std::size_t step = 2; step <= kMostFields; ++step) fields.emplace_back(count, step);
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_known(i)) continue;
    window.move_to(i, is_known);
    for (Fields& each : fields) each.move_to(i, is_known);
    if (window.share() < kFewLone ||
        std::ranges::any_of(fields, [i](const Fields& each) { return each.is_rare_in(i); })) {
      continue;
    }
    if (known[i].kind == LoneWord::Kind::word) {
      put_word(to, i, known[i].held);
    } else {
      const double value = std::bit_cast<float>(known[i].held);
      std::memcpy(&to[i * kWord], &value, sizeof value);
    }
    is_changed = true;
  }
  return is_changed;
}

const std::uint32_t* ExchangedInputs::held_of_double(std::span<const std::byte> from,
                                                     std::size_t index) const {
  double value = 0;
  std::memcpy(&value, &from[index * kWord], sizeof value);
  if (!(std::abs(value) <= std::numeric_limits<float>::max())) return nullptr;
  const auto narrow = static_cast<float>(value);
  if (static_cast<double>(narrow) != value) return nullptr;
  return lone_words_.find(std::bit_cast<std::uint32_t>(narrow));
}

}  // namespace warpscope::origin
