// ldmatrix, stmatrix, movmatrix, wmma.load and wmma.store. The accesses that they make and count
// are those that ptxas 13.0 makes of them for sm_90.

#include <cstring>

#include "vgpu/exec/access/resolve.h"
#include "vgpu/exec/instructions/async.h"
#include "vgpu/exec/instructions/matrix.h"
#include "vgpu/exec/instructions/matrix_fragment.h"
#include "vgpu/exec/instructions/memory.h"
#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::matrix {
namespace {

constexpr std::uint32_t kRowBytes = 16;    // of a tile of 16-bit elements
constexpr std::uint32_t kTilesAtOnce = 4;  // by ldmatrix.x4: eight lanes address each

std::uint32_t pieces_of(std::uint32_t size_bytes) {
  return Pieces{1, {{{0, static_cast<std::uint8_t>(size_bytes)}, {}}}}.pack();
}

// A generic address outside the window gives an offset that no block has.
std::uint32_t shared_offset(std::uint64_t address) {
  if (address - memory::kSharedWindowBase < memory::kWindowBytes)
    address -= memory::kSharedWindowBase;
  return address < memory::kWindowBytes ? static_cast<std::uint32_t>(address) : ~15u;
}

// Rows of up to four tiles: lane 8 * i + r addresses row r of tile i.
bool resolve_rows(WarpContext& c, const Operation* op, const LaneAddresses& addresses,
                  std::uint32_t tiles, bool is_store, LaneHosts& hosts) {
  LaneOffsets offsets;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    offsets[lane] = shared_offset(addresses[lane]);
  const std::uint32_t whole = c.active;
  c.active = tiles == kTilesAtOnce ? kFullMask : (1u << (kTile * tiles)) - 1;
  const bool is_good =
      resolve_shared<TileCounts>(c, op, op->site, offsets, kRowBytes, is_store, hosts);
  c.active = whole;
  return is_good;
}

void load_tile(std::byte* const* rows, bool is_transposed, std::uint16_t* to) {
  Words words;
  for (std::uint32_t row = 0; row < kTile; ++row)
    std::memcpy(words.data() + eights(row), rows[row], kRowBytes);
  if (is_transposed) words = transposed(words);
  std::memcpy(to, words.data(), sizeof words);
}

void store_tile(std::byte* const* rows, bool is_transposed, const std::uint16_t* from) {
  Words words;
  std::memcpy(words.data(), from, sizeof words);
  if (is_transposed) words = transposed(words);
  for (std::uint32_t row = 0; row < kTile; ++row)
    std::memcpy(rows[row], words.data() + eights(row), kRowBytes);
}

// a: 64-bit address; d: first register.
template <bool kStore>
const Operation* access_tiles(WarpContext& c, const Operation* op) {
  const std::uint32_t tiles = op->tiles.tiles;
  const std::uint64_t* address = c.at<std::uint64_t>(op->a);
  LaneAddresses addresses;
  std::copy(address, address + kWarpSize, addresses);
  LaneHosts hosts;
  if (!resolve_rows(c, op, addresses, tiles, kStore, hosts)) return nullptr;
  for (std::uint32_t i = 0; i < tiles; ++i) {
    std::uint16_t* registers = c.at<std::uint16_t>(register_at(op->d, i));
    if constexpr (kStore) {
      store_tile(hosts.data() + eights(i), op->tiles.is_transposed, registers);
    } else {
      load_tile(hosts.data() + eights(i), op->tiles.is_transposed, registers);
    }
  }
  return op + 1;
}

const Operation* transpose_tile(WarpContext& c, const Operation* op) {
  Words words;
  std::memcpy(words.data(), c.at<std::uint16_t>(op->a), sizeof words);
  words = transposed(words);
  std::memcpy(c.at<std::uint16_t>(op->d), words.data(), sizeof words);
  return op + 1;
}

void build_tiles(Builder& builder, bool is_store) {
  builder.take_all({"sync", "aligned"});
  if (!builder.take("m8n8")) builder.unsupported("this shape");
  const std::uint32_t tiles = builder.take("x1")   ? 1
                              : builder.take("x2") ? 2
                              : builder.take("x4") ? 4
                                                   : 0;
  if (tiles == 0) builder.unsupported("without a number of matrices");
  const bool is_transposed = builder.take("trans");
  builder.take_all({"shared", "shared::cta"});
  if (builder.need_type() != ptx::Type::b16) builder.unsupported("this type");
  emit_meeting(builder);
  const Slot address = async::address_register(builder, is_store ? 0 : 1, ptx::Space::shared);
  const std::uint32_t site =
      builder.add_site(is_store ? AccessSite::Kind::matrix_store : AccessSite::Kind::matrix_load);
  const auto emit = [&](Slot registers) {
    Operation& op = builder.emit(is_store ? access_tiles<true> : access_tiles<false>);
    op.d = registers;
    op.a = address;
    op.site = site;
    op.tiles = {tiles, is_transposed};
  };
  if (is_store) {
    emit(gather(builder, builder.operand(1), tiles, ptx::Type::b32));
    return;
  }
  const Scatter d(builder, builder.operand(0), tiles, ptx::Type::b32);
  emit(d.slot());
  d.finish(builder);
}

// What a wmma.load or wmma.store does.
struct Access {
  std::uint32_t shape = 0;
  Part part = Part::a;
  ptx::Space space = ptx::Space::generic;
  bool is_row_major = true, is_wide = false, is_store = false;
  std::uint32_t registers = 0;  ///< of which those after the fragment's tiles are copies
};

// A fragment's place in memory: a: 64-bit address, b: elements from one line (row or column) of the
// matrix to the next.
struct MatrixInMemory {
  const std::uint64_t* address;
  const std::uint32_t* stride;
  std::uint32_t element_bytes;
  std::uint64_t at(std::uint32_t lane, std::uint32_t line, std::uint32_t position) const {
    return address[lane] + (std::uint64_t{line} * stride[lane] + position) * element_bytes;
  }
};

bool resolve(WarpContext& c, const Operation* op, const Access& access,
             const LaneAddresses& addresses, std::uint32_t size_bytes, LaneHosts& hosts) {
  Operation piece = *op;
  piece.counted = {pieces_of(size_bytes)};
  if (access.space == ptx::Space::global)
    return resolve_global(c, &piece, op->site, addresses, size_bytes, access.is_store, hosts);
  if (access.space == ptx::Space::generic)
    return resolve_generic(c, &piece, op->site, addresses, size_bytes, access.is_store, hosts);
  LaneOffsets offsets;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    offsets[lane] = shared_offset(addresses[lane]);
  return resolve_shared(c, &piece, op->site, offsets, size_bytes, access.is_store, hosts);
}

void move_bytes(std::byte* host, void* value, std::size_t size_bytes, bool is_store) {
  if (is_store) {
    std::memcpy(host, value, size_bytes);
  } else {
    std::memcpy(value, host, size_bytes);
  }
}

// Two binary32 neighbours in registers `low` and the next: one access of 8 bytes when they are
// neighbours in memory, else two of 4.
bool access_wide_tile(WarpContext& c, const Operation* op, const Access& access,
                      const MatrixInMemory& matrix, const Tile& corner, bool are_neighbours,
                      Slot low) {
  LaneAddresses addresses;
  LaneHosts hosts;
  std::uint32_t* registers[2] = {c.at<std::uint32_t>(low),
                                 c.at<std::uint32_t>(register_at(low, 1))};
  if (are_neighbours) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      addresses[lane] =
          matrix.at(lane, corner.row * kTile + lane / 4, corner.column * kTile + lane % 4 * 2);
    if (!resolve(c, op, access, addresses, 8, hosts)) return false;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      for (std::uint32_t e = 0; e < 2; ++e)
        move_bytes(hosts[lane] + std::size_t{4} * e, registers[e] + lane, 4, access.is_store);
    }
    return true;
  }
  for (std::uint32_t e = 0; e < 2; ++e) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      addresses[lane] =
          matrix.at(lane, corner.row * kTile + lane % 4 * 2 + e, corner.column * kTile + lane / 4);
    if (!resolve(c, op, access, addresses, 4, hosts)) return false;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      move_bytes(hosts[lane], registers[e] + lane, 4, access.is_store);
  }
  return true;
}

// Two 16-bit neighbours in one register, one access of 4 bytes; turned over between the lanes when
// the fragment's neighbours are not those in memory.
bool access_narrow_tile(WarpContext& c, const Operation* op, const Access& access,
                        const MatrixInMemory& matrix, const Tile& corner, bool are_neighbours,
                        Slot slot) {
  LaneAddresses addresses;
  LaneHosts hosts;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    addresses[lane] =
        matrix.at(lane, corner.row * kTile + lane / 4, corner.column * kTile + lane % 4 * 2);
  if (!resolve(c, op, access, addresses, 4, hosts)) return false;
  auto* registers = c.at<std::uint16_t>(slot);
  Words words;
  if (access.is_store) {
    std::memcpy(words.data(), registers, sizeof words);
    if (!are_neighbours) words = transposed(words);
  }
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    move_bytes(hosts[lane], words.data() + std::size_t{2} * lane, 4, access.is_store);
  if (!access.is_store) {
    if (!are_neighbours) words = transposed(words);
    std::memcpy(registers, words.data(), sizeof words);
  }
  return true;
}

// Factors in shared memory: by rows of tiles, as ldmatrix has them.
bool load_shared_tiles(WarpContext& c, const Operation* op, const Access& access,
                       const MatrixInMemory& matrix, const Fragment& f, bool are_neighbours) {
  for (std::uint32_t first = 0; first < f.count; first += kTilesAtOnce) {
    const std::uint32_t tiles = std::min(kTilesAtOnce, f.count - first);
    LaneAddresses addresses;
    LaneHosts hosts;
    for (std::uint32_t lane = 0; lane < kTile * tiles; ++lane) {
      const Tile tile = f.tiles[first + lane / kTile];
      const std::uint32_t line = access.is_row_major ? tile.row : tile.column,
                          position = access.is_row_major ? tile.column : tile.row;
      addresses[lane] = matrix.at(lane, line * kTile + lane % kTile, position * kTile);
    }
    for (std::uint32_t lane = kTile * tiles; lane < kWarpSize; ++lane) addresses[lane] = 0;
    if (!resolve_rows(c, op, addresses, tiles, false, hosts)) return false;
    for (std::uint32_t i = 0; i < tiles; ++i)
      load_tile(hosts.data() + eights(i), !are_neighbours,
                c.at<std::uint16_t>(register_at(op->d, first + i)));
  }
  return true;
}

// d: first register.
const Operation* access_matrix(WarpContext& c, const Operation* op) {
  const auto access = op->form<Access>();
  const Fragment& f = fragment(access.shape, access.part);
  const MatrixInMemory matrix{c.at<std::uint64_t>(op->a), c.at<std::uint32_t>(op->b),
                              access.is_wide ? 4u : 2u};
  const bool are_neighbours = access.is_row_major != f.is_transposed;
  if (access.part != Part::accumulator && access.space == ptx::Space::shared) {
    if (!load_shared_tiles(c, op, access, matrix, f, are_neighbours)) return nullptr;
  } else {
    for (std::uint32_t i = 0; i < f.count; ++i) {
      const Tile tile = f.tiles[i];
      const Tile corner = access.is_row_major ? tile : Tile{tile.column, tile.row};
      const bool is_good = access.is_wide
                               ? access_wide_tile(c, op, access, matrix, corner, are_neighbours,
                                                  register_at(op->d, 2 * i))
                               : access_narrow_tile(c, op, access, matrix, corner, are_neighbours,
                                                    register_at(op->d, i));
      if (!is_good) return nullptr;
    }
  }
  if (access.is_wide) return op + 1;
  for (auto i = f.count; i < access.registers; ++i) {
    std::memcpy(c.at<std::byte>(register_at(op->d, i)),
                c.at<std::byte>(register_at(op->d, i - f.count)), kRegisterBytes);
  }
  return op + 1;
}

AccessSite::Kind global_site(bool is_store) {
  return is_store ? AccessSite::Kind::global_store : AccessSite::Kind::global_load;
}
AccessSite::Kind shared_site(bool is_store) {
  return is_store ? AccessSite::Kind::shared_store : AccessSite::Kind::shared_load;
}

void build_access(Builder& builder, bool is_store) {
  Access access;
  access.is_store = is_store;
  if (builder.take("a")) {
    access.part = Part::a;
  } else if (builder.take("b")) {
    access.part = Part::b;
  } else if (builder.take(is_store ? "d" : "c")) {
    access.part = Part::accumulator;
  } else {
    builder.unsupported("this matrix");
  }
  builder.take_all({"sync", "aligned"});
  access.is_row_major = builder.take("row");
  if (!access.is_row_major && !builder.take("col")) builder.unsupported("without a layout");
  access.shape = take_shape(builder);
  const Shape& shape = shapes()[access.shape];
  if (shape.rows * shape.columns != 256) builder.unsupported("this shape");
  access.space = memory_access::take_space(builder);
  if (access.space != ptx::Space::generic && access.space != ptx::Space::global &&
      access.space != ptx::Space::shared)
    builder.unsupported("this state space");
  const ptx::Type type = builder.need_type();
  const bool is_sum = access.part == Part::accumulator;
  access.is_wide = is_sum && type == ptx::Type::f32;
  if (!access.is_wide && type != ptx::Type::f16 && (is_sum || type != ptx::Type::bf16))
    builder.unsupported("this type");

  const Fragment& f = fragment(access.shape, access.part);
  access.registers = access.is_wide                      ? 2 * f.count
                     : !is_sum && type == ptx::Type::f16 ? kMostTiles
                                                         : f.count;
  emit_meeting(builder);
  const std::size_t address_index = is_store ? 0 : 1;
  const Slot address = async::address_register(builder, address_index, access.space);
  const Slot stride = builder.operand_count() > 2
                          ? builder.source(2, ptx::Type::b32)
                          : builder.constant(access.is_row_major ? f.columns : f.rows, 4);
  // Factors in shared memory are loaded as by ldmatrix.
  const std::uint32_t site =
      builder.add_site(access.space != ptx::Space::shared ? global_site(is_store)
                       : is_sum                           ? shared_site(is_store)
                                                          : AccessSite::Kind::matrix_load);
  if (access.space == ptx::Space::generic) {
    builder.add_site(shared_site(is_store));
    builder.add_site(is_store ? AccessSite::Kind::local_store : AccessSite::Kind::local_load);
  }
  const auto emit = [&](Slot first) {
    Operation& op = builder.emit(access_matrix);
    op.d = first;
    op.a = address;
    op.b = stride;
    op.site = site;
    op.set_form(access);
  };
  if (is_store) {
    emit(gather(builder, builder.operand(1), access.registers, ptx::Type::b32));
    return;
  }
  const Scatter d(builder, builder.operand(0), access.registers, ptx::Type::b32);
  emit(d.slot());
  d.finish(builder);
}

}  // namespace

void build_ldmatrix(Builder& builder) { build_tiles(builder, false); }
void build_stmatrix(Builder& builder) { build_tiles(builder, true); }

void build_movmatrix(Builder& builder) {
  builder.take_all({"sync", "aligned"});
  if (!builder.take("m8n8") || !builder.take("trans")) builder.unsupported("this form");
  if (builder.need_type() != ptx::Type::b16) builder.unsupported("this type");
  emit_meeting(builder);
  const Slot a = builder.source(1, ptx::Type::b32);
  const Slot d = builder.destination(0, ptx::Type::b32);
  Operation& op = builder.emit(transpose_tile);
  op.a = a;
  op.d = d;
}

/// wmma.load, wmma.mma and wmma.store.
void build_wmma(Builder& builder) {
  if (builder.take("mma")) {
    build_wmma_mma(builder);
  } else if (builder.take("load")) {
    build_access(builder, false);
  } else if (builder.take("store")) {
    build_access(builder, true);
  } else {
    builder.unsupported("this form");
  }
}

}  // namespace warpscope::exec::matrix
