#include "vgpu/exec/analysis/merging.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string_view>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

constexpr std::int64_t kWindowBytes = 16;  // the widest access

// One load or store that may become part of a wider one.
struct Access {
  ptx::Space space = ptx::Space::global;
  bool is_store = false, is_constant = false;  // ld.global.nc
  std::uint32_t element_bytes = 0, size_bytes = 0;
  std::uint32_t unit_bytes = 4;  // words; or doubles, which go with each other only
  Origin origin;
  bool can_merge = false;  // whole, and of 4 or 8 bytes
};

// Plain accesses in one state space.
class Reader {
 public:
  Reader(const Addresses& addresses, const std::vector<bool>& is_read)
      : addresses_(addresses), is_read_(is_read) {}

  std::optional<Access> read(const ptx::Instruction& instruction) const {
    Access access;
    const Memory memory = meaning_of(instruction).memory;
    access.is_store = memory == Memory::store;
    if (instruction.guard || (!access.is_store && memory != Memory::load) ||
        instruction.operands.size() != 2 || instruction.used_bytes_mask)
      return std::nullopt;
    std::uint32_t length = 1;
    bool has_space = false;
    for (const std::string_view modifier : instruction.modifiers) {
      if (const auto type = ptx::parse_type(modifier)) {
        access.element_bytes = ptx::size_bytes(*type);
      } else if (modifier == "v2" || modifier == "v4") {
        length = modifier == "v2" ? 2 : 4;
      } else if (modifier == "nc") {
        access.is_constant = true;
      } else if (const auto space = space_of(modifier)) {
        access.space = *space;
        has_space = true;
      } else {
        return std::nullopt;
      }
    }
    access.size_bytes = access.element_bytes * length;
    if (!has_space || access.size_bytes == 0) return std::nullopt;
    const auto origin = addresses_.origin(instruction.operands[access.is_store ? 0 : 1]);
    if (!origin) return std::nullopt;
    access.origin = *origin;
    bool is_whole = true;  // or ptxas narrows it first; four bytes are one word in any case
    if (!access.is_store && access.element_bytes > 1)
      for_each_written(instruction,
                       [&](std::uint32_t index) { is_whole = is_whole && is_read_[index]; });
    if (access.element_bytes >= 8) access.unit_bytes = access.element_bytes;
    access.can_merge = is_whole && (access.size_bytes == 4 || access.size_bytes == 8) &&
                       origin->distance % access.size_bytes == 0;
    return access;
  }

 private:
  static std::optional<ptx::Space> space_of(std::string_view modifier) {
    if (modifier == "shared" || modifier == "shared::cta") return ptx::Space::shared;
    if (modifier == "global") return ptx::Space::global;
    if (modifier == "local") return ptx::Space::local;
    return std::nullopt;
  }

  const Addresses& addresses_;
  const std::vector<bool>& is_read_;
};

// What an instruction may do to memory, as far as that keeps accesses apart.
struct Effect {
  bool reads = false, writes = false;
  std::optional<ptx::Space> space;  // nothing: any
};

Effect effect_of(const ptx::Instruction& instruction) {
  Effect effect;
  if (has_modifier(instruction, "shared") || has_modifier(instruction, "shared::cta")) {
    effect.space = ptx::Space::shared;
  } else if (has_modifier(instruction, "global")) {
    effect.space = ptx::Space::global;
  } else if (has_modifier(instruction, "local")) {
    effect.space = ptx::Space::local;
  } else if (has_modifier(instruction, "param") || has_modifier(instruction, "const")) {
    return effect;
  }
  switch (meaning_of(instruction).memory) {
    case Memory::none:
    case Memory::image_load:
    case Memory::image_store:
      return effect;
    case Memory::load:
    case Memory::load_of_constants:
    case Memory::matrix_load:
      effect.reads = true;
      if (has_modifier(instruction, "acquire")) effect = {true, true, std::nullopt};
      return effect;
    case Memory::matrix_load_store:
      effect.reads = true;
      effect.writes = has_modifier(instruction, "store");
      return effect;
    case Memory::store:
    case Memory::atomic:
    case Memory::reduction:
      effect.reads = effect.writes = true;
      return effect;
    case Memory::anything:
    case Memory::fence:
    case Memory::barrier:
    case Memory::call:
    case Memory::copy:
    case Memory::of_block:
      break;
  }
  return {true, true, std::nullopt};  // these order or copy between spaces
}

// Accesses at one register that nothing keeps apart so far.
struct Group {
  struct Member {
    std::uint32_t instruction;
    std::int64_t distance;
    std::uint32_t size_bytes;
  };
  Access access;  // of the first
  std::vector<Member> members;
};

class Merging {
 public:
  Merging(const ptx::Function& function, const std::vector<bool>& is_read, const PlaceOf& place_of)
      : function_(function),
        addresses_(function, place_of),
        reader_(addresses_, is_read),
        result_(function.body.size()) {}

  std::vector<std::optional<Pieces>> run(const std::vector<FlowBlock>& blocks) {
    for (const FlowBlock& block : blocks) look_at(block);
    return std::move(result_);
  }

 private:
  void look_at(const FlowBlock& block) {
    find_proofs(block);
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const ptx::Instruction& instruction = function_.body[i];
      const std::optional<Access> access = reader_.read(instruction);
      if (access && is_forwarded(*access)) {
        result_[i].emplace().count = 0;
      } else {
        const Effect effect = effect_of(instruction);
        close_for(effect, access);
        if (access && access->can_merge) add(i, *access);
        note_store(effect, access);
      }
      // A register that is set anew is another address.
      for_each_written(instruction, [&](std::uint32_t index) {
        close_if([&](const Group& group) { return group.access.origin.root == index; });
        std::erase_if(stores_, [&](const Access& store) { return store.origin.root == index; });
      });
    }
    stores_.clear();
    close_if([](const Group&) { return true; });
  }

  // An access of 8 or 16 bytes shows that its register is a multiple of as much.
  void find_proofs(const FlowBlock& block) {
    proofs_.clear();
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const ptx::Instruction& instruction = function_.body[i];
      const Memory memory = meaning_of(instruction).memory;
      const bool is_store = memory == Memory::store;
      if (instruction.guard || (!is_store && memory != Memory::load) ||
          instruction.operands.size() < 2)
        continue;
      std::uint32_t size_bytes = 0;
      for (const std::string_view modifier : instruction.modifiers) {
        if (const auto type = ptx::parse_type(modifier)) size_bytes = ptx::size_bytes(*type);
      }
      if (has_modifier(instruction, "v2")) size_bytes *= 2;
      if (has_modifier(instruction, "v4")) size_bytes *= 4;
      const auto origin = addresses_.origin(instruction.operands[is_store ? 0 : 1]);
      if (!origin || (size_bytes != 8 && size_bytes != 16) || origin->distance % size_bytes != 0)
        continue;
      std::uint32_t& zeros = proofs_[origin->root];
      zeros = std::max(zeros, static_cast<std::uint32_t>(std::countr_zero(size_bytes)));
    }
  }

  // What the last store left need not be loaded.
  bool is_forwarded(const Access& load) const {
    if (load.is_store || load.is_constant) return false;
    return std::any_of(stores_.begin(), stores_.end(), [&](const Access& store) {
      const std::int64_t into = load.origin.distance - store.origin.distance;
      return store.space == load.space && store.origin.root == load.origin.root && into >= 0 &&
             into + load.size_bytes <= store.size_bytes;
    });
  }

  void note_store(const Effect& effect, const std::optional<Access>& access) {
    if (!effect.writes) return;
    std::erase_if(stores_, [&](const Access& store) {
      return !effect.space || *effect.space == store.space;
    });
    if (access && access->is_store) stores_.push_back(*access);
  }

  // Ends the groups that an instruction keeps apart from what follows it.
  void close_for(const Effect& effect, const std::optional<Access>& access) {
    if (!effect.reads && !effect.writes) return;
    close_if([&](const Group& group) {
      const Access& first = group.access;
      if (effect.space && *effect.space != first.space) return false;
      if (first.is_store) return !access || !is_beside(group, *access);
      return effect.writes && !first.is_constant;
    });
  }

  static bool is_same_kind(const Access& a, const Access& b) {
    return a.space == b.space && a.is_store == b.is_store && a.is_constant == b.is_constant &&
           a.unit_bytes == b.unit_bytes && a.origin.root == b.origin.root;
  }

  // A store to the same 16 bytes as a group's, but not to the same place.
  static bool is_beside(const Group& group, const Access& access) {
    return is_same_kind(group.access, access) &&
           window(group.members.front().distance) == window(access.origin.distance) &&
           std::none_of(group.members.begin(), group.members.end(),
                        [&](const Group::Member& member) {
                          return member.distance == access.origin.distance;
                        });
  }

  static std::int64_t window(std::int64_t distance) {
    return distance >= 0 ? distance / kWindowBytes
                         : -((-distance + kWindowBytes - 1) / kWindowBytes);
  }

  void add(std::uint32_t instruction, const Access& access) {
    const auto found = std::find_if(groups_.begin(), groups_.end(), [&](const Group& group) {
      return is_same_kind(group.access, access) &&
             window(group.members.front().distance) == window(access.origin.distance);
    });
    if (found == groups_.end()) {
      // Nobody writes a block with so many; looking through them should not take long.
      constexpr std::size_t kMostOpen = 256;
      if (groups_.size() == kMostOpen) close_if([](const Group&) { return true; });
      groups_.push_back({access, {{instruction, access.origin.distance, access.size_bytes}}});
    } else {
      found->members.push_back({instruction, access.origin.distance, access.size_bytes});
    }
  }

  template <typename Predicate>
  void close_if(const Predicate& predicate) {
    const auto end = std::remove_if(groups_.begin(), groups_.end(), [&](const Group& group) {
      if (!predicate(group)) return false;
      merge(group);
      return true;
    });
    groups_.erase(end, groups_.end());
  }

  void merge(const Group& group) {
    if (group.members.size() < 2) return;
    const Access& access = group.access;
    std::uint32_t zeros = addresses_.zeros(access.origin);
    if (const auto proof = proofs_.find(access.origin.root); proof != proofs_.end())
      zeros = std::max(zeros, proof->second);
    const std::int64_t begin = window(group.members.front().distance) * kWindowBytes;
    // An access is a multiple of its own size, or it fails.
    for (const Group::Member& member : group.members)
      zeros = std::max(zeros, static_cast<std::uint32_t>(std::countr_zero(member.size_bytes)));
    const std::int64_t part_bytes = std::int64_t{1} << zeros;
    for (std::int64_t at = begin; at < begin + kWindowBytes; at += part_bytes)
      merge_part(group, at, static_cast<std::uint32_t>(part_bytes));
  }

  // The members in the aligned `bytes` bytes from `begin`.
  void merge_part(const Group& group, std::int64_t begin, std::uint32_t bytes) {
    const Access& access = group.access;
    std::uint32_t used = 0;
    for (const Group::Member& member : group.members) {
      if (member.distance >= begin && member.distance < begin + bytes)
        used |= ((1u << member.size_bytes) - 1) << (member.distance - begin);
    }
    if (used == 0) return;
    const bool is_together = !access.is_store && access.space != ptx::Space::local;
    const Pieces pieces =
        access.unit_bytes == bytes
            ? Pieces{1, {{{0, static_cast<std::uint8_t>(bytes)}, {}}}}
            : split_by_used_bytes(bytes, 4, used,
                                  is_together ? ThreeWords::together : ThreeWords::apart);
    for (std::uint32_t k = 0; k < pieces.count; ++k) {
      const Pieces::Piece& piece = pieces.pieces[k];
      bool is_first = true;
      const std::int64_t from = begin + piece.offset_bytes;
      for (const Group::Member& member : group.members) {
        if (member.distance < from || member.distance >= from + piece.size_bytes) continue;
        // Alone it stays as it is; the same element once more comes with the first.
        if (!is_first || piece.size_bytes > member.size_bytes) {
          Pieces& own = result_[member.instruction].emplace();
          own.count = is_first ? 1 : 0;
          own.pieces[0] = {static_cast<std::int8_t>(from - member.distance), piece.size_bytes};
        }
        is_first = false;
      }
    }
  }

  const ptx::Function& function_;
  Addresses addresses_;
  Reader reader_;
  std::map<std::uint32_t, std::uint32_t> proofs_;  // by root: zeros in the block
  std::vector<Group> groups_;
  std::vector<Access> stores_;  // the last one of each space, where nothing was written since
  std::vector<std::optional<Pieces>> result_;
};

}  // namespace

std::vector<std::optional<Pieces>> merged_accesses(const ptx::Function& function,
                                                   const std::vector<FlowBlock>& blocks,
                                                   const std::vector<bool>& is_read,
                                                   const PlaceOf& place_of) {
  return Merging(function, is_read, place_of).run(blocks);
}

}  // namespace warpscope::exec
