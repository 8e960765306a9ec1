// When warps had contact with others: when they made the accesses by which blocks see each other's
// work, as a clock has seen it. Execution gives warps their turns in that order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace warpscope::exec {

/// What a warp does from one contact to the next takes as long as the clock has seen, whenever it
/// begins: so when the first contact comes later, as behind a wait, all that follows does. Times
/// are cycles.
class ContactTimes {
 public:
  /// Where a warp may be: a contact, by the number of its PTX instruction in the kernel, or one of
  /// these.
  static constexpr std::uint32_t kBegin = ~0U, kEnd = kBegin - 1;
  static constexpr std::uint32_t barrier(std::uint32_t id) { return 1U << 31 | id; }

  struct Step {
    std::uint32_t cycles = 0;      ///< from one place to the next
    std::uint32_t seen_after = 0;  ///< of an access: cycles until it is seen
  };

 private:
  struct Sum {
    std::uint64_t cycles = 0, seen_after = 0, times = 0;
    void add(const Sum& other) {
      cycles += other.cycles;
      seen_after += other.seen_after;
      times += other.times;
    }
    Step mean() const {
      return {static_cast<std::uint32_t>(cycles / times),
              static_cast<std::uint32_t>(seen_after / times)};
    }
  };

 public:
  /// One warp, in the order in which the clock sees it.
  class Warp {
   public:
    void begin(std::uint64_t at);
    /// `place`: not kBegin. `seen`: when the others see the access, and it sees what they did: it
    /// has got as far as L2.
    void come_to(std::uint32_t place, std::uint64_t at, std::uint64_t seen);
    /// The barrier to which it came last opens.
    void go_on(std::uint64_t at) { left_ = at; }

   private:
    friend class ContactTimes;
    struct Way {
      std::uint64_t number = 0;  ///< from and to
      std::vector<Step> steps;   ///< each time that the warp went it
      Sum all;
      bool leads_back() const {
        return static_cast<std::uint32_t>(number >> 32) == static_cast<std::uint32_t>(number);
      }
    };
    std::vector<Way> ways_;
    std::uint64_t begin_ = 0, left_ = 0;
    std::uint32_t place_ = kBegin;
  };
  /// `warps`: of the block. They stay where they are.
  std::vector<Warp>& block(std::uint64_t number, std::size_t warps);
  /// When all is noted.
  void finish();
  /// A warp made a contact again that it had made before: it asked again, or tried again.
  bool has_repeated() const { return has_repeated_; }

  /// When the warp began; 0 where that is not known.
  std::uint64_t begin(std::uint64_t block, std::uint32_t warp) const;
  /// How long it is from one place to the next, when the warp goes that way for the `time`-th time
  /// (from 0 on). What this warp has not done so often takes as long as it took on the average, and
  /// what it has never done as all warps' average. Nothing where no warp has.
  std::optional<Step> step(std::uint64_t block, std::uint32_t warp, std::uint32_t from,
                           std::uint32_t to, std::uint64_t time) const;

 private:
  const Warp* find(std::uint64_t block, std::uint32_t warp) const;
  std::map<std::uint64_t, std::vector<Warp>> blocks_;  ///< by number in the grid
  std::map<std::uint64_t, Sum> of_all_;                ///< by way
  bool has_repeated_ = false;
};

}  // namespace warpscope::exec
