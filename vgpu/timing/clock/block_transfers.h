// What the warps of one block bring from global to shared memory: when they asked for it, when it
// was there, and when somebody used it.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "vgpu/timing/clock/ticks.h"

namespace warpscope::timing {

/// Told by the SM as its clock goes. Everything that warps ask for joins the transfer of a phase of
/// a barrier: a bulk copy that of its mbarrier at once; other copies, and loads that have been
/// stored, with the warp's next arrival at a barrier after it has waited for them (or when an
/// mbarrier hears of their end). A transfer is used when the first warp that waits for its phase
/// goes on, and given back when these warps next arrive at a barrier. What a warp asked for and
/// reads itself, with no barrier between, is a transfer of its own.
class BlockTransfers {
 public:
  /// More are counted only.
  static constexpr std::size_t kMost = 256;
  static constexpr std::uint32_t kMostWarps = 64;
  enum class Kind : std::uint8_t { bulk_copies, asynchronous_copies, loads };
  struct Transfer {
    Kind kind = Kind::bulk_copies;
    std::uint32_t stage = 0;
    std::uint64_t asking_warps = 0, using_warps = 0;
    std::uint64_t requests = 0, bytes = 0;
    std::uint64_t byte_ticks = 0;  ///< sum over bytes of how long each was on its way
    /// 0: not yet.
    Ticks asked = 0, arrived = 0, used = 0, given_back = 0;
  };
  /// A barrier, or an mbarrier by its offset in shared memory.
  struct Place {
    bool is_mbarrier = false;
    std::uint32_t number = 0;
    bool operator==(const Place&) const = default;
  };

  explicit BlockTransfers(std::uint64_t block) : block_(block), warps_(kMostWarps) {}

  // By warp of the block. `asked` and `arrives` are times of what it asks for.
  void load(std::uint32_t warp, std::uint32_t instruction, std::uint64_t bytes, Ticks asked,
            Ticks arrives);
  /// To shared memory, of what these loads brought.
  void store(std::uint32_t warp, const std::vector<std::uint32_t>& loads);
  void copy_asynchronously(std::uint32_t warp, std::uint64_t bytes, Ticks asked, Ticks arrives);
  void end_group(std::uint32_t warp);
  /// It has waited until at most so many groups are under way.
  void has_waited_for_groups(std::uint32_t warp, std::size_t left);
  /// The mbarrier hears when the copies so far are done.
  void tell_mbarrier(std::uint32_t warp, std::uint32_t offset);
  void copy_in_bulk(std::uint32_t warp, std::uint32_t mbarrier, std::uint64_t bytes, Ticks asked,
                    Ticks arrives);
  void read_shared(std::uint32_t warp, Ticks now);
  void arrive(std::uint32_t warp, Place place, Ticks now);
  /// After the arrivals that end it.
  void end_phase(Place place);
  /// The warp waited for the phase that ended last, and goes on then.
  void go_on(std::uint32_t warp, Place place, Ticks when);

  /// Nothing more comes: forgets all but transfers().
  void end();

  std::uint64_t block() const { return block_; }
  const std::vector<Transfer>& transfers() const { return transfers_; }
  std::uint64_t left_out() const { return left_out_; }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  /// What one warp asked for.
  struct Piece {
    Kind kind = Kind::loads;
    std::uint32_t instruction = 0;  ///< of a load
    std::uint64_t requests = 0, bytes = 0, byte_ticks = 0;
    Ticks asked = 0, arrived = 0;
  };
  struct Warp {
    std::vector<Piece> loads;         ///< that have not been stored yet
    Piece group;                      ///< asynchronous copies of no group yet
    std::vector<Piece> groups;        ///< nobody has waited for yet
    std::vector<Piece> held;          ///< to be handed over
    std::vector<std::size_t> in_use;  ///< transfers
  };
  struct Phases {
    Place place;
    std::uint32_t stage = kNoStage;
    std::size_t open = kNone, ended = kNone;  ///< transfers
    bool is_left_out = false;                 ///< the open one
  };
  static constexpr std::uint32_t kNoStage = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kMostPieces = 64;
  /// Numbers of barriers from here on: of no barrier, but of what a warp reads itself.
  static constexpr std::uint32_t kOwn = std::uint32_t{1} << 31;

  static Piece request(Kind kind, std::uint32_t instruction, std::uint64_t bytes, Ticks asked,
                       Ticks arrives);
  static void join(Piece& sum, const Piece& piece);
  Phases& phases(Place place);
  std::uint32_t next_stage() { return stages_++; }
  void hand_over(std::uint32_t warp, Phases& to, const Piece& piece);
  void use(std::uint32_t warp, std::size_t transfer, Ticks when);
  void give_back(std::uint32_t warp, Ticks now);

  std::uint64_t block_;
  std::vector<Warp> warps_;
  std::vector<Phases> phases_;
  std::uint32_t stages_ = 0;
  std::vector<Transfer> transfers_;
  std::uint64_t left_out_ = 0;
};

}  // namespace warpscope::timing
